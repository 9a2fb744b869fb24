// The table of a parted group against happens-before by its definition: a barrier orders those who wait at it
// together (semantics section 2), step by step for every pair of work-items.
#include "device-lib/shared/parted.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

struct Shape {
  const char* name;
  int places;         // different places to wait at
  int move_percent;   // of work-items that do not wait where work-item 0's first place is
  int leave_percent;  // of work-items, at each meeting
  bool regions;       // barriers do not all name all regions, nor all who wait at one the same
  ls_u32 items = 5;
};

class PartedTest : public testing::TestWithParam<Shape> {};

// known[order][y][x]: the first segment of x that is not ordered before what y does now.
using Known = std::vector<std::vector<std::vector<ls_u32>>>;

TEST_P(PartedTest, KnowsWhatIsOrdered) {
  const Shape& shape = GetParam();
  const ls_u32 items = shape.items;
  std::mt19937 random(11);
  for (int round = 0; round < 4000; ++round) {
    std::vector<ls_u64> memory(ls_parted_bytes(items) / 8 + 1, 0x5555555555555555);
    memory.back() = 77;
    auto* parted = reinterpret_cast<ls_parted*>(memory.data());
    const ls_u32 start = random() % 3;
    std::vector<ls_u32> from(LS_ORDERS, start);
    for (ls_u32 order = 1; order < LS_ORDERS; ++order) from[order] = random() % (start + 1);
    ls_parted_begin(parted, items, from.data());
    Known known;
    for (ls_u32 order = 0; order < LS_ORDERS; ++order) {
      known.emplace_back(items, std::vector<ls_u32>(items, from[order]));
    }
    std::vector<bool> left(items, false);
    for (ls_u32 segment = start; segment < start + 6; ++segment) {
      std::vector<ls_u32> place(items, 0), named(items, 15), at_place(shape.places);
      // The flags go with the place, but for who differs from the others there.
      for (ls_u32& flags : at_place) flags = shape.regions ? 1u | random() % 8 << 1 : 15u;
      for (ls_u32 x = 0; x < items; ++x) {
        if (int(random() % 100) < shape.leave_percent) left[x] = true;
        if (int(random() % 100) < shape.move_percent) place[x] = 1 + random() % (shape.places - 1);
        named[x] = shape.regions && random() % 20 == 0 ? 1u : at_place[place[x]];
      }
      for (ls_u32 x = 0; x < items; ++x) {
        ASSERT_TRUE(ls_parted_meet(parted, items, x, left[x] ? 0 : 77 * place[x], left[x] ? 0 : named[x], left[x]));
      }
      ASSERT_EQ(parted->gone, ls_u32(std::count(left.begin(), left.end(), true)));
      const Known before = known;
      for (ls_u32 order = 0; order < LS_ORDERS; ++order) {
        for (ls_u32 y = 0; y < items; ++y) {
          if (left[y] || !(named[y] >> order & 1u)) continue;
          for (ls_u32 z = 0; z < items; ++z) {
            if (left[z] || place[z] != place[y]) continue;
            for (ls_u32 x = 0; x < items; ++x) {
              known[order][y][x] = std::max(known[order][y][x], before[order][z][x]);
            }
          }
          for (ls_u32 z = 0; z < items; ++z) {
            if (!left[z] && place[z] == place[y]) known[order][y][z] = segment + 1;
          }
        }
      }
      for (ls_u32 order = 0; order < LS_ORDERS; ++order) {
        for (ls_u32 x = 0; x < items; ++x) {
          ls_u32 least = segment + 1;
          for (ls_u32 y = 0; y < items; ++y) {
            if (left[y] || x == y) continue;
            least = std::min(least, known[order][y][x]);
            ASSERT_EQ(ls_parted_from(parted, x, y, order), known[order][y][x])
                << shape.name << " round " << round << " segment " << segment << " order " << order << " x " << x
                << " y " << y;
          }
          ASSERT_LE(ls_parted_from_all(parted, x, order), least);
          ASSERT_EQ(ls_parted_left(parted, x), ls_u32(left[x]));
        }
      }
    }
    ASSERT_EQ(memory.back(), 77u);
  }
}

// Who has no branch of its own counts as having been with others of its branch, and says so.
TEST(PartedTable, SaysWhereItCannotFollow) {
  const ls_u32 items = 100;
  std::vector<ls_u64> memory(ls_parted_bytes(items) / 8);
  auto* parted = reinterpret_cast<ls_parted*>(memory.data());
  const ls_u32 from[LS_ORDERS] = {};
  ls_parted_begin(parted, items, from);
  ls_u32 followed = 0;
  for (ls_u32 x = 0; x < items; ++x) followed += ls_parted_meet(parted, items, x, x, 15u, 0);
  EXPECT_EQ(followed, LS_PARTED_BRANCHES);
  EXPECT_EQ(ls_parted_from(parted, 3, 5, LS_ORDER_ANY), 0u);
  EXPECT_EQ(ls_parted_from(parted, 99, 98, LS_ORDER_ANY), 1u);
}

INSTANTIATE_TEST_SUITE_P(Shapes, PartedTest,
                         testing::Values(Shape{"leave", 2, 0, 15, false},
                                         Shape{"leave_regions", 2, 0, 15, true},
                                         Shape{"part", 2, 20, 0, false}, Shape{"part_regions", 2, 20, 0, true},
                                         Shape{"many_places", 4, 40, 0, false},
                                         Shape{"both", 3, 20, 10, true},
                                         Shape{"many_items", 4, 30, 10, true, 20}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
