// Is the cell's transition right where asynchronous copies take part? Random sequences of accesses,
// barriers, copies and waits on one granule, judged by a model that knows which copies are open
// (semantics.md, section 1) and nothing of segments that count waits.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "device-lib/shared/cell.h"
#include "device-lib/shared/cell_head.h"

namespace {

constexpr ls_u32 kSegmentShift = 20, kActorShift = 40, kSlots = 3;
constexpr ls_u64 kFirstActor = 1000;

// One access of the past. A copy's is open from its call until a wait closes it.
struct Past {
  ls_u64 group = 0;
  ls_u64 item = 0;        // work-item of the group; of copies meaningless
  int copy = -1;          // number of the copy; -1: a work-item's access
  ls_u32 segment = 0;     // barriers passed; of a copy: when it was called
  ls_u32 cls = 0;
  ls_u64 value = 0;
  bool open = false;
  ls_u64 slot = 0;
  ls_u32 from = 0;        // copies: the group's at the call
  bool unrecorded = false;  // a wait left it open and work-item 0 has not yet recorded it anew
};

struct Group {
  ls_u32 segment = 0, from = 0, waits = 0;
};

struct Shape {
  const char* name;
  ls_u64 groups, items;
  int steps;
  int barrier_percent, copy_percent, wait_percent, wrong_flag_percent;
  ls_u32 classes;
  ls_u64 values;
  bool local = false;
  bool can_race = true;
};

// For the tests' names.
void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

class CopiesTest : public testing::TestWithParam<Shape> {
 protected:
  // What `now`, executed with the group's `from`, is with respect to an earlier access.
  static ls_u32 Judge(const Past& earlier, const Past& now, ls_u32 from) {
    const bool both_items = earlier.copy < 0 && now.copy < 0;
    const bool same_group = earlier.group == now.group;
    if (same_group && (both_items ? earlier.item == now.item : earlier.copy == now.copy)) return 0;
    const auto writes = [](ls_u32 cls) { return cls == LS_CLASS_W || cls == LS_CLASS_AW; };
    const auto atomic = [](ls_u32 cls) { return cls == LS_CLASS_AR || cls == LS_CLASS_AW; };
    if (!writes(earlier.cls) && !writes(now.cls)) return 0;
    if (atomic(earlier.cls) && atomic(now.cls)) return 0;
    if (same_group && (earlier.copy >= 0 ? !earlier.open : earlier.segment < from)) return 0;
    if (earlier.cls == LS_CLASS_W && now.cls == LS_CLASS_W && earlier.value == now.value)
      return LS_FINDING_SAME_VALUE;
    if (same_group && earlier.copy < 0 && earlier.segment < now.segment)
      return LS_FINDING_WRONG_FLAG;
    return LS_FINDING_RACE;
  }

  ls_access AccessOf(const Past& now) {
    const Shape& shape = GetParam();
    const ls_u64 size = shape.items + kSlots;
    const Group& group = groups_[now.group];
    const ls_u64 actor =
        kFirstActor + now.group * size + (now.copy < 0 ? now.item : shape.items + now.slot);
    ls_access access{};
    access.record = (actor << kActorShift) |
                    (ls_u64(now.copy < 0 ? now.segment : group.waits) << kSegmentShift) |
                    (ls_u64(history_.size() + 1) << LS_SITE_SHIFT) | now.cls;
    access.value = now.value;
    access.first_actor = kFirstActor;
    access.group_first = kFirstActor + now.group * size;
    access.group_size = static_cast<ls_u32>(size);
    access.group_items = static_cast<ls_u32>(shape.items);
    access.from = now.copy < 0 ? group.from : now.from;
    access.waits = group.waits;
    access.segment = now.segment;
    access.segment_shift = kSegmentShift;
    access.actor_shift = kActorShift;
    access.is_local = shape.local;
    return access;
  }

