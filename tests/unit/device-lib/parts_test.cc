// Cells of kernels whose sub-groups have barriers of their own: random accesses of several groups to one granule,
// judged by a model that remembers every access and what each work-item knows of each other one (semantics.md, section
// 2). What is ordered the cells learn from the groups' tables, or, fixed parts, from the counters of parted.h.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "device-lib/shared/cell.h"

namespace {

constexpr ls_u32 kSegmentShift = 20, kActorShift = 40, kFixedBits = 8;

struct Shape {
  const char* name;
  ls_u32 groups, parts, items;  // items of each sub-group
  int barrier_percent;          // of steps; half of them are a sub-group's
  int wrong_flag_percent;       // of barriers
  ls_u32 classes;               // bit set
  bool local = false;
  ls_u64 values = 0;  // so many different ones are written; 0: no two are equal
};

constexpr ls_u32 kR = 1u << LS_CLASS_R, kW = 1u << LS_CLASS_W, kAR = 1u << LS_CLASS_AR, kAW = 1u << LS_CLASS_AW;

struct Past {
  ls_u32 group, item, segment, cls;
  ls_u64 value = 0;
};

// A group with its table and, by definition, the first segment of x that is not ordered before what y does now:
// known[order][y][x], of LS_ORDER_ANY and LS_ORDER_LOCAL.
struct Group {
  std::vector<ls_u64> memory;
  ls_u32 segment = 0;
  std::vector<std::vector<ls_u32>> known[2];
  // Fixed parts: barriers of the group; of each sub-group since the last one; what count-segments keeps of flags.
  ls_u32 barriers = 0, from = 0;
  std::vector<ls_u32> part_barriers, part_from;
  ls_u32 place(ls_u32 part) const { return (barriers << kFixedBits) + part_barriers[part]; }
  ls_parted* table() { return reinterpret_cast<ls_parted*>(memory.data()); }
};

class PartsTest : public testing::TestWithParam<Shape> {
 protected:
  Group Begin() {
    const Shape& shape = GetParam();
    const ls_u32 items = shape.parts * shape.items;
    Group group;
    group.memory.assign(ls_parted_bytes(items) / 8 + 1, 0x5555555555555555);
    const ls_u32 from[LS_ORDERS] = {};
    ls_parted_begin(group.table(), items, from);
    for (ls_u32 x = 0; x < items; ++x) EXPECT_TRUE(ls_parted_enter(group.table(), x, x / shape.items));
    group.part_barriers.assign(shape.parts, 0);
    group.part_from.assign(shape.parts, 0);
    for (auto& known : group.known) known.assign(items, std::vector<ls_u32>(items, 0));
    return group;
  }

  // The whole group meets if `part` is none of its sub-groups, else that one does, and all others stay.
  void Meet(Group& group, ls_u32 part, bool named) {
    const Shape& shape = GetParam();
    const ls_u32 items = shape.parts * shape.items;
    const auto meets = [&](ls_u32 x) { return part >= shape.parts || x / shape.items == part; };
    for (ls_u32 x = 0; x < items; ++x) {
      const ls_u32 orders = !meets(x) ? 0u : named ? 15u : 1u;
      EXPECT_TRUE(ls_parted_meet(group.table(), items, x, meets(x) ? part + 1 : 77, orders, 0));
    }
    ++group.segment;
    if (part >= shape.parts) {
      ++group.barriers;
      group.part_barriers.assign(shape.parts, 0);
      if (named) group.from = group.place(0);
      if (named) group.part_from.assign(shape.parts, group.from);
    } else {
      ++group.part_barriers[part];
      if (named) group.part_from[part] = group.place(part);
    }
    for (int order = 0; order <= int(named); ++order) {
      const auto before = group.known[order];
      for (ls_u32 y = 0; y < items; ++y) {
        for (ls_u32 z = 0; z < items && meets(y); ++z) {
          if (!meets(z)) continue;
          for (ls_u32 x = 0; x < items; ++x) {
            group.known[order][y][x] = std::max(group.known[order][y][x], before[z][x]);
          }
        }
        for (ls_u32 z = 0; z < items && meets(y); ++z) {
          if (meets(z)) group.known[order][y][z] = group.segment;
        }
      }
    }
  }

  static bool IsWrite(ls_u32 cls) { return cls == LS_CLASS_W || cls == LS_CLASS_AW; }

