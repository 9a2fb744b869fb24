// The SIMT interpreter against its paper's examples and against the interleaving semantics.
#include "tests/oracle/interpreters/simt.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace lockstep::oracle
