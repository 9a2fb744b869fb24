// Is the cell's transition right? Random access sequences of several work-items and groups on one
// granule, judged by a model that remembers every access and applies semantics.md sections 1-3
// word for word. Asynchronous copies: copies_test.cc.
#include "device-lib/shared/cell.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "device-lib/shared/cell_head.h"

namespace {

constexpr ls_u32 kSegmentShift = 20, kActorShift = 40;

struct Past {
  ls_u64 actor;
  ls_u64 group;
  ls_u32 segment;
  ls_u32 cls;
  ls_u64 value;
};

// One work-group's barrier state.
struct Group {
  ls_u32 segment = 0;
  ls_u32 from = 0;
};

bool IsWrite(ls_u32 cls) { return cls == LS_CLASS_W || cls == LS_CLASS_AW; }
bool IsAtomic(ls_u32 cls) { return cls == LS_CLASS_AR || cls == LS_CLASS_AW; }

// What `now`, executed with `from`, is with respect to one earlier access.
ls_u32 Judge(const Past& earlier, const Past& now, ls_u32 from) {
  if (earlier.actor == now.actor) return 0;
  if (!IsWrite(earlier.cls) && !IsWrite(now.cls)) return 0;
  if (IsAtomic(earlier.cls) && IsAtomic(now.cls)) return 0;
  const bool same_group = earlier.group == now.group;
  if (same_group && earlier.segment < from) return 0;
  if (earlier.cls == LS_CLASS_W && now.cls == LS_CLASS_W && earlier.value == now.value)
    return LS_FINDING_SAME_VALUE;
  if (same_group && earlier.segment < now.segment) return LS_FINDING_WRONG_FLAG;
  return LS_FINDING_RACE;
}

std::string History(std::vector<Past> history, const Past& now) {
  history.push_back(now);
  std::string text;
  for (const Past& past : history) {
    text += "\n  actor " + std::to_string(past.actor) + " segment " + std::to_string(past.segment) +
            " class " + std::to_string(past.cls) + " value " + std::to_string(past.value);
  }
  return text;
}

struct Shape {
  const char* name;
  int groups, items, accesses;
  int barrier_percent, wrong_flag_percent;  // of steps; of barriers
  ls_u32 classes;                           // bit set
  int values;
  bool can_race;
  bool local = false;
};

constexpr ls_u32 kR = 1u << LS_CLASS_R, kW = 1u << LS_CLASS_W, kAR = 1u << LS_CLASS_AR,
                 kAW = 1u << LS_CLASS_AW;

class CellTest : public testing::TestWithParam<Shape> {};

// covers(CellTest.*): merged-transition
TEST_P(CellTest, AgreesWithTheModelUntilTheFirstRace) {
  const Shape& shape = GetParam();
  std::mt19937_64 random(20240);
  long races = 0, clean = 0, graver = 0, skipped = 0, quickly = 0, common = 0, second = 0, glanced = 0, own = 0,
       third = 0, further_second = 0;
  for (int round = 0; round < 60000; ++round) {
    // Also 0, where an empty head has the very actor and segment of the first work-item.
    const ls_u64 first_actor = round % 3 == 1 ? 0 : 1000;
    std::vector<Group> groups(shape.groups);
    std::vector<Past> history;
    ls_cell cell = {};
    // Leftovers of an earlier launch must not matter.
    if (round % 3 == 0) {
      cell.head = ((first_actor - 1 - round % 7) << kActorShift) | LS_CLASS_W | LS_MORE | LS_RACED;
      cell.more[0] = 7;
    }
    struct Found {
      ls_u32 segment = 0, finding = 0;
    };
    std::map<ls_u64, Found> last_found;
    bool warned = false;
    for (int step = 0; step < shape.accesses; ++step) {
      const ls_u64 g = random() % shape.groups;
      if (int(random() % 100) < shape.barrier_percent) {
        ++groups[g].segment;
        if (int(random() % 100) >= shape.wrong_flag_percent) groups[g].from = groups[g].segment;
        continue;
      }
      ls_u32 cls;
      do cls = 1 + random() % 4;
      while (!(shape.classes >> cls & 1));
      Past now{first_actor + g * shape.items + random() % shape.items, g, groups[g].segment, cls,
               random() % shape.values};
      ls_u32 expected = 0;
      for (const Past& earlier : history) {
        const ls_u32 verdict = Judge(earlier, now, groups[g].from);
        if (ls_gravity(verdict) > ls_gravity(expected)) expected = verdict;
      }
      ls_access access{};
      access.record = (now.actor << kActorShift) | (ls_u64(now.segment) << kSegmentShift) |
                      (ls_u64(step + 1) << LS_SITE_SHIFT) | cls;
      access.value = now.value;
      access.first_actor = first_actor;
      access.group_first = first_actor + g * shape.items;
      access.group_size = access.group_items = shape.items;
      access.segment = now.segment;
      access.from = groups[g].from;
      access.segment_shift = kSegmentShift;
      access.actor_shift = kActorShift;
      access.is_local = shape.local;
      const bool covered = ls_covered(cell.head, access.record, cls,
                                      cls == LS_CLASS_W && cell.value == now.value, first_actor,
                                      access.group_first, access.group_size, kSegmentShift,
                                      kActorShift);
      skipped += covered;
      // What inlined code sees at a glance is covered, and by reads alone.
      const bool glance =
          cls == LS_CLASS_R &&
          (shape.local ? ls_shared_local_read(cell.head, now.segment, 1, kSegmentShift, kActorShift)
                       : ls_shared_read(cell.head, first_actor, kActorShift));
      ASSERT_TRUE(covered || !glance) << shape.name << History(history, now);
      ASSERT_FALSE(shape.local &&
                   ls_shared_local_read(cell.head, now.segment, 0, kSegmentShift, kActorShift));
      ASSERT_FALSE(glance && ls_cell_unmet(cell.head, first_actor, shape.local, access.from,
                                           kSegmentShift, kActorShift));
      glanced += glance;
      if (covered) {
        // The common path skips the step: it may only hide what this work-item was told already.
        ASSERT_LE(ls_gravity(expected), ls_gravity(now.segment == last_found[now.actor].segment
                                                       ? last_found[now.actor].finding
                                                       : 0))
            << shape.name << History(history, now);
        history.push_back(now);
        continue;
      }
      // What the head alone decides, which is all that inlined code knows.
      ls_u64 next = 0;
      const ls_u32 what = ls_cell_common(cell.head, access.record, cls, cell.value == now.value,
                                         first_actor, access.group_first, access.group_size, shape.local,
                                         access.from, kSegmentShift, kActorShift, &next);
      ASSERT_NE(what, LS_COMMON_COVERED);
      // Its own record alone, of any segment, never needs more than the head.
      if (cell.head != 0 && ls_actor(cell.head, kActorShift) == now.actor &&
          !(cell.head & (LS_MORE | LS_RACED)) && cls <= LS_CLASS_W && ls_class(cell.head) <= cls) {
        ASSERT_EQ(what, LS_COMMON_REPLACE) << shape.name << History(history, now);
        own += ls_segment(cell.head, kSegmentShift, kActorShift) != now.segment;
      }
      if (what != LS_COMMON_NONE) {
        ls_cell whole = cell;
        ASSERT_EQ(ls_cell_step(&whole, &access).finding, 0u) << shape.name << History(history, now);
        ASSERT_EQ(expected, 0u) << shape.name << History(history, now);
        ASSERT_EQ(next, whole.head) << shape.name << History(history, now);
        if (cls != LS_CLASS_W) {
          ASSERT_EQ(whole.value, cell.value) << shape.name << History(history, now);
        }
        ASSERT_EQ(what == LS_COMMON_SECOND, (whole.head & LS_MORE) != 0);
        for (ls_u32 i = 0; i < LS_MORE_RECORDS && what == LS_COMMON_SECOND; ++i) {
          ASSERT_EQ(whole.more[i], i == 0 ? cell.head & ~ls_u64{LS_HEAD_FLAGS} : 0);
        }
        second += what == LS_COMMON_SECOND;
        // A write that also stands for a read: as the one behind the other.
        if (cls == LS_CLASS_W) {
          ls_cell both = cell;
          ls_access read = access;
          read.record = (access.record & ~ls_u64{LS_CLASS_MASK}) | LS_CLASS_R;
          ASSERT_EQ(ls_cell_step(&both, &read).finding, 0u) << shape.name << History(history, now);
          ASSERT_EQ(ls_cell_step(&both, &access).finding, 0u) << shape.name << History(history, now);
          ASSERT_EQ(next | LS_VARIED, both.head) << shape.name << History(history, now);
          ASSERT_EQ(now.value, both.value) << shape.name << History(history, now);
        }
        ++common;
      }
      // What many readers leave where they are of several groups.
      const ls_u32 further = shape.local ? LS_COMMON_NONE
                                         : ls_further_read(cell.head, access.record, cls, first_actor,
                                                           access.group_first, access.group_size, kActorShift, &next);
      ASSERT_TRUE(further == LS_COMMON_NONE || what == LS_COMMON_NONE) << shape.name << History(history, now);
      if (further == LS_COMMON_SECOND ||
          (further == LS_COMMON_THIRD && ls_only_read(cell.more[0] | (cell.more[1] == 0 ? LS_LAST : 0u)))) {
        ls_cell whole = cell;
        const ls_outcome outcome = ls_cell_step(&whole, &access);
        ASSERT_EQ(outcome.finding | outcome.evicted, 0u) << shape.name << History(history, now);
        ASSERT_EQ(expected, 0u) << shape.name << History(history, now);
        ASSERT_EQ(next, whole.head) << shape.name << History(history, now);
        const ls_u64 first = further == LS_COMMON_THIRD ? cell.more[0] : cell.head & ~ls_u64{LS_HEAD_FLAGS};
        for (ls_u32 i = 0; i < LS_MORE_RECORDS; ++i) ASSERT_EQ(whole.more[i], i == 0 ? first : 0u);
        ++(further == LS_COMMON_THIRD ? third : further_second);
      }
      // As the device does: the quick transitions first, live cells only.
      ls_cell quick = cell;
      if (cell.head != 0 && ls_actor(cell.head, kActorShift) >= first_actor &&
          ls_cell_quick(&quick, &access)) {
        const ls_outcome slow = ls_cell_step(&cell, &access);
        ASSERT_EQ(slow.finding, 0u) << shape.name << History(history, now);
        ASSERT_EQ(expected, 0u) << shape.name << History(history, now);
        ASSERT_EQ(quick.head, cell.head) << shape.name << History(history, now);
        if (quick.head & LS_MORE) {
          for (ls_u32 i = 0; i < LS_MORE_RECORDS; ++i) ASSERT_EQ(quick.more[i], cell.more[i]);
        }
        ++quickly;
        history.push_back(now);
        continue;
      }
      const ls_outcome outcome = ls_cell_step(&cell, &access);
      Found& found = last_found[now.actor];
      if (found.segment != now.segment) found = {now.segment, 0};
      if (ls_gravity(expected) > ls_gravity(found.finding)) found.finding = expected;
      if (warned) {
        // After a warning a same-value write may be called a warning too, never a race.
        ASSERT_EQ(outcome.finding == LS_FINDING_RACE, expected == LS_FINDING_RACE);
        ASSERT_EQ(outcome.finding != 0, expected != 0);
        graver += outcome.finding != expected;
      } else {
        ASSERT_EQ(outcome.finding, expected)
            << shape.name << " round " << round << " step " << step << History(history, now);
      }
      if (outcome.evicted) {  // never silent, and never without an earlier report on this byte
        ASSERT_TRUE(warned) << shape.name << History(history, now);
        break;
      }
      if (expected != 0) {
        const ls_u64 met_actor = ls_actor(outcome.met, kActorShift);
        bool real = false;  // the record that is named is a real access that really conflicts
        for (size_t i = 0; i < history.size(); ++i) {
          real |= history[i].actor == met_actor && history[i].cls == ls_class(outcome.met) &&
                  history[i].segment == ls_segment(outcome.met, kSegmentShift, kActorShift) &&
                  Judge(history[i], now, groups[g].from) != 0;
        }
        ASSERT_TRUE(real);
        ASSERT_EQ(outcome.inter_group,
                  (met_actor - first_actor) / shape.items != g ? 1u : 0u);
      }
      history.push_back(now);
      if (expected == LS_FINDING_RACE) {
        ++races;
        break;
      }
      warned |= expected == LS_FINDING_WRONG_FLAG;
      if (step + 1 == shape.accesses) ++clean;
    }
  }
  // The generator must reach both sides.
  if (shape.can_race) {
    EXPECT_GT(races, 50);
  }
  EXPECT_GT(clean, 50);
  EXPECT_GT(skipped, 1000);
  EXPECT_GT(common, 1000);
  EXPECT_EQ(second != 0, shape.local);
  EXPECT_EQ(own != 0, (shape.classes & (kR | kW)) != 0);
  if (shape.groups > 2 || shape.local) {
    EXPECT_GT(glanced, 100);
  }
  EXPECT_GT(quickly, 1000);
  EXPECT_EQ(third > 100, !shape.local && shape.groups > 1 && (shape.classes & kR) != 0);
  EXPECT_EQ(further_second > 100, !shape.local && shape.groups > 1 && (shape.classes & kR) != 0);
  RecordProperty("graver_than_needed", int(graver));
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, CellTest,
    testing::Values(Shape{"plain", 2, 2, 8, 20, 0, kR | kW, 3, true},
                    Shape{"one_group", 1, 3, 12, 30, 30, kR | kW | kAR | kAW, 2, true},
                    Shape{"one_group_barriers", 1, 2, 16, 50, 20, kR | kW | kAR | kAW, 2, true},
                    Shape{"same_values", 2, 2, 10, 30, 20, kW, 1, false},
                    Shape{"nearly_same_values", 1, 2, 12, 40, 40, kW, 2, true},
                    Shape{"readers", 3, 3, 16, 20, 20, kR | kAR, 1 + 1, false},
                    Shape{"atomics", 3, 2, 12, 20, 20, kR | kAR | kAW, 2, true},
                    Shape{"everything", 3, 3, 10, 30, 20, kR | kW | kAR | kAW, 2, true},
                    Shape{"local_plain", 1, 3, 20, 30, 20, kR | kW, 2, true, true},
                    Shape{"local_all", 1, 3, 20, 40, 20, kR | kW | kAR | kAW, 2, true, true},
                    Shape{"long", 1, 4, 40, 60, 10, kR | kW | kAR | kAW, 2, true}),
    [](const auto& info) { return info.param.name; });

TEST(CellTest, ForgetsOnlyAfterARace) {
  // Many groups read and write: the cell keeps four records, says so, and never claims eviction.
  const ls_u64 first_actor = 1000;
  ls_cell cell = {};
  for (ls_u64 actor = 0; actor < 64; ++actor) {
    ls_access access{};
    access.record = ((first_actor + actor) << kActorShift) | (1 + actor % 4);
    access.value = actor;
    access.first_actor = first_actor;
    access.group_first = first_actor + actor;
    access.group_size = access.group_items = 1;
    access.segment_shift = kSegmentShift;
    access.actor_shift = kActorShift;
    const ls_outcome outcome = ls_cell_step(&cell, &access);
    EXPECT_EQ(outcome.evicted, 0u);
    EXPECT_EQ(outcome.finding != 0, actor > 0);
  }
  EXPECT_TRUE(cell.head & LS_RACED);
}

TEST(CellTest, GroupsThatRaceAreNotMixedUp) {
  // Four groups write their own number at once, in turns that only chance decides: each meets the
  // others, but no group meets itself, whose work-items all write the same.
  constexpr ls_u32 kItems = 16;
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    ls_cell cell = {};
    ls_u32 next[4] = {}, inter_group = 0;
    for (;;) {
      const ls_u32 g = random() % 4;
      if (next[g] == kItems) break;
      ls_access access{};
      access.first_actor = 1000;
      access.group_first = 1000 + g * kItems;
      access.group_size = access.group_items = kItems;
      access.record = (access.group_first + next[g]++) << kActorShift | LS_CLASS_W;
      access.value = g;
      access.segment_shift = kSegmentShift;
      access.actor_shift = kActorShift;
      const ls_outcome outcome = ls_cell_step(&cell, &access);
      if (outcome.finding != LS_FINDING_RACE) continue;
      ASSERT_EQ(outcome.inter_group, 1u) << "round " << round;
      ++inter_group;
    }
    EXPECT_GT(inter_group, 0u);
  }
}

}  // namespace
