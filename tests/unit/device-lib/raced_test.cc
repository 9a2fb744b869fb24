// Do cells in which accesses race tell on the short way what they tell on the long one, and does a cell that keeps its
// records stand for what came by later? Random accesses long beyond the first race, judged by a model that remembers
// every one of them (semantics.md sections 1-3).
#include "device-lib/shared/raced.h"

#include <gtest/gtest.h>

#include <ostream>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr ls_u32 kSegmentShift = 20, kActorShift = 40;

struct Past {
  ls_u64 actor, group;
  ls_u32 segment, cls;
  ls_u64 value;
};

struct Group {
  ls_u32 segment = 0, from = 0;
};

struct Shape {
  const char* name;
  int groups, items, accesses, barrier_percent, wrong_flag_percent;
  ls_u32 classes;
  int values;
  bool local;
};

void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

constexpr ls_u32 kR = 1u << LS_CLASS_R, kW = 1u << LS_CLASS_W, kAR = 1u << LS_CLASS_AR, kAW = 1u << LS_CLASS_AW;

bool IsWrite(ls_u32 cls) { return cls == LS_CLASS_W || cls == LS_CLASS_AW; }
bool IsAtomic(ls_u32 cls) { return cls == LS_CLASS_AR || cls == LS_CLASS_AW; }

// Whether the two race, values aside: no barrier stands between them, not even one of the wrong flag.
bool Race(const Past& earlier, const Past& now) {
  if (earlier.actor == now.actor || (!IsWrite(earlier.cls) && !IsWrite(now.cls))) return false;
  if (IsAtomic(earlier.cls) && IsAtomic(now.cls)) return false;
  return earlier.group != now.group || earlier.segment == now.segment;
}

bool IsExcused(const Past& earlier, const Past& now) {
  return earlier.cls == LS_CLASS_W && now.cls == LS_CLASS_W && earlier.value == now.value;
}

class RacedTest : public testing::TestWithParam<Shape> {};

