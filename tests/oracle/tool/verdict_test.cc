// The comparison notices every kind of wrong verdict.
#include "tests/oracle/tool/verdict.h"

#include <gtest/gtest.h>

#include "tests/oracle/interpreters/interleaving.h"
#include "tests/oracle/language/normalise.h"
#include "tests/oracle/paper_kernels.h"

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
    verdict.races.push_back({"sum", index, 3, 6, false, true, RaceClass::kRace, false});
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

}  // namespace
}  // namespace lockstep::oracle
