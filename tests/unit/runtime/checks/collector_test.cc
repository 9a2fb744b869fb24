#include "runtime/checks/collector.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/runtime/fake_launch.h"

namespace lockstep {
namespace {

std::vector<Finding> Findings(const FakeLog& log, uint64_t launch) {
  return CheckLog(FakeLaunch(launch), log.data(), log.size()).findings;
}

FakeLog OneRace(uint64_t a, uint64_t b) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(a, 0, 1, LS_CLASS_W),
              Record(b, 0, 1, LS_CLASS_W), 0, 0, 10);
  return log;
}

TEST(Collector, CountsOverLaunchesAndKeepsTheFirstExample) {
  FindingCollector collector;
  EXPECT_TRUE(collector.Add(Findings(OneRace(1, 40), 2)));
  EXPECT_FALSE(collector.Add(Findings(OneRace(5, 50), 1)));
  EXPECT_FALSE(collector.Add(Findings(OneRace(0, 99), 3)));
  auto sorted = collector.Sorted();
  ASSERT_EQ(sorted.size(), 1u);
  EXPECT_EQ(sorted[0].count, 30u);
  EXPECT_EQ(sorted[0].launches, 3u);
  EXPECT_EQ(sorted[0].launch->id.value, 1u);
  EXPECT_EQ(sorted[0].accesses[0].work_item->global[0], 5u);
}

// Launches that were not checked are counted apart; of findings that are not there nothing is said.
TEST(Collector, CountsEqualLaunches) {
  FindingCollector collector;
  std::vector<FindingCollector::Key> keys;
  collector.Add(Findings(OneRace(1, 40), 1), &keys);
  ASSERT_EQ(keys.size(), 1u);
  collector.AddEqual(keys);
  collector.AddEqual({{"another"}});
  collector.Add(Findings(OneRace(1, 40), 3));
  auto sorted = collector.Sorted();
  ASSERT_EQ(sorted.size(), 1u);
  EXPECT_EQ(sorted[0].count, 20u);
  EXPECT_EQ(sorted[0].launches, 3u);
  EXPECT_EQ(sorted[0].equal_launches, 1u);
}

// A function that is called with one object and another: each needs a repair.
TEST(Collector, ObjectsOfOneStatementAreTwoFindings) {
  FindingCollector collector;
  for (const char* name : {"a", "b", "a"}) {
    auto findings = Findings(OneRace(1, 40), 1);
    ASSERT_EQ(findings.size(), 1u);
    findings[0].memory->name = name;
    collector.Add(std::move(findings));
  }
  EXPECT_EQ(collector.Sorted().size(), 2u);
}

// Texts that no file has the name of are called after their program.
TEST(Collector, OneTextBuiltTwiceIsOneProgram) {
  FindingCollector collector;
  const auto find = [](uint64_t id, const char* name, const std::string& text) {
    auto kernel = FakeKernel();
    for (Site& site : kernel->sites) site.position.file = name;
    auto launch = FakeLaunch(id, kernel);
    auto program = std::make_shared<ProgramSource>();
    program->name = name;
    program->text = text;
    launch->program = program;
    const FakeLog log = OneRace(1, 40);
    return CheckLog(launch, log.data(), log.size()).findings;
  };
  EXPECT_TRUE(collector.Add(find(1, "program-1.cl", "text")));
  EXPECT_FALSE(collector.Add(find(2, "program-2.cl", "text")));
  EXPECT_TRUE(collector.Add(find(3, "program-3.cl", "another text")));
  const auto sorted = collector.Sorted();
  ASSERT_EQ(sorted.size(), 2u);
  EXPECT_EQ(sorted[0].launches, 2u);
  EXPECT_EQ(sorted[0].accesses[0].site.position.file, "program-1.cl");
}

TEST(Collector, ReachAndKindAreFindingsOfTheirOwn) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0);
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(1, 0, 1, LS_CLASS_W),
              Record(40, 0, 1, LS_CLASS_W), 0, 0);
  log.AddRace(LS_FINDING_SAME_VALUE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0,
              0);
  FindingCollector collector;
  collector.Add(Findings(log, 1));
  EXPECT_EQ(collector.Sorted().size(), 3u);
}

