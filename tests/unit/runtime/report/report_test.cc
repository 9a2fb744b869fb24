#include "runtime/report/report.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "runtime/base/file.h"
#include "runtime/base/text.h"
#include "runtime/checks/collector.h"
#include "runtime/checks/mistakes.h"
#include "runtime/report/json_report.h"
#include "runtime/report/sarif_report.h"
#include "runtime/report/source_text.h"
#include "runtime/report/text_report.h"
#include "tests/unit/runtime/fake_launch.h"
#include "tests/unit/runtime/report/full_report.h"

namespace lockstep {
namespace {

// Compares with the file of that name beside this test; LOCKSTEP_UPDATE_GOLDEN=1 rewrites it.
void ExpectGolden(const std::string& name, const std::string& text) {
  std::string path = std::string(GOLDEN_DIRECTORY) + "/" + name;
  if (std::getenv("LOCKSTEP_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(WriteFile(path, text).ok());
  }
  auto golden = ReadFile(path);
  ASSERT_TRUE(golden.ok()) << golden.status().message();
  EXPECT_EQ(text, *golden);
}

// covers: transform-counts
TEST(TextReport, Golden) {
  ExpectGolden("full.txt", TextReport(FullReport({}), {false, false, true}));
}

TEST(TextReport, GoldenInColor) {
  Options options;
  options.max_findings = 1;
  ExpectGolden("color.txt", TextReport(FullReport(options), {true, false, false}));
}

TEST(JsonReport, Golden) {
  Options options;
  options.same_value = SameValue::kReport;
  ExpectGolden("full.json", JsonReport(FullReport(options)));
}

TEST(SarifReport, Golden) {
  Options options;
  options.same_value = SameValue::kReport;
  ExpectGolden("full.sarif", SarifReport(FullReport(options)));
}

TEST(TextReport, WhatInterruptionFoundUnderWay) {
  ExpectGolden("interrupted.txt", TextReport(InterruptedReport(), {}));
}

TEST(JsonReport, WhatInterruptionFoundUnderWay) {
  ExpectGolden("interrupted.json", JsonReport(InterruptedReport()));
}

TEST(TextReport, TheSummaryOfAnInterruptedRunNamesWhatTheOthersWaitFor) {
  Report report = InterruptedReport();
  std::vector<UnderWay>& under_way = report.interrupted->under_way;
  const std::string numbers = "no findings in 3 launches of 0 kernels";
  EXPECT_EQ(SummaryLine(report), StrCat("up to SIGINT: ", numbers, "; launch 4 of kernel 'scan' was running, for 12 s"));
  under_way.erase(under_way.begin() + 1, under_way.end());
  EXPECT_EQ(SummaryLine(report),
            StrCat("up to SIGINT: ", numbers,
                   "; a thread was waiting in clFinish, for 61 s, after launch 3 of kernel 'copy'"));
  under_way.clear();
  report.interrupted->by = "";
  EXPECT_EQ(SummaryLine(report), StrCat("so far: ", numbers));
}

TEST(TextReport, WhatGoesWithARepairIsARowOfItsBlock) {
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 2, LS_CLASS_R), 0, 0);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 3, LS_CLASS_W), 1, 0);
  FindingCollector collector;
  collector.Add(CheckLog(FakeLaunch(), log.data(), log.size()).findings);
  Report report;
  SelectFindings(MistakesOf(collector.Sorted()), {}, {}, &report);
  const std::string text = TextReport(report, {});
  EXPECT_EQ(text.find("lockstep: data race:"), text.rfind("lockstep: data race:")) << text;
  ASSERT_EQ(report.findings.size(), 2u);
  EXPECT_NE(
      text.find(StrCat("  with it   also repaired by this: read-write of 'a' at k.cl:3:12 and k.cl:4:10 (error,\n",
                       "            ", report.findings[1].id, ")\n")),
      std::string::npos)
      << text;
  EXPECT_NE(text.find(StrCat("\n  id        ", report.findings[0].id, "\n")), std::string::npos);
}

TEST(TextReport, SameReportSameBytes) {
  EXPECT_EQ(TextReport(FullReport({}), {}), TextReport(FullReport({}), {}));
  EXPECT_EQ(JsonReport(FullReport({})), JsonReport(FullReport({})));
}

TEST(TextReport, LinesStayWithinAHundredColumns) {
  std::string text = TextReport(FullReport({}), {false, false, true});
  size_t start = 0;
  for (size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
    if (text.compare(start, 18, "lockstep: summary:") == 0) continue;
    EXPECT_LE(end - start, 100u) << text.substr(start, end - start);
  }
}

TEST(TextReport, FindingsAndSummaryBeginAsScriptsExpect) {
  std::string text = TextReport(FullReport({}), {});
  EXPECT_EQ(text.rfind("lockstep: data race:", 0) == 0 || text.rfind("lockstep: barrier divergence:", 0) == 0 ||
                text.rfind("lockstep: command race:", 0) == 0,
            true);
  size_t last = text.rfind('\n', text.size() - 2);
  EXPECT_EQ(text.compare(last + 1, 18, "lockstep: summary:"), 0);
}

