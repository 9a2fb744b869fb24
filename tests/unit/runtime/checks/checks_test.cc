#include "runtime/checks/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "device-lib/shared/divergence.h"
#include "tests/unit/runtime/fake_launch.h"

namespace lockstep {
namespace {

Finding Only(const CheckResult& result) {
  EXPECT_EQ(result.findings.size(), 1u);
  EXPECT_TRUE(result.incomplete.empty());
  return result.findings.empty() ? Finding() : result.findings[0];
}

CheckResult Check(const FakeLog& log, const std::shared_ptr<Launch>& launch = FakeLaunch()) {
  return CheckLog(launch, log.data(), log.size());
}

TEST(Races, WriteWriteBetweenGroups) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(2, 0, 1, LS_CLASS_W),
              Record(33, 0, 1, LS_CLASS_W), 0, 64, 5);
  Finding finding = Only(Check(log));
  EXPECT_EQ(finding.kind, "write-write");
  EXPECT_EQ(finding.severity, Severity::kError);
  EXPECT_EQ(finding.reach, Reach::kInterGroup);
  EXPECT_EQ(finding.region, "global");
  EXPECT_EQ(finding.count, 5u);
  EXPECT_EQ(finding.memory->argument, 0);
  EXPECT_EQ(finding.memory->name, "a");
  EXPECT_EQ(finding.memory->offset, 64u);
  EXPECT_EQ(finding.accesses[0].work_item->global[0], 2u);
  EXPECT_EQ(finding.accesses[1].work_item->global[0], 33u);
  EXPECT_EQ(finding.accesses[1].work_item->local[0], 1u);
  EXPECT_EQ(finding.accesses[1].work_item->group[0], 1u);
  EXPECT_EQ(finding.why,
            "the work-items are in different work-groups (0 and 1); barriers never order "
            "work-groups; the kernel's atomic operations (k.cl:6:10) are relaxed and order no "
            "other access");
}

// A cell keeps the write of `x = a[i]; a[i] = 7`: another write of 7 is in a race with the read.
TEST(Races, TheReadThatAWriteStandsForIsShown) {
  for (const bool known : {true, false}) {
    auto launch = FakeLaunch();
    auto kernel = std::make_shared<KernelDescription>(*launch->kernel);
    if (known) kernel->sites[1].read = 2;
    launch->kernel = kernel;
    FakeLog log;
    log.AddRace(LS_FINDING_RACE, LS_KEY_STANDS, Record(2, 0, 1, LS_CLASS_W), Record(3, 0, 1, LS_CLASS_W), 0, 0);
    const Finding finding = Only(Check(log, launch));
    EXPECT_EQ(finding.kind, known ? "read-write" : "write-write");
    EXPECT_EQ(finding.accesses[0].op, "write");
    EXPECT_EQ(finding.accesses[1].op, known ? "read" : "write");
    EXPECT_EQ(finding.accesses[1].site.id, known ? 2u : 1u);
    EXPECT_EQ(finding.accesses[1].work_item->global[0], known ? 2u : 3u);
    EXPECT_EQ(finding.why.find("stands for another access") == std::string::npos, known);
  }
}

// `if (c) x = 0; else x = 1;`: of the second statement against itself is only known that another value was there, which
// its race with the first tells. Where that race is of another object, or between groups only, the finding stays.
TEST(Races, WhatAWriteStandsForIsNotToldTwice) {
  auto launch = FakeLaunch();
  auto kernel = std::make_shared<KernelDescription>(*launch->kernel);
  kernel->sites[5] = kernel->sites[1];
  kernel->sites[5].id = 5;
  kernel->sites[5].position.line = 40;
  launch->kernel = kernel;
  struct Case {
    uint32_t known_flags, known_root;
    uint64_t known_site;
    size_t findings;
  };
  for (const Case& c : {Case{0, 0, 5, 1}, Case{LS_KEY_INTER_GROUP, 0, 5, 2}, Case{0, 1, 5, 2}, Case{0, 0, 1, 2}}) {
    FakeLog log;
    const uint64_t met = (c.known_flags & LS_KEY_INTER_GROUP) != 0 ? 40 : 5;
    log.AddRace(LS_FINDING_RACE, c.known_flags, Record(2, 0, 1, LS_CLASS_W), Record(met, 0, c.known_site, LS_CLASS_W),
                c.known_root, 0);
    log.AddRace(LS_FINDING_RACE, LS_KEY_STANDS, Record(6, 0, 5, LS_CLASS_W), Record(7, 0, 5, LS_CLASS_W), 0, 0);
    const CheckResult result = Check(log, launch);
    EXPECT_EQ(result.findings.size(), c.findings) << c.known_flags << " " << c.known_root << " " << c.known_site;
    EXPECT_FALSE(result.findings.empty() || result.findings[0].stands_for);
  }
}

