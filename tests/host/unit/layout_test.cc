// Every layout must tell sites, segments and actors of its launch apart.
#include "host/memory/layout.h"

#include <gtest/gtest.h>

#include "device-lib/shared/record.h"

namespace lockstep::host {
namespace {

TEST(Layout, HoldsWhatTheLaunchNeeds) {
  for (uint64_t sites : {1ull, 2ull, 5ull, 64ull, 65ull, 1000ull, 4096ull}) {
    for (uint64_t actors : {1ull, 2ull, 63ull, 64ull, 65ull, 1ull << 20, (1ull << 32) + 1}) {
      for (bool barriers : {false, true}) {
        const LayoutNeed need{sites, actors, barriers};
        const auto layout = ChooseLayout(need);
        ASSERT_TRUE(layout.has_value()) << sites << " " << actors;
        EXPECT_GE(uint64_t{1} << (layout->segment_shift - LS_SITE_SHIFT), sites);
        EXPECT_GE(layout->actors(), actors);
        EXPECT_LE(layout->segment_bits(), 32u);
        if (barriers) {
          EXPECT_GE(layout->segment_bits(), 4u) << sites << " " << actors;
        }
        EXPECT_TRUE(Serves(*layout, need, 0));
      }
    }
  }
}

TEST(Layout, SmallKernelsGetManyLaunchesAndSegments) {
  const auto layout = ChooseLayout({10, 64, true});
  ASSERT_TRUE(layout.has_value());
  EXPECT_EQ(layout->segment_bits(), 32u);
  EXPECT_GE(layout->actors(), 64u * 64u);
}

// A GPU's launch: 2^26 work-items with a thousand places in the source are told apart, with room for 4,095
// barriers of each (what is beyond is counted as not checked) and for launches of the same size behind it in one arena.
TEST(Layout, TwoToThe26WorkItems) {
  const uint64_t items = uint64_t{1} << 26;
  const LayoutNeed need{1000, items, true};
  const auto layout = ChooseLayout(need);
  ASSERT_TRUE(layout.has_value());
  EXPECT_GE(layout->actors(), items);
  EXPECT_GE(layout->segment_limit(), 1u << 12);
  uint64_t launches = 0;
  while (launches < 100 && Serves(*layout, need, launches * items)) ++launches;
  EXPECT_GE(launches, 1u);
  // The last work-item's record comes back as it was put together.
  const uint64_t actor = launches * items - 1, segment = layout->segment_limit() - 1, site = 999;
  const uint64_t record = actor << layout->actor_shift | segment << layout->segment_shift | site << LS_SITE_SHIFT;
  EXPECT_EQ(record >> layout->actor_shift, actor);
  EXPECT_EQ(record >> layout->segment_shift & ((uint64_t{1} << layout->segment_bits()) - 1), segment);
  EXPECT_EQ(record >> LS_SITE_SHIFT & ((uint64_t{1} << (layout->segment_shift - LS_SITE_SHIFT)) - 1), site);
}

TEST(Layout, SaysWhenNothingFits) {
  EXPECT_FALSE(ChooseLayout({uint64_t{1} << 20, uint64_t{1} << 40, false}).has_value());
  EXPECT_FALSE(ChooseLayout({uint64_t{1} << 12, uint64_t{1} << 40, true}).has_value());
}

TEST(Layout, DoesNotServeWhenActorsRunOut) {
  const LayoutNeed need{10, 1000, true};
  const auto layout = ChooseLayout(need);
  ASSERT_TRUE(layout.has_value());
  EXPECT_TRUE(Serves(*layout, need, layout->actors() - 1000));
  EXPECT_FALSE(Serves(*layout, need, layout->actors() - 999));
  EXPECT_FALSE(Serves(*layout, need, layout->actors() + 1));
}

TEST(Layout, DoesNotServeMoreSitesOrManyFewerSegments) {
  const auto layout = ChooseLayout({10, uint64_t{1} << 36, false});
  ASSERT_TRUE(layout.has_value());
  EXPECT_FALSE(Serves(*layout, {uint64_t{1} << 12, 10, false}, 0));
  EXPECT_FALSE(Serves(*layout, {10, 10, true}, 0));  // could have 32 bits of segments
  EXPECT_TRUE(Serves(*layout, {10, 10, false}, 0));
}

TEST(Layout, SegmentLimitIsTheFirstThatDoesNotFit) {
  EXPECT_EQ((RecordLayout{12, 12}).segment_limit(), 1u);
  EXPECT_EQ((RecordLayout{12, 20}).segment_limit(), 256u);
  EXPECT_EQ((RecordLayout{12, 44}).segment_limit(), UINT32_MAX);
}

}  // namespace
}  // namespace lockstep::host