TEST(TextReport, QuietSaysNothingAboutNothing) {
  Report report;
  report.launches = report.checked_launches = 1;
  EXPECT_EQ(TextReport(report, {false, true, false}), "");
  report.launches = 2;
  report.not_instrumented = {{"k", "why", 1}};
  CountUnchecked(&report);
  EXPECT_NE(TextReport(report, {false, true, false}), "");
  report.launches = 1;
  CountUnchecked(&report);
  report.incomplete = {{"k", "what", 1}};
  EXPECT_NE(TextReport(report, {false, true, false}), "");
}

// Every text that comes from outside is what an attacker would write.
TEST(TextReport, NothingFromOutsideReachesTheTerminalRaw) {
  const std::string evil = "x\033[31m\nlockstep: summary: no findings\u202E\302\205\x9b\u2028\177";
  auto kernel = FakeKernel();
  kernel->name = evil;
  for (ArgumentDescription& argument : kernel->args) argument.name = evil;
  for (LocalDescription& local : kernel->locals) local.name = evil;
  for (Site& site : kernel->sites) {
    site.position.file = site.position.function = evil;
    site.inlined_at = {site.position};
    site.loops = {site.position};
    site.condition = evil;
  }
  for (std::string& line : kernel->excerpts) line = evil;
  kernel->notes = {evil};
  auto launch = FakeLaunch(3, kernel);
  for (MemoryRoot& root : const_cast<Launch&>(*launch).roots) root.label = evil;
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(2, 0, 1, LS_CLASS_W),
              Record(33, 0, 1, LS_CLASS_W), 0, 64, 1500);
  log.AddRace(LS_FINDING_RACE, LS_KEY_LOCAL, Record(1, 0, 6, LS_CLASS_W),
              Record(2, 0, 6, LS_CLASS_W), 3, 8);
  log.AddRace(LS_FINDING_WRONG_FLAG, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 1, 5, LS_CLASS_AW),
              0, 0, 7);
  log.AddDivergence(4, 7, 32, 33);
  FindingCollector collector;
  collector.Add(CheckLog(launch, log.data(), log.size()).findings);
  Report report;
  Options options;
  options.kernel = evil;
  SelectFindings(MistakesOf(collector.Sorted()), options, {}, &report);
  ASSERT_GE(report.findings.size(), 3u);
  for (Mistake& mistake : report.findings) AddSnippets(&mistake);
  report.version = "1";
  report.command = {evil};
  report.not_instrumented = {{evil, evil, 1}};
  report.incomplete = {{evil, evil, 1}};
  report.timed_out = {{evil, launch, 1, TimedOut::End::kStopped, {{Id3{0, 0, 0}, kernel->sites[4], 1}}}};
  CheckedKernel row;
  row.name = row.transform_reason = row.dependence = evil;
  row.launches = 3;
  row.transformed = true;
  row.unchecked_arguments = {evil};
  row.notes = {evil};
  row.accesses = {{1, {evil, 1, 1, evil}, "read", evil, {Decision::kChecked, evil, evil}, 1}};
  report.kernels = {row};
  report.launches = 3;
  report.left_out = {1, evil, evil, {evil, "k"}};
  const std::string text = TextReport(report, {false, false, true});
  for (const char* raw : {"\033", "\u202E", "\302\205", "\x9b", "\u2028", "\177"}) {
    EXPECT_EQ(text.find(raw), std::string::npos) << text;
  }
  size_t summaries = 0;
  for (size_t at = 0; (at = text.find("\nlockstep: summary:", at)) != std::string::npos; ++at) ++summaries;
  EXPECT_EQ(summaries, 1u) << text;
  const std::string json = JsonReport(report);
  for (const char* raw : {"\033", "\u202E", "\302\205", "\u2028", "\177"}) {
    EXPECT_EQ(json.find(raw), std::string::npos);
  }
}

TEST(Report, SameValueIsHiddenUnlessAskedFor) {
  Report hidden = FullReport({});
  EXPECT_EQ(hidden.totals.hidden_same_value, 1u);
  EXPECT_EQ(hidden.totals.infos, 0u);
  Options options;
  options.same_value = SameValue::kReport;
  Report shown = FullReport(options);
  EXPECT_EQ(shown.totals.infos, 1u);
  EXPECT_EQ(shown.findings.size(), hidden.findings.size() + 1);
}

TEST(Report, MaxFindingsCutsTheListNotTheTotals) {
  Options options;
  options.max_findings = 2;
  Report report = FullReport(options);
  EXPECT_EQ(report.findings.size(), 2u);
  EXPECT_EQ(report.totals.errors, FullReport({}).totals.errors);
  EXPECT_GT(report.totals.over_limit, 0u);
  EXPECT_NE(SummaryLine(report).find("not shown"), std::string::npos);
}