// Order between the read and the write of `sum = sum + a[i]` would leave the writes as they are.
TEST(Races, ABarrierIsNotAdvisedWithinOneUpdate) {
  for (const bool first : {true, false}) {
    auto launch = FakeLaunch();
    auto kernel = std::make_shared<KernelDescription>(*launch->kernel);
    kernel->sites[1].read = 2;
    kernel->sites[1].read_first = first;
    launch->kernel = kernel;
    FakeLog log;
    log.AddRace(LS_FINDING_RACE, 0, Record(2, 0, 1, LS_CLASS_W), Record(3, 0, 2, LS_CLASS_R), 0, 0);
    const Finding finding = Only(Check(log, launch));
    EXPECT_EQ(finding.repair.find("use an atomic operation") != std::string::npos, first) << finding.repair;
    EXPECT_EQ(finding.repair.find("put barrier") == std::string::npos, first) << finding.repair;
  }
}

TEST(Races, ALockOfRelaxedAtomicsIsNamedAsOrderingNothing) {
  auto launch = FakeLaunch();
  auto kernel = std::make_shared<KernelDescription>(*launch->kernel);
  Site lock;
  lock.op = SiteOp::kRmw;
  lock.atomic = lock.old = true;
  lock.order = MemoryOrder::kRelaxed;
  lock.region = MemoryRegion::kGlobal;
  lock.position = {"k.cl", 9, 4};
  for (Site& site : kernel->sites) site.atomic = false;
  kernel->sites.push_back(lock);
  launch->kernel = kernel;
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(2, 0, 1, LS_CLASS_W),
              Record(33, 0, 1, LS_CLASS_W), 0, 64, 5);
  const Finding finding = Only(Check(log, launch));
  EXPECT_THAT(finding.why, testing::HasSubstr("the kernel's atomic operations (k.cl:9:4) are relaxed, as "
                                              "all of OpenCL 1.x are, and order no other access"));
  EXPECT_THAT(finding.repair, testing::HasSubstr("release behind the one access and acquire before"));
}

TEST(Races, SidesStandInSourceOrderHoweverTheyMet) {
  for (bool swapped : {false, true}) {
    uint64_t write = Record(40, 0, 1, LS_CLASS_W);
    uint64_t read = Record(3, 0, 2, LS_CLASS_R);
    FakeLog log;
    log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, swapped ? read : write, swapped ? write : read,
                0, 0);
    Finding finding = Only(Check(log));
    EXPECT_EQ(finding.kind, "read-write");
    EXPECT_EQ(finding.accesses[0].op, "write");
    EXPECT_EQ(finding.accesses[0].site.position.line, 3u);
    EXPECT_EQ(finding.accesses[1].op, "read");
    EXPECT_EQ(finding.accesses[1].work_item->global[0], 3u);
  }
}

TEST(Races, AtomicAgainstPlainNamesBoth) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 3, LS_CLASS_W), Record(2, 0, 5, LS_CLASS_AW), 1, 0);
  Finding finding = Only(Check(log));
  EXPECT_EQ(finding.kind, "atomic-plain");
  EXPECT_EQ(finding.reach, Reach::kIntraGroup);
  EXPECT_EQ(finding.accesses[1].op, "rmw");
  EXPECT_TRUE(finding.accesses[1].atomic);
  EXPECT_FALSE(finding.accesses[0].atomic);
  EXPECT_NE(finding.why.find("does not protect"), std::string::npos);
}

