// Records are packed into 64 bits so that a state is small and two states compare quickly.
//
//   access  element (16) | segment (8) | statement (15) | write (1) | value (24)
//   race    element (16) | kind (2) | inter (1) | statement a (15) | write a | statement b (15) | write b
#include "tests/oracle/interpreters/history.h"

#include <algorithm>

#include "tests/oracle/language/check.h"

namespace lockstep::oracle {
namespace {

constexpr uint64_t kValueMask = (1u << 24) - 1;

uint64_t PackAccess(int element, int segment, int statement, bool write, int value) {
  return static_cast<uint64_t>(element) << 48 | static_cast<uint64_t>(segment) << 40 |
         static_cast<uint64_t>(statement) << 25 | static_cast<uint64_t>(write) << 24 |
         (write ? static_cast<uint64_t>(value) & kValueMask : 0);
}

template <typename Vector>
void InsertUnique(Vector* sorted, uint64_t item) {
  auto it = std::lower_bound(sorted->begin(), sorted->end(), item);
  if (it == sorted->end() || *it != item) sorted->insert(it, item);
}

void AppendWord(std::string* key, uint64_t word) {
  key->append(reinterpret_cast<const char*>(&word), sizeof word);
}

}  // namespace

uint64_t Race::Packed() const {
  return static_cast<uint64_t>(element) << 48 | static_cast<uint64_t>(kind) << 46 |
         static_cast<uint64_t>(inter_group) << 45 | static_cast<uint64_t>(statement_a) << 30 |
         static_cast<uint64_t>(write_a) << 29 | static_cast<uint64_t>(statement_b) << 14 |
         static_cast<uint64_t>(write_b) << 13;
}

Race Race::Unpack(uint64_t packed) {
  Race race;
  race.element = static_cast<int>(packed >> 48);
  race.kind = static_cast<RaceClass>(packed >> 46 & 3);
  race.inter_group = packed >> 45 & 1;
  race.statement_a = packed >> 30 & 0x7fff;
  race.write_a = packed >> 29 & 1;
  race.statement_b = packed >> 14 & 0x7fff;
  race.write_b = packed >> 13 & 1;
  return race;
}

bool operator<(const Race& a, const Race& b) { return a.Packed() < b.Packed(); }

History::History(const Geometry& geometry)
    : threads_per_group_(geometry.threads),
      groups_(geometry.groups),
      threads_(geometry.groups * geometry.threads) {
  for (Thread& thread : threads_) thread.from.resize(geometry.threads, {0, 0, 0});
}

void History::Access(const Layout& layout, int thread, int element, bool write, int statement,
                     int value) {
  Thread& mine = threads_[thread];
  const int region = static_cast<int>(layout.RegionOf(element));
  for (int other = 0; other < static_cast<int>(threads_.size()); ++other) {
    if (other == thread) continue;
    const Thread& theirs = threads_[other];
    const bool inter_group = GroupOf(other) != GroupOf(thread);
    const std::array<uint8_t, 3>& from = mine.from[other % threads_per_group_];
    auto it = std::lower_bound(theirs.accesses.begin(), theirs.accesses.end(),
                               static_cast<uint64_t>(element) << 48);
    for (; it != theirs.accesses.end() && static_cast<int>(*it >> 48) == element; ++it) {
      const bool their_write = *it >> 24 & 1;
      const int their_segment = *it >> 40 & 0xff;
      if (!write && !their_write) continue;
      if (!inter_group && their_segment < from[region]) continue;  // ordered
      Race race;
      race.element = element;
      race.inter_group = inter_group;
      if (write && their_write && (*it & kValueMask) == (static_cast<uint64_t>(value) & kValueMask)) {
        race.kind = RaceClass::kSameValue;
      } else if (!inter_group && their_segment < from[kAnyFlags]) {
        race.kind = RaceClass::kWrongFlag;
      }
      const int their_statement = *it >> 25 & 0x7fff;
      const auto first = std::min(std::pair(statement, write), std::pair(their_statement, their_write));
      const auto last = std::max(std::pair(statement, write), std::pair(their_statement, their_write));
      std::tie(race.statement_a, race.write_a) = first;
      std::tie(race.statement_b, race.write_b) = last;
      InsertUnique(&races_, race.Packed());
    }
  }
  InsertUnique(&mine.accesses, PackAccess(element, mine.segment, statement, write, value));
}

void History::Synchronise(const Layout& layout, int group, const std::vector<unsigned>& flags,
                          const std::vector<int>& barrier) {
  const int count = threads_per_group_;
  const auto in_group = [&](int i) -> Thread& { return threads_[group * count + i]; };
  std::vector<absl::InlinedVector<std::array<uint8_t, 3>, 3>> before;
  for (int t = 0; t < count; ++t) {
    ORACLE_CHECK(in_group(t).segment < 255, "too many barriers");
    if (barrier[t] != kNoBarrier) ++in_group(t).segment;
    before.push_back(in_group(t).from);
  }
  const auto orders = [](unsigned flag, int order) {
    if (order == static_cast<int>(Region::kLocal)) return (flag & kLocalFence) != 0;
    if (order == static_cast<int>(Region::kGlobal)) return (flag & kGlobalFence) != 0;
    return true;
  };
  for (int t = 0; t < count; ++t) {
    if (barrier[t] == kNoBarrier) continue;
    for (int with = 0; with < count; ++with) {
      if (barrier[with] != barrier[t]) continue;
      for (int order = 0; order < 3; ++order) {
        if (!orders(flags[t], order)) continue;
        for (int other = 0; other < count; ++other) {
          uint8_t& from = in_group(t).from[other][order];
          from = std::max(from, other == with ? in_group(with).segment : before[with][other][order]);
        }
      }
    }
  }
  for (int t = 0; t < count; ++t) {
    uint8_t oldest[2] = {255, 255};  // by region: what nobody of the group can race with any more
    for (int other = 0; other < count; ++other) {
      if (other == t) continue;
      for (int r = 0; r < 2; ++r) oldest[r] = std::min(oldest[r], in_group(other).from[t][r]);
    }
    auto& accesses = in_group(t).accesses;
    accesses.erase(std::remove_if(accesses.begin(), accesses.end(),
                                  [&](uint64_t access) {
                                    const Region region = layout.RegionOf(access >> 48);
                                    if (region == Region::kGlobal && groups_ > 1) return false;
                                    return static_cast<int>(access >> 40 & 0xff) <
                                           oldest[static_cast<int>(region)];
                                  }),
                   accesses.end());
  }
}

RaceSet History::races() const {
  RaceSet result;
  for (uint64_t packed : races_) result.insert(Race::Unpack(packed));
  return result;
}

void History::AppendTo(std::string* key) const {
  for (const Thread& thread : threads_) {
    key->push_back(static_cast<char>(thread.segment));
    for (const std::array<uint8_t, 3>& from : thread.from) key->append(from.begin(), from.end());
    key->push_back(static_cast<char>(thread.accesses.size()));
    for (uint64_t access : thread.accesses) AppendWord(key, access);
  }
  key->push_back(static_cast<char>(races_.size()));
  for (uint64_t race : races_) AppendWord(key, race);
}

}  // namespace lockstep::oracle