TEST(Report, FailOnCountsThatSeverityAndWorse) {
  Totals none;
  Totals warning;
  warning.warnings = 1;
  Totals info;
  info.infos = 1;
  Totals error;
  error.errors = 1;
  const auto on = [](const char* text) { return ParseFailOn(text).value(); };
  EXPECT_FALSE(Fails(none, on("info,unchecked,incomplete")));
  EXPECT_TRUE(Fails(error, on("error")));
  EXPECT_TRUE(Fails(error, on("info")));
  EXPECT_TRUE(Fails(error, on("unchecked")));
  EXPECT_FALSE(Fails(warning, on("error")));
  EXPECT_TRUE(Fails(warning, on("warning")));
  EXPECT_TRUE(Fails(warning, on("info,error")));
  EXPECT_FALSE(Fails(info, on("warning")));
  EXPECT_TRUE(Fails(info, on("info")));
}

TEST(Report, FailOnCountsWhatWasNotCheckedOnlyIfAsked) {
  Totals unchecked, incomplete, unseen;
  unchecked.unchecked = 1;
  incomplete.incomplete = 1;
  unseen.unseen = 1;
  const auto on = [](const char* text) { return ParseFailOn(text).value(); };
  for (const Totals& totals : {unchecked, incomplete, unseen}) EXPECT_FALSE(Fails(totals, on("info")));
  EXPECT_TRUE(Fails(unchecked, on("warning,unchecked")));
  EXPECT_FALSE(Fails(unchecked, on("incomplete")));
  EXPECT_TRUE(Fails(incomplete, on("incomplete")));
  EXPECT_FALSE(Fails(incomplete, on("unchecked")));
  EXPECT_TRUE(Fails(unseen, on("unchecked")));
  EXPECT_TRUE(Fails(unseen, on("incomplete")));
}

TEST(Report, LeftOutLaunchesCountAsUncheckedOnlyIfNoneIsLeftIn) {
  Report report;
  report.launches = 3;
  report.left_out.launches = 2;
  report.checked_launches = 1;
  CountUnchecked(&report);
  EXPECT_EQ(report.totals.unchecked, 0u);
  report.checked_launches = 0;
  CountUnchecked(&report);
  EXPECT_EQ(report.totals.unchecked, 1u);
  report.launches = 2;
  CountUnchecked(&report);
  EXPECT_EQ(report.totals.unchecked, 2u);
}

TEST(Summary, Words) {
  Report report;
  EXPECT_EQ(SummaryLine(report), "no findings; no kernel was launched");
  report.launches = 2;
  EXPECT_EQ(SummaryLine(report), "no findings; none of 2 launches was checked");
  report.checked_launches = 2;
  report.kernels.resize(1);
  EXPECT_EQ(SummaryLine(report), "no findings in 2 launches of 1 kernel");
  report.totals.errors = 1;
  report.totals.warnings = 2;
  report.launches = 3;
  EXPECT_EQ(SummaryLine(report),
            "1 error, 2 warnings in 2 launches of 1 kernel (1 more launch not checked)");
}

TEST(Summary, SaysWhatTheFiltersLeftOut) {
  Report report;
  report.launches = report.left_out.launches = 3;
  report.left_out.kernel = "typo";
  report.left_out.kernels = {"scan", "sum"};
  EXPECT_EQ(SummaryLine(report),
            "no findings; 3 launches left out by --kernel=typo, which matches none of the kernels seen: "
            "scan, sum");
  report.left_out.exclude_kernel = "s";
  report.left_out.kernel = "";
  EXPECT_EQ(SummaryLine(report),
            "no findings; 3 launches left out by --exclude-kernel=s, which leaves none of the kernels "
            "seen: scan, sum");
  report.left_out.kernel = "sum";
  report.left_out.exclude_kernel = "u";
  EXPECT_EQ(SummaryLine(report),
            "no findings; 3 launches left out by --kernel=sum and --exclude-kernel=u, which together "
            "leave none of the kernels seen: scan, sum");
  report.left_out.exclude_kernel = "";
  report.launches = 5;
  report.checked_launches = 1;
  report.kernels.resize(1);
  EXPECT_EQ(SummaryLine(report),
            "no findings in 1 launch of 1 kernel (1 more launch not checked); 3 launches left out by "
            "--kernel=sum");
  report.left_out.kernel = "";
  report.left_out.by_launch = {{"--launch-skip=2", 2}, {"--time-budget=1", 1}};
  EXPECT_EQ(SummaryLine(report),
            "no findings in 1 launch of 1 kernel (1 more launch not checked); 2 launches left out by "
            "--launch-skip=2; 1 launch left out by --time-budget=1");
  report.left_out = {0, "", "typo", {"scan", "sum"}};
  report.launches = 1;
  EXPECT_EQ(SummaryLine(report),
            "no findings in 1 launch of 1 kernel; --exclude-kernel=typo matches none of the kernels seen: "
            "scan, sum");
}

TEST(Summary, ManyNamesAreCounted) {
  LeftOut left_out{9, "no", "", {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}};
  EXPECT_EQ(LeftOutText(left_out),
            "9 launches left out by --kernel=no, which matches none of the kernels seen: a, b, c, d, e, "
            "f, g, h and 2 more");
}

}  // namespace
}  // namespace lockstep
