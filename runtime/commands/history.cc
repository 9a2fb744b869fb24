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

// Whether an access like `later`, ordered behind one like `earlier`, meets all that the earlier one would.
bool StandsFor(const Touch& later, const Touch& earlier) {
  return (later.write || !earlier.write) && (!later.maybe || earlier.maybe) && (!later.atomic || earlier.atomic) &&
         (later.fill == 0 || later.fill == earlier.fill);
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

void CommandHistory::AddTouch(const CommandNode& node, const CommandRecordRef& record, const Touch& touch,
                              const CommandGraph& graph) {
  if (touch.begin >= touch.end) return;
  const size_t most = touch.root == kHostSpace ? 16 * kMostKept : kMostKept;
  if (roots_[touch.root].ranges.size() > most) Sweep(graph);
  Ranges& ranges = roots_[touch.root].ranges;
  if (ranges.size() > most) Widen(ranges);
  auto at = SplitAt(ranges, touch.begin);
  SplitAt(ranges, touch.end);
  uint64_t next = touch.begin;
  while (next < touch.end) {
    if (at == ranges.end() || at->first > next) {  // bytes that nobody has touched
      const uint64_t end = at == ranges.end() ? touch.end : std::min(at->first, touch.end);
      at = ranges.emplace_hint(at, next, Range{end, {}});
    }
    std::vector<Access>& accesses = at->second.accesses;
    const auto done = [&](const Access& earlier) {
      if (graph.HostKnows(earlier.chain, earlier.in_chain) || IsGivenBack(touch.root, earlier)) return true;
      // Two maps may share a region, where another command may not.
      const bool map_for_other =
          record->mapping == CommandRecord::Mapping::kMap && earlier.record->mapping != CommandRecord::Mapping::kMap;
      return node.clock.Knows(earlier.chain, earlier.in_chain) && !map_for_other && StandsFor(touch, earlier.touch);
    };
    accesses.erase(std::remove_if(accesses.begin(), accesses.end(), done), accesses.end());
    accesses.push_back({node.chain, node.in_chain, touch, record});
    next = at->second.end;
    ++at;
  }
}

void CommandHistory::Add(const CommandNode& node, const CommandRecordRef& record, const Footprint& footprint,
                         const CommandGraph& graph, std::vector<Meeting>* meetings) {
  const size_t first_of_node = meetings->size();
  for (const Touch& touch : footprint) {
    const auto root = roots_.find(touch.root);
    if (root == roots_.end()) continue;
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
