// The cell of kernels that synchronise, against a brute-force model: random accesses to one cell, with
// barriers that order the region or do not, and with arbitrary messages between work-items. Whatever is in
// a race must be in one among what is logged, judged as the host does; and no pair of logged accesses may
// look like a race that is none.
#include "device-lib/shared/sync_cell.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "device-lib/shared/cell.h"

namespace {

constexpr unsigned kActorShift = 48, kSegmentShift = 24;
constexpr uint64_t kFirstActor = 5;
constexpr unsigned kItems = 5;

// What a work-item knows of others: how many of their events, how many of their groups' barriers.
struct Clock {
  std::array<unsigned, kItems> events{}, barriers{};
  void Join(const Clock& other) {
    for (unsigned i = 0; i < kItems; ++i) {
      events[i] = std::max(events[i], other.events[i]);
      barriers[i] = std::max(barriers[i], other.barriers[i]);
    }
  }
};

struct Item {
  unsigned events = 0, segment = 0, from = 0;
  Clock clock;
};

// An access as it was, or as it is told.
struct Entry {
  unsigned item, cls, events, segment;
  uint64_t value;
  bool late, other;
  Clock clock;  // what its work-item knew; of late ones unknown
};

class Run {
 public:
  Run(unsigned seed, unsigned group_size, bool local)
      : random_(seed), group_size_(group_size), local_(local) {
    if (random_() % 2) cell_.head = uint64_t{3} << kActorShift | LS_SYNC_CONTESTED;  // a leftover
  }

  void Check(unsigned steps) {
    for (unsigned i = 0; i < steps; ++i) Step();
    bool raced = false, told = false;
    for (size_t b = 0; b < truth_.size(); ++b) {
      for (size_t a = 0; a < b; ++a) raced |= Races(truth_[a], truth_[b]);
    }
    for (size_t b = 0; b < log_.size(); ++b) {
      if (log_[b].late) continue;
      for (size_t a = 0; a < b; ++a) {
        if (!Races(log_[a], log_[b])) continue;
        told = true;
        EXPECT_TRUE(IsTrue(log_[a], log_[b])) << "false alarm\n" << story_.str();
      }
    }
    EXPECT_EQ(raced, told) << story_.str();
    races_ += raced;
    accesses_ += truth_.size();
    entries_ += log_.size();
  }

  static unsigned races_, accesses_, entries_, quick_;

 private:
  unsigned GroupOf(unsigned item) const { return item / group_size_; }
  unsigned Items() const { return local_ ? group_size_ : kItems / group_size_ * group_size_; }

  void Step() {
    const unsigned item = random_() % Items();
    switch (random_() % 12) {
      case 0:
      case 1: return Barrier(GroupOf(item), random_() % 3 != 0);
      case 2:
      case 3:
      case 4:
      case 5: return Message(item, random_() % Items());
      case 6: return Access(item, random_() % 2 ? LS_CLASS_AR : LS_CLASS_AW, 0);
      case 7:
      case 8: return Access(item, LS_CLASS_R, 0);
      default: return Access(item, LS_CLASS_W, random_() % 2);
    }
  }

  void Barrier(unsigned group, bool orders) {
    story_ << "barrier of group " << group << (orders ? "\n" : ", orders nothing\n");
    Clock joined;
    for (unsigned i = group * group_size_; i < (group + 1) * group_size_; ++i) {
      ++items_[i].segment;
      if (orders) items_[i].from = items_[i].segment;
      joined.Join(items_[i].clock);
      joined.barriers[group] = items_[i].from;
    }
    if (!orders) return;
    for (unsigned i = group * group_size_; i < (group + 1) * group_size_; ++i) items_[i].clock.Join(joined);
  }

  // `from` releases, `to` acquires.
  void Message(unsigned from, unsigned to) {
    story_ << "message from " << from << " to " << to << "\n";
    ++items_[from].events;
    items_[from].clock.events[from] = items_[from].events;
    ++items_[to].events;
    items_[to].clock.Join(items_[from].clock);
  }

