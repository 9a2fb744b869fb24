// The root table: aliases share cells, granules are the smallest, and the default variant is only
// accepted where it misses nothing.
#include "host/plan/plan.h"

#include <gtest/gtest.h>

#include <string>

#include "device-lib/shared/record.h"
#include "device-lib/shared/sync_cell.h"

namespace lockstep::host {
namespace {

using Space = RootFacts::Space;

RootFacts Global(uint64_t object, uint64_t size, unsigned shift = 2) {
  RootFacts root;
  root.space = Space::kGlobal;
  root.object = object;
  root.object_size = root.extent = size;
  root.shift = shift;
  root.reads = root.writes = root.checked = true;
  return root;
}

RootFacts ReadOnly(RootFacts root) {
  root.writes = root.checked = false;
  return root;
}

RootFacts Part(RootFacts root, uint64_t delta, uint64_t extent) {
  root.delta = delta;
  root.extent = extent;
  return root;
}

RootFacts Local(uint64_t size, unsigned shift = 2) {
  RootFacts root = Global(0, size, shift);
  root.space = Space::kLocal;
  return root;
}

TEST(Plan, ObjectsLieBehindEachOther) {
  const Plan plan = MakePlan({{Global(1, 100), RootFacts(), Global(2, 7, 0)}, 0, false, false, false});
  ASSERT_EQ(plan.roots.size(), 3u);
  EXPECT_EQ(plan.roots[0].first_cell, 0u);
  EXPECT_EQ(plan.roots[0].shift, 2u);
  EXPECT_EQ(plan.roots[1].size, 0u);
  EXPECT_EQ(plan.roots[2].first_cell, 25u);
  EXPECT_EQ(plan.roots[2].first_value, 104u);
  EXPECT_EQ(plan.cells, 32u);
  EXPECT_EQ(plan.value_bytes, 112u);
}

TEST(Plan, AliasesShareCellsAtTheSmallestGranule) {
  const Plan plan =
      MakePlan({{Global(5, 64, 3), Part(Global(5, 64, 1), 32, 32)}, 0, false, false, false});
  EXPECT_EQ(plan.roots[0].first_cell, plan.roots[1].first_cell);
  EXPECT_EQ(plan.roots[0].shift, 1u);
  EXPECT_EQ(plan.roots[1].shift, 1u);
  EXPECT_EQ(plan.roots[1].delta, 32u);
  EXPECT_EQ(plan.roots[1].size, 64u);
  EXPECT_EQ(plan.cells, 32u);
}

TEST(Plan, OddOffsetsMakeTheGranuleSmaller) {
  const Plan plan = MakePlan({{Part(Global(5, 64, 3), 6, 58)}, 0, false, false, false});
  EXPECT_EQ(plan.roots[0].shift, 1u);
}

TEST(Plan, TheLastPartialGranuleHasACell) {
  EXPECT_EQ(MakePlan({{Global(1, 9, 3)}, 0, false, false, false}).cells, 2u);
}

TEST(Plan, ReadsOfAWrittenObjectNeedTheFullVariant) {
  EXPECT_TRUE(MakePlan({{Global(1, 64), ReadOnly(Global(1, 64))}, 0, false, false, false}).needs_full);
  EXPECT_FALSE(MakePlan({{Global(1, 64), ReadOnly(Global(2, 64))}, 0, false, false, false}).needs_full);
  EXPECT_FALSE(MakePlan({{Global(1, 64), ReadOnly(Global(1, 64))}, 0, false, false, true}).needs_full);
}

TEST(Plan, SubBuffersNeedItOnlyIfTheyOverlap) {
  const RootFacts written = Part(Global(1, 64), 0, 32);
  const auto needs = [&](uint64_t delta, uint64_t extent) {
    return MakePlan({{written, ReadOnly(Part(Global(1, 64), delta, extent))}, 0, false, false, false})
        .needs_full;
  };
  EXPECT_FALSE(needs(32, 32));
  EXPECT_TRUE(needs(31, 33));
  EXPECT_TRUE(needs(0, 1));
}

TEST(Plan, UnknownWritesNeedItWhereAReadIsLeftOut) {
  EXPECT_TRUE(MakePlan({{ReadOnly(Global(1, 64))}, 0, false, true, false}).needs_full);
  EXPECT_FALSE(MakePlan({{Global(1, 64)}, 0, false, true, false}).needs_full);
}

TEST(Plan, UncheckedRootsGetCellsOnlyForUnknownAccesses) {
  EXPECT_EQ(MakePlan({{ReadOnly(Global(1, 64))}, 0, false, false, false}).cells, 0u);
  EXPECT_EQ(MakePlan({{ReadOnly(Global(1, 64))}, 0, true, false, true}).cells, 16u);
}

TEST(Plan, RangesShareTheArgumentsCells) {
  RootFacts range = Global(3, 128, 0);
  range.base = 0x1000;
  const Plan plan = MakePlan({{Part(Global(3, 128, 2), 64, 64), range}, 1, false, true, false});
  EXPECT_EQ(plan.roots[1].base, 0x1000u);
  EXPECT_EQ(plan.roots[0].first_cell, plan.roots[1].first_cell);
  EXPECT_EQ(plan.roots[0].shift, 0u);
  EXPECT_EQ(plan.cells, 128u);
}

TEST(Plan, LocalPlanesFollowTheSyncWords) {
  const Plan plan = MakePlan({{Local(64, 2), Local(10, 0)}, 0, false, false, false});
  EXPECT_EQ(plan.local_cells, 26u);
  EXPECT_EQ(plan.roots[0].flags & LS_ROOT_LOCAL, LS_ROOT_LOCAL);
  EXPECT_EQ(plan.roots[1].first_cell, 16u);
  EXPECT_EQ(plan.roots[1].first_value, 64u);
  EXPECT_EQ(plan.local_values_at, LS_LOCAL_SYNC_WORDS + 26u);
  EXPECT_EQ(plan.local_more_at, plan.local_values_at + 10u);  // 64 and 16 bytes in words
  EXPECT_EQ(plan.local_words, plan.local_more_at + LS_MORE_RECORDS * 26u);
  EXPECT_EQ(plan.cells, 0u);
}

TEST(Plan, WhatLocalMemoryHasNoPlaceForGoesToRooms) {
  PlanRequest request{{Local(64, 2)}, 0, false, false, false};
  request.groups = 100;
  request.running_groups = 4;
  const uint64_t words = MakePlan(request).local_words;
  EXPECT_FALSE(MakePlan(request).needs_apart);
  request.local_left = 8 * words;
  EXPECT_FALSE(MakePlan(request).needs_apart);
  request.local_left = 8 * words - 1;
  EXPECT_TRUE(MakePlan(request).needs_apart);
  request.apart = request.full = true;
  const Plan apart = MakePlan(request);
  EXPECT_FALSE(apart.needs_apart);
  EXPECT_TRUE(apart.local_fits);
  EXPECT_EQ(apart.local_words, 0u);
  EXPECT_EQ(apart.local_slabs, 4u);
  EXPECT_EQ(apart.room_words, words);
  EXPECT_EQ(apart.words_of_rooms, 4 * (2 + words));
  EXPECT_EQ(apart.local_more_at, MakePlan({{Local(64, 2)}, 0, false, false, false}).local_more_at);
  request.groups = 3;
  EXPECT_EQ(MakePlan(request).local_slabs, 3u);
}

TEST(Plan, WhereWorkItemsRunTogetherNothingMayBeLeftForLocalMemory) {
  PlanRequest request{{Local(64, 2)}, 0, false, false, false};
  request.serial_groups = false;
  request.groups = 100;
  request.running_groups = 4;
  request.apart = request.full = true;
  EXPECT_EQ(MakePlan(request).local_words, 0u);
  EXPECT_EQ(MakePlan(request).local_slabs, 0u);  // each has its own, so that none has to note which
  EXPECT_EQ(MakePlan(request).words_of_rooms, 0u);
  request.transformed = true;
  EXPECT_FALSE(MakePlan(request).local_fits);
}

TEST(Plan, WhereWorkItemsRunTogetherEachGroupHasItsOwnInTheGlobalPlanes) {
  PlanRequest request{{Global(1, 16), Local(64, 2), Local(10, 0)}, 0, false, false, false};
  request.serial_groups = false;
  request.groups = request.running_groups = 3;
  const Plan plan = MakePlan(request);
  EXPECT_EQ(plan.local_cells, 26u);
  EXPECT_EQ(plan.local_first_cell, uint64_t{LS_SYNC_MORE_BLOCK});  // behind the 4 of the buffer
  EXPECT_EQ(plan.local_first_value, 16u);
  EXPECT_EQ(plan.local_values, 80u);
  EXPECT_EQ(plan.cells, plan.local_first_cell + 3 * 26);
  EXPECT_EQ(plan.value_bytes, 16u + 3 * 80);
  EXPECT_EQ(plan.local_slabs, 0u);
  EXPECT_EQ(plan.local_words, 1u);  // an argument has to have a size
  EXPECT_EQ(plan.roots[2].first_cell, 16u);
  request.transformed = true;
  EXPECT_EQ(MakePlan(request).local_words, uint64_t{LS_LOCAL_SYNC_WORDS});
  request.offer_words = 3 * 64;  // what 64 work-items say where their sub-groups meet
  EXPECT_EQ(MakePlan(request).local_offers_at, LS_LOCAL_SYNC_WORDS);
  EXPECT_EQ(MakePlan(request).local_words, uint64_t{LS_LOCAL_SYNC_WORDS + 3 * 64});
}

TEST(Plan, GroupsThatCannotAllRunShareTheirRecords) {
  PlanRequest request{{Local(64, 2)}, 0, false, false, false};
  request.serial_groups = false;
  request.groups = 1000;
  request.running_groups = 8;
  const Plan plan = MakePlan(request);
  EXPECT_EQ(plan.local_slabs, 8u);
  EXPECT_EQ(plan.cells, plan.local_first_cell + 8 * 16 + 8);  // and who has taken each
  EXPECT_EQ(plan.value_bytes, 8u * 64);
  EXPECT_EQ(plan.local_slab_at, 1u);
  EXPECT_EQ(plan.local_words, 1u + LS_SLAB_WORDS);
}

TEST(Plan, NoLocalMemoryStillHasSyncWords) {
  EXPECT_EQ(MakePlan({{Global(1, 8)}, 0, false, false, false}).local_words,
            uint64_t{LS_LOCAL_SYNC_WORDS});
}

TEST(Plan, SubBuffersAreObjectsOfTheirOwnForBoundsAndShareCells) {
  RootFacts part = Part(Global(5, 64, 2), 32, 20);
  part.window = true;
  const Plan plan = MakePlan({{Global(5, 64, 2), part}, 0, false, false, false, true});
  EXPECT_EQ(plan.roots[1].first_cell, plan.roots[0].first_cell + 8);
  EXPECT_EQ(plan.roots[1].first_value, plan.roots[0].first_value + 32);
  EXPECT_EQ(plan.roots[1].delta, 0u);
  EXPECT_EQ(plan.roots[1].limit, 20u);
  EXPECT_EQ(plan.roots[1].size, 20u);
  EXPECT_EQ(plan.starts[1], 32u);
}

// Those of global objects alone, which are in front.
TEST(Plan, CellsAndObjectsOfGlobalMemory) {
  RootFacts part = Part(Global(5, 64, 2), 16, 48);
  part.window = true;
  PlanRequest request{{Global(4, 40, 2), Local(64, 2), Global(5, 64, 2), part}, 0, false, false, false};
  request.serial_groups = false;
  const Plan plan = MakePlan(request);
  EXPECT_EQ(GlobalCells(plan), 26u);
  EXPECT_GT(plan.cells, 26u);
  EXPECT_EQ(ObjectsOf(plan, /*local=*/false), (std::vector<uint64_t>{0, 10, 10}));
}

// So that findings are counted for each.
TEST(Plan, ObjectsHaveNumbersThatTheirRootsShare) {
  const auto number = [](const ls_root& root) { return root.flags >> LS_ROOT_OBJECT_SHIFT & (LS_ROOT_OBJECTS - 1); };
  std::vector<RootFacts> roots = {Global(5, 64), Global(3, 64), Local(64), Part(Global(5, 64), 32, 32), Local(64)};
  const Plan plan = MakePlan({roots, 0, false, false, false});
  std::vector<uint32_t> numbers;
  for (const ls_root& root : plan.roots) numbers.push_back(number(root));
  EXPECT_EQ(numbers, (std::vector<uint32_t>{0, 1, 0, 0, 1}));
  EXPECT_EQ(plan.roots[0].flags >> LS_ROOT_INDEX_SHIFT, 0u);
  for (uint64_t object = 100; object < 100 + LS_ROOT_OBJECTS; ++object) roots.push_back(Global(object, 4));
  EXPECT_EQ(number(MakePlan({roots, 0, false, false, false}).roots.back()), 1u);  // there are no further ones
}

// A proof that counts on a counter is one only where the launch's event log will show the counter.
TEST(Plan, ProofsThatCountOnCountersNeedALogThatHasThem) {
  LaunchProofs proofs({"sites",
                       {0, 1},
                       {},
                       {},
                       [] { return std::vector<int64_t>{1}; },
                       [](const LaunchNumbers&, const LaunchProofs::Sizes&, uint64_t*) {
                         return LaunchProofs::Proofs{{0, {true, true, "", {1}}}, {1, {false, false, "they meet"}}};
                       }});
  PlanRequest request{{Global(5, 64), Global(3, 10)}, 0, false, false, false};
  request.sites = &proofs;
  PlanRequest logged = request;
  logged.shows_counters = true;
  PlanRequest unseen = logged;
  unseen.roots[1].checked = false;
  for (PlanRequest* one : {&request, &logged, &unseen}) Prune({}, *one);
  EXPECT_FALSE(request.roots[0].pruned || unseen.roots[0].pruned);
  EXPECT_TRUE(request.counters.empty() && unseen.counters.empty());
  EXPECT_EQ(request.roots[0].decision.why, kCountersMayGoOn);
  EXPECT_TRUE(logged.roots[0].pruned && logged.roots[0].stays && !logged.roots[1].pruned);
  EXPECT_EQ(CountersOf(logged, MakePlan(logged)), (std::vector<std::pair<uint64_t, uint64_t>>{{0, 3}}));
  proofs.DistrustCounters(nullptr);
  logged.roots[0].pruned = false;
  Prune({}, logged);
  EXPECT_FALSE(logged.roots[0].pruned);
}

TEST(Plan, AtomicsHaveToBeSeenWhereTheyMayOrderWhatIsChecked) {
  RootFacts ordering = Global(1, 64), relaxed = Global(2, 64), plain = Global(3, 64), local = Local(16), proven = plain;
  ordering.atomics.alone = relaxed.atomics.alone = relaxed.atomics.relaxed = local.atomics.alone = true;
  proven.pruned = true;
  const auto pruned = [](PlanRequest request) {
    PruneAtomics(request);
    std::string text;
    for (const RootFacts& root : request.roots) text += root.pruned ? '-' : 'x';
    return text;
  };
  EXPECT_EQ(pruned({{ordering, relaxed, plain, local}, 0, false, false, false}), "x-xx");
  EXPECT_EQ(pruned({{ordering, relaxed, proven, local}, 0, false, false, false}), "----");
  EXPECT_EQ(pruned({{ordering, Global(1, 64)}, 0, false, false, false}), "xx");
  EXPECT_EQ(pruned({{ordering, ordering}, 0, false, false, false}), "xx");  // one object: their scopes may differ
  EXPECT_EQ(pruned({{ordering, relaxed}, 0, true, false, false}), "xx");    // something goes anywhere
  PlanRequest counted{{ordering, relaxed, proven}, 0, false, false, false};
  counted.counters = {0};
  EXPECT_EQ(pruned(counted), "x--");
  PlanRequest seen{{ordering, relaxed, local}, 0, false, false, false};
  seen.footprints = true;
  EXPECT_EQ(pruned(seen), "xxx");
}

TEST(Plan, WhatIsNotProvenToStayIsLookedAt) {
  RootFacts pruned = Global(1, 64);
  pruned.pruned = true;
  Plan plan = MakePlan({{pruned}, 0, false, false, false, true});
  EXPECT_EQ(plan.roots[0].size, 0u);
  EXPECT_EQ(plan.roots[0].limit, 64u);
  EXPECT_EQ(plan.roots[0].flags & LS_ROOT_STAYS, 0u);
  plan = MakePlan({{pruned}, 0, false, false, false, false});  // nobody asks
  EXPECT_NE(plan.roots[0].flags & LS_ROOT_STAYS, 0u);
  pruned.stays = true;
  plan = MakePlan({{pruned}, 0, false, false, false, true});
  EXPECT_NE(plan.roots[0].flags & LS_ROOT_STAYS, 0u);
}

TEST(Plan, ReadsOfWhatIsNeverWrittenNeedAVariantUnlessTheyStay) {
  RootFacts read = ReadOnly(Global(2, 64));
  EXPECT_TRUE(MakePlan({{Global(1, 64), read}, 0, false, false, false, true}).needs_bounds);
  EXPECT_FALSE(MakePlan({{Global(1, 64), read}, 0, false, false, false, false}).needs_bounds);
  RootFacts stays = read;
  stays.stays = true;
  EXPECT_FALSE(MakePlan({{Global(1, 64), stays}, 0, false, false, false, true}).needs_bounds);
  read.bounded = true;
  const Plan plan = MakePlan({{Global(1, 64), read}, 0, false, false, false, true});
  EXPECT_FALSE(plan.needs_bounds);
  EXPECT_EQ(plan.roots[1].flags & LS_ROOT_STAYS, 0u);
}

TEST(Plan, ConstantArgumentsAreCheckedWhereTheirMemoryIsWritten) {
  RootFacts constant = ReadOnly(Global(1, 64));
  constant.constant = true;
  EXPECT_TRUE(MakePlan({{Global(1, 64), constant}, 0, false, false, false}).needs_full);
  constant.checked = true;
  EXPECT_EQ(MakePlan({{Global(1, 64), constant}, 0, false, false, true}).roots[1].size, 64u);
  EXPECT_EQ(MakePlan({{Global(2, 64), constant}, 0, false, false, true}).roots[1].size, 0u);
  EXPECT_FALSE(MakePlan({{Global(2, 64), ReadOnly(constant)}, 0, false, false, false}).needs_full);
}

}  // namespace
}  // namespace lockstep::host
