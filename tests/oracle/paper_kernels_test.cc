// The papers' own examples, judged by the interpreters as the papers judge them.
#include "tests/oracle/paper_kernels.h"

#include <gtest/gtest.h>

#include "tests/oracle/interpreters/interleaving.h"
#include "tests/oracle/interpreters/lockstep.h"
#include "tests/oracle/language/cfg.h"
#include "tests/oracle/language/normalise.h"
#include "tests/oracle/language/print.h"

namespace lockstep::oracle {
namespace {

Outcome Interleaved(const Kernel& kernel, int threads) {
  InterleavingOptions options;
  options.geometry.threads = threads;
  return Interleave(WithExitBarrier(kernel), options);
}

Outcome Lockstep(const Kernel& kernel, int threads, bool early_guards = true) {
  LockstepOptions options;
  options.threads = threads;
  options.early_guards = early_guards;
  return RunLockstep(Normalised(WithExitBarrier(kernel)), options);
}

using Finals = std::set<std::vector<int>>;

// covers: papers
TEST(Esop13, Fig1aIsCorrectAndScans) {
  const Kernel kernel = Lower(Fig1a(4));
  for (const Outcome& outcome : {Interleaved(kernel, 4), Lockstep(kernel, 4)}) {
    EXPECT_TRUE(outcome.complete);
    EXPECT_TRUE(outcome.race_free());
    EXPECT_TRUE(outcome.terminating());
    EXPECT_EQ(outcome.finals, (Finals{{1, 3, 6, 10}}));
  }
}

TEST(Esop13, Fig1aWithoutEitherBarrierRaces) {
  for (int barrier : {4, 7}) {
    const Kernel kernel = Lower(Fig1a(4, barrier));
    for (const Outcome& outcome : {Interleaved(kernel, 4), Lockstep(kernel, 4)}) {
      ASSERT_FALSE(outcome.race_free()) << barrier;
      // sum[t1 - offset] is read by one work-item and written by another.
      for (const Race& race : outcome.may) {
        EXPECT_EQ(race.statement_a, 3);
        EXPECT_EQ(race.statement_b, 6);
        EXPECT_TRUE(race.write_b && !race.write_a);
        EXPECT_EQ(race.kind, RaceClass::kRace);
      }
    }
  }
}

// covers: papers
TEST(Esop13, Fig1bDiverges) {
  const Kernel kernel = Lower(Fig1b(4));
  for (const Outcome& outcome : {Interleaved(kernel, 4), Lockstep(kernel, 4)}) {
    EXPECT_TRUE(outcome.diverged_must);
    EXPECT_TRUE(outcome.race_free());
    EXPECT_TRUE(outcome.finals.empty());
  }
}

// Thread 0 skips the loop, the others scan: with resumption they end with the right sums.
TEST(Esop13, Fig1bResumesInLockstepWay) {
  InterleavingOptions options;
  options.geometry.threads = 4;
  options.on_divergence = InterleavingOptions::OnDivergence::kResume;
  const Outcome outcome = Interleave(WithExitBarrier(Lower(Fig1b(4))), options);
  EXPECT_TRUE(outcome.complete);
  EXPECT_TRUE(outcome.diverged_must);
  EXPECT_FALSE(outcome.infinite);
}

// covers: papers
TEST(Esop13, CounterexampleBeforeTheorem52) {
  const Kernel kernel = NotWellFormed();
  const Outcome interleaved = Interleaved(kernel, 2);
  EXPECT_FALSE(interleaved.race_free());
  EXPECT_TRUE(interleaved.feasible);
  EXPECT_EQ(interleaved.finals, (Finals{{5}}));
  const Outcome lockstep = Lockstep(kernel, 2);
  EXPECT_TRUE(lockstep.race_free());
  EXPECT_FALSE(lockstep.feasible);  // every reduction is infeasible
}

TEST(Esop13, DeadEndNeedsEarlyGuards) {
  const Kernel kernel = DeadEnd();
  EXPECT_TRUE(Interleaved(kernel, 2).terminating());
  EXPECT_TRUE(Lockstep(kernel, 2, /*early_guards=*/true).terminating());
  EXPECT_TRUE(Lockstep(kernel, 2, /*early_guards=*/false).diverged_may);
}

TEST(Esop13, CompletenessNeedsTermination) {
  const Kernel kernel = LoopsForEver();
  const Outcome interleaved = Interleaved(kernel, 3);
  EXPECT_TRUE(interleaved.infinite);
  EXPECT_FALSE(interleaved.race_free());
  const Outcome lockstep = Lockstep(kernel, 3);
  EXPECT_TRUE(lockstep.infinite);
  EXPECT_TRUE(lockstep.race_free());
}

TEST(Esop13, SortOrderOfFig3) {
  const Kernel kernel = Lower(Fig1a(4));
  const Cfg cfg = AnalyseCfg(kernel.routines[0]);
  ASSERT_TRUE(cfg.reducible);
  ASSERT_EQ(cfg.loops.size(), 1u);
  // The loop's blocks stand together, its header first; every block follows its predecessors.
  std::vector<int> inside;
  for (int block : cfg.order) inside.push_back(cfg.Contains(0, block));
  int changes = 0;
  for (size_t i = 1; i < inside.size(); ++i) changes += inside[i] != inside[i - 1];
  EXPECT_EQ(changes, 2);
  for (int block : cfg.order) {
    for (int target : kernel.routines[0].blocks[block].targets) {
      if (target == kEnd || (target == cfg.loops[0].header && cfg.Contains(0, block))) continue;
      EXPECT_LT(cfg.position[block], cfg.position[target]);
    }
  }
}

TEST(Print, PaperNotation) {
  EXPECT_EQ(PrintPaper(NotWellFormed()),
            "shared v[1];\n"
            "Start:\n    goto B1, B2;\n"
            "B1:\n    assume (tid == 1);\n    v[0] := 4;  // 1\n    assume (v[0] == 5);\n    goto End;\n"
            "B2:\n    assume !(tid == 1);\n    v[0] := 5;  // 2\n    goto End;\n");
}

TEST(Print, OpenClMapsStatementsToLines) {
  const OpenClText text = PrintOpenCl(Fig1b(4), 10);
  EXPECT_EQ(text.text,
            "__kernel void fig1b(__global int *sum) {\n"
            "  const int tid = (int)get_local_id(0), threads = (int)get_local_size(0), "
            "group = (int)get_group_id(0);\n"
            "  int offset = 0, temp = 0;\n"
            "  offset = 1;\n"
            "  while (offset <= tid) {\n"
            "    temp = sum[(tid - offset)];\n"
            "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
            "    sum[tid] = sum[tid] + temp;\n"
            "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
            "    offset = offset * 2;\n"
            "  }\n"
            "}\n");
  EXPECT_EQ(text.lines, 12);
  EXPECT_EQ(text.line_of, (std::map<int, int>{{1, 14}, {2, 15}, {3, 16}, {4, 17}, {5, 18}, {6, 19}, {9, 13}}));
}

}  // namespace
}  // namespace lockstep::oracle
