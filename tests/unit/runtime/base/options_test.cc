#include "runtime/base/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace lockstep {
namespace {

TEST(Options, JudgingTextIsOfThoseThatDecideWhatIsFound) {
  Options options;
  ASSERT_TRUE(options.Apply("kernel=k log-slots=64 max-findings=3 quiet backend=ptx cache-size=1").empty());
  EXPECT_EQ(options.JudgingText(), "log-slots=64 backend=ptx");
  EXPECT_EQ(options.ToText(), "kernel=k log-slots=64 max-findings=3 quiet=yes backend=ptx cache-size=1");
}

TEST(Options, AppliesWhatIsRightAndNamesWhatIsNot) {
  Options options;
  auto problems = options.Apply("fail-on=warning  bogus=1 error-exitcode=7 quiet max-findings=x");
  EXPECT_EQ(FailOnText(options.fail_on), "warning");
  EXPECT_EQ(options.error_exitcode, 7u);
  EXPECT_TRUE(options.quiet);
  EXPECT_EQ(options.max_findings, 1000u);
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0], "unknown option 'bogus'; `lockstep run --help` lists them");
  EXPECT_EQ(problems[1], "option max-findings needs a number from 0 to 4294967295, not 'x'");
}

TEST(Options, QuotesKeepBlanksTogether) {
  Options options;
  EXPECT_TRUE(options.Apply("report='a b.txt' kernel=\"x|y z\" cache-dir=c\\ d").empty());
  EXPECT_EQ(options.report, "a b.txt");
  EXPECT_EQ(options.kernel, "x|y z");
  EXPECT_EQ(options.cache_dir, "c d");
}

TEST(Options, FormsOfTheReportAreAdded) {
  Options options;
  ASSERT_TRUE(options.Apply("report=a.txt report=sarif:a.sarif report='json:x y' report=sarif:a.sarif report=./json:b")
                  .empty());
  EXPECT_EQ(options.report, "./json:b");
  const std::vector<ReportFile> files = {{ReportForm::kSarif, "a.sarif"}, {ReportForm::kJson, "x y"}};
  EXPECT_EQ(options.report_files, files);
  Options again;
  ASSERT_TRUE(again.Apply(options.ToText()).empty());
  EXPECT_EQ(again.report, options.report);
  EXPECT_EQ(again.report_files, files);
  for (const char* path : {"C:x", "/a:b", "a b:c", ":x", "x"}) {
    std::string value = path;
    ASSERT_TRUE(options.Set("report", &value).ok()) << path;
    EXPECT_EQ(options.report, path);
  }
  std::string value = "xml:a";
  EXPECT_EQ(
      options.Set("report", &value).message(),
      "option report is FILE or FORM:FILE, and 'xml' is no form (text, json, sarif, junit, html); a file of that name "
      "is './xml:a'");
  value = "sarif:";
  EXPECT_FALSE(options.Set("report", &value).ok());
  EXPECT_EQ(options.report_files, files);
}

TEST(Options, NoFileIsWrittenTwice) {
  Options options;
  EXPECT_THAT(
      options.Apply("report=json:a report=html:a report=a report=json:a report=json:/dev/null report=html:/dev/null "
                    "report=b report=text:b report=junit:b write-suppressions=a write-suppressions=c command-graph=c"),
      testing::ElementsAre("option report: a cannot be both the file of the html report and that of the json report",
                           "option report: a cannot be both the file of the json report and that of the text report",
                           "option report: b cannot be both the file of the junit report and that of the text report",
                           "option write-suppressions: a cannot be both the file of the json report and that of the "
                           "suppressions",
                           "option command-graph: c cannot be both the file of the graph of commands and that of the "
                           "suppressions"));
  EXPECT_EQ(options.report, "b");
  EXPECT_EQ(options.write_suppressions, "c");
  EXPECT_EQ(options.command_graph, "");
}

TEST(Options, SuggestsTheOptionThatWasMeant) {
  Options options;
  std::string value = "json";
  EXPECT_EQ(options.Set("fromat", &value).message(),
            "unknown option 'fromat'; did you mean 'format'?");
}

TEST(Options, RejectsValuesOutsideTheirKind) {
  Options options;
  std::string value = "256";
  EXPECT_FALSE(options.Set("error-exitcode", &value).ok());
  value = "-1";
  EXPECT_FALSE(options.Set("error-exitcode", &value).ok());
  value = "xml";
  EXPECT_EQ(options.Set("format", &value).message(),
            "option format is one of text, json, not 'xml'");
  value = "(";
  EXPECT_FALSE(options.Set("kernel", &value).ok());
  EXPECT_FALSE(options.Set("report", nullptr).ok());
  value = "maybe";
  EXPECT_FALSE(options.Set("quiet", &value).ok());
  EXPECT_EQ(options.ToText(), "");
}

TEST(Options, FailOnTakesAList) {
  Options options;
  std::string value = "unchecked,warning";
  EXPECT_TRUE(options.Set("fail-on", &value).ok());
  EXPECT_EQ(options.fail_on.severity, Severity::kWarning);
  EXPECT_TRUE(options.fail_on.unchecked);
  EXPECT_FALSE(options.fail_on.incomplete);
  EXPECT_EQ(options.ToText(), "fail-on=warning,unchecked");
  for (const char* wrong : {"", "unchecked,", "errors", "error;info", "none"}) {
    value = wrong;
    EXPECT_EQ(options.Set("fail-on", &value).message(),
              "option fail-on is a list, with commas, of error, warning, info, unchecked, incomplete, "
              "not '" + value + "'");
  }
  EXPECT_FALSE(options.Set("fail-on", nullptr).ok());
  EXPECT_EQ(options.ToText(), "fail-on=warning,unchecked");
}

TEST(Options, TextReadsBackAsItself) {
  Options options;
  ASSERT_TRUE(options
                  .Apply("report='it'\\''s %p.txt' kernel='^a b$' fail-on=info,incomplete error-exitcode=0 "
                         "verbose same-value=report hook=layer")
                  .empty());
  Options again;
  EXPECT_TRUE(again.Apply(options.ToText()).empty());
  EXPECT_EQ(again.report, "it's %p.txt");
  EXPECT_EQ(again.kernel, "^a b$");
  EXPECT_EQ(again.ToText(), options.ToText());
}

TEST(Options, EveryRowSetsAndPrints) {
  for (const OptionInfo& option : AllOptions()) {
    EXPECT_FALSE(option.help.empty()) << option.name;
    Options options;
    std::string value = option.value.empty()                 ? "yes"
                        : option.value == kNumberRangesWords ? "3"
                        : option.default_value.empty()       ? "x"
                                                             : option.default_value;
    EXPECT_TRUE(options.Set(option.name, &value).ok()) << option.name;
  }
}

TEST(Options, ReportPathTakesTheProcessId) {
  EXPECT_EQ(ExpandReportPath("a%p.%%p%"), "a" + std::to_string(getpid()) + ".%p%");
}

}  // namespace
}  // namespace lockstep