TEST_P(RacedTest, AgreesWithTheTransitionAndForgetsNoRace) {
  const Shape& shape = GetParam();
  std::mt19937_64 random(11);
  const ls_u64 first_actor = 1000;
  long first = 0, again = 0, among = 0, equal = 0, races = 0, missed = 0, seen_at_a_glance = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<Group> groups(shape.groups);
    std::vector<Past> history;
    ls_cell cell = {};
    bool known = false;  // LS_KNOWN
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
      if (shape.local && random() % 4 != 0) cls = LS_CLASS_R;  // many read what few write
      const Past now{first_actor + g * shape.items + random() % shape.items, g, groups[g].segment, cls,
                     random() % shape.values};
      bool races_now = false;
      for (const Past& earlier : history) races_now |= Race(earlier, now) && !IsExcused(earlier, now);
      ls_access access{};
      access.record = (now.actor << kActorShift) | (ls_u64(now.segment) << kSegmentShift) |
                      ((1 + random() % 3) << LS_SITE_SHIFT) | cls;
      access.value = now.value;
      access.first_actor = first_actor;
      access.group_first = first_actor + g * shape.items;
      access.group_size = access.group_items = shape.items;
      access.segment = now.segment;
      access.from = groups[g].from;
      access.segment_shift = kSegmentShift;
      access.actor_shift = kActorShift;
      access.is_local = shape.local;
      ls_cell whole = cell;
      const ls_outcome long_way = ls_cell_step(&whole, &access);
      ls_outcome outcome = long_way;
      if (known && ls_reads_alike(cell.head, cell.more[0], access.record, kActorShift)) {
        // It is left out: it would say nothing, or once more what the one before it said.
        if (long_way.finding) {
          ASSERT_EQ(long_way.finding, LS_FINDING_RACE) << shape.name;
          ASSERT_TRUE(ls_classes_conflict(ls_class(long_way.met), LS_CLASS_R)) << shape.name;
          ASSERT_EQ(long_way.apart | long_way.stands, 0u);
        }
        ASSERT_TRUE(ls_meets_only_one(cell.head, cell.more));
        history.push_back(now);
        ++seen_at_a_glance;
        continue;
      }
      ls_again again_so = {};
      ls_outcome told = {};
      ls_cell one = cell;
      if (ls_of_launch(cell.head, first_actor, kActorShift) &&
          (ls_meets_one(&one, &access, &told) || ls_meets_reader(&one, &access, &told))) {
        ASSERT_EQ(told.finding, long_way.finding) << shape.name;
        ASSERT_EQ(told.met, long_way.met);
        ASSERT_EQ(told.inter_group, long_way.inter_group);
        ASSERT_EQ(told.stands, long_way.stands);
        ASSERT_EQ(long_way.evicted | long_way.apart | long_way.stood, 0u);
        ASSERT_EQ(one.head, whole.head) << shape.name;
        ASSERT_EQ(one.value, whole.value);
        for (ls_u32 i = 0; i < LS_MORE_RECORDS; ++i) ASSERT_EQ(one.more[i], whole.more[i]);
        ++first;
      }
      told = {};
      const bool by_two = ls_raced_again(cell.head, cell.more[0], cell.more[1], cell.value, &access, &told, &again_so);
      if (by_two || ls_raced_among(cell.head, cell.more, &access, &told, &again_so)) {
        among += !by_two;
        ASSERT_EQ(told.finding, long_way.finding) << shape.name;
        ASSERT_EQ(told.met, long_way.met) << shape.name;
        ASSERT_EQ(told.inter_group, long_way.inter_group) << shape.name;
        ASSERT_EQ(told.stands, long_way.stands) << shape.name;
        ASSERT_EQ(long_way.apart, 0u);
        if (random() % 4 != 0) {  // as if its pair were known
          known |= shape.local && ls_reads_alike(cell.head, cell.more[0], access.record, kActorShift) &&
                   ls_meets_only_one(cell.head, cell.more);
          cell.head |= again_so.flags;
          if (again_so.value) cell.value = now.value;
          ++again;
        } else {
          cell = whole;
          known = false;
        }
      } else if (ls_equal_again(cell.head, cell.more[0], cell.more[1], cell.value, &access, &told)) {
        ASSERT_EQ(told.finding, long_way.finding) << shape.name;
        ASSERT_EQ(told.met, long_way.met) << shape.name;
        ASSERT_EQ(told.inter_group, long_way.inter_group) << shape.name;
        ASSERT_EQ(long_way.apart | long_way.stands, 0u);
        ++equal;
        if (random() % 4 == 0) {
          cell = whole;
          known = false;
        }
      } else {
        cell = whole;
        known = false;
      }
      history.push_back(now);
      races += races_now;
      missed += races_now && outcome.finding != LS_FINDING_RACE;
      if (outcome.finding == LS_FINDING_RACE) {
        // The one that is named is real, and did it.
        bool real = false;
        for (const Past& earlier : history) {
          real |= earlier.actor == ls_actor(outcome.met, kActorShift) && earlier.cls == ls_class(outcome.met) &&
                  earlier.segment == ls_segment(outcome.met, kSegmentShift, kActorShift) && Race(earlier, now);
        }
        ASSERT_TRUE(real) << shape.name;
      }
    }
  }
  if (shape.local) {
    EXPECT_GT(seen_at_a_glance, 1000);
  }
  if (shape.classes & kW) {
    EXPECT_GT(first, 1000);
  }
  EXPECT_GT(again, 1000);
  // Where equal values are written, a write of another value that the last one hides may have been met before, by
  // somebody else: with ls_cell_step alone that is so of one in a thousand.
  EXPECT_LE(missed * 500, races);
  if (shape.values == 1) {
    EXPECT_GT(equal, 1000);
  }
  if (shape.classes & kW) return;
  EXPECT_EQ(missed, 0);
  EXPECT_GT(among, 1000);
}

INSTANTIATE_TEST_SUITE_P(Shapes, RacedTest,
                         testing::Values(Shape{"plain", 3, 2, 24, 10, 0, kR | kW, 3, false},
                                         Shape{"one_group", 1, 4, 24, 10, 30, kR | kW | kAR | kAW, 2, false},
                                         Shape{"writes", 3, 3, 24, 10, 20, kW, 2, false},
                                         Shape{"everything", 3, 3, 24, 10, 20, kR | kW | kAR | kAW, 2, false},
                                         Shape{"equal_values", 3, 3, 24, 5, 20, kR | kW, 1, false},
                                         Shape{"exchanged", 3, 3, 24, 10, 20, kR | kAW, 2, false},
                                         Shape{"local", 1, 4, 24, 20, 20, kR | kW | kAR | kAW, 2, true}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
