// What a process was doing when a signal ended it, in words.
#include "runtime/report/interrupted.h"

#include <string.h>

#include <algorithm>
#include <cstdio>

#include "runtime/base/text.h"
#include "runtime/report/paint.h"

namespace lockstep {
namespace {

constexpr size_t kMostLines = 12;  // the rest is counted

// Whether somebody sent it who wanted the program to end; others are crashes, or leave no choice.
bool AsksToEnd(const std::string& signal) {
  return signal == "SIGINT" || signal == "SIGTERM" || signal == "SIGHUP" || signal == "SIGQUIT";
}

// "0.3 s", "12 s"
std::string Duration(double seconds) {
  char text[32];
  std::snprintf(text, sizeof(text), seconds < 10 ? "%.1f s" : "%.0f s", seconds);
  return text;
}

std::string LaunchName(const UnderWay& one) {
  return one.launch == 0 ? StrCat("a launch of kernel '", one.kernel, "'")
                         : StrCat("launch ", one.launch, " of kernel '", one.kernel, "'");
}

// A sentence's subject and verb, for the summary.
std::string Sentence(const UnderWay& one) {
  switch (one.state) {
    case UnderWay::State::kCompiling:
      if (one.kernel.empty()) return StrCat(one.what, " was being compiled");
      return StrCat(one.what, " of kernel '", one.kernel, "' were being compiled");
    case UnderWay::State::kRunning:
      return LaunchName(one) + " was running";
    case UnderWay::State::kChecking:
      return LaunchName(one) + " was complete and being checked";
    case UnderWay::State::kWaiting:
      return one.queued ? LaunchName(one) + " was waiting" : StrCat("a thread was waiting in ", one.what);
  }
  return "";
}

// What a line of it says behind the state.
std::string Line(const UnderWay& one) {
  switch (one.state) {
    case UnderWay::State::kCompiling:
      if (one.kernel.empty()) return one.what;
      return StrCat(one.what, " of kernel '", one.kernel, "'",
                    one.parts > 1 ? StrCat(" (program ", one.part, " of ", one.parts, ")") : "",
                    one.launch == 0 ? "" : StrCat(", for its launch ", one.launch));
    case UnderWay::State::kRunning:
    case UnderWay::State::kChecking:
      return LaunchName(one);
    case UnderWay::State::kWaiting:
      return one.queued ? StrCat(LaunchName(one), ", ", one.what) : StrCat("in ", one.what);
  }
  return "";
}

const char* StateLabel(UnderWay::State state) {
  return state == UnderWay::State::kCompiling  ? "  compiling "
         : state == UnderWay::State::kRunning  ? "  running   "
         : state == UnderWay::State::kChecking ? "  checking  "
                                               : "  waiting   ";
}

}  // namespace

std::string InterruptedText(const Interrupted& interrupted, bool color) {
  std::string title = "still running:";
  if (!interrupted.by.empty()) {
    title = StrCat(AsksToEnd(interrupted.by) ? "interrupted by " : "killed by ", interrupted.by, ":");
  }
  std::string out = StrCat("lockstep: ", Painted(title, Paint::kWarning, color), " ");
  if (interrupted.begun == 0) {
    out += "no launch begun";
  } else {
    out += StrCat(Counted(interrupted.begun, "launch", "launches"), " begun, ", WithCommas(interrupted.complete),
                  " of them complete");
  }
  out += StrCat(interrupted.left_running && !interrupted.by.empty() ? "; the program goes on" : "",
                "; the totals are those up to then\n");
  for (size_t i = 0; i < interrupted.under_way.size() && i < kMostLines; ++i) {
    const UnderWay& one = interrupted.under_way[i];
    out += StrCat(Painted(StateLabel(one.state), Paint::kLabel, color), Line(one), ", for ", Duration(one.seconds),
                  "\n");
  }
  const uint64_t rest = interrupted.not_listed + interrupted.under_way.size() -
                        std::min(interrupted.under_way.size(), kMostLines);
  if (interrupted.native) {
    out += StrCat("  before that, as the application's own kernel: ", LaunchName(*interrupted.native), ", enqueued ",
                  Duration(interrupted.native->seconds), " ago\n");
  }
  if (rest > 0) out += StrCat("  and ", WithCommas(rest), " more\n");
  return out;
}

std::string UnderWayOnOneLine(const UnderWay& one) {
  std::string what;
  switch (one.state) {
    case UnderWay::State::kCompiling:
      what = one.kernel.empty() ? StrCat("compiling ", one.what) : StrCat("compiling checks for ", one.kernel);
      if (one.parts > 1) what += StrCat(" (", one.part, " of ", one.parts, ")");
      break;
    case UnderWay::State::kRunning:
      what = StrCat("running ", one.kernel, one.launch == 0 ? "" : StrCat(", launch ", one.launch));
      break;
    case UnderWay::State::kChecking:
      what = StrCat("checking ", one.kernel, one.launch == 0 ? "" : StrCat(", launch ", one.launch));
      break;
    case UnderWay::State::kWaiting: return "";
  }
  return StrCat(what, ", ", Duration(one.seconds));
}

std::string UnderWayText(const UnderWay& one) {
  return StrCat(Strip(StateLabel(one.state)), " ", Line(one), ", for ", Duration(one.seconds));
}

std::string UnderWayInShort(const Interrupted& interrupted) {
  // What the others wait for comes first.
  const UnderWay* first = nullptr;
  const auto rank = [](const UnderWay& one) {
    return one.state == UnderWay::State::kRunning     ? 0
           : one.state == UnderWay::State::kCompiling ? 1
           : one.state == UnderWay::State::kChecking  ? 2
           : one.queued                               ? 3
                                                      : 4;
  };
  for (const UnderWay& one : interrupted.under_way) {
    if (first == nullptr || rank(one) < rank(*first)) first = &one;
  }
  if (first == nullptr) return "";
  const bool thread = first->state == UnderWay::State::kWaiting && !first->queued;
  return StrCat(Sentence(*first), ", for ", Duration(first->seconds),
                thread && interrupted.native ? StrCat(", after ", LaunchName(*interrupted.native)) : "");
}

std::string SignalName(int number) {
  const char* name = sigabbrev_np(number);
  return name == nullptr ? StrCat("signal ", number) : StrCat("SIG", name);
}

}  // namespace lockstep