  // As the device does: covered (work-items only), quick, step. The finding, if there is one.
  ls_u32 Touch(const ls_access& access, bool item) {
    const ls_u32 cls = ls_class(access.record);
    evicted_ = false;
    if (item && ls_covered(cell_.head, access.record, cls,
                           cls == LS_CLASS_W && cell_.value == access.value, kFirstActor,
                           access.group_first, access.group_size, kSegmentShift, kActorShift)) {
      ++skipped_;
      return 0;
    }
    ls_cell quick = cell_;
    const bool live = ls_actor(cell_.head, kActorShift) >= kFirstActor;
    const bool taken = live && ls_cell_quick(&quick, &access);
    const ls_outcome outcome = ls_cell_step(&cell_, &access);
    if (taken) {
      EXPECT_EQ(outcome.finding, 0u);
      EXPECT_EQ(quick.head, cell_.head);
    }
    evicted_ = outcome.evicted;
    return outcome.finding;
  }

  Past* FindOpen(ls_u64 group, bool unrecorded) {
    for (Past& past : history_) {
      if (past.group == group && past.open && past.unrecorded == unrecorded) return &past;
    }
    return nullptr;
  }

  // Work-item 0 records a copy that stays open anew: new is only what came since the wait.
  ls_u32 RecordAnew(Past& copy) {
    ls_u32 expected = 0;
    for (const Past& past : history_) {
      if (past.group != copy.group || past.copy >= 0 || past.segment < groups_[copy.group].segment)
        continue;
      const ls_u32 verdict = Judge(past, copy, copy.from);
      if (ls_gravity(verdict) > ls_gravity(expected)) expected = verdict;
    }
    copy.unrecorded = false;
    const ls_u32 finding = Touch(AccessOf(copy), false);
    // Whatever else it meets was said before.
    if (!warned_ || finding == LS_FINDING_RACE) {
      EXPECT_EQ(finding == LS_FINDING_RACE, expected == LS_FINDING_RACE) << Text();
    }
    return std::max(finding, expected) == 0 ? 0 : expected;
  }

  // A wait that closes some of the group's open copies.
  void Wait(ls_u64 g, std::mt19937_64& random) {
    ++groups_[g].waits;
    text_ += "\n  group " + std::to_string(g) + " waits for";
    for (Past& past : history_) {
      if (past.group != g || !past.open) continue;
      if (random() % 2 == 0) {
        past.open = false;
        text_ += " " + std::to_string(past.copy);
      } else {
        past.unrecorded = true;
      }
    }
  }

  std::string Text() const { return std::string(GetParam().name) + text_; }

