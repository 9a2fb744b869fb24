#include "runtime/model/geometry.h"

#include <gtest/gtest.h>

#include <set>

namespace lockstep {
namespace {

Launch Make(Id3 global, Id3 local, Id3 offset = {0, 0, 0}) {
  Launch launch;
  launch.dimensions = 3;
  launch.group_size = local[0] * local[1] * local[2];
  for (int d = 0; d < 3; ++d) {
    launch.global_size[d] = global[d];
    launch.local_size[d] = local[d];
    launch.global_offset[d] = offset[d];
  }
  return launch;
}

TEST(Geometry, OffsetCountsInGlobalIdsOnly) {
  Launch launch = Make({64, 1, 1}, {16, 1, 1}, {100, 0, 0});
  auto item = WorkItemAt(launch, 2, 5);
  ASSERT_TRUE(item);
  EXPECT_EQ(item->global, (Id3{137, 0, 0}));
  EXPECT_EQ(item->local, (Id3{5, 0, 0}));
  EXPECT_EQ(item->group, (Id3{2, 0, 0}));
}

// Beyond what a float, a signed or an unsigned 32-bit number of bytes holds.
TEST(Geometry, TheLastOf2ToThe26WorkItemsInGridsOfAnyForm) {
  const uint64_t items = uint64_t{1} << 26;
  for (const Id3& global : {Id3{items, 1, 1}, Id3{8192, 8192, 1}, Id3{1024, 256, 256}}) {
    for (const Id3& local : {Id3{256, 1, 1}, Id3{1, 1, 1}}) {
      Launch launch = Make(global, local, {5, 0, 0});
      launch.first_actor = 3 * items;
      const auto last = WorkItemOfActor(launch, 4 * items - 1);
      ASSERT_TRUE(last);
      EXPECT_EQ(last->global, (Id3{global[0] + 4, global[1] - 1, global[2] - 1}));
      EXPECT_FALSE(WorkItemOfActor(launch, 4 * items));
      EXPECT_FALSE(WorkItemOfActor(launch, 3 * items - 1));
    }
  }
}

// As device-lib/geometry.h numbers them, every work-item of every geometry comes back.
// covers: uneven-groups
TEST(Geometry, EveryWorkItemHasOneNumber) {
  const Launch launches[] = {Make({8, 4, 2}, {4, 2, 1}, {1, 2, 3}), Make({10, 5, 3}, {4, 2, 2}),
                             Make({1, 1, 1}, {1, 1, 1}), Make({7, 1, 1}, {16, 1, 1})};
  for (const Launch& launch : launches) {
    Id3 counts = GroupCounts(launch);
    std::set<uint64_t> numbers;
    for (uint64_t z = 0; z < launch.global_size[2]; ++z) {
      for (uint64_t y = 0; y < launch.global_size[1]; ++y) {
        for (uint64_t x = 0; x < launch.global_size[0]; ++x) {
          const uint64_t* ls = launch.local_size;
          Id3 group = {x / ls[0], y / ls[1], z / ls[2]};
          Id3 local = {x % ls[0], y % ls[1], z % ls[2]};
          uint64_t group_linear = group[0] + counts[0] * (group[1] + counts[1] * group[2]);
          uint64_t local_linear = local[0] + ls[0] * (local[1] + ls[1] * local[2]);
          auto item = WorkItemAt(launch, group_linear, local_linear);
          ASSERT_TRUE(item);
          EXPECT_EQ(item->group, group);
          EXPECT_EQ(item->local, local);
          EXPECT_EQ(item->global, (Id3{x + launch.global_offset[0], y + launch.global_offset[1],
                                       z + launch.global_offset[2]}));
          numbers.insert(group_linear * launch.group_size + local_linear);
        }
      }
    }
    EXPECT_EQ(numbers.size(),
              launch.global_size[0] * launch.global_size[1] * launch.global_size[2]);
  }
}

TEST(Geometry, NumbersOutsideTheLaunchMeanNobody) {
  Launch launch = Make({10, 1, 1}, {4, 1, 1});
  launch.first_actor = 50;
  EXPECT_FALSE(WorkItemAt(launch, 3, 0));
  EXPECT_FALSE(WorkItemAt(launch, 2, 2));  // the last group has two work-items
  EXPECT_TRUE(WorkItemAt(launch, 2, 1));
  EXPECT_FALSE(WorkItemOfActor(launch, 49));
  EXPECT_EQ(WorkItemOfActor(launch, 55)->global[0], 5u);
}

// In lock step a group's actors are its blocks, then its copies.
TEST(Geometry, ABlockIsNamedByItsFirstWorkItem) {
  Launch launch = Make({40, 1, 1}, {20, 1, 1});
  launch.first_actor = 7;
  launch.lockstep_width = 8;
  launch.group_size = 3 + 2;
  EXPECT_EQ(WorkItemOfActor(launch, 7 + 2)->global[0], 16u);
  EXPECT_FALSE(WorkItemOfActor(launch, 7 + 3));  // a copy
  EXPECT_EQ(WorkItemOfActor(launch, 7 + 5 + 1)->global[0], 28u);
  EXPECT_EQ(GroupOfActor(launch, 7 + 5 + 4), (Id3{1, 0, 0}));
  EXPECT_EQ(WorkItemOfNumber(launch, 7 + 23)->global[0], 23u);
  EXPECT_FALSE(WorkItemOfNumber(launch, 7 + 40));
}

}  // namespace
}  // namespace lockstep
