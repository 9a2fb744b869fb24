#include "runtime/report/suppressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/base/text.h"
#include "runtime/report/agreements.h"
#include "runtime/report/report.h"

namespace lockstep {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kToday[] = "2026-06-15";

Suppressions ParsedLines(std::string_view text) { return ParseSuppressions(text, "f", kToday); }

Finding MakeFinding(const char* kind, Severity severity = Severity::kError) {
  Finding finding;
  finding.kind = kind;
  finding.severity = severity;
  finding.kernel = "scan_lev1";
  finding.memory.emplace();
  finding.memory->name = "tile";
  finding.memory->aliases = {{2, "other"}};
  finding.accesses[0].site.position = {"vendor/a.cl", 3, 1, "helper"};
  finding.accesses[0].site.inlined_at = {{"main.cl", 9, 1, "scan_lev1"}};
  finding.accesses[1].site.position = {"vendor/b.cl", 4, 1, "scan_lev1"};
  return finding;
}

Mistake MakeMistake(const char* id, std::vector<Finding> forms = {MakeFinding("read-write")}) {
  Mistake mistake;
  mistake.forms = std::move(forms);
  mistake.id = id;
  return mistake;
}

bool Matches(const std::string& line, const Mistake& mistake = MakeMistake("0123456789ab")) {
  const Suppressions parsed = ParsedLines(line);
  EXPECT_THAT(parsed.problems, IsEmpty());
  return parsed.entries.size() == 1 && IsAbout(parsed.entries[0], mistake);
}

TEST(Suppressions, MatchOnFields) {
  for (const char* line :
       {"race:*", "data-race:scan", "race:^tile$", "race:vendor/*.cl", "race:helper", "race:main.cl", "read-write:*",
        "kernel:^scan_lev1$", "function:helper", "object:other", "file:a.cl file:b.cl", "file:b.cl file:a.cl",
        "file:main.cl file:b.cl", "file:vendor file:vendor", "function:helper function:scan", "id:0123456789ab",
        "id:01*", "race:scan kernel:scan* object:tile file:b.cl until=2026-06-15"}) {
    EXPECT_TRUE(Matches(line)) << line;
  }
  for (const char* line :
       {"divergence:*", "bounds:*", "race:nothing", "write-write:*", "kernel:lev2", "function:nobody", "object:buffer",
        "file:c.cl", "file:a.cl file:a.cl", "file:a.cl file:main.cl", "id:0123456789", "id:123456789ab",
        "id:0123456789ab-2", "race:* kernel:other"}) {
    EXPECT_FALSE(Matches(line)) << line;
  }
}

// Whoever knows of the equal writes does not know of the others.
TEST(Suppressions, AKindMustBeThatOfAllForms) {
  const Mistake both = MakeMistake("1", {MakeFinding("read-write"), MakeFinding("same-value", Severity::kInfo)});
  EXPECT_FALSE(Matches("same-value:*", both));
  EXPECT_FALSE(Matches("read-write:*", both));
  EXPECT_TRUE(Matches("race:*", both));
}

TEST(Suppressions, WrongLinesAreSaidAndTheOthersCount) {
  const Suppressions parsed = ParsedLines(
      "# a comment\n\f \v\nrace:ok\nrase:x\nrace:\nrace\nwarning\nuntil=2027-01-01\n"
      "race:x until=soon\nrace:x until=2027-13-01\nfile:a file:b file:c\n"
      "race:x until=2026-06-14\n  kernel:k  \r\n\tdeadlock:x");
  ASSERT_EQ(parsed.entries.size(), 2u);
  EXPECT_EQ(parsed.entries[0].line, 3u);
  EXPECT_EQ(parsed.entries[1].text, "kernel:k");
  EXPECT_EQ(NameOf(parsed, parsed.entries[1]), "f:13: kernel:k");
  EXPECT_THAT(parsed.problems, ElementsAre("f:4: 'rase' is no rule, kind or field; did you mean 'race'? (ignored)",
                                           HasSubstr("f:5: 'race:' has"), HasSubstr("f:6: 'race' is no condition"),
                                           HasSubstr("f:7: it has no condition"), HasSubstr("f:8: it has no condition"),
                                           HasSubstr("f:9: 'until=soon'"), HasSubstr("f:10: 'until=2027"),
                                           HasSubstr("f:11: a finding has two sides"), HasSubstr("f:12: expired"),
                                           HasSubstr("f:14: 'deadlock'")));
}

TEST(Suppressions, DaysThatThereAre) {
  for (const char* day : {"2027-02-28", "2028-02-29", "2027-04-30", "2027-07-31", "2027-08-31", "2027-12-31"}) {
    EXPECT_TRUE(Matches(std::string("race:* until=") + day)) << day;
  }
  for (const char* day : {"2027-02-29", "2100-02-29", "2027-04-31", "2027-11-31", "2027-01-00", "2027-00-10"}) {
    EXPECT_EQ(ParsedLines(std::string("race:* until=") + day).problems.size(), 1u) << day;
  }
}

TEST(Suppressions, AByteOrderMarkIsNoWord) { EXPECT_TRUE(Matches("\xEF\xBB\xBFrace:*")); }

Report Select(const std::string& suppressions, std::set<std::string> known, std::vector<Mistake> mistakes) {
  Agreements agreements;
  agreements.suppressions = ParsedLines(suppressions);
  agreements.known = std::move(known);
  Report report;
  Options options;
  options.same_value = SameValue::kReport;
  SelectFindings(std::move(mistakes), options, agreements, &report);
  return report;
}

std::vector<std::string> Ids(const std::vector<Mistake>& mistakes) {
  std::vector<std::string> ids;
  for (const Mistake& mistake : mistakes) ids.push_back(mistake.id);
  return ids;
}

TEST(SelectFindings, TheFirstEntryDecidesAndTheWorstComesFirst) {
  const std::vector<Mistake> mistakes = {MakeMistake("a"), MakeMistake("b"), MakeMistake("c"), MakeMistake("d")};
  const Report report = Select("warning id:a\nid:b\nrace:nothing\nerror id:b\ninfo id:c\n", {}, mistakes);
  EXPECT_THAT(Ids(report.findings), ElementsAre("d", "a", "c"));
  EXPECT_EQ(report.findings[1].forms[0].severity, Severity::kWarning);
  EXPECT_EQ(std::tie(report.totals.errors, report.totals.warnings, report.totals.infos, report.totals.suppressed),
            std::make_tuple(1u, 1u, 1u, 1u));
  ASSERT_EQ(report.suppressed.size(), 1u);
  EXPECT_EQ(report.suppressed[0].by, "f:2: id:b");
  EXPECT_THAT(report.unused, ElementsAre("f:3: race:nothing", "f:4: error id:b"));
  EXPECT_THAT(report.used_entries, ElementsAre(0, 1, 4));
  EXPECT_THAT(SummaryLine(report), HasSubstr("; 1 suppressed"));
}

TEST(SelectFindings, WhatTheBaselineHasDoesNotFail) {
  Report report = Select("", {"a", "z"}, {MakeMistake("a"), MakeMistake("b")});
  EXPECT_THAT(Ids(report.findings), ElementsAre("b"));
  EXPECT_THAT(Ids(report.known), ElementsAre("a"));
  EXPECT_TRUE(Fails(report.totals, FailOn()));
  report = Select("", {"a"}, {MakeMistake("a")});
  EXPECT_FALSE(Fails(report.totals, FailOn()));
  EXPECT_THAT(SummaryLine(report), HasSubstr("; 1 known (--baseline)"));
  report.totals.no_baseline = true;
  EXPECT_TRUE(Fails(report.totals, FailOn()));
}

TEST(SelectFindings, MaxFindingsIsForMistakesOfTheirOwnFirst) {
  std::vector<Mistake> mistakes = {MakeMistake("a"), MakeMistake("b"), MakeMistake("c"), MakeMistake("d")};
  mistakes[1].repaired_with = mistakes[2].repaired_with = "a";
  for (const auto& [most, ids] : {std::pair<uint64_t, std::vector<std::string>>{2, {"a", "d"}}, {3, {"a", "b", "d"}}}) {
    Report report;
    Options options;
    options.max_findings = most;
    SelectFindings(mistakes, options, {}, &report);
    EXPECT_EQ(Ids(report.findings), ids);
    EXPECT_EQ(std::tie(report.totals.errors, report.totals.over_limit), std::make_tuple(4u, 4 - most));
  }
  const Report report = Select("id:a", {}, mistakes);
  EXPECT_EQ(report.findings[0].repaired_with, "");
  EXPECT_EQ(report.findings[1].repaired_with, "b");
}

TEST(Agreements, IdsOfReportsAndOfBatches) {
  const auto ids = [](const char* text) { return IdsIn(text); };
  EXPECT_THAT(*ids(R"({"tool": "lockstep", "kernels": [], "findings": [{"id": "a"}], "known_findings": [{"id": "b"}],
                       "suppressed_findings": [{"by": "", "finding": {"id": "c"}}]})"),
              ElementsAre("a", "b"));
  EXPECT_THAT(*ids(R"({"tool": "lockstep", "kernels": [{"report": null}, {"report": {"findings": [{"id": "d"}]}}]})"),
              ElementsAre("d"));
  for (const char* bad : {"", "[]", "{}", R"({"tool": "lockstep"})", R"({"tool": 1, "kernels": []})", "\xff",
                          R"({"tool": "lockstep", "kernels": [], "findings": [{}]})"}) {
    EXPECT_FALSE(ids(bad).ok()) << bad;
  }
}

}  // namespace
}  // namespace lockstep