TEST(Races, AFailedCompareExchangeIsARead) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 3, LS_CLASS_W), Record(2, 0, 5, LS_CLASS_AR), 1, 0);
  EXPECT_EQ(Only(Check(log)).accesses[1].op, "read");
}

TEST(Races, SameValueIsInfo) {
  FakeLog log;
  log.AddRace(LS_FINDING_SAME_VALUE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0,
              0);
  Finding finding = Only(Check(log));
  EXPECT_EQ(finding.kind, "same-value");
  EXPECT_EQ(finding.severity, Severity::kInfo);
}

TEST(Races, WrongFlagNamesTheBarrierAndKeepsTheOrderOfTime) {
  FakeLog log;
  log.AddRace(LS_FINDING_WRONG_FLAG, 0, Record(1, 0, 2, LS_CLASS_R), Record(2, 1, 1, LS_CLASS_W), 0,
              0);
  Finding finding = Only(Check(log));
  EXPECT_EQ(finding.kind, "wrong-fence-flag");
  EXPECT_EQ(finding.severity, Severity::kWarning);
  EXPECT_EQ(finding.accesses[0].op, "read");  // line 4 before line 3: read came first
  ASSERT_EQ(finding.barriers.size(), 1u);     // the one with both flags is innocent
  EXPECT_EQ(finding.barriers[0].position.line, 5u);
  EXPECT_EQ(finding.why,
            "the barrier between them (k.cl:5:3) has CLK_LOCAL_MEM_FENCE only, which does not "
            "order accesses to global memory");
  EXPECT_EQ(finding.repair, "add CLK_GLOBAL_MEM_FENCE to the barrier's flags");
}

TEST(Races, WrongFlagOfSeveralBarriersTakesTheOneBetweenTheLines) {
  auto kernel = FakeKernel();
  kernel->sites.push_back(MakeSite(9, SiteOp::kBarrier, MemoryRegion::kNone, {}, 2, 1, "local"));
  FakeLog log;
  log.AddRace(LS_FINDING_WRONG_FLAG, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 1, 5, LS_CLASS_AW),
              0, 0);
  Finding finding = Only(Check(log, FakeLaunch(1, kernel)));
  ASSERT_EQ(finding.barriers.size(), 1u);
  EXPECT_EQ(finding.barriers[0].position.line, 5u);
}

// Where one of the accesses is in a function, what counts is where the kernel calls it: the kernel's own barriers stand
// before and behind that, whatever stands around the function.
TEST(Races, BarriersStandBetweenTheCallsOfFunctions) {
  auto kernel = FakeKernel();
  Finding finding;
  finding.region = "global";
  finding.accesses[0].site = MakeSite(10, SiteOp::kRead, MemoryRegion::kGlobal, {}, 1, 1, "");
  finding.accesses[0].site.inlined_at = {{"k.cl", 30, 1}};
  finding.accesses[1].site = MakeSite(11, SiteOp::kWrite, MemoryRegion::kGlobal, {}, 20, 1, "");
  for (const unsigned line : {15u, 25u, 35u})
    kernel->sites.push_back(MakeSite(line, SiteOp::kBarrier, MemoryRegion::kNone, {}, line, 1, "local"));
  const auto lines = [&](AccessOrder order) {
    std::vector<unsigned> all;
    for (const Site& barrier : BarriersBetween(*kernel, finding, order)) all.push_back(barrier.position.line);
    return all;
  };
  EXPECT_EQ(lines(AccessOrder::kUnknown), std::vector<unsigned>({25}));
  // Round a loop, from line 30 to line 20: all but what stands between. FakeKernel has one in line 5.
  EXPECT_EQ(lines(AccessOrder::kOfTime), std::vector<unsigned>({5, 15, 35}));
}

