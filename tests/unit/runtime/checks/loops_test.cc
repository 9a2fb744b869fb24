// Which noted loops are reported, by what the launch is like.
#include "runtime/checks/loops.h"

#include <gtest/gtest.h>

#include "tests/unit/runtime/fake_launch.h"

namespace lockstep {
namespace {

using Roots = std::vector<unsigned>;
constexpr unsigned kTile = 3;

// A loop at line 3 whose condition reads through `read`; something writes through `write`.
std::shared_ptr<Launch> LaunchWith(const Roots& read, const Roots& write, LoopPair pair) {
  auto kernel = FakeKernel();
  const MemoryRegion region = read == Roots{kTile} ? MemoryRegion::kLocal : MemoryRegion::kGlobal;
  pair.read = MakeSite(0, SiteOp::kRead, region, read, 3, 10);
  pair.write = MakeSite(0, SiteOp::kWrite, region, write, 4, 5);
  IrregularLoop loop;
  loop.loop = MakeSite(0, SiteOp::kLoop, MemoryRegion::kNone, {}, 3, 3);
  loop.pairs = {pair};
  kernel->irregular_loops = {loop};
  return FakeLaunch(1, kernel);
}

LoopPair InLoop() {
  LoopPair pair;
  pair.in_loop = true;
  return pair;
}

LoopPair Elsewhere(bool together, bool waits = false, unsigned fixed_ids = 0) {
  LoopPair pair;
  pair.together = together;
  pair.waits = waits;
  pair.fixed_ids = fixed_ids;
  return pair;
}

std::string KindFound(const std::shared_ptr<Launch>& launch) {
  const CheckResult result = CheckLoops(launch);
  EXPECT_LE(result.findings.size(), 1u);
  return result.findings.empty() ? "none" : result.findings[0].kind;
}

void MakeOneGroup(Launch& launch) {
  for (int d = 0; d < 3; ++d) launch.global_size[d] = launch.local_size[d];
}

TEST(LoopsTest, TheBodyWritesWhatTheConditionReads) {
  const auto launch = LaunchWith({0}, {0}, InLoop());
  const CheckResult result = CheckLoops(launch);
  ASSERT_EQ(result.findings.size(), 1u);
  const Finding& finding = result.findings[0];
  EXPECT_EQ(finding.rule, Rule::kIrregularLoop);
  EXPECT_EQ(finding.severity, Severity::kWarning);
  EXPECT_EQ(finding.loop->position.line, 3u);
  EXPECT_EQ(finding.memory->name, "a");
  EXPECT_EQ(finding.memory->bytes, 0u);
  EXPECT_EQ(finding.accesses[0].site.position.column, 10u);
  EXPECT_EQ(finding.accesses[1].op, "write");
  EXPECT_NE(finding.why.find("body"), std::string::npos);
}

// covers: loop-aliased
TEST(LoopsTest, DifferentArgumentsCountIfTheyAreOneObject) {
  auto launch = LaunchWith({0}, {1}, InLoop());
  launch->roots[1].object = ObjectId{launch->roots[0].object.value + 100};
  EXPECT_EQ(KindFound(launch), "none");
  launch->roots[1].object = launch->roots[0].object;
  launch->roots[1].kind = launch->roots[0].kind;
  EXPECT_EQ(KindFound(launch), "irregular-loop");
}

TEST(LoopsTest, AnUnknownPointerMayLeadAnywhere) {
  EXPECT_EQ(KindFound(LaunchWith({0}, {}, InLoop())), "irregular-loop");
}

// covers: loop-own-memory
TEST(LoopsTest, NobodyElseTouchesWhatEachWorkItemHasToItself) {
  auto launch = LaunchWith({0}, {0}, InLoop());
  launch->roots[0].not_changed_by_others = true;
  EXPECT_EQ(KindFound(launch), "none");
}

// covers: loop-others-write
TEST(LoopsTest, ABarrierKeepsTheWritesOfOneGroupApartNotThoseOfOthers) {
  EXPECT_EQ(KindFound(LaunchWith({kTile}, {kTile}, Elsewhere(false))), "none");
  EXPECT_EQ(KindFound(LaunchWith({kTile}, {kTile}, Elsewhere(true))), "irregular-loop");
  auto launch = LaunchWith({0}, {0}, Elsewhere(false));
  EXPECT_EQ(KindFound(launch), "irregular-loop");
  MakeOneGroup(*launch);
  EXPECT_EQ(KindFound(launch), "none");
}

// covers: loop-spin
TEST(LoopsTest, WaitingForOneOfTheGroupHasItsOwnName) {
  EXPECT_EQ(KindFound(LaunchWith({0}, {0}, Elsewhere(true, true))), "spin-wait");
  // One work-item of each group waits, and writes itself: then it waits for other groups.
  auto launch = LaunchWith({0}, {0}, Elsewhere(true, true, 1));
  EXPECT_EQ(KindFound(launch), "irregular-loop");
  // With a second dimension there are several of them.
  launch->local_size[1] = 2;
  launch->global_size[1] = 2;
  EXPECT_EQ(KindFound(launch), "spin-wait");
}

TEST(LoopsTest, OneWorkItemAloneDisturbsNobody) {
  auto launch = LaunchWith({0}, {0}, InLoop());
  for (int d = 0; d < 3; ++d) launch->global_size[d] = launch->local_size[d] = 1;
  EXPECT_EQ(KindFound(launch), "none");
}

// covers: loop-irreducible
TEST(LoopsTest, IrreducibleControlFlowIsSaid) {
  auto kernel = FakeKernel();
  kernel->loops_unknown = true;
  EXPECT_EQ(CheckLoops(FakeLaunch(1, kernel)).incomplete.size(), 1u);
}

}  // namespace
}  // namespace lockstep
