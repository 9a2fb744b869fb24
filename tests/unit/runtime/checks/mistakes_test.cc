#include "runtime/checks/mistakes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "runtime/checks/collector.h"
#include "runtime/model/fingerprint.h"
#include "tests/unit/runtime/fake_launch.h"

namespace lockstep {
namespace {

std::vector<Mistake> MistakesIn(const FakeLog& log, const std::shared_ptr<KernelDescription>& kernel = FakeKernel()) {
  FindingCollector collector;
  collector.Add(CheckLog(FakeLaunch(1, kernel), log.data(), log.size()).findings);
  return MistakesOf(collector.Sorted());
}

// What `count[0] += 1` of all work-items leaves: its write meets its read and its write, in the group and between two.
FakeLog Update() {
  FakeLog log;
  for (const uint32_t reach : {0u, uint32_t{LS_KEY_INTER_GROUP}}) {
    const uint64_t other = reach == 0 ? 2 : 40;
    log.AddRace(LS_FINDING_RACE, reach, Record(1, 0, 3, LS_CLASS_W), Record(other, 0, 3, LS_CLASS_W), 1, 0);
    log.AddRace(LS_FINDING_RACE, reach, Record(1, 0, 3, LS_CLASS_W), Record(other, 0, 2, LS_CLASS_R), 1, 0);
    log.AddRace(LS_FINDING_SAME_VALUE, reach, Record(1, 0, 3, LS_CLASS_W), Record(other, 0, 3, LS_CLASS_W), 1, 0);
  }
  return log;
}

TEST(Mistakes, OneStatementThatMeetsItselfIsOne) {
  const auto mistakes = MistakesIn(Update());
  ASSERT_EQ(mistakes.size(), 1u);
  const auto& forms = mistakes[0].forms;
  ASSERT_EQ(forms.size(), 6u);
  EXPECT_EQ(forms[0].severity, Severity::kError);
  EXPECT_EQ(forms[5].severity, Severity::kInfo);
  EXPECT_EQ(std::tie(forms[0].kind, forms[0].reach), std::make_tuple("write-write", Reach::kIntraGroup));
}

// One file built with other options, or for other types, is a program of its own, whose rows would say the same.
TEST(Mistakes, FormsThatReadTheSameAreOne) {
  FindingCollector collector;
  const FakeLog log = Update();
  for (const char* text : {"#define T int", "#define T float"}) {
    const auto launch = FakeLaunch(1, FakeKernel());
    auto program = std::make_shared<ProgramSource>();
    program->text = text;
    launch->program = program;
    collector.Add(CheckLog(launch, log.data(), log.size()).findings);
  }
  ASSERT_EQ(collector.Sorted().size(), 12u);
  const auto mistakes = MistakesOf(collector.Sorted());
  ASSERT_EQ(mistakes.size(), 1u);
  ASSERT_EQ(mistakes[0].forms.size(), 6u);
  for (const Finding& form : mistakes[0].forms) {
    EXPECT_EQ(form.count, 2u);
    EXPECT_EQ(form.launches, 2u);
  }
}

// Two calls of one function, put into the kernel twice, are two sites of one place.
TEST(Mistakes, FormsOfOneLaunchCountItOnce) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0);
  const auto kernel = FakeKernel();
  Site again = kernel->sites[1];
  const auto other = static_cast<uint32_t>(kernel->sites.size());
  again.id = other;
  kernel->sites.push_back(again);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, other, LS_CLASS_W), Record(2, 0, other, LS_CLASS_W), 0, 0);
  const auto mistakes = MistakesIn(log, kernel);
  ASSERT_EQ(mistakes.size(), 1u);
  ASSERT_EQ(mistakes[0].forms.size(), 1u);
  EXPECT_EQ(mistakes[0].forms[0].launches, 1u);
  EXPECT_EQ(mistakes[0].forms[0].count, 2u);
}

