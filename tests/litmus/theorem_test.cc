// Theorem 1 of paper 002 on the corpus: what the machine does under the proposed scheme, the model
// allows; and the original scheme breaks the tests that the paper's Sect. 5.5 names.
#include <gtest/gtest.h>

#include "runtime/litmus/machine_report.h"
#include "runtime/litmus/parser.h"
#include "tests/litmus/corpus.h"

namespace lockstep::litmus {
namespace {

MachineReport RunOn(const CorpusTest& test, Scheme scheme, bool full, bool& covered) {
  const auto parsed = ParseFile(test.path);
  covered = false;
  if (!parsed.ok()) return {};
  MachineOptions options;
  options.scheme = scheme;
  options.full_l2 = full;
  options.max_states = 1000000;
  const auto report = RunMachine(*parsed, options);
  if (!report.ok()) {
    EXPECT_EQ(report.status().code(), StatusCode::kUnavailable)
        << test.path << report.status().message();
    return {};
  }
  covered = true;
  return *report;
}

TEST(Theorem1, HoldsOnTheCorpus) {
  int covered_tests = 0, race_free = 0;
  for (const CorpusTest& test : Corpus()) {
    bool covered;
    const MachineReport report = RunOn(test, Scheme::kProposed, false, covered);
    if (!covered) continue;
    ++covered_tests;
    race_free += !report.racy;
    EXPECT_FALSE(report.forbidden) << report.text;
    EXPECT_TRUE(report.complete) << test.path;
    EXPECT_EQ(report.deadlocks, 0u) << test.path;
    EXPECT_GT(report.executions, 0u) << test.path;
  }
  EXPECT_GE(covered_tests, 100);
  EXPECT_GE(race_free, 50);
}

TEST(OriginalScheme, BreaksWhatThePaperNames) {
  int broken = 0;
  for (const CorpusTest& test : Corpus()) {
    bool covered;
    const MachineReport report = RunOn(test, Scheme::kOriginal, false, covered);
    if (!covered || report.racy) continue;
    EXPECT_EQ(report.forbidden, test.original_forbidden) << report.text;
    broken += report.forbidden;
  }
  EXPECT_GE(broken, 2);
}

// The transitions that the explorer leaves out change nothing: with all of them, and an L2 apart
// from global memory, small tests have the same final states and the same executions.
TEST(Machine, ReductionsKeepBehaviour) {
  int compared = 0;
  for (const CorpusTest& test : Corpus()) {
    if (test.stem != "corr" && test.stem.find("example-inc-") != 0 &&
        test.stem != "fig4-store-DV-N-load-DV-N" && test.stem != "rmw-two-adds")
      continue;
    for (Scheme scheme : {Scheme::kOriginal, Scheme::kProposed}) {
      bool covered;
      const MachineReport reduced = RunOn(test, scheme, false, covered);
      const MachineReport full = RunOn(test, scheme, true, covered);
      if (!full.complete) continue;
      EXPECT_EQ(reduced.outcomes, full.outcomes) << test.path;
      EXPECT_EQ(reduced.executions, full.executions) << test.path;
      ++compared;
    }
  }
  EXPECT_GE(compared, 20);
}

}  // namespace
}  // namespace lockstep::litmus
