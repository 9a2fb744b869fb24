// The comparison notices every kind of wrong verdict.
#include "tests/oracle/tool/verdict.h"

#include <gtest/gtest.h>

#include "tests/oracle/interpreters/interleaving.h"
#include "tests/oracle/language/normalise.h"
#include "tests/oracle/paper_kernels.h"
#include "tests/oracle/tool/simt_verdict.h"

namespace lockstep::oracle {
namespace {

constexpr int kThreads = 4;

std::vector<std::string> Complaints(const Verdict& verdict, const Kernel& kernel) {
  InterleavingOptions options;
  options.geometry.threads = kThreads;
  options.on_divergence = InterleavingOptions::OnDivergence::kResume;
  const Outcome expected = Interleave(WithExitBarrier(WithSingleAccesses(kernel)), options);
  return Disagreements(verdict, expected, kernel, options.geometry);
}

bool Mentions(const std::vector<std::string>& complaints, const std::string& text) {
  for (const std::string& complaint : complaints) {
    if (complaint.find(text) != std::string::npos) return true;
  }
  return false;
}

Verdict Scanned() {
  Verdict verdict;
  verdict.final_globals = {1, 3, 6, 10};
  return verdict;
}

// A report for each racing element of the scan without its first barrier.
Verdict Races() {
  Verdict verdict;
  for (int index = 1; index + 1 < kThreads; ++index) {
    verdict.races.push_back({"sum", index, 3, 6, false, true, RaceClass::kRace, false, true});
  }
  return verdict;
}

TEST(Verdict, CleanKernel) {
  const Kernel kernel = Lower(Fig1a(kThreads));
  EXPECT_EQ(Complaints(Scanned(), kernel), std::vector<std::string>());
  Verdict wrong_state = Scanned();
  wrong_state.final_globals[2] = 5;
  EXPECT_TRUE(Mentions(Complaints(wrong_state, kernel), "final state"));
  Verdict false_alarm = Scanned();
  false_alarm.races = {Races().races[0]};
  EXPECT_TRUE(Mentions(Complaints(false_alarm, kernel), "false alarm"));
  Verdict false_divergence = Scanned();
  false_divergence.divergences = {{4, 0}};
  EXPECT_TRUE(Mentions(Complaints(false_divergence, kernel), "false divergence"));
  Verdict incomplete = Scanned();
  incomplete.other = {"something"};
  EXPECT_TRUE(Mentions(Complaints(incomplete, kernel), "not checked completely"));
}

TEST(Verdict, RacyKernel) {
  const Kernel kernel = Lower(Fig1a(kThreads, 4));
  EXPECT_EQ(Complaints(Races(), kernel), std::vector<std::string>());
  EXPECT_TRUE(Mentions(Complaints(Verdict(), kernel), "missed"));
  // One report stands for a pair of statements, whatever element is its example.
  Verdict one;
  one.races = {Races().races[1]};
  EXPECT_EQ(Complaints(one, kernel), std::vector<std::string>());
}

TEST(Verdict, EveryFieldOfAReportCounts) {
  const Kernel kernel = Lower(Fig1a(kThreads, 4));
  const auto complains = [&](auto change) {
    Verdict wrong = Races();
    change(&wrong.races[0]);
    return Mentions(Complaints(wrong, kernel), "false alarm");
  };
  EXPECT_TRUE(complains([](ReportedRace* race) { race->array = "other"; }));
  EXPECT_TRUE(complains([](ReportedRace* race) { race->index = 3; }));  // nobody reads the last
  EXPECT_TRUE(complains([](ReportedRace* race) { race->statement_a = 6; }));
  EXPECT_TRUE(complains([](ReportedRace* race) { race->write_a = true; }));
  EXPECT_TRUE(complains([](ReportedRace* race) { race->kind = RaceClass::kWrongFlag; }));
  EXPECT_TRUE(complains([](ReportedRace* race) { race->inter_group = true; }));
}

TEST(Verdict, DivergentKernel) {
  const Kernel kernel = Lower(Fig1b(kThreads));
  Verdict verdict;
  verdict.divergences = {{0, 3}};  // work-item 0 has left, the others wait at the first barrier
  EXPECT_FALSE(Mentions(Complaints(verdict, kernel), "divergence"));
  verdict.divergences = {{4, 3}};  // 4 is no barrier
  EXPECT_TRUE(Mentions(Complaints(verdict, kernel), "false divergence"));
  EXPECT_TRUE(Mentions(Complaints(Verdict(), kernel), "missed divergence"));
}

TEST(Verdict, MarksOfLockStep) {
  const Kernel kernel = Lower(Fig1a(kThreads, 4));
  Verdict verdict = Races();
  verdict.races[0].lockstep_only = false;
  EXPECT_TRUE(Mentions(Complaints(verdict, kernel), "not marked"));
}

// A statement of a procedure is an instruction of its own for each call that lock step makes in turn.
TEST(Verdict, MarksOfOneStatementInTwoCalls) {
  StructuredKernel source;
  source.name = "twice";
  SharedArray x;
  x.name = "x";
  x.length = 1;
  source.shared = {x};
  source.routines.resize(1);
  source.routines[0].body = {Do(Store(1, 0, Const(0), Tid()))};
  const Kernel kernel = Lower(source);
  Verdict verdict;
  verdict.races = {{"x", 0, 1, 1, true, true, RaceClass::kRace, false, true, true}};
  EXPECT_TRUE(Mentions(Complaints(verdict, kernel), "marked as ordered"));
  verdict.races[0].same_calls = false;
  EXPECT_FALSE(Mentions(Complaints(verdict, kernel), "marked as ordered"));
}

// Two work-items write different values in statement 1 and meet at no barrier but all together.
TEST(SimtVerdict, EveryMistakeIsNoticed) {
  StructuredKernel source;
  source.name = "simt";
  SharedArray x;
  x.name = "x";
  x.length = 2;
  source.shared = {x};
  source.routines.resize(1);
  source.routines[0].body = {Do(Store(1, 0, Const(0), Tid())), Do(Barrier(2)),
                             Do(Store(3, 0, Const(1), Const(7)))};
  SimtOptions options;
  options.shared_assign = SimtOptions::SharedAssign::kGoOn;
  const SimtOutcome expected = *RunSimt(source, options);
  EXPECT_EQ(expected.must, (SimtRaces{{1, 0}}));
  const auto complaints = [&](auto change) {
    Verdict verdict;
    verdict.races = {{"x", 0, 1, 1, true, true, RaceClass::kRace, false, false}};
    verdict.final_globals = {1, 7};
    change(&verdict);
    return SimtDisagreements(verdict, expected, Lower(source), Geometry());
  };
  EXPECT_TRUE(complaints([](Verdict*) {}).empty());
  EXPECT_TRUE(Mentions(complaints([](Verdict* v) { v->races.clear(); }), "missed"));
  EXPECT_TRUE(Mentions(complaints([](Verdict* v) { v->races[0].index = 1; }), "false alarm"));
  EXPECT_TRUE(Mentions(complaints([](Verdict* v) { v->races[0].statement_b = 3; }), "false alarm"));
  EXPECT_TRUE(Mentions(complaints([](Verdict* v) { v->races[0].inter_group = true; }), "false alarm"));
  EXPECT_TRUE(Mentions(complaints([](Verdict* v) { v->divergences = {{2, 0}}; }), "false divergence"));
  EXPECT_TRUE(Mentions(complaints([](Verdict* v) { v->other = {"x"}; }), "not checked"));
}

TEST(SimtVerdict, StatesAndDivergence) {
  const StructuredKernel clean = Fig1a(kThreads), divergent = Fig1b(kThreads);
  SimtOptions options;
  options.threads = kThreads;
  options.shared_assign = SimtOptions::SharedAssign::kGoOn;
  const Geometry geometry{1, kThreads};
  Verdict verdict = Scanned();
  EXPECT_TRUE(SimtDisagreements(verdict, *RunSimt(clean, options), Lower(clean), geometry).empty());
  verdict.final_globals[1] = 0;
  EXPECT_TRUE(Mentions(SimtDisagreements(verdict, *RunSimt(clean, options), Lower(clean), geometry),
                       "final state"));
  EXPECT_TRUE(
      Mentions(SimtDisagreements(verdict, *RunSimt(divergent, options), Lower(divergent), geometry),
               "missed divergence"));
}

TEST(SimtBlocksVerdict, EveryMistakeIsNoticed) {
  SimtBlocksOutcome expected;
  expected.final_state = {1, 2};
  Verdict right;
  right.final_globals = {1, 2};
  EXPECT_TRUE(SimtBlocksDisagreements(right, expected).empty());
  Verdict wrong = right;
  wrong.final_globals = {1, 3};
  EXPECT_EQ(SimtBlocksDisagreements(wrong, expected).size(), 1u);
  wrong = right;
  wrong.races.resize(1);
  EXPECT_EQ(SimtBlocksDisagreements(wrong, expected), std::vector<std::string>{"false race"});
  wrong.races[0].kind = RaceClass::kWrongFlag;
  EXPECT_EQ(SimtBlocksDisagreements(wrong, expected), std::vector<std::string>{"false wrong flag"});
  wrong = right;
  wrong.divergences.resize(1);
  EXPECT_EQ(SimtBlocksDisagreements(wrong, expected), std::vector<std::string>{"false divergence"});
  wrong = right;
  wrong.other = {"incomplete"};
  EXPECT_EQ(SimtBlocksDisagreements(wrong, expected).size(), 1u);
  expected.same_value = true;
  EXPECT_EQ(SimtBlocksDisagreements(right, expected), std::vector<std::string>{"missed equal values"});
  expected.divergence = true;
  EXPECT_EQ(SimtBlocksDisagreements(right, expected), std::vector<std::string>{"missed divergence"});
  expected.race = true;
  EXPECT_EQ(SimtBlocksDisagreements(right, expected), std::vector<std::string>{"missed race"});
}

}  // namespace
}  // namespace lockstep::oracle