// As where a function with a barrier is inlined many times, or many barriers stand between.
TEST(Races, AReasonListsAFewBarriersEachOnce) {
  for (const bool equal : {true, false}) {
    auto kernel = FakeKernel();
    for (unsigned i = 0; i < 8; ++i) {
      kernel->sites.push_back(
          MakeSite(9 + i, SiteOp::kBarrier, MemoryRegion::kNone, {}, 5, equal ? 3 : 20 + i, "local"));
    }
    FakeLog log;
    log.AddRace(LS_FINDING_WRONG_FLAG, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 1, 5, LS_CLASS_AW), 0, 0);
    const Finding finding = Only(Check(log, FakeLaunch(1, kernel)));
    ASSERT_EQ(finding.barriers.size(), equal ? 1u : 9u);
    EXPECT_NE(finding.why.find(equal ? "the barrier between them (k.cl:5:3) has"
                                     : "k.cl:5:22 with CLK_LOCAL_MEM_FENCE and 5 more)"),
              std::string::npos)
        << finding.why;
    EXPECT_EQ(finding.repair, equal ? "add CLK_GLOBAL_MEM_FENCE to the barrier's flags"
                                    : "add CLK_GLOBAL_MEM_FENCE to the flags of a barrier between them");
  }
}

TEST(Races, WrongFlagRoundALoopTakesTheBarrierOnTheWayBack) {
  auto kernel = FakeKernel();
  kernel->sites.push_back(MakeSite(9, SiteOp::kBarrier, MemoryRegion::kNone, {}, 7, 1, "local"));
  FakeLog log;  // from line 6 round the loop to line 4: past 7, not past 5
  log.AddRace(LS_FINDING_WRONG_FLAG, 0, Record(1, 0, 5, LS_CLASS_AW), Record(2, 1, 2, LS_CLASS_R),
              0, 0);
  Finding finding = Only(Check(log, FakeLaunch(1, kernel)));
  ASSERT_EQ(finding.barriers.size(), 1u);
  EXPECT_EQ(finding.barriers[0].position.line, 7u);
}

TEST(Races, LocalVariableIsNamed) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, LS_KEY_LOCAL, Record(1, 0, 6, LS_CLASS_W),
              Record(2, 0, 6, LS_CLASS_W), 3, 8);
  Finding finding = Only(Check(log));
  EXPECT_EQ(finding.region, "local");
  EXPECT_EQ(finding.memory->argument, -1);
  EXPECT_EQ(finding.memory->name, "tile");
  EXPECT_EQ(finding.memory->kind, ObjectKind::kLocalVariable);
}

TEST(Races, TheOtherArgumentForTheSameBufferIsNamed) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(1, 0, 1, LS_CLASS_W),
              Record(40, 0, 3, LS_CLASS_W), 1, 8);
  Finding finding = Only(Check(log));
  EXPECT_EQ(finding.memory->argument, 1);
  ASSERT_EQ(finding.memory->aliases.size(), 1u);
  EXPECT_EQ(finding.memory->aliases[0].second, "a");
}

TEST(Divergence, BarrierAgainstExit) {
  FakeLog log;
  log.AddDivergence(7, 4, 35, 33);
  Finding finding = Only(Check(log));
  EXPECT_EQ(finding.rule, Rule::kBarrierDivergence);
  EXPECT_EQ(finding.kind, "early-exit");
  EXPECT_FALSE(finding.memory);
  EXPECT_EQ(finding.accesses[0].op, "barrier");
  EXPECT_EQ(finding.why,
            "work-item 33 waits at the barrier (line 5) while work-item 35 of the same work-group "
            "has left the kernel (line 7)");
}

