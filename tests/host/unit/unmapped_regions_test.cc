// Pointers into what was mapped once.
#include "host/commands/unmapped_regions.h"

#include <gtest/gtest.h>

#include <memory>

namespace lockstep::host {
namespace {

cl_mem Buffer(uintptr_t number) { return reinterpret_cast<cl_mem>(number); }

CommandRecordRef Unmap(uint64_t number) {
  auto record = std::make_shared<CommandRecord>();
  record->side.number = number;
  return record;
}

uint64_t NumberOf(const CommandRecordRef& record) { return record == nullptr ? 0 : record->side.number; }

TEST(UnmappedRegions, AnyByteOfARegion) {
  UnmappedRegions regions;
  regions.Add(Buffer(1), 100, 200, Unmap(5));
  EXPECT_EQ(NumberOf(regions.UnmapOf(0, 101)), 5u);
  EXPECT_EQ(NumberOf(regions.UnmapOf(199, 300)), 5u);
  EXPECT_EQ(NumberOf(regions.UnmapOf(120, 130)), 5u);
  EXPECT_EQ(regions.UnmapOf(0, 100), nullptr);
  EXPECT_EQ(regions.UnmapOf(200, 300), nullptr);
  EXPECT_EQ(regions.UnmapOf(150, 150), nullptr);
}

TEST(UnmappedRegions, WhatIsMappedAgainIsTheHosts) {
  UnmappedRegions regions;
  regions.Add(Buffer(1), 100, 200, Unmap(5));
  regions.Mapped(120, 150);
  EXPECT_EQ(regions.UnmapOf(120, 150), nullptr);
  EXPECT_EQ(NumberOf(regions.UnmapOf(119, 120)), 5u);
  EXPECT_EQ(NumberOf(regions.UnmapOf(150, 151)), 5u);
  regions.Mapped(0, 1000);
  EXPECT_TRUE(regions.empty());
}

TEST(UnmappedRegions, TheLastUnmapIsTold) {
  UnmappedRegions regions;
  regions.Add(Buffer(1), 100, 200, Unmap(5));
  regions.Add(Buffer(1), 100, 150, Unmap(7));
  EXPECT_EQ(NumberOf(regions.UnmapOf(100, 150)), 7u);
  EXPECT_EQ(NumberOf(regions.UnmapOf(150, 200)), 5u);
}

// Its memory may be the application's next.
TEST(UnmappedRegions, AnObjectThatIsDestroyedTakesItsRegionsAlong) {
  UnmappedRegions regions;
  regions.Add(Buffer(1), 100, 200, Unmap(5));
  regions.Add(Buffer(2), 300, 400, Unmap(6));
  regions.Forget(Buffer(1));
  EXPECT_EQ(regions.UnmapOf(100, 200), nullptr);
  EXPECT_EQ(NumberOf(regions.UnmapOf(300, 301)), 6u);
}

TEST(UnmappedRegions, AreBounded) {
  UnmappedRegions regions;
  for (uint64_t i = 0; i <= UnmappedRegions::kMost; ++i) regions.Add(Buffer(1), 10 * i, 10 * i + 5, Unmap(1));
  EXPECT_NE(regions.UnmapOf(0, 1), nullptr);
  EXPECT_EQ(regions.UnmapOf(10 * UnmappedRegions::kMost, 10 * UnmappedRegions::kMost + 1), nullptr);
}

}  // namespace
}  // namespace lockstep::host
