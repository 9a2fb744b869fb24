#include "runtime/commands/history.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {
namespace {

bool Conflict(const Touch& a, const Touch& b) { return a.write || b.write; }

// Whether a command may not touch what is mapped like `mapped`. Of maps among themselves, only overlapping ones for
// writing are undefined; an unmap ends its own.
bool Disturbs(const CommandRecord& record, const Touch& touch, const Touch& mapped) {
  switch (record.mapping) {
    case CommandRecord::Mapping::kNone: return Conflict(touch, mapped);
    case CommandRecord::Mapping::kMap: return touch.write && mapped.write;
    case CommandRecord::Mapping::kUnmap: return false;
  }
  return false;
}

bool SameBytes(const CommandRecord& a, const CommandRecord& b) {
  return std::equal(a.footprint.begin(), a.footprint.end(), b.footprint.begin(), b.footprint.end(),
                    [](const Touch& x, const Touch& y) {
                      return x.root == y.root && x.begin == y.begin && x.end == y.end && x.write == y.write;
                    });
}

// Whether an access like `later`, ordered behind one like `earlier`, meets all that the earlier one would. Of launches
// that are looked at it may turn out that they did not, so only equal ones stand for each other: those that are known
// already like those that are not, since when a launch is known is a matter of time, which no finding is to depend on.
bool StandsFor(const CommandRecord& later_record, const Touch& later, const CommandRecord& earlier_record,
               const Touch& earlier) {
  if (later_record.touched != nullptr) {
    return later_record.touched == earlier_record.touched && later.write == earlier.write &&
           SameBytes(later_record, earlier_record);
  }
  return (later.write || !earlier.write) && (!later.maybe || (earlier.maybe && earlier_record.touched == nullptr)) &&
         (!later.atomic || earlier.atomic) && (later.fill == 0 || later.fill == earlier.fill);
}

// What is certain and no pair of equal fills is told before the rest.
std::pair<bool, bool> RankOf(const Meeting& meeting) {
  return {meeting.first_touch.maybe || meeting.second_touch.maybe,
          AreEqualFills(meeting.first_touch, meeting.second_touch)};
}

// The first range, of those by their first byte, that ends behind `byte`.
template <typename Ranges>
auto FirstBehind(Ranges& ranges, uint64_t byte) {
  auto at = ranges.upper_bound(byte);
  if (at != ranges.begin() && std::prev(at)->second.end > byte) --at;
  return at;
}

void AddMeeting(const Meeting& meeting, size_t first_of_node, std::vector<Meeting>* meetings) {
  for (size_t i = first_of_node; i < meetings->size(); ++i) {
    Meeting& known = (*meetings)[i];
    if (known.first != meeting.first || known.root != meeting.root || known.kind != meeting.kind) continue;
    if (RankOf(meeting) < RankOf(known)) {
      known = meeting;
    } else if (RankOf(meeting) == RankOf(known)) {
      known.begin = std::min(known.begin, meeting.begin);
      known.end = std::max(known.end, meeting.end);
    }
    return;
  }
  meetings->push_back(meeting);
}

}  // namespace

// Makes a range begin at `at` if one contains it; the first range that does not end before `at`.
CommandHistory::Ranges::iterator CommandHistory::SplitAt(Ranges& ranges, uint64_t at) {
  auto next = ranges.lower_bound(at);
  if (next == ranges.begin()) return next;
  const auto before = std::prev(next);
  if (before->second.end <= at) return next;
  Range behind = before->second;
  before->second.end = at;
  return ranges.emplace_hint(next, at, std::move(behind));
}

// One range where there were too many: all of its accesses may be anywhere in it.
void CommandHistory::Widen(Ranges& ranges) {
  Range all;
  all.end = std::prev(ranges.end())->second.end;
  const uint64_t begin = ranges.begin()->first;
  for (auto& [start, range] : ranges) {
    for (Access& access : range.accesses) {
      access.touch.maybe = true;
      const auto same = [&](const Access& other) {
        return other.record == access.record && other.touch.write == access.touch.write;
      };
      if (std::none_of(all.accesses.begin(), all.accesses.end(), same)) all.accesses.push_back(std::move(access));
    }
  }
  ranges.clear();
  ranges.emplace(begin, std::move(all));
  ++widened_;
}

