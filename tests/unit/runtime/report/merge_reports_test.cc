#include "runtime/report/merge_reports.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "runtime/base/text.h"
#include "runtime/checks/mistakes.h"
#include "runtime/report/json_report.h"
#include "runtime/report/junit_report.h"
#include "runtime/report/read_report.h"
#include "runtime/report/sarif_report.h"
#include "runtime/report/text_report.h"
#include "tests/unit/runtime/report/full_report.h"

namespace lockstep {
namespace {

// What is read and written again is what it was, in every form; nothing of a report gets lost on the way.
TEST(ReadReports, WhatIsReadIsWhatWasWritten) {
  Options options;
  options.same_value = SameValue::kReport;
  Report left_out = FullReport(options);
  left_out.left_out.launches = 2;
  left_out.left_out.by_launch["options of the run"] = 2;
  left_out.launches += 2;
  Report unused;
  unused.version = "1.2.3";
  unused.opencl_used = false;
  for (const Report& report : {FullReport(options), InterruptedReport(), left_out, unused}) {
    const std::string text = JsonReport(report);
    const auto again = ReadReports(text);
    ASSERT_TRUE(again.ok()) << again.status().message();
    ASSERT_EQ(again->size(), 1u);
    EXPECT_EQ(JsonReport(again->front()), text);
    EXPECT_EQ(SarifReport(again->front()), SarifReport(report));
    EXPECT_EQ(JunitReport(again->front()), JunitReport(report));
    EXPECT_EQ(TextReport(again->front(), {}), TextReport(report, {}));
    EXPECT_EQ(TextReport(MergeReports(*again, options, {}), {}), TextReport(report, {}));
  }
}

TEST(ReadReports, RacesBetweenCommands) {
  Report report;
  FindingCollector collector;
  collector.Add(CommandRaces());
  SelectFindings(MistakesOf(collector.Sorted()), {}, {}, &report);
  ASSERT_EQ(report.findings.size(), 2u);
  const auto again = ReadReports(JsonReport(report));
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(JsonReport(again->front()), JsonReport(report));
  EXPECT_EQ(SarifReport(again->front()), SarifReport(report));
  EXPECT_EQ(TextReport(again->front(), {}), TextReport(report, {}));
  EXPECT_NE(TextReport(report, {}).find("write     the host program"), std::string::npos);
}

// Whatever is cut off, or of another type, is one line about it.
TEST(ReadReports, WhatIsNoReportIsSaid) {
  const std::string text = JsonReport(FullReport({}));
  for (const char* other : {"", "[]", "{}", "{\"tool\": 3}", "{\"tool\": \"lockstep\", \"kernels\": 1}"}) {
    const auto read = ReadReports(other);
    EXPECT_TRUE(!read.ok() || read->empty()) << other;
  }
  EXPECT_FALSE(ReadReports(text.substr(0, text.size() / 2)).ok());
  size_t refused = 0, at = 0;
  for (const char* number :
       {"\"launch\": 3", "\"line\": 3", "\"count\": 1", "\"offset\": 8", "\"kind\": \"write-write\"",
        "\"rule\": \"data-race\"", "\"op\": \"write\"", "\"object\": \"buffer 2\"", "\"errors\": "}) {
    at = text.rfind(number);  // in forms: what stands above them is there for other readers
    ASSERT_NE(at, std::string::npos) << number;
    for (const char* bad : {"-1", "1.5", "1e99", "[]", "{}", "\"x\"", "99999999999999999999"}) {
      std::string broken = text;
      const size_t value = text.find(": ", at) + 2;
      broken.replace(value, text.find_first_of(",\n", value) - value, bad);
      const auto read = ReadReports(broken);
      ASSERT_FALSE(read.ok()) << number << " " << bad;
      EXPECT_EQ(read.status().message().find('\n'), std::string::npos);
      ++refused;
    }
  }
  EXPECT_GT(refused, 50u);
}

TEST(MergeReports, EqualFindingsAreOneWithTheirProcesses) {
  Report first = FullReport({}), second = FullReport({});
  second.process.pid = 4712;
  second.command = {"./other"};
  second.findings.erase(second.findings.begin());
  second.totals.errors = first.totals.errors - 1;
  const Report merged = MergeReports({first, second}, {}, {});
  EXPECT_EQ(merged.findings.size(), first.findings.size());
  EXPECT_EQ(merged.totals.errors, first.totals.errors);
  EXPECT_EQ(merged.totals.warnings, first.totals.warnings);
  EXPECT_EQ(merged.launches, 6u);
  ASSERT_EQ(merged.kernels.size(), 1u);
  EXPECT_EQ(merged.kernels[0].launches, 2u);
  size_t both = 0;
  for (const Mistake& mistake : merged.findings) both += mistake.seen_by.size() == 2 ? 1 : 0;
  EXPECT_EQ(both, second.findings.size());
  EXPECT_EQ(merged.findings.back().first().count, 2 * first.findings.back().first().count);
  const std::string text = TextReport(merged, {});
  EXPECT_NE(text.find("  in        2 processes: ./app an argument (pid 4711), ./other (pid 4712)\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("in 2 processes"), std::string::npos);
  // The merged report is a report itself, and merging it with one more adds to it.
  const auto again = ReadReports(JsonReport(merged));
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(JsonReport(again->front()), JsonReport(merged));
  second.process.pid = 4713;
  EXPECT_EQ(MergeReports({merged, second}, {}, {}).processes.size(), 3u);
}

// One report's second of two equal statements is another's first, if that did not see both.
TEST(MergeReports, EqualStatementsAreKeptApart) {
  const auto at = [](uint32_t line, const char* file) {
    Finding finding = FullReport({}).findings.front().first();
    for (FindingAccess& access : finding.accesses) access.site.position = {file, line, 3, "k"};
    for (FindingAccess& access : finding.accesses) access.site.excerpt = 0;
    finding.count = line;
    return finding;
  };
  const auto report_of = [&](std::vector<Finding> findings, uint64_t pid) {
    Report report = FullReport({});
    report.process.pid = pid;
    report.findings = MistakesOf(std::move(findings));
    return report;
  };
  const Report one = report_of({at(5, "k.cl")}, 1), both = report_of({at(3, "k.cl"), at(5, "k.cl")}, 2);
  ASSERT_EQ(one.findings[0].id, both.findings[0].id);  // of different statements
  const Report elsewhere = report_of({at(9, "k.other.cl")}, 3);
  const Report merged = MergeReports({one, both, elsewhere}, {}, {});
  ASSERT_EQ(merged.findings.size(), 2u);
  const auto counts_of = [](const Mistake& mistake) {
    std::map<uint32_t, uint64_t> counts;
    for (const Finding& form : mistake.forms) counts[form.accesses[0].site.position.line] += form.count;
    return counts;
  };
  // With that of the other file, of which no line can be compared.
  EXPECT_EQ(counts_of(merged.findings[0]), (std::map<uint32_t, uint64_t>{{5, 10}, {9, 9}}));
  EXPECT_EQ(counts_of(merged.findings[1]), (std::map<uint32_t, uint64_t>{{3, 3}}));
  EXPECT_EQ(merged.findings[0].seen_by.size(), 3u);
  EXPECT_EQ(merged.findings[1].seen_by.size(), 1u);
  EXPECT_EQ(merged.findings[0].id, one.findings[0].id);
  EXPECT_EQ(merged.findings[1].id, one.findings[0].id + "-2");
}

TEST(MergeReports, AProcessCountsOnceHoweverOftenItIsGiven) {
  Report first = FullReport({}), second = FullReport({}), third = FullReport({});
  second.process.pid = 4712;
  third.process.pid = 4713;
  Report earlier = first;
  earlier.process.end = earlier.process.start;
  const Report merged = MergeReports({first, second}, {}, {});
  Repeats repeats;
  const auto kept = WithoutRepeats({earlier, first, merged, merged, second, third}, &repeats);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].processes.size(), 2u);
  EXPECT_EQ(kept[1].process.pid, 4713u);
  EXPECT_EQ(repeats.left_out, 4u);
  EXPECT_EQ(repeats.counted_twice, 0u);
  EXPECT_EQ(WithoutRepeats({earlier, first}, &repeats)[0].process.end, first.process.end);
  // Two that share one process, and have others: both stay, and it is said.
  repeats = {};
  EXPECT_EQ(WithoutRepeats({merged, MergeReports({second, third}, {}, {})}, &repeats).size(), 2u);
  EXPECT_EQ(repeats.counted_twice, 1u);
  // Of whom nothing is known may be anybody.
  first.process.pid = 0;
  EXPECT_EQ(WithoutRepeats({first, first}, &repeats).size(), 2u);
}

TEST(MergeReports, RankAndTestStandWithTheProcess) {
  Report first = FullReport({}), second = FullReport({});
  first.process.rank = "0";
  second.process.rank = "1";
  second.process.pid = 4712;
  second.process.test = "test_x";
  const Report merged = MergeReports({first, second}, {}, {});
  const std::string text = std::regex_replace(TextReport(merged, {}), std::regex("\\s+"), " ");  // as no line is broken
  EXPECT_NE(text.find("(pid 4711, rank 0)"), std::string::npos) << text;
  EXPECT_NE(text.find("(pid 4712, rank 1, test test_x)"), std::string::npos) << text;
  const auto again = ReadReports(JsonReport(merged));
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(JsonReport(again->front()), JsonReport(merged));
}

TEST(MergeReports, AgreementsCountAfterwards) {
  const Report report = FullReport({});
  Agreements agreements;
  for (const Mistake& mistake : report.findings) agreements.known.insert(mistake.id);
  const Report known = MergeReports({report}, {}, agreements);
  EXPECT_TRUE(known.findings.empty());
  EXPECT_EQ(known.totals.known, report.findings.size());
  EXPECT_FALSE(Fails(known.totals, {}));
  EXPECT_TRUE(GoneSince(report, known).empty());
  EXPECT_EQ(GoneSince(report, Report()).size(), report.findings.size());
}

TEST(MergeReports, WhatTheLimitLeftOutStaysCounted) {
  Options options;
  options.max_findings = 1;
  const Report merged = MergeReports({FullReport(options)}, {}, {});
  EXPECT_EQ(merged.findings.size(), 1u);
  EXPECT_EQ(merged.totals.errors, FullReport({}).totals.errors);
  EXPECT_EQ(merged.totals.over_limit, FullReport(options).totals.over_limit);
}

}  // namespace
}  // namespace lockstep
