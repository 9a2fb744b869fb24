// Where the work-items of a launch were that was told to end (--launch-timeout).
#include <algorithm>
#include <tuple>

#include "device-lib/shared/log.h"
#include "runtime/checks/checks.h"

namespace lockstep {
namespace {

auto Key(const StoppedAt& place) {
  const Id3 group = place.group.value_or(Id3{});
  const SourcePosition& at = place.site.position;
  return std::make_tuple(!place.group, group[2], group[1], group[0], at.line, at.column,
                         place.site.flags);
}

}  // namespace

bool CheckStopped(const Launch& launch, const LogEntry& entry, std::vector<StoppedAt>* places) {
  const auto& sites = launch.kernel->sites;
  if (entry.site_a >= sites.size() || sites[entry.site_a].op != SiteOp::kStop) return false;
  StoppedAt place;
  place.site = sites[entry.site_a];
  place.work_items = entry.count;
  if (entry.site_b != LS_STOPPED_NO_GROUP) {
    const Id3 counts = GroupCounts(launch);
    if (entry.site_b >= counts[0] * counts[1] * counts[2]) return false;
    place.group = Id3{entry.site_b % counts[0], entry.site_b / counts[0] % counts[1],
                      entry.site_b / counts[0] / counts[1]};
  }
  // A loop of a function that was put in twice is one place.
  for (StoppedAt& known : *places) {
    if (Key(known) != Key(place)) continue;
    known.work_items += place.work_items;
    return true;
  }
  places->push_back(std::move(place));
  return true;
}

void SortStopped(std::vector<StoppedAt>* places) {
  std::sort(places->begin(), places->end(),
            [](const StoppedAt& a, const StoppedAt& b) { return Key(a) < Key(b); });
}

}  // namespace lockstep
