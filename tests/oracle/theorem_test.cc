// ESOP'13 Theorem 5.2 as a test: a well-formed kernel is race free and terminating under the
// interleaving semantics iff it is under the lock-step semantics, and then both end in the same
// shared states. Two independent interpreters that agree on it are hard to get wrong together.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "tests/oracle/interpreters/interleaving.h"
#include "tests/oracle/interpreters/lockstep.h"
#include "tests/oracle/language/normalise.h"
#include "tests/oracle/language/print.h"
#include "tests/oracle/random/generator.h"

namespace lockstep::oracle {
namespace {

struct Tally {
  int checked = 0, clean = 0, skipped = 0;
};

void CheckTheorem(uint64_t seed, bool nondeterminism, Tally* tally) {
  GeneratorOptions generator;
  generator.several_groups = false;
  generator.nondeterminism = nondeterminism;
  const RandomKernel random = Generate(seed, generator);
  const Kernel kernel = WithExitBarrier(random.kernel);
  InterleavingOptions interleaving;
  interleaving.geometry = random.geometry;
  interleaving.stop_at_first_race = true;
  interleaving.max_states = 20000;
  LockstepOptions lockstep;
  lockstep.threads = random.geometry.threads;
  lockstep.stop_at_first_race = true;
  const Outcome a = Interleave(kernel, interleaving);
  const Outcome b = RunLockstep(Normalised(kernel), lockstep);
  // A race ends an exploration early, which is a verdict; a limit is none.
  if ((!a.complete && a.race_free()) || (!b.complete && b.race_free())) {
    ++tally->skipped;
    return;
  }
  ++tally->checked;
  const auto text = [&] {
    return "seed " + std::to_string(seed) + ", " + std::to_string(random.geometry.threads) +
           " work-items\n" + PrintPaper(kernel);
  };
  // Theorem B.20: a race in lock-step is a race.
  EXPECT_TRUE(b.race_free() || !a.race_free()) << text();
  const bool a_good = a.race_free() && a.terminating(), b_good = b.race_free() && b.terminating();
  EXPECT_EQ(a_good, b_good) << text();
  if (a_good && b_good) {
    ++tally->clean;
    EXPECT_EQ(a.finals, b.finals) << text();
  }
}

void CheckSeeds(uint64_t first, int count, bool nondeterminism) {
  Tally tally;
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    CheckTheorem(first + i, nondeterminism, &tally);
  }
  std::printf("%d kernels, %d race free and terminating, %d beyond the limit\n", tally.checked,
              tally.clean, tally.skipped);
  EXPECT_GT(tally.clean, count / 5);
  EXPECT_LT(tally.skipped, count / 50);
}

// covers: random-kernels
TEST(Theorem52, HoldsForRandomKernels) { CheckSeeds(0, 20000, false); }

// covers: random-kernels
TEST(Theorem52, HoldsForNondeterministicKernels) { CheckSeeds(1000000, 4000, true); }

// ORACLE_SEEDS=first:count checks other kernels than these, for long runs.
TEST(Theorem52, HoldsForChosenSeeds) {
  const char* range = std::getenv("ORACLE_SEEDS");
  if (!range) range = "7000001:200";
  char* end = nullptr;
  const uint64_t first = std::strtoull(range, &end, 10);
  CheckSeeds(first, std::atoi(*end == ':' ? end + 1 : "1"), first % 2);
}

}  // namespace
}  // namespace lockstep::oracle
