// The table of a parted group against happens-before by its definition: a barrier orders those who wait at it
// together (semantics section 2), step by step for every pair of work-items.
#include "device-lib/shared/parted.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

constexpr ls_u32 kItems = 5;

struct Shape {
  const char* name;
  int places;         // different places to wait at
  int move_percent;   // of work-items that do not wait where work-item 0's first place is
  int leave_percent;  // of work-items, at each meeting
  bool regions;       // barriers do not all name all regions
};

class PartedTest : public testing::TestWithParam<Shape> {};

// known[order][y][x]: the first segment of x that is not ordered before what y does now.
using Known = std::vector<std::vector<std::vector<ls_u32>>>;

TEST_P(PartedTest, NeverCallsOrderedUnordered) {
  const Shape& shape = GetParam();
  std::mt19937 random(11);
  long exact = 0, more = 0, unfollowed = 0;
  for (int round = 0; round < 4000; ++round) {
    std::vector<char> memory(ls_parted_bytes(kItems), 0x55);
    auto* parted = reinterpret_cast<ls_parted*>(memory.data());
    ls_parted_begin(parted, kItems);
    Known known(LS_ORDERS, std::vector<std::vector<ls_u32>>(kItems, std::vector<ls_u32>(kItems, 0)));
    std::vector<std::vector<ls_u32>> from(kItems, std::vector<ls_u32>(LS_ORDERS, 0));
    std::vector<bool> left(kItems, false), gone(kItems, false);
    bool followed = true;
    for (ls_u32 segment = 0; segment < 6; ++segment) {
      std::vector<ls_u32> place(kItems, 0);
      std::vector<ls_u32> named(kItems, 15);
      for (ls_u32 x = 0; x < kItems; ++x) {
        if (int(random() % 100) < shape.leave_percent) left[x] = true;
        if (int(random() % 100) < shape.move_percent) place[x] = 1 + random() % (shape.places - 1);
      }
      // The flags go with the place.
      for (ls_u32 p = 0; p < ls_u32(shape.places); ++p) {
        const ls_u32 flags = shape.regions ? 1u | random() % 8 << 1 : 15u;
        for (ls_u32 x = 0; x < kItems; ++x) {
          if (place[x] == p) named[x] = flags;
        }
      }
      for (ls_u32 x = 0; x < kItems; ++x) {
        if (left[x]) {
          if (!gone[x]) from[x][LS_ORDER_ANY] = segment;
          gone[x] = true;
          ls_parted_leave(parted, x, from[x].data());
          continue;
        }
        from[x][LS_ORDER_ANY] = segment;
        followed &= ls_parted_meet(parted, x, 77 * place[x], named[x], from[x].data()) != 0;
      }
      const Known before = known;
      for (ls_u32 order = 0; order < LS_ORDERS; ++order) {
        for (ls_u32 y = 0; y < kItems; ++y) {
          if (left[y] || !(named[y] >> order & 1u)) continue;
          for (ls_u32 z = 0; z < kItems; ++z) {
            if (left[z] || place[z] != place[y]) continue;
            for (ls_u32 x = 0; x < kItems; ++x) {
              known[order][y][x] = std::max(known[order][y][x], before[order][z][x]);
            }
            known[order][y][z] = segment + 1;
          }
          from[y][order] = segment + 1;
        }
      }
      for (ls_u32 order = 0; order < LS_ORDERS; ++order) {
        for (ls_u32 y = 0; y < kItems; ++y) {
          for (ls_u32 x = 0; x < kItems; ++x) {
            if (left[y] || x == y) continue;
            const ls_u32 mine = order == LS_ORDER_ANY ? segment + 1 : from[y][order];
            const ls_u32 got = ls_parted_from(parted, x, y, order, mine);
            ASSERT_GE(got, known[order][y][x]) << shape.name << " round " << round << " segment " << segment
                                               << " order " << order << " x " << x << " y " << y;
            // What is ordered before all is ordered before each.
            ASSERT_LE(ls_parted_from_all(parted, x, order, mine), got);
            (got == known[order][y][x] ? exact : followed ? more : unfollowed) += 1;
          }
        }
      }
    }
  }
  // The tree has no place for who was together for a while: a little is taken for ordered.
  EXPECT_LT(more * 20, exact) << shape.name << ": " << exact << " exact, " << more << " more";
  if (!shape.regions && shape.move_percent == 0) {
    EXPECT_EQ(more + unfollowed, 0) << shape.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, PartedTest,
                         testing::Values(Shape{"leave", 2, 0, 15, false},
                                         Shape{"leave_regions", 2, 0, 15, true},
                                         Shape{"part", 2, 20, 0, false}, Shape{"part_regions", 2, 20, 0, true},
                                         Shape{"many_places", 4, 40, 0, false},
                                         Shape{"both", 3, 20, 10, true}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