  void Access(unsigned item, unsigned cls, uint64_t value) {
    Item& self = items_[item];
    const bool atomic = cls == LS_CLASS_AR || cls == LS_CLASS_AW;
    story_ << item << ": class " << cls << " value " << value << " events " << self.events << " segment "
           << self.segment << "\n";
    truth_.push_back({item, cls, self.events, self.segment, value, false, false, self.clock});
    truth_.back().clock.events[item] = ~0u;
    ls_sync_access access = {};
    access.actor = kFirstActor + item;
    access.value = value;
    access.first_actor = kFirstActor;
    access.group_first = kFirstActor + GroupOf(item) * group_size_;
    access.group_size = group_size_;
    access.cls = cls;
    access.region = local_ ? LS_REGION_LOCAL : LS_REGION_GLOBAL;
    access.events = self.events;
    access.segment = self.segment;
    access.from = self.from;
    access.site = item + 1;
    access.segment_shift = kSegmentShift;
    access.actor_shift = kActorShift;
    const uint64_t mine = ls_sync_head(access.actor, self.events + self.segment, kSegmentShift, kActorShift);
    if (!atomic && ls_sync_covered(cell_.head, mine, cls, cell_.value == value, kSegmentShift)) return;
    const uint64_t brief = atomic ? 0 : ls_sync_brief(&access);
    if (ls_sync_quick(cell_.head, brief, cell_.value == value, access.first_actor, kActorShift)) {
      cell_.head = brief;
      if (cls == LS_CLASS_W) cell_.value = value;
      ++quick_;
      return;
    }
    if (cell_.head & LS_SYNC_BRIEF) std::fill(cell_.more, cell_.more + LS_MORE_RECORDS, random_());
    const ls_sync_outcome out = ls_sync_step(&cell_, &access);
    ASSERT_LE(out.count, 4u);
    unsigned left = out.count;
    for (unsigned i = 0; i < 4; ++i) {
      const ls_sync_entry entry = ls_sync_entry_at(&out, i);
      if (entry.what == 0) continue;
      --left;
      const bool late = (entry.what & LS_EVENT_LATE) != 0;
      const unsigned who = late ? static_cast<unsigned>(out.late_actor - kFirstActor) : item;
      ASSERT_LT(who, kItems) << story_.str();
      EXPECT_EQ(entry.site, who + 1);
      log_.push_back({who, entry.what & LS_EVENT_CLASS_MASK, entry.events, entry.segment,
                      late ? out.late_value : value, late, (entry.what & LS_EVENT_OTHER_VALUE) != 0,
                      late ? Clock() : self.clock});
      log_.back().clock.events[who] = ~0u;
    }
    ASSERT_EQ(left, 0u);
    if (!atomic) return;
    log_.push_back({item, cls, self.events, self.segment, 0, false, false, self.clock});
    ++self.events;
  }

  bool Races(const Entry& a, const Entry& b) const {
    if (a.item == b.item || !ls_classes_conflict(a.cls, b.cls)) return false;
    if (a.cls == LS_CLASS_W && b.cls == LS_CLASS_W && !a.other && !b.other && a.value == b.value) return false;
    return !(b.clock.events[a.item] > a.events || b.clock.barriers[GroupOf(a.item)] > a.segment);
  }

  // Whether what the log says of `a` and `b` stands for two accesses that race. Where the value of a write
  // is not known any more, a later write of its work-item may be the one that is in a race.
  bool IsTrue(const Entry& a, const Entry& b) const {
    const auto same = [](const Entry& told, const Entry& access) {
      return told.item == access.item && told.cls == access.cls &&
             (told.other ? told.events <= access.events && told.segment <= access.segment
                         : told.events == access.events && told.segment == access.segment);
    };
    for (const Entry& x : truth_) {
      if (!same(a, x)) continue;
      for (const Entry& y : truth_) {
        if (&x < &y && same(b, y) && Races(x, y)) return true;
      }
    }
    return false;
  }