TEST(Collector, ABarrierIsNotAdvisedWhereGroupsRaceToo) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 2, LS_CLASS_R), 0, 0);
  FindingCollector alone;
  alone.Add(Findings(log, 1));
  EXPECT_NE(alone.Sorted()[0].repair.find("barrier"), std::string::npos);
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(1, 0, 1, LS_CLASS_W),
              Record(40, 0, 2, LS_CLASS_R), 0, 0);
  FindingCollector both;
  both.Add(Findings(log, 1));
  for (const Finding& finding : both.Sorted()) {
    EXPECT_EQ(finding.repair.find("barrier"), std::string::npos) << finding.repair;
  }
}

// A stronger atomic that would order the groups' accesses need not order those within a group.
TEST(Collector, WhatOrdersTheGroupsIsNotAllThatTheGroupNeeds) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 2, LS_CLASS_R), 0, 0);
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(1, 0, 1, LS_CLASS_W),
              Record(40, 0, 2, LS_CLASS_R), 0, 0);
  std::vector<Finding> findings = Findings(log, 1);
  for (Finding& finding : findings) {
    if (finding.reach == Reach::kIntraGroup) continue;
    finding.missing_order.changes.emplace_back();
    finding.repair = "release";
  }
  FindingCollector collector;
  collector.Add(std::move(findings));
  for (const Finding& finding : collector.Sorted()) {
    EXPECT_NE(finding.repair.find("release"), std::string::npos) << finding.repair;
    EXPECT_EQ(finding.repair.find("barrier") != std::string::npos,
              finding.reach == Reach::kIntraGroup)
        << finding.repair;
  }
}

TEST(Collector, WrongFlagIsOneFindingPerBarrier) {
  FakeLog log;
  log.AddRace(LS_FINDING_WRONG_FLAG, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 1, 2, LS_CLASS_R), 0,
              0, 3);
  log.AddRace(LS_FINDING_WRONG_FLAG, 0, Record(1, 0, 2, LS_CLASS_R), Record(2, 1, 1, LS_CLASS_W), 0,
              0, 4);
  FindingCollector collector;
  collector.Add(Findings(log, 1));
  auto sorted = collector.Sorted();
  ASSERT_EQ(sorted.size(), 1u);
  EXPECT_EQ(sorted[0].count, 7u);
  EXPECT_EQ(sorted[0].launches, 1u);
}

TEST(Collector, DoesNotDependOnTheOrderOfLaunches) {
  std::vector<std::vector<Finding>> launches;
  for (uint64_t id = 1; id <= 4; ++id) {
    FakeLog log;
    log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(id, 0, 1, LS_CLASS_W),
                Record(40 + id, 0, 1 + id % 2, id % 2 ? LS_CLASS_R : LS_CLASS_W), 0, 4 * id);
    log.AddDivergence(4, 7, id, 2);
    log.AddRace(LS_FINDING_WRONG_FLAG, 0, Record(1, 0, 1, LS_CLASS_W), Record(id + 1, 1, 2, 1), 0,
                0);
    launches.push_back(Findings(log, id));
  }
  std::vector<int> order = {0, 1, 2, 3};
  std::string first;
  do {
    FindingCollector collector;
    for (int i : order) collector.Add(launches[i]);
    std::string text;
    for (const Finding& finding : collector.Sorted()) {
      text += finding.kind + " " + std::to_string(finding.launch->id.value) + " " +
              std::to_string(finding.count) + " " + finding.why + "\n";
    }
    if (first.empty()) first = text;
    EXPECT_EQ(text, first);
  } while (std::next_permutation(order.begin(), order.end()));
  // Errors before warnings.
  EXPECT_LT(first.find("early-exit"), first.find("wrong-fence-flag"));
}

}  // namespace
}  // namespace lockstep