TEST(Divergence, AdviceDependsOnWhereTheOthersWent) {
  auto kernel = FakeKernel();
  kernel->sites.push_back(MakeSite(9, SiteOp::kExit, MemoryRegion::kNone, {}, 2, 1));
  kernel->sites[4].condition = "the branch at 4:7 depends on get_local_id (2:11)";
  auto repair = [&](uint64_t exit) {
    FakeLog log;
    log.AddDivergence(4, exit, 0, 1);
    Finding finding = Only(Check(log, FakeLaunch(1, kernel)));
    EXPECT_NE(finding.why.find("; the branch at 4:7 depends on get_local_id (2:11)"),
              std::string::npos);
    return finding.repair;
  };
  EXPECT_NE(repair(9).find("instead of returning early"), std::string::npos);
  EXPECT_NE(repair(7).find("out of the branch"), std::string::npos);
}

TEST(Divergence, IterationsOfTheLoopAround) {
  auto kernel = FakeKernel();
  kernel->sites[4].loops = {{"k.cl", 2, 3, "k"}};
  FakeLog log;
  ls_slot& slot = log.AddDivergence(4, 4, 0, 1);
  slot.extra[0] = uint64_t{3} << 32 | LS_PARTED_ITERATION << LS_PARTED_WHAT_SHIFT;
  slot.extra[2] = uint64_t{2} << 32 | LS_PARTED_ITERATION << LS_PARTED_WHAT_SHIFT;
  Finding finding = Only(Check(log, FakeLaunch(1, kernel)));
  EXPECT_EQ(finding.kind, "iteration");
  ASSERT_EQ(finding.accesses[0].loops.size(), 1u);
  EXPECT_EQ(finding.accesses[0].loops[0].iterations, 3u);
  EXPECT_EQ(finding.accesses[1].loops[0].iterations, 2u);
}

TEST(Divergence, OtherKinds) {
  auto kernel = FakeKernel();
  Site again = kernel->sites[4];
  again.id = 9;
  again.inlined_at = {{"k.cl", 3, 1, "k"}};
  kernel->sites.push_back(again);
  FakeLog different;
  different.AddDivergence(4, 8, 0, 1);
  EXPECT_EQ(Only(Check(different, FakeLaunch(1, kernel))).kind, "different-barrier");
  FakeLog calls;
  calls.AddDivergence(4, 9, 0, 1);
  EXPECT_EQ(Only(Check(calls, FakeLaunch(1, kernel))).kind, "call-path");
  FakeLog flags;
  ls_slot& slot = flags.AddDivergence(4, 4, 0, 1);
  slot.extra[0] = LS_PARTED_FLAGS << LS_PARTED_WHAT_SHIFT | 1;
  slot.extra[2] = LS_PARTED_FLAGS << LS_PARTED_WHAT_SHIFT | 3;
  Finding finding = Only(Check(flags, FakeLaunch(1, kernel)));
  EXPECT_EQ(finding.kind, "fence-flags");
  EXPECT_EQ(finding.accesses[0].site.flags, "local");
  EXPECT_EQ(finding.accesses[1].site.flags, "local|global");
}

TEST(Log, CountersBecomeIncomplete) {
  FakeLog log;
  log.header().dropped = 3;
  log.header().segment_overflow = 4;
  log.header().unattributed = 5;
  log.header().evicted = 6;
  CheckResult result = Check(log);
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.incomplete.size(), 4u);
  uint64_t sum = 0;
  for (const Incomplete& item : result.incomplete) {
    EXPECT_EQ(item.kernel, "k");
    sum += item.count;
  }
  EXPECT_EQ(sum, 18u);
}

TEST(Log, AccessesOutsideTheirObjectAreFindingsUnlessTheyAreToBeCounted) {
  FakeLog log;
  log.header().unattributed = 3;
  log.AddRace(LS_FINDING_OUTSIDE, 0, Record(5, 0, 1, LS_CLASS_W), Record(5, 0, 1, LS_CLASS_W), 0, 520, 2);
  CheckResult result = Check(log);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].kind, "out-of-bounds");
  EXPECT_EQ(result.findings[0].position, 520);
  EXPECT_EQ(result.findings[0].bounds, 512u);
  EXPECT_NE(result.findings[0].why.find("8 bytes behind the end"), std::string::npos) << result.findings[0].why;
  ASSERT_EQ(result.incomplete.size(), 1u);  // that of which no object is known
  EXPECT_EQ(result.incomplete[0].count, 1u);
  auto launch = FakeLaunch(1);
  launch->bounds_counted = true;
  result = Check(log, launch);
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.incomplete.size(), 1u);
  EXPECT_EQ(result.incomplete[0].count, 3u);
}

