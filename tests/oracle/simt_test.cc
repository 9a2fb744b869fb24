// The SIMT interpreter against its paper's examples and against the interleaving semantics.
#include "tests/oracle/interpreters/simt.h"
#include "tests/oracle/interpreters/simt_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/oracle/interpreters/interleaving.h"
#include "tests/oracle/language/normalise.h"
#include "tests/oracle/language/print.h"
#include "tests/oracle/paper_kernels.h"
#include "tests/oracle/random/generator.h"

namespace lockstep::oracle {
namespace {

using Finals = std::set<std::vector<int>>;

StructuredKernel OneStatement(Statement statement, std::vector<int> initial) {
  StructuredKernel kernel;
  kernel.name = "one";
  SharedArray x;
  x.name = "x";
  x.length = static_cast<int>(initial.size());
  x.initial = std::move(initial);
  kernel.shared = {x};
  kernel.routines.resize(1);
  kernel.routines[0].body = {Do(std::move(statement))};
  return kernel;
}

// Sect. 5.1: x := tid is an error, unless any value will do.
TEST(Simt, ConflictingWritesOfDifferentValues) {
  const StructuredKernel kernel = OneStatement(Store(1, 0, Const(0), Tid()), {7});
  SimtOptions options;
  options.threads = 3;
  SimtOutcome outcome = *RunSimt(kernel, options);
  EXPECT_TRUE(outcome.race);
  EXPECT_TRUE(outcome.finals.empty());
  options.shared_assign = SimtOptions::SharedAssign::kAnyValue;
  outcome = *RunSimt(kernel, options);
  EXPECT_FALSE(outcome.race);
  EXPECT_EQ(outcome.finals, (Finals{{0}, {1}, {2}}));
}

TEST(Simt, ConflictingWritesOfEqualValuesPass) {
  const SimtOutcome outcome = *RunSimt(OneStatement(Store(1, 0, Const(0), Const(5)), {7}), {});
  EXPECT_FALSE(outcome.race);
  EXPECT_EQ(outcome.finals, (Finals{{5}}));
}

// Sect. 5.2, E-SYNCDIV.
TEST(Simt, SyncWithAPartialMaskDiverges) {
  StructuredKernel kernel = OneStatement(Store(1, 0, Const(0), Const(5)), {7});
  kernel.routines[0].body = {If(2, Binary(Op::kEqual, Tid(), Const(0)), {Do(Barrier(3))})};
  EXPECT_TRUE(RunSimt(kernel, {})->divergence);
  kernel.routines[0].body = {If(2, Binary(Op::kLess, Tid(), Const(0)), {Do(Barrier(3))})};
  EXPECT_FALSE(RunSimt(kernel, {})->divergence);  // E-INACTIVE
}

// Sect. 4.1: work-item 1 leaves, work-item 0 makes its condition true again. The loop ends with the
// condition true for work-item 1, although rule H-WHILE would prove it false for all.
// covers: papers
TEST(Simt, IrregularLoopOfSect41) {
  const StructuredKernel kernel = IrregularLoop();
  EXPECT_FALSE(ClearlyRegular(kernel));
  const SimtOutcome outcome = *RunSimt(kernel, {});
  EXPECT_FALSE(outcome.infinite);
  EXPECT_EQ(outcome.finals, (Finals{{1, 1}}));  // x[1] == 1
  // Independent work-items race on it.
  InterleavingOptions options;
  EXPECT_FALSE(Interleave(WithExitBarrier(Lower(kernel)), options).race_free());
}

TEST(Simt, LoopsOfTheScanAreRegular) {
  EXPECT_TRUE(ClearlyRegular(Fig1a(4)));
  SimtOptions options;
  options.threads = 4;
  EXPECT_EQ(RunSimt(Fig1a(4), options)->finals, (Finals{{1, 3, 6, 10}}));
  EXPECT_TRUE(RunSimt(Fig1b(4), options)->divergence);
}

// Where nothing races, lock-step execution is one of the interleavings: it must end where they end,
// and diverge where they diverge. What it calls a race must be one.
TEST(Simt, AgreesWithInterleavingOnRandomKernels) {
  int checked = 0, clean = 0, races = 0, divergences = 0;
  for (uint64_t seed = 0; seed < 12000; ++seed) {
    GeneratorOptions generator;
    generator.several_groups = false;
    const RandomKernel random = Generate(seed, generator);
    if (!random.source) continue;
    SimtOptions simt;
    simt.threads = random.geometry.threads;
    const std::optional<SimtOutcome> c = RunSimt(*random.source, simt);
    if (!c) continue;
    InterleavingOptions options;
    options.geometry = random.geometry;
    options.max_states = 20000;
    const Outcome a = Interleave(WithExitBarrier(random.kernel), options);
    if (!a.complete) continue;
    ++checked;
    const std::string text = "seed " + std::to_string(seed) + "\n" + PrintPaper(random.kernel);
    ASSERT_FALSE(c->infinite) << text;
    if (c->race) {
      ++races;
      bool different_values = false;
      for (const Race& race : a.may) {
        different_values = different_values || (race.write_a && race.write_b &&
                                                race.kind == RaceClass::kRace);
      }
      ASSERT_TRUE(different_values) << text;
    }
    if (a.race_free()) {
      ASSERT_EQ(c->divergence, a.diverged_may) << text;
      ASSERT_EQ(a.diverged_may, a.diverged_must) << text;
      divergences += c->divergence;
      if (!c->divergence) {
        ++clean;
        ASSERT_EQ(c->finals, a.finals) << text;
      }
    }
  }
  std::printf("%d kernels, %d clean, %d divergent, %d with a SIMT race\n", checked, clean,
              divergences, races);
  EXPECT_GT(clean, 500);
  EXPECT_GT(divergences, 50);
  EXPECT_GT(races, 20);
}

// x[tid] := 1; x[tid / 2] := …: within a block statements are ordered, between blocks nothing is.
TEST(SimtBlocks, OrderEndsWithTheBlock) {
  StructuredKernel kernel = OneStatement(Store(1, 0, Tid(), Const(1)), {0, 0, 0, 0});
  const ExprPtr neighbour = Binary(Op::kBitAnd, Binary(Op::kAdd, Tid(), Const(1)), Const(3));
  kernel.routines[0].body.push_back(Do(Store(2, 0, neighbour, Const(2))));
  SimtOptions options;
  options.threads = 4;
  EXPECT_FALSE(RunSimtBlocks(kernel, options, 4)->race);
  EXPECT_EQ(RunSimtBlocks(kernel, options, 4)->final_state, (std::vector<int>{2, 2, 2, 2}));
  EXPECT_TRUE(RunSimtBlocks(kernel, options, 2)->race);
  // A barrier orders blocks, too, if it names the region.
  kernel.routines[0].body.insert(kernel.routines[0].body.begin() + 1, Do(Barrier(3, kGlobalFence)));
  EXPECT_FALSE(RunSimtBlocks(kernel, options, 2)->race);
  EXPECT_FALSE(RunSimtBlocks(kernel, options, 2)->wrong_flag);
  kernel.routines[0].body[1] = Do(Barrier(3, kLocalFence));
  EXPECT_FALSE(RunSimtBlocks(kernel, options, 2)->race);
  EXPECT_TRUE(RunSimtBlocks(kernel, options, 2)->wrong_flag);
}

// A whole block that passes a barrier by is no E-SYNCDIV, but its group diverges.
TEST(SimtBlocks, ABlockThatDoesNotCome) {
  StructuredKernel kernel = OneStatement(Store(1, 0, Tid(), Const(1)), {0, 0, 0, 0});
  kernel.routines[0].body.push_back(If(2, Binary(Op::kLess, Tid(), Const(2)), {Do(Barrier(3))}));
  SimtOptions options;
  options.threads = 4;
  EXPECT_TRUE(RunSimtBlocks(kernel, options, 2)->divergence);
  kernel.routines[0].body.back() = If(2, Binary(Op::kLess, Const(1), Const(2)), {Do(Barrier(3))});
  EXPECT_FALSE(RunSimtBlocks(kernel, options, 2)->divergence);
}

// Blocks of one are independent work-items; a block as large as the group is the paper's machine.
TEST(SimtBlocks, TheTwoEndsAreTheTwoPapers) {
  int clean = 0, races = 0, divergences = 0, lesser = 0;
  for (uint64_t seed = 0; seed < 6000; ++seed) {
    GeneratorOptions generator;
    generator.several_groups = false;
    const RandomKernel random = Generate(seed, generator);
    if (!random.source) continue;
    SimtOptions options;
    options.threads = random.geometry.threads;
    const auto single = RunSimtBlocks(*random.source, options, 1);
    if (!single || single->infinite) continue;
    const std::string text = "seed " + std::to_string(seed) + "\n" + PrintPaper(random.kernel);
    const SimtOutcome whole = *RunSimt(*random.source, options);
    const auto one = RunSimtBlocks(*random.source, options, options.threads);
    if (whole.race || whole.divergence) {
      ASSERT_TRUE(one->race || one->divergence) << text;
    } else {
      ASSERT_EQ(whole.finals, (Finals{one->final_state})) << text;
    }
    InterleavingOptions interleaving;
    interleaving.geometry = random.geometry;
    interleaving.max_states = 20000;
    const Outcome all = Interleave(WithExitBarrier(WithSingleAccesses(random.kernel)), interleaving);
    if (!all.complete) continue;
    const auto is = [](RaceClass kind) {
      return [kind](const Race& race) { return race.kind == kind; };
    };
    const bool race = std::any_of(all.may.begin(), all.may.end(), is(RaceClass::kRace));
    if (single->divergence) {
      ASSERT_TRUE(all.diverged_may) << text;
    } else {
      ASSERT_EQ(single->race, race) << text;
    }
    races += single->race;
    divergences += single->divergence;
    if (single->race || single->divergence) continue;
    ASSERT_FALSE(all.diverged_may) << text;
    ASSERT_EQ(single->same_value, std::any_of(all.may.begin(), all.may.end(), is(RaceClass::kSameValue)))
        << text;
    ASSERT_EQ(single->wrong_flag, std::any_of(all.may.begin(), all.may.end(), is(RaceClass::kWrongFlag)))
        << text;
    ASSERT_EQ(all.finals, (Finals{single->final_state})) << text;
    ++(single->same_value || single->wrong_flag ? lesser : clean);
  }
  std::printf("%d clean, %d with lesser conflicts, %d races, %d divergences\n", clean, lesser, races,
              divergences);
  EXPECT_GT(clean, 250);
  EXPECT_GT(races, 100);
  EXPECT_GT(divergences, 20);
  EXPECT_GT(lesser, 10);
}

}  // namespace
}  // namespace lockstep::oracle