// Calls `each` for the accesses of each range of [begin, end), which together are all of it.
template <typename Each>
void CommandHistory::Cover(Ranges& ranges, uint64_t begin, uint64_t end, const Each& each) {
  if (begin >= end) return;
  auto at = SplitAt(ranges, begin);
  SplitAt(ranges, end);
  for (uint64_t next = begin; next < end; ++at) {
    if (at == ranges.end() || at->first > next) {  // bytes that nobody has touched
      at = ranges.emplace_hint(at, next, Range{at == ranges.end() ? end : std::min(at->first, end), {}});
    }
    each(at->second.accesses);
    next = at->second.end;
  }
}

// Of launches of which it has come to be known what they touch, that is kept instead of all that they might.
void CommandHistory::Settle(RootNumber number, Root& root) {
  while (!root.open.empty() && root.open.front().record->state() != LaunchTouches::State::kAwaited) {
    const Access one = std::move(root.open.front());
    root.open.pop_front();
    const bool known = one.record->state() == LaunchTouches::State::kKnown;
    std::vector<std::pair<uint64_t, uint64_t>> left;  // where nobody has come to stand for it meanwhile
    for (auto at = FirstBehind(root.ranges, one.touch.begin); at != root.ranges.end() && at->first < one.touch.end;
         ++at) {
      std::vector<Access>& accesses = at->second.accesses;
      const auto same = [&](const Access& other) {
        return other.open && other.record == one.record && other.touch.write == one.touch.write;
      };
      const auto found = std::find_if(accesses.begin(), accesses.end(), same);
      if (found == accesses.end()) continue;
      found->open = false;
      if (!known) continue;
      accesses.erase(found);
      left.emplace_back(at->first, at->second.end);
    }
    if (left.empty()) continue;
    for (const Touch& touch : FootprintOf(*one.record->touched, one.record->places)) {
      if (touch.root != number || touch.write != one.touch.write) continue;
      for (const auto& [begin, end] : left) {
        Cover(root.ranges, std::max(begin, touch.begin), std::min(end, touch.end), [&](std::vector<Access>& accesses) {
          accesses.push_back({one.chain, one.in_chain, touch, one.record, false});
        });
      }
    }
  }
}

void CommandHistory::AddTouch(const CommandNode& node, const CommandRecordRef& record, const Touch& touch,
                              const CommandGraph& graph) {
  if (touch.begin >= touch.end) return;
  const size_t most = touch.root == kHostSpace ? 16 * kMostKept : kMostKept;
  if (roots_[touch.root].ranges.size() > most) Sweep(graph);
  Root& root = roots_[touch.root];
  if (root.ranges.size() > most) Widen(root.ranges);
  const bool open = touch.maybe && record->state() == LaunchTouches::State::kAwaited;
  const Access added = {node.chain, node.in_chain, touch, record, open};
  if (open) root.open.push_back(added);
  Cover(root.ranges, touch.begin, touch.end, [&](std::vector<Access>& accesses) {
    const auto done = [&](const Access& earlier) {
      if (graph.HostKnows(earlier.chain, earlier.in_chain) || IsGivenBack(touch.root, earlier)) return true;
      // Two maps may share a region, where another command may not.
      const bool map_for_other =
          record->mapping == CommandRecord::Mapping::kMap && earlier.record->mapping != CommandRecord::Mapping::kMap;
      return node.clock.Knows(earlier.chain, earlier.in_chain) && !map_for_other &&
             StandsFor(*record, touch, *earlier.record, earlier.touch);
    };
    accesses.erase(std::remove_if(accesses.begin(), accesses.end(), done), accesses.end());
    accesses.push_back(added);
  });
}

