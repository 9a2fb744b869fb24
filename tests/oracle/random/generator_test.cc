// The generator keeps its promises and covers what it is there for.
#include "tests/oracle/random/generator.h"

#include <gtest/gtest.h>

#include "tests/oracle/interpreters/interleaving.h"
#include "tests/oracle/language/cfg.h"
#include "tests/oracle/language/normalise.h"
#include "tests/oracle/language/print.h"

namespace lockstep::oracle {
namespace {

// All ends of the kernel; work-items of a divergence go on.
Outcome AllEnds(const RandomKernel& random) {
  InterleavingOptions options;
  options.geometry = random.geometry;
  options.on_divergence = InterleavingOptions::OnDivergence::kResume;
  options.max_states = 20000;
  return Interleave(WithExitBarrier(WithSingleAccesses(random.kernel)), options);
}

TEST(Generator, SameSeedSameKernel) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(PrintPaper(Generate(seed, {}).kernel), PrintPaper(Generate(seed, {}).kernel));
  }
}

TEST(Generator, KernelsAreReducibleAndWellFormed) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const RandomKernel random = Generate(seed, {});
    for (const Routine& routine : random.kernel.routines) {
      EXPECT_TRUE(AnalyseCfg(routine).reducible) << seed;
      for (const Block& block : routine.blocks) {
        for (size_t i = 0; i < block.statements.size(); ++i) {
          const Statement& s = block.statements[i];
          if (s.kind != Statement::Kind::kAssume) continue;
          EXPECT_EQ(i, 0u) << seed;
          EXPECT_FALSE(s.value->reads_shared) << seed;
        }
      }
    }
  }
}

TEST(Generator, CoversVerdicts) {
  int clean = 0, racy = 0, divergent = 0, wrong_flag = 0, same_value = 0, inter_group = 0, loops = 0,
      calls = 0, unstructured = 0, incomplete = 0;
  const int total = 1000;
  for (uint64_t seed = 0; seed < total; ++seed) {
    const RandomKernel random = Generate(seed, {});
    const Outcome outcome = AllEnds(random);
    EXPECT_FALSE(outcome.infinite) << PrintPaper(random.kernel);
    incomplete += !outcome.complete;
    bool kinds[3] = {false, false, false}, between_groups = false;
    for (const Race& race : outcome.may) {
      kinds[static_cast<int>(race.kind)] = true;
      between_groups = between_groups || race.inter_group;
    }
    racy += kinds[0];
    same_value += kinds[1];
    wrong_flag += kinds[2];
    inter_group += between_groups;
    divergent += outcome.diverged_may;
    clean += outcome.race_free() && !outcome.diverged_may;
    loops += !AnalyseCfg(random.kernel.routines[0]).loops.empty();
    calls += random.kernel.routines.size() > 1;
    unstructured += !random.source;
  }
  RecordProperty("incomplete", incomplete);
  std::printf("clean %d racy %d divergent %d same-value %d wrong-flag %d inter-group %d "
              "loops %d procedures %d unstructured %d beyond the limit %d of %d\n",
              clean, racy, divergent, same_value, wrong_flag, inter_group, loops, calls,
              unstructured, incomplete, total);
  EXPECT_GT(clean, total / 5);
  EXPECT_GT(racy, total / 10);
  EXPECT_GT(divergent, total / 20);
  EXPECT_GT(same_value, total / 100);
  EXPECT_GT(wrong_flag, total / 100);
  EXPECT_GT(inter_group, total / 100);
  EXPECT_GT(loops, total / 10);
  EXPECT_GT(calls, total / 10);
  EXPECT_GT(unstructured, total / 4);
  EXPECT_LT(incomplete, total / 50);
}

TEST(Generator, CoversSubGroups) {
  int clean = 0, racy = 0, divergent = 0, wrong_flag = 0, part_barriers = 0, functions = 0, several = 0, incomplete = 0;
  const int total = 200;
  GeneratorOptions generator;
  generator.parts = true;
  for (uint64_t seed = 0; seed < total; ++seed) {
    const RandomKernel random = Generate(seed, generator);
    ASSERT_GT(random.kernel.part, 0);
    ASSERT_EQ(random.geometry.threads % random.kernel.part, 0);
    bool has_barrier = false, has_function = false;
    for (const Routine& routine : random.kernel.routines) {
      for (const Block& block : routine.blocks) {
        for (const Statement& s : block.statements) {
          has_barrier |= s.kind == Statement::Kind::kBarrier && s.part;
          has_function |= s.kind == Statement::Kind::kCollective;
        }
      }
    }
    part_barriers += has_barrier;
    functions += has_function;
    several += random.geometry.threads > random.kernel.part;
    const Outcome outcome = AllEnds(random);
    incomplete += !outcome.complete;
    bool kinds[3] = {false, false, false};
    for (const Race& race : outcome.may) kinds[static_cast<int>(race.kind)] = true;
    racy += kinds[0];
    wrong_flag += kinds[2];
    divergent += outcome.diverged_may;
    clean += outcome.race_free() && !outcome.diverged_may;
    // What is free of races ends in one way, whichever sub-group is faster.
    if (outcome.complete && outcome.race_free() && !outcome.diverged_may && !outcome.infinite) {
      EXPECT_EQ(outcome.finals.size(), 1u) << PrintPaper(random.kernel);
    }
  }
  std::printf(
      "clean %d racy %d divergent %d wrong-flag %d part barriers %d functions %d several sub-groups %d beyond the "
      "limit %d of %d\n",
      clean, racy, divergent, wrong_flag, part_barriers, functions, several, incomplete, total);
  EXPECT_GT(clean, total / 5);
  EXPECT_GT(racy, total / 10);
  EXPECT_GT(divergent, total / 20);
  EXPECT_GT(wrong_flag, total / 100);
  EXPECT_GT(part_barriers, total / 3);
  EXPECT_GT(functions, total / 3);
  EXPECT_GT(several, total / 2);
  EXPECT_LT(incomplete, total / 10);
}

}  // namespace
}  // namespace lockstep::oracle
