#include "host/cli/onlooker.h"

#include <unistd.h>

#include <algorithm>

#include "host/cli/progress_text.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

// Who waits for less than this need not be told for what, in seconds.
constexpr double kPatience = 2;

// Looks without anything to see after which the line goes: between two launches there may be one.
constexpr int kIdle = 4;

// Whether somebody may wait for it: compilations, launches, their checks.
bool Works(const Progress& now, const Progress& before) {
  const auto takes_time = [](const UnderWay& one) { return one.state != UnderWay::State::kWaiting || one.queued; };
  return now.launches != before.launches || std::any_of(now.under_way.begin(), now.under_way.end(), takes_time);
}

}  // namespace

Onlooker::Onlooker(SoFar& so_far, const Options& options)
    : so_far_(so_far),
      terminal_(!options.quiet && options.progress != ProgressMode::kOff && isatty(STDERR_FILENO) == 1),
      lines_only_(options.progress == ProgressMode::kLines),
      beat_(static_cast<double>(options.heartbeat)) {}

Meanwhile Onlooker::While() {
  Meanwhile meanwhile;
  if (terminal_ || beat_ > 0) meanwhile.look = [this] { Look(); };
  meanwhile.show_findings = [this] {
    line_.Clear();
    so_far_.Show();
  };
  return meanwhile;
}

void Onlooker::Look() {
  const bool beats = beat_ > 0 && so_far_.seconds() - last_beat_.seconds >= beat_;
  if (!terminal_ && !beats) return;
  const Progress progress = so_far_.Look();
  if (beats) Beat(progress);
  if (terminal_) AtTerminal(progress);
  last_look_ = progress;
}

void Onlooker::Beat(const Progress& progress) {
  line_.Clear();
  Log(HeartbeatText(progress, last_beat_));
  last_beat_ = progress;
}

void Onlooker::AtTerminal(const Progress& progress) {
  if (Works(progress, last_look_)) {
    if (idle_ >= kIdle || busy_since_.seconds == 0) busy_since_ = progress;
    idle_ = 0;
  } else if (idle_ < kIdle) {
    ++idle_;
  }
  const double busy = progress.seconds - busy_since_.seconds;
  if (idle_ >= kIdle || busy_since_.seconds == 0 || busy < kPatience) {
    line_.Clear();
    return;
  }
  const std::string doing = DoingText(progress);
  const std::string text = StrCat("lockstep: ", doing, doing.empty() ? "" : "; ", CountsText(progress, busy_since_));
  if (lines_only_ || !line_.Show(text)) waiting_.Look(progress);
}

}  // namespace lockstep
