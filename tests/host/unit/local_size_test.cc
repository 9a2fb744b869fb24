// Whatever the sizes, the choice is legal. That it is PoCL's is what the probe's scenario
// local-sizes compares.
#include "host/plan/local_size.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace lockstep::host {
namespace {

TEST(LocalSize, IsAlwaysLegal) {
  for (size_t units : {1, 2, 7, 64}) {
    const GroupLimits limits{4096, {4096, 4096, 64}, 8, units};
    for (size_t x : {1, 2, 7, 31, 64, 97, 1000, 4096, 4097, 65536, 999983}) {
      for (size_t y : {1, 3, 8, 127, 640}) {
        for (size_t z : {1, 5, 64, 100}) {
          const std::array<size_t, 3> global{x, y, z};
          const auto local = ChooseLocalSize(global, limits);
          for (int d = 0; d < 3; ++d) {
            ASSERT_GE(local[d], 1u);
            EXPECT_EQ(global[d] % local[d], 0u) << x << " " << y << " " << z;
            EXPECT_LE(local[d], limits.max_items[d]) << x << " " << y << " " << z;
          }
          EXPECT_LE(local[0] * local[1] * local[2], limits.max_group) << x << " " << y << " " << z;
        }
      }
    }
  }
}

// Of numbers that only a driver would refuse, too, and at once: n - 1 of no elements.
TEST(LocalSize, IsFoundForAnyNumber) {
  const GroupLimits limits{4096, {4096, 4096, 4096}, 8, 4};
  for (const size_t x : {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 58, SIZE_MAX / 2, size_t{10000000000000061}}) {
    const auto local = ChooseLocalSize({x, 1, 1}, limits);
    ASSERT_GE(local[0], 1u);
    EXPECT_EQ(x % local[0], 0u) << x;
    EXPECT_LE(local[0], 4096u) << x;
  }
}

TEST(LocalSize, SpreadsGroupsOverComputeUnits) {
  const GroupLimits limits{4096, {4096, 4096, 4096}, 8, 4};
  EXPECT_EQ(ChooseLocalSize({1024, 1, 1}, limits)[0], 256u);
  EXPECT_EQ(ChooseLocalSize({128, 1, 1}, limits)[0], 32u);
  EXPECT_EQ(ChooseLocalSize({64, 1, 1}, limits)[0], 64u);  // not below 4 times the multiple
}

}  // namespace
}  // namespace lockstep::host
