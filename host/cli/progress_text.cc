#include "host/cli/progress_text.h"

#include <cstdio>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

// "41.3", "1,204": in a second.
std::string Rate(const Progress& progress, const Progress& since) {
  const double seconds = progress.seconds - since.seconds;
  // What a process counted that was killed can be more than it had saved.
  if (seconds <= 0 || progress.launches <= since.launches) return "0";
  const double rate = static_cast<double>(progress.launches - since.launches) / seconds;
  if (rate >= 100) return WithCommas(static_cast<uint64_t>(rate));
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f", rate);
  return text;
}

}  // namespace

std::string DoingText(const Progress& progress) {
  using State = UnderWay::State;
  for (const State state : {State::kCompiling, State::kChecking, State::kRunning}) {
    for (const UnderWay& one : progress.under_way) {
      if (one.state == state) return UnderWayOnOneLine(one);
    }
  }
  return "";
}

std::string CountsText(const Progress& progress, const Progress& since) {
  return StrCat(Counted(progress.launches, "launch", "launches"), ", ", Rate(progress, since), "/s; ",
                Counted(progress.findings, "finding", "findings"));
}

std::string HeartbeatText(const Progress& progress, const Progress& since) {
  std::string text = StrCat("heartbeat: ", static_cast<uint64_t>(progress.seconds), " s; ");
  if (progress.processes == 0) return text + "no process has used OpenCL";
  text += StrCat(Counted(progress.processes, "process", "processes"), ", ", progress.running, " running; ",
                 CountsText(progress, since));
  const std::string doing = DoingText(progress);
  return doing.empty() ? text : StrCat(text, "; ", doing);
}

}  // namespace lockstep
