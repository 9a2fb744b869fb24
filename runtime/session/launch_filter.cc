// Which launches are checked.
#include "runtime/session/launch_filter.h"

#include "runtime/base/regex.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

bool Matches(const std::string& pattern, const std::string& text) { return KernelSelected(text, pattern, ""); }

}  // namespace

bool LaunchFilter::LeavesAllIn() const {
  return options_.source.empty() && options_.thread.empty() && options_.queue.ranges.empty() &&
         options_.launch.ranges.empty() && options_.launch_skip == 0 && options_.launch_count == 0 &&
         options_.time_budget == 0 && options_.sample.of <= 1;
}

std::string LaunchFilter::LeavesOut(const LaunchCandidate& launch) {
  const Options& given = options_;
  if (!Matches(given.source, launch.file)) return StrCat("--source=", given.source);
  if (!Matches(given.thread, launch.thread)) return StrCat("--thread=", given.thread);
  if (!given.queue.Contains(launch.queue)) return StrCat("--queue=", NumberRangesText(given.queue));
  if (!given.launch.Contains(launch.number)) return StrCat("--launch=", NumberRangesText(given.launch));
  std::lock_guard<std::mutex> lock(mutex_);
  if (++seen_ <= given.launch_skip) return StrCat("--launch-skip=", given.launch_skip);
  if (std::string spent; IsSpentLocked(launch.seconds, &spent)) return spent;
  if (given.sample.of > 1 && sampled_[launch.kernel]++ % given.sample.of != 0) {
    return StrCat("--sample=", SampleText(given.sample));
  }
  ++counted_;
  return "";
}

bool LaunchFilter::IsSpent(double seconds, std::string* option) {
  std::lock_guard<std::mutex> lock(mutex_);
  return IsSpentLocked(seconds, option);
}

bool LaunchFilter::IsSpentLocked(double seconds, std::string* option) const {
  if (options_.launch_count != 0 && counted_ >= options_.launch_count) {
    *option = StrCat("--launch-count=", options_.launch_count);
    return true;
  }
  if (options_.time_budget != 0 && seconds >= static_cast<double>(options_.time_budget)) {
    *option = StrCat("--time-budget=", options_.time_budget);
    return true;
  }
  return false;
}

}  // namespace lockstep