  std::vector<Group> groups_;
  std::vector<Past> history_;
  ls_cell cell_{};
  std::string text_;
  bool warned_ = false, evicted_ = false;
  long skipped_ = 0;
};

TEST_P(CopiesTest, AgreesWithTheModelUntilTheFirstRace) {
  const Shape& shape = GetParam();
  std::mt19937_64 random(4711);
  long races = 0, clean = 0;
  for (int round = 0; round < 60000; ++round) {
    groups_.assign(shape.groups, Group());
    history_.clear();
    cell_ = ls_cell{};
    text_.clear();
    warned_ = false;
    int copies = 0;
    for (int step = 0; step < shape.steps; ++step) {
      const ls_u64 g = random() % shape.groups;
      Group& group = groups_[g];
      int dice = static_cast<int>(random() % 100);
      ls_u32 expected = 0, found = 0;
      if (Past* copy = FindOpen(g, true); copy != nullptr && dice % 2 == 0) {
        // Before work-item 0 has done this nobody of the group gets past its next barrier.
        const bool was_raced = RecordAnew(*copy) == LS_FINDING_RACE;
        ASSERT_FALSE(HasFailure());
        if (was_raced) {
          ++races;
          break;
        }
        ASSERT_FALSE(evicted_ && !warned_) << Text();
        if (evicted_) break;
        continue;
      } else if (copy != nullptr) {
        dice = 100;
      }
      const int barrier = shape.barrier_percent, wait = barrier + shape.wait_percent;
      if (dice < barrier) {
        ++group.segment;
        if (static_cast<int>(random() % 100) >= shape.wrong_flag_percent) group.from = group.segment;
        text_ += "\n  group " + std::to_string(g) + " barrier";
        continue;
      }
      if (dice < wait) {
        Wait(g, random);
        continue;
      }
      Past now;
      now.group = g;
      now.item = random() % shape.items;
      now.segment = group.segment;
      now.value = random() % shape.values;
      do now.cls = 1 + random() % 4;
      while (!(shape.classes >> now.cls & 1));
      if (dice < wait + shape.copy_percent) {
        bool taken[kSlots] = {};
        for (const Past& past : history_) {
          if (past.group == g && past.open) taken[past.slot] = true;
        }
        while (now.slot < kSlots && taken[now.slot]) ++now.slot;
        if (now.slot == kSlots) continue;
        now.cls = random() % 3 == 0 ? LS_CLASS_W : LS_CLASS_R;
        if (!(shape.classes >> now.cls & 1)) now.cls = LS_CLASS_R;
        now.copy = copies++;
        now.open = true;
        // Nobody but the caller can have come before the call of a group of one.
        now.from = shape.items == 1 ? group.segment + 1 : group.from;
      }
      for (const Past& earlier : history_) {
        // What an unrecorded copy meets is said when it is recorded anew.
        if (earlier.unrecorded && earlier.group == g) continue;
        const ls_u32 verdict = Judge(earlier, now, now.copy < 0 ? group.from : now.from);
        if (ls_gravity(verdict) > ls_gravity(expected)) expected = verdict;
      }
      const long skipped = skipped_;
      found = Touch(AccessOf(now), now.copy < 0);
      text_ += "\n  group " + std::to_string(g) +
               (now.copy < 0 ? " item " + std::to_string(now.item)
                             : " copy " + std::to_string(now.copy)) +
               " class " + std::to_string(now.cls) + " value " + std::to_string(now.value);
      history_.push_back(now);
      if (skipped_ == skipped) {
        ASSERT_EQ(found == LS_FINDING_RACE, expected == LS_FINDING_RACE) << Text();
        if (!warned_) {
          ASSERT_EQ(found, expected) << Text();
        }
        ASSERT_EQ(found != 0, expected != 0) << Text();
      } else {
        ASSERT_TRUE(expected == 0 || warned_) << Text();  // this work-item was told already
      }
      ASSERT_FALSE(evicted_ && !warned_ && expected == 0) << Text();
      if (expected == LS_FINDING_RACE) {
        ++races;
        break;
      }
      if (evicted_) break;
      warned_ |= expected != 0;
      if (step + 1 == shape.steps) ++clean;
    }
  }
  if (shape.can_race) {
    EXPECT_GT(races, 50);
  }
  EXPECT_GT(clean, 50);
}

constexpr ls_u32 kR = 1u << LS_CLASS_R, kW = 1u << LS_CLASS_W, kAR = 1u << LS_CLASS_AR,
                 kAW = 1u << LS_CLASS_AW;

INSTANTIATE_TEST_SUITE_P(
    Shapes, CopiesTest,
    testing::Values(Shape{"plain", 1, 2, 10, 25, 15, 25, 0, kR | kW, 2},
                    Shape{"plain_local", 1, 2, 12, 25, 15, 25, 20, kR | kW, 2, true},
                    Shape{"reads", 2, 2, 16, 10, 30, 20, 20, kR | kAR, 1, false, false},
                    Shape{"many_copies", 1, 2, 14, 20, 40, 30, 0, kR | kW, 2},
                    Shape{"many_copies_local", 1, 3, 14, 20, 40, 30, 20, kR | kW, 2, true},
                    Shape{"two_groups", 2, 2, 12, 25, 20, 25, 10, kR | kW, 2},
                    Shape{"atomics", 2, 2, 12, 25, 15, 25, 10, kR | kAR | kAW, 2},
                    Shape{"everything", 2, 3, 14, 30, 15, 30, 20, kR | kW | kAR | kAW, 2},
                    Shape{"everything_local", 1, 3, 18, 35, 15, 30, 20, kR | kW | kAR | kAW, 2, true},
                    Shape{"same_values", 2, 2, 10, 30, 20, 30, 20, kW | kR, 1},
                    Shape{"groups_of_one", 2, 1, 12, 15, 30, 30, 0, kR | kW, 2},
                    Shape{"one_group_of_one_local", 1, 1, 16, 15, 30, 30, 20, kR | kW, 2, true}),
    [](const auto& info) { return info.param.name; });

}  // namespace