TEST(Mistakes, TheRepairIsForAllForms) {
  FakeLog log;  // two statements of which one writes and reads: line 4 reads a, and writes it through another argument
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 2, LS_CLASS_R), 0, 0);
  const std::string barrier =
      "put barrier(CLK_GLOBAL_MEM_FENCE) between them, where every work-item of the group reaches it";
  EXPECT_EQ(MistakesIn(log).at(0).repair, barrier);
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(1, 0, 1, LS_CLASS_W), Record(40, 0, 3, LS_CLASS_W), 0, 0);
  const auto mistakes = MistakesIn(log);
  ASSERT_EQ(mistakes.size(), 1u);
  const auto& forms = mistakes[0].forms;
  ASSERT_EQ(forms.size(), 2u);
  EXPECT_NE(forms[0].repair, forms[1].repair);
  const char* where = forms[0].reach == Reach::kIntraGroup ? "; between the work-groups: " : "; within a work-group: ";
  EXPECT_EQ(mistakes[0].repair, StrCat(forms[0].repair, where, forms[1].repair));
}

TEST(Mistakes, OtherLinesOrObjectsAreOthers) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 2, LS_CLASS_R), 0, 0);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 3, LS_CLASS_W), 1, 0);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0);
  EXPECT_EQ(MistakesIn(log).size(), 3u);
  auto kernel = FakeKernel();
  kernel->sites[2].inlined_at = {{"k.cl", 5, 7, "k"}};
  log = Update();
  EXPECT_EQ(MistakesIn(log, kernel).size(), 2u);  // that read is another call's
}

TEST(Mistakes, ABarriersFlagIsARepairOfItsOwn) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 5, LS_CLASS_AW), 0, 0);
  log.AddRace(LS_FINDING_WRONG_FLAG, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 1, 5, LS_CLASS_AW), 0, 0);
  EXPECT_EQ(MistakesIn(log).size(), 2u);
}

TEST(Mistakes, WhatTheSameChangeRepairsIsSaid) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 2, LS_CLASS_R), 0, 0);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 3, LS_CLASS_W), Record(2, 0, 5, LS_CLASS_AW), 1, 0);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 5, LS_CLASS_AW), 0, 0);
  std::vector<Finding> findings = CheckLog(FakeLaunch(), log.data(), log.size()).findings;
  ASSERT_EQ(findings.size(), 3u);
  const auto change = [&](size_t i, const char* to) {
    findings[i].missing_order.changes = {{FakeKernel()->sites[5], "memory_order_relaxed", to}};
  };
  const auto repaired = [&] {
    std::vector<Mistake> mistakes = MistakesOf(findings);
    EXPECT_EQ(mistakes.size(), 3u);
    std::vector<std::string> with;
    for (const Mistake& mistake : mistakes) {
      with.push_back(mistake.repaired_with == mistakes[0].id ? "first" : mistake.repaired_with);
    }
    return with;
  };
  EXPECT_THAT(repaired(), testing::ElementsAre("", "", ""));
  change(0, "memory_order_release");
  change(2, "memory_order_release");
  EXPECT_THAT(repaired(), testing::ElementsAre("", "", "first"));
  change(2, "memory_order_acquire");
  EXPECT_THAT(repaired(), testing::ElementsAre("", "", ""));
}

TEST(Mistakes, OneBranchPartsWorkItemsAtSeveralBarriers) {
  auto kernel = FakeKernel();
  FakeLog log;
  log.AddDivergence(4, 7, 32, 33);
  log.AddDivergence(8, 7, 64, 65);
  for (const unsigned site : {4u, 8u}) kernel->sites[site].condition = "the branch at 3:5 depends on i";
  auto mistakes = MistakesIn(log, kernel);
  ASSERT_EQ(mistakes.size(), 2u);
  EXPECT_EQ(mistakes[0].repaired_with, "");
  EXPECT_EQ(mistakes[1].repaired_with, mistakes[0].id);
  kernel->sites[8].condition += "; the branch at 4:5 depends on j";  // that one would part them still
  mistakes = MistakesIn(log, kernel);
  ASSERT_EQ(mistakes.size(), 2u);
  EXPECT_EQ(mistakes[1].repaired_with, "");
}

