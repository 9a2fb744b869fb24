#include "runtime/commands/undecided.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {
namespace {

// What the command touches of `root`, as exactly as it is known.
Footprint TouchesOf(const CommandRecord& record, RootNumber root) {
  const bool known = record.state() == LaunchTouches::State::kKnown;
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

void UndecidedMeetings::Place(Kept kept) {
  ++looks_;
  const auto is_awaited = [](const CommandRecord& record) { return record.state() == LaunchTouches::State::kAwaited; };
  const CommandRecord* const awaited = is_awaited(*kept.meeting.first)    ? kept.meeting.first.get()
                                       : is_awaited(*kept.meeting.second) ? kept.meeting.second.get()
                                                                          : nullptr;
  (awaited == nullptr ? decided_ : waiting_[awaited->touched]).push_back(std::move(kept));
}

void UndecidedMeetings::Add(std::vector<Meeting> meetings) {
  for (Meeting& meeting : meetings) {
    if (size_ >= kMost) {
      ++dropped_;
      continue;
    }
    ++size_;
    Place({added_++, std::move(meeting)});
  }
}

std::vector<Meeting> UndecidedMeetings::Take(bool all) {
  std::vector<Kept> free;  // of the launch that they waited for
  for (auto at = waiting_.begin(); at != waiting_.end();) {
    ++looks_;
    if (!all && at->first->state == LaunchTouches::State::kAwaited) {
      ++at;
      continue;
    }
    std::move(at->second.begin(), at->second.end(), std::back_inserter(free));
    at = waiting_.erase(at);
  }
  if (all) {
    std::move(free.begin(), free.end(), std::back_inserter(decided_));
  } else {
    for (Kept& kept : free) Place(std::move(kept));
  }
  std::vector<Kept> taken = std::exchange(decided_, {});
  size_ -= taken.size();
  std::sort(taken.begin(), taken.end(), [](const Kept& a, const Kept& b) { return a.number < b.number; });
  std::vector<Meeting> meetings;
  for (Kept& kept : taken) {
    if (Narrow(&kept.meeting)) meetings.push_back(std::move(kept.meeting));
  }
  return meetings;
}

}  // namespace lockstep