void CommandHistory::Add(const CommandNode& node, const CommandRecordRef& record, const Footprint& possible,
                         const CommandGraph& graph, std::vector<Meeting>* meetings) {
  const size_t first_of_node = meetings->size();
  // An equal launch may have told before what this one touches.
  Footprint known;
  const bool is_known = record->state() == LaunchTouches::State::kKnown;
  if (is_known) known = FootprintOf(*record->touched, record->places);
  const Footprint& footprint = is_known ? known : possible;
  for (const Touch& touch : footprint) {
    const auto root = roots_.find(touch.root);
    if (root == roots_.end()) continue;
    Settle(touch.root, root->second);
    const auto meet = [&](Meeting::Kind kind, const CommandRecordRef& other, const Touch& theirs, uint64_t begin,
                          uint64_t end) {
      AddMeeting(
          {kind, other, record, theirs, touch, touch.root, std::max(begin, touch.begin), std::min(end, touch.end)},
          first_of_node, meetings);
    };
    for (const Mapped& mapped : root->second.mapped) {
      const bool apart = mapped.touch.end <= touch.begin || touch.end <= mapped.touch.begin;
      // A transfer's side in host memory that leads into a mapped object is the host's use of the pointer it was given.
      const bool by_host = touch.root == kHostSpace && touch.through == 0 && mapped.touch.through != 0;
      if (apart || by_host || mapped.record == record || !Disturbs(*record, touch, mapped.touch)) continue;
      meet(Meeting::Kind::kMapped, mapped.record, mapped.touch, mapped.touch.begin, mapped.touch.end);
    }
    const Ranges& ranges = root->second.ranges;
    for (auto at = FirstBehind(ranges, touch.begin); at != ranges.end() && at->first < touch.end; ++at) {
      for (const Access& earlier : at->second.accesses) {
        if (earlier.record == record || !Conflict(earlier.touch, touch)) continue;
        if (node.clock.Knows(earlier.chain, earlier.in_chain) || IsGivenBack(touch.root, earlier)) continue;
        const auto& mapped = root->second.mapped;
        const bool told =
            std::any_of(mapped.begin(), mapped.end(), [&](const Mapped& one) { return one.record == earlier.record; });
        if (told) continue;
        meet(Meeting::Kind::kUnordered, earlier.record, earlier.touch, at->first, at->second.end);
      }
    }
  }
  if (node.in_chain == 0) return;
  for (const Touch& touch : footprint) {
    if (!touch.until_return) AddTouch(node, record, touch, graph);
  }
}

bool CommandHistory::IsGivenBack(RootNumber root, const Access& access) const {
  return root == kHostSpace && access.touch.through == 0 && over_.Knows(access.chain, access.in_chain);
}

bool CommandHistory::IsWritten(RootNumber root, uint64_t begin, uint64_t end, const CommandGraph& graph) const {
  const auto found = roots_.find(root);
  if (found == roots_.end()) return false;
  const Ranges& ranges = found->second.ranges;
  for (auto at = FirstBehind(ranges, begin); at != ranges.end() && at->first < end; ++at) {
    for (const Access& access : at->second.accesses) {
      if (!access.touch.write || IsGivenBack(root, access)) continue;
      if (!graph.HostKnows(access.chain, access.in_chain)) return true;
    }
  }
  return false;
}

void CommandHistory::Map(uint64_t map, const CommandRecordRef& record, const Footprint& footprint) {
  for (const Touch& touch : footprint) {
    roots_[touch.root].mapped.push_back({map, record, touch});
    maps_[map].push_back(touch.root);
  }
}

void CommandHistory::Unmap(uint64_t map) {
  const auto active = maps_.find(map);
  if (active == maps_.end()) return;
  for (const RootNumber number : active->second) {
    const auto root = roots_.find(number);
    if (root == roots_.end()) continue;
    auto& mapped = root->second.mapped;
    mapped.erase(std::remove_if(mapped.begin(), mapped.end(), [&](const Mapped& one) { return one.map == map; }),
                 mapped.end());
  }
  maps_.erase(active);
}

void CommandHistory::Sweep(const CommandGraph& graph) {
  for (auto root = roots_.begin(); root != roots_.end();) {
    Ranges& ranges = root->second.ranges;
    for (auto range = ranges.begin(); range != ranges.end();) {
      auto& accesses = range->second.accesses;
      accesses.erase(std::remove_if(accesses.begin(), accesses.end(),
                                    [&](const Access& one) { return graph.HostKnows(one.chain, one.in_chain); }),
                     accesses.end());
      range = accesses.empty() ? ranges.erase(range) : std::next(range);
    }
    root = ranges.empty() && root->second.mapped.empty() ? roots_.erase(root) : std::next(root);
  }
}

size_t CommandHistory::ranges() const {
  size_t count = 0;
  for (const auto& [number, root] : roots_) count += root.ranges.size();
  return count;
}

}  // namespace lockstep