  std::mt19937 random_;
  const unsigned group_size_;
  const bool local_;
  std::array<Item, kItems> items_;
  ls_sync_cell cell_ = {};
  std::vector<Entry> truth_, log_;
  std::ostringstream story_;
};

unsigned Run::races_ = 0, Run::accesses_ = 0, Run::entries_ = 0, Run::quick_ = 0;

void CheckMany(unsigned group_size, bool local) {
  Run::races_ = Run::accesses_ = Run::entries_ = Run::quick_ = 0;
  constexpr unsigned kRuns = 30000;
  for (unsigned seed = 0; seed < kRuns && !testing::Test::HasFailure(); ++seed) {
    Run(seed * 3 + group_size, group_size, local).Check(4 + seed % 12);
  }
  // Neither are all runs racy nor none; not everything is logged.
  EXPECT_GT(Run::races_, kRuns / 20);
  EXPECT_LT(Run::races_, kRuns - kRuns / 20);
  EXPECT_LT(Run::entries_, Run::accesses_);
  EXPECT_GT(Run::quick_, kRuns / 4);
}

// covers(SyncCellTest.*): sync-logged
// A cell that was empty when another work-item took it looks empty still.
TEST(SyncCellTest, WhatAnotherHasTakenIsNotTaken) {
  const uint64_t fresh = uint64_t{kFirstActor} << kActorShift | LS_SYNC_BRIEF_SEGMENT | LS_SYNC_READ | LS_SYNC_HAS_READ;
  const uint64_t taken = uint64_t{kFirstActor + 1} << kActorShift | LS_BUSY;
  EXPECT_EQ(ls_sync_quick(taken, fresh, 0, kFirstActor, kActorShift), 0u);
  EXPECT_EQ(ls_sync_quick(taken & ~uint64_t{LS_BUSY}, fresh, 0, kFirstActor, kActorShift), 1u);
  EXPECT_EQ(ls_sync_quick(taken, fresh, 0, kFirstActor + 2, kActorShift), 1u);  // by an earlier launch
}

TEST(SyncCellTest, WhoWaitsForALockIsLoggedOnce) {
  const ls_u32 both = LS_CLASS_AW | LS_EVENT_READS | LS_EVENT_WRITES;
  const ls_u32 acquires = both | LS_ORDER_ACQUIRE << LS_EVENT_ORDER_SHIFT;
  const ls_u32 releases = both | LS_ORDER_SEQ_CST << LS_EVENT_ORDER_SHIFT;
  EXPECT_TRUE(ls_sync_may_repeat(acquires, /*touched=*/1));
  EXPECT_FALSE(ls_sync_may_repeat(releases, /*touched=*/1));
  EXPECT_TRUE(ls_sync_may_repeat(releases, /*touched=*/0));
  const ls_u64 actor = kFirstActor + 1, cell = 5, version = 7, clock = 3;
  const auto repeats = [&](ls_u32 what, ls_u64 last_by, ls_u64 version_now, ls_u64 clock_now) {
    const ls_sync_self self = {0, what, cell, version, static_cast<ls_u32>(clock), 0, 0};
    const ls_u64 head = ls_sync_head(last_by, clock - 1, kSegmentShift, kActorShift) | LS_SYNC_CONTESTED;
    return ls_sync_repeats(&self, cell, what, head, version_now, actor, clock_now, kSegmentShift, kActorShift) != 0;
  };
  for (const ls_u32 what : {acquires, releases}) {
    EXPECT_TRUE(repeats(what, actor, version, clock));
    EXPECT_FALSE(repeats(what, actor + 1, version, clock)) << "another one has come by";
    EXPECT_FALSE(repeats(what, actor, version + 1, clock)) << "it has been written";
    EXPECT_FALSE(repeats(what, actor, version, clock + 1)) << "it has done something since";
  }
  // Others that find the lock taken change nothing.
  EXPECT_TRUE(repeats(acquires | LS_EVENT_SAME, actor + 1, version, clock));
  EXPECT_FALSE(repeats(acquires | LS_EVENT_SAME, actor + 1, version + 1, clock));
}

TEST(SyncCellTest, GroupsOfOne) { CheckMany(1, false); }
TEST(SyncCellTest, GroupsOfTwo) { CheckMany(2, false); }
TEST(SyncCellTest, OneGroup) { CheckMany(5, false); }
TEST(SyncCellTest, LocalMemory) { CheckMany(3, true); }

}  // namespace