TEST(Log, NonsenseIsCountedNotBelieved) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_R), Record(2, 0, 1, LS_CLASS_R), 0, 0);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 90, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 99, 0);
  log.AddRace(9, 0, Record(1, 0, 2, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0);
  log.AddDivergence(1, 4, 0, 1);
  CheckResult result = Check(log);
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.incomplete.size(), 1u);
  EXPECT_EQ(result.incomplete[0].count, 5u);
}

// covers: beyond-local
TEST(Log, WritesBeyondLocalMemoryDiscreditWhatTheyMayHaveHit) {
  FakeLog log;
  log.header().unattributed = 7;
  log.header().local_overruns = 7;
  log.AddRace(LS_FINDING_RACE, LS_KEY_LOCAL, Record(1, 0, 6, LS_CLASS_W),
              Record(2, 0, 6, LS_CLASS_W), 3, 8);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0);
  CheckResult result = Check(log);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].region, "global");
  ASSERT_EQ(result.incomplete.size(), 3u);
  EXPECT_EQ(result.incomplete[0].count, 7u);
  EXPECT_EQ(result.incomplete[1].what, "findings not reported because of them");
  EXPECT_EQ(result.incomplete[1].count, 1u);
}

// covers: sub-group-order
TEST(Log, NoRaceWithinAGroupIsReportedWhereItsSubGroupsAreNotKnown) {
  FakeLog log;
  log.header().parts_unlike = 2;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0);
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0);
  CheckResult result = Check(log);
  ASSERT_EQ(result.findings.size(), 1u);
  ASSERT_EQ(result.incomplete.size(), 2u);
  EXPECT_EQ(result.incomplete[0].count, 2u);
  EXPECT_EQ(result.incomplete[1].what, "races within a work-group not reported because of them");
  EXPECT_EQ(result.incomplete[1].count, 1u);
}

// covers: sync-together
TEST(Log, NothingIsReportedOfALaunchWhoseLoopsTheDriverEnded) {
  FakeLog log;
  log.header().loops_ended = 8;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0);
  log.AddDivergence(1, 4, 0, 1);
  CheckResult result = Check(log);
  EXPECT_TRUE(result.loops_ended);
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.incomplete.size(), 1u);
  EXPECT_EQ(result.incomplete[0].count, 8u);
}

TEST(Log, WhatDamagedLocalShadowLeavesIsNotBelieved) {
  FakeLog log;
  // A write at a site that reads, a read at one that writes, and two groups in local memory.
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 2, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_R), Record(2, 0, 3, LS_CLASS_W), 0, 0);
  log.AddRace(LS_FINDING_RACE, LS_KEY_LOCAL | LS_KEY_INTER_GROUP, Record(1, 0, 6, LS_CLASS_W),
              Record(40, 0, 6, LS_CLASS_W), 3, 8);
  CheckResult result = Check(log);
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.incomplete.size(), 1u);
  EXPECT_EQ(result.incomplete[0].count, 3u);
}

TEST(Log, TooShortABufferIsIncomplete) {
  auto launch = FakeLaunch();
  CheckResult result = CheckLog(launch, "", 0);
  ASSERT_EQ(result.incomplete.size(), 1u);
  FakeLog small(63);
  EXPECT_EQ(CheckLog(launch, small.data(), small.size()).incomplete.size(), 1u);
}

TEST(Log, UnfinishedSlotsAreCounted) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0)
      .ready = 0;
  CheckResult result = Check(log);
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.incomplete.size(), 1u);
}

}  // namespace
}  // namespace lockstep