// Conditions say a line and a column.
TEST(Mistakes, OneBranchIsOfOneFile) {
  FindingCollector collector;
  for (const char* file : {"a.cl", "b.cl"}) {
    auto kernel = FakeKernel();
    for (Site& site : kernel->sites) site.position.file = file;
    kernel->sites[4].condition = "the branch at 3:5 depends on i";
    FakeLog log;
    log.AddDivergence(4, 7, 32, 33);
    collector.Add(CheckLog(FakeLaunch(1, kernel), log.data(), log.size()).findings);
  }
  const auto mistakes = MistakesOf(collector.Sorted());
  ASSERT_EQ(mistakes.size(), 2u);
  for (const Mistake& mistake : mistakes) EXPECT_EQ(mistake.repaired_with, "");
}

// A barrier between two statements is one, whatever they do there; one before other statements is another.
TEST(Mistakes, TheSameMissingBarrierIsSaid) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 2, LS_CLASS_R), 0, 0);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 3, LS_CLASS_W), 1, 0);
  auto mistakes = MistakesIn(log);
  ASSERT_EQ(mistakes.size(), 2u);
  EXPECT_EQ(mistakes[1].repaired_with, mistakes[0].id);
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(1, 0, 1, LS_CLASS_W), Record(40, 0, 2, LS_CLASS_R), 0, 0);
  for (const Mistake& mistake : MistakesIn(log)) EXPECT_EQ(mistake.repaired_with, "");
}

std::string IdIn(const std::shared_ptr<KernelDescription>& kernel, uint32_t reach = 0) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, reach, Record(1, 0, 1, LS_CLASS_W), Record(reach == 0 ? 2 : 40, 0, 2, LS_CLASS_R), 0, 0);
  return MistakesIn(log, kernel).at(0).id;
}

TEST(Fingerprint, IsOfWhatIsWrittenThere) {
  const std::string id = IdIn(FakeKernel());
  EXPECT_THAT(id, testing::MatchesRegex("[0-9a-f]{12}"));
  EXPECT_EQ(IdIn(FakeKernel(), LS_KEY_INTER_GROUP), id);
  auto moved = FakeKernel();
  for (Site& site : moved->sites) site.position.line += 10, site.position.column += 1;
  moved->excerpts[2] = "\ta[i / 2] =  i; // where it goes";
  EXPECT_EQ(IdIn(moved), id);
  auto changed = FakeKernel();
  changed->excerpts[2] = "  a[i / 3] = i;";
  EXPECT_NE(IdIn(changed), id);
  changed = FakeKernel();
  changed->name = "other";
  EXPECT_NE(IdIn(changed), id);
  changed = FakeKernel();
  changed->args[0].name = "c";
  EXPECT_NE(IdIn(changed), id);
}

TEST(Fingerprint, DoesNotNeedTheSource) {
  auto kernel = FakeKernel();
  kernel->excerpts.clear();
  const std::string id = IdIn(kernel);
  for (Site& site : kernel->sites) site.position.line += 10, site.position.column += 1;
  EXPECT_EQ(IdIn(kernel), id);
  kernel->sites[1].position.function = "other";
  EXPECT_NE(IdIn(kernel), id);
}

TEST(Fingerprint, EqualOnesAreNumbered) {
  auto kernel = FakeKernel();
  kernel->excerpts[3] = kernel->excerpts[2];
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 1, LS_CLASS_W), 0, 0);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 3, LS_CLASS_W), Record(2, 0, 3, LS_CLASS_W), 0, 0);
  const auto mistakes = MistakesIn(log, kernel);
  ASSERT_EQ(mistakes.size(), 2u);
  EXPECT_EQ(mistakes[1].id, mistakes[0].id + "-2");
}

TEST(Fingerprint, FoldsLines) {
  EXPECT_EQ(FoldedLine("  a[i]\t =  1;  "), "a[i] = 1;");
  EXPECT_EQ(FoldedLine("a = 1; // why"), "a = 1;");
  EXPECT_EQ(FoldedLine("a /* b */ = /**/ 1; /* begins"), "a = 1;");
  EXPECT_EQ(FoldedLine("f(\"a // \\\" b\", '/*')"), "f(\"a // \\\" b\", '/*')");
  EXPECT_EQ(FoldedLine("// only"), "");
}

}  // namespace
}  // namespace lockstep
