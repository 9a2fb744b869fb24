// One pass over the log, every event as the change has it.
#include "runtime/replay/strengthened_replay.h"

#include <algorithm>
#include <map>

#include "runtime/replay/history.h"
#include "runtime/replay/synchronisation.h"

namespace lockstep {
namespace {

bool IsPlain(uint32_t what) { return ClassOf(what) == LS_CLASS_R || ClassOf(what) == LS_CLASS_W; }

ls_event Changed(ls_event event, const Change& change) {
  const auto wish = change.wishes.find(event.site);
  if (wish != change.wishes.end()) {
    const bool plain = IsPlain(event.what);
    event.what = Strengthened(event.what, wish->second);
    // A plain access has no number of its own: what is known of its work-item stays below it. A late
    // one comes when it is read.
    if (plain && event.events > 0) --event.events;
    if (plain && wish->second.atomic) event.what &= ~LS_EVENT_LATE;
  }
  uint32_t* const from[] = {&event.global_from, &event.local_from, &event.image_from};
  for (int r = 0; r < 3; ++r) {
    const bool named = (change.named_regions >> r & 1) != 0;
    if (named && !(event.what & LS_EVENT_LATE)) *from[r] = std::max(*from[r], event.segment);
  }
  const bool deaf = change.deaf_site != 0 && event.site == change.deaf_site && IsAtomic(event.what);
  if (deaf) event.what &= ~LS_EVENT_READS;
  return event;
}

}  // namespace

std::vector<bool> StrengthenedReplay::Ordered(const Change& change, const std::vector<bool>& asked) {
  std::vector<bool> ordered(targets_.size());
  ReplayOptions options = options_;
  options.inclusion = change.inclusion;
  Synchronisation synchronisation(options);
  std::multimap<size_t, size_t> due;
  for (size_t t = 0; t < targets_.size(); ++t) {
    if (asked[t]) due.emplace(targets_[t].index, t);
  }
  auto next = due.begin();
  for (size_t i = 0; i < end_ && next != due.end(); ++i) {
    const ls_event event = Changed(log_[i], change);
    const bool wanted = next->first == i;
    // Plain reads move no clocks on.
    if (IsPlain(event.what) && !wanted && ClassOf(event.what) == LS_CLASS_R) continue;
    const Views& views = synchronisation.Apply(event);
    if (!wanted) continue;
    const Arrival arrival = ArrivalOf(event, synchronisation.geometry(), views);
    for (; next != due.end() && next->first == i; ++next) {
      ordered[next->second] = History::Before(targets_[next->second].earlier, arrival,
                                              synchronisation.geometry(), options);
    }
  }
  used_ += end_;
  return ordered;
}

}  // namespace lockstep