  static ls_u32 Judge(const Past& earlier, const Past& now, const Group& group) {
    if (earlier.group == now.group && earlier.item == now.item) return 0;
    if (!IsWrite(earlier.cls) && !IsWrite(now.cls)) return 0;
    if (earlier.cls >= LS_CLASS_AR && now.cls >= LS_CLASS_AR) return 0;
    const bool equal = earlier.cls == LS_CLASS_W && now.cls == LS_CLASS_W && earlier.value == now.value;
    if (earlier.group != now.group) return equal ? LS_FINDING_SAME_VALUE : LS_FINDING_RACE;
    if (earlier.segment < group.known[1][now.item][earlier.item]) return 0;
    if (equal) return LS_FINDING_SAME_VALUE;
    return earlier.segment < group.known[0][now.item][earlier.item] ? LS_FINDING_WRONG_FLAG : LS_FINDING_RACE;
  }
};

// covers(*PartsTest*): sub-group-order
TEST_P(PartsTest, AgreesWithTheModelUntilTheFirstFinding) {
  const Shape& shape = GetParam();
  const ls_u32 items = shape.parts * shape.items;
  std::vector<ls_u64> part_of;
  for (ls_u32 x = 0; x < items; ++x) part_of.push_back(1 + x / shape.items);
  std::mt19937 random(20261);
  long found = 0, clean = 0;
  for (int round = 0; round < 30000; ++round) {
    const ls_u64 first_actor = round % 2 == 0 ? 0 : 1000;
    std::vector<Group> groups;
    for (ls_u32 g = 0; g < shape.groups; ++g) groups.push_back(Begin());
    std::vector<Past> history;
    ls_cell cell = {}, fixed_cell = {};
    std::string story;
    ls_u32 expected = 0;
    for (int step = 0; step < 40 && expected == 0; ++step) {
      const ls_u32 g = random() % shape.groups;
      Group& group = groups[g];
      if (int(random() % 100) < shape.barrier_percent) {
        const ls_u32 part = random() % 2 == 0 ? shape.parts : random() % shape.parts;
        const bool named = int(random() % 100) >= shape.wrong_flag_percent;
        Meet(group, part, named);
        story += "\ngroup " + std::to_string(g) + " part " + std::to_string(part) + (named ? " meets" : " unnamed");
        continue;
      }
      ls_u32 cls;
      do cls = 1 + random() % 4;
      while (!(shape.classes >> cls & 1));
      if (random() % 100 < 70) cls = LS_CLASS_R;  // writes end the story soon
      Past now{g, ls_u32(random() % items), group.segment, cls};
      now.value = shape.values == 0 ? ls_u64(step) : random() % shape.values;
      for (const Past& earlier : history) {
        const ls_u32 verdict = Judge(earlier, now, group);
        if (ls_gravity(verdict) > ls_gravity(expected)) expected = verdict;
      }
      ls_access access{};
      access.group_first = first_actor + g * items;
      access.record = (access.group_first + now.item) << kActorShift | ls_u64(now.segment) << kSegmentShift |
                      ls_u64(step + 1) << LS_SITE_SHIFT | cls;
      access.value = now.value;
      access.first_actor = first_actor;
      access.group_size = access.group_items = items;
      access.segment = now.segment;
      access.segment_shift = kSegmentShift;
      access.actor_shift = kActorShift;
      access.is_local = shape.local;
      access.order = LS_ORDER_LOCAL;
      access.parted = group.table();
      story += "\ngroup " + std::to_string(g) + " item " + std::to_string(now.item) + " class " + std::to_string(cls) +
               " value " + std::to_string(now.value);
      ls_cell quick = cell;
      const bool quickly = ls_cell_quick(&quick, &access);
      const ls_outcome out = ls_cell_step(&cell, &access);
      if (quickly) {
        ASSERT_EQ(quick.head, cell.head) << story;
      }
      ASSERT_EQ(out.finding, expected) << shape.name << " round " << round << story;
      ASSERT_EQ(out.apart, 0u);
      ASSERT_FALSE(out.evicted) << shape.name << " round " << round << story;
      ls_access fixed = access;
      const ls_u32 part = now.item / shape.items;
      fixed.parted = nullptr;
      fixed.part_of = part_of.data();
      fixed.from = group.from;
      fixed.part_from = group.part_from[part];
      fixed.group_segment = group.barriers << kFixedBits;
      fixed.segment = group.place(part);
      fixed.record = (access.record & ~(((1ul << (kActorShift - kSegmentShift)) - 1ul) << kSegmentShift)) |
                     ls_u64(fixed.segment) << kSegmentShift;
      const ls_outcome with_fixed = ls_cell_step(&fixed_cell, &fixed);
      ASSERT_EQ(with_fixed.finding, expected) << "fixed " << shape.name << " round " << round << story;
      ASSERT_FALSE(with_fixed.evicted) << "fixed " << shape.name << " round " << round << story;
      history.push_back(now);
    }
    ++(expected != 0 ? found : clean);
  }
  EXPECT_GT(found, 300) << shape.name;
  if (shape.groups == 1) {
    EXPECT_GT(clean, 300) << shape.name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, PartsTest,
    testing::Values(
        Shape{"local", 1, 3, 3, 60, 0, kR | kW, true}, Shape{"pairs", 1, 4, 2, 70, 0, kR | kW, true},
        Shape{"global", 1, 3, 3, 60, 0, kR | kW}, Shape{"atomics", 1, 3, 3, 50, 0, kR | kW | kAR | kAW, true},
        Shape{"two_groups", 2, 3, 2, 30, 0, kR | kAR | kAW}, Shape{"flags", 1, 3, 3, 60, 10, kR | kW, true},
        Shape{"equal", 1, 3, 3, 60, 0, kR | kW, true, 1}, Shape{"equal_global", 1, 3, 3, 60, 0, kR | kW, false, 1},
        Shape{"two_values", 1, 3, 2, 60, 0, kR | kW, true, 2}, Shape{"one_part", 1, 1, 3, 60, 0, kR | kW, true, 2},
        Shape{"one_part_flags", 1, 1, 3, 60, 10, kR | kW, true}, Shape{"two_parts", 1, 2, 2, 60, 0, kR | kW, true, 2}),
    [](const auto& info) { return info.param.name; });

}  // namespace
