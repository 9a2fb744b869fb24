#include "runtime/commands/undecided.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {
namespace {

bool IsAwaited(const CommandRecord& record) {
  return record.touched != nullptr && record.touched->state == LaunchTouches::State::kAwaited;
}

// What the command touches of `root`, as exactly as it is known.
Footprint TouchesOf(const CommandRecord& record, RootNumber root) {
  const bool known = record.touched != nullptr && record.touched->state == LaunchTouches::State::kKnown;
  Footprint all = known ? FootprintOf(*record.touched, record.places) : record.footprint;
  all.erase(std::remove_if(all.begin(), all.end(), [&](const Touch& touch) { return touch.root != root; }), all.end());
  return all;
}

// Better is what is certain, then what is no pair of atomics, then what comes first.
bool IsBetter(const Meeting& a, const Meeting& b) {
  const auto rank = [](const Meeting& one) {
    return std::pair(one.first_touch.maybe || one.second_touch.maybe,
                     one.first_touch.atomic && one.second_touch.atomic);
  };
  return rank(a) < rank(b);
}

}  // namespace

bool Narrow(Meeting* meeting) {
  if (meeting->first->touched == nullptr && meeting->second->touched == nullptr) return true;
  Meeting best;
  bool any = false;
  for (const Touch& a : TouchesOf(*meeting->first, meeting->root)) {
    if (a.until_return) continue;  // it was over before the other command came
    for (const Touch& b : TouchesOf(*meeting->second, meeting->root)) {
      if (!a.write && !b.write) continue;
      Meeting one = *meeting;
      one.first_touch = a;
      one.second_touch = b;
      one.begin = std::max(a.begin, b.begin);
      one.end = std::min(a.end, b.end);
      if (one.begin >= one.end) continue;
      if (!any || IsBetter(one, best)) {
        best = one;
      } else if (!IsBetter(best, one)) {
        best.begin = std::min(best.begin, one.begin);
        best.end = std::max(best.end, one.end);
      }
      any = true;
    }
  }
  if (any) *meeting = best;
  return any;
}

void UndecidedMeetings::Add(std::vector<Meeting> meetings) {
  for (Meeting& meeting : meetings) {
    if (meetings_.size() >= kMost) {
      ++dropped_;
      continue;
    }
    meetings_.push_back(std::move(meeting));
  }
}

std::vector<Meeting> UndecidedMeetings::Take(bool all) {
  std::vector<Meeting> decided;
  const auto awaited = [&](const Meeting& one) { return !all && (IsAwaited(*one.first) || IsAwaited(*one.second)); };
  const auto rest = std::stable_partition(meetings_.begin(), meetings_.end(), awaited);
  for (auto at = rest; at != meetings_.end(); ++at) {
    if (Narrow(&*at)) decided.push_back(std::move(*at));
  }
  meetings_.erase(rest, meetings_.end());
  return decided;
}

}  // namespace lockstep
