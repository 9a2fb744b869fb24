// The report as JUnit's XML.
#include "runtime/report/junit_report.h"

#include <algorithm>
#include <vector>

#include "runtime/base/text.h"
#include "runtime/model/rules.h"
#include "runtime/report/finding_words.h"
#include "runtime/report/mistake_text.h"
#include "runtime/report/printable_report.h"
#include "runtime/report/timed_out_text.h"

namespace lockstep {
namespace {

// `text` between tags or in quotes. Of control characters there are line ends alone (printable_report.h), which an
// attribute would make blanks.
std::string Xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

struct TestCase {
  std::string kernel;
  std::string file;
  std::vector<std::string> failures;  // elements
  std::string skipped;                // likewise; empty: it was checked
  std::string output;
};

std::string Element(const char* name, const std::string& message, const std::string& type, const std::string& text) {
  return StrCat("      <", name, " message=\"", Xml(message), "\"",
                type.empty() ? "" : StrCat(" type=\"", Xml(type), "\""),
                text.empty() ? "/>\n" : StrCat(">", Xml(text), "</", name, ">\n"));
}

class Suite {
 public:
  explicit Suite(const Report& report) {
    for (const CheckedKernel& kernel : report.kernels) tests_.push_back({kernel.name, kernel.file, {}, "", ""});
    for (const Mistake& mistake : report.findings) Add(mistake);
    for (const TimedOut& launch : report.timed_out) {
      Of(launch.kernel, "")
          .failures.push_back(Element("failure", "launch timed out", "launch-timeout", TimedOutText(launch, false)));
    }
    for (const SkippedKernel& kernel : report.not_instrumented) {
      const std::string name = kernel.kernel.empty() ? "(a whole program or device)" : kernel.kernel;
      tests_.push_back({name, "", {}, Element("skipped", kernel.reason, "", ""), ""});
    }
  }

  std::string Text(const Report& report) const {
    const auto failed = [](const TestCase& test) { return !test.failures.empty(); };
    const auto skipped = [](const TestCase& test) { return !test.skipped.empty(); };
    const std::string counts =
        StrCat(" tests=\"", tests_.size(), "\" failures=\"", std::count_if(tests_.begin(), tests_.end(), failed),
               "\" errors=\"0\" skipped=\"", std::count_if(tests_.begin(), tests_.end(), skipped), "\"");
    const std::string name = report.command.empty() ? "lockstep" : Join(report.command, " ");
    const std::string& start = report.process.start;
    std::string out = StrCat("  <testsuite name=\"", Xml(name), "\"", counts,
                             start.empty() ? "" : StrCat(" timestamp=\"", Xml(start), "\""), ">\n");
    for (const TestCase& test : tests_) {
      out += StrCat("    <testcase classname=\"", Xml(test.file.empty() ? "lockstep" : test.file), "\" name=\"",
                    Xml(test.kernel), "\">\n", Join(test.failures, ""), test.skipped);
      if (!test.output.empty()) out += StrCat("      <system-out>", Xml(test.output), "</system-out>\n");
      out += "    </testcase>\n";
    }
    std::string said;
    for (const Incomplete& item : report.incomplete) {
      said += StrCat("incomplete: ", item.kernel, item.kernel.empty() ? "" : ": ", item.what, ": ", item.count, "\n");
    }
    out += StrCat("    <system-out>", Xml(said), Xml(SummaryLine(report)), "</system-out>\n  </testsuite>\n");
    return StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lockstep\"", counts, ">\n", out,
                  "</testsuites>\n");
  }

 private:
  // The test of that kernel, of that file if there are several of its name.
  TestCase& Of(const std::string& kernel, const std::string& file) {
    TestCase* found = nullptr;
    for (TestCase& test : tests_) {
      if (test.kernel == kernel && (found == nullptr || test.file == file)) found = &test;
    }
    if (found != nullptr) return *found;
    return tests_.emplace_back(TestCase{kernel, file, {}, "", ""});
  }

  void Add(const Mistake& mistake) {
    const Finding& finding = mistake.first();
    const std::string name = finding.kernel.empty() ? "(commands of the host)" : finding.kernel;
    TestCase& test = Of(name, finding.accesses[0].site.position.file);
    const std::string text = MistakeText(mistake, {}, false);
    if (finding.severity == Severity::kError) {
      test.failures.push_back(
          Element("failure", StrCat(RuleText(finding.rule), ": ", TitleOf(finding.kind)), finding.kind, text));
    } else {
      test.output += text;
    }
  }

  std::vector<TestCase> tests_;
};

}  // namespace

std::string JunitReport(const Report& raw) {
  const Report report = PrintableReport(raw);
  return Suite(report).Text(report);
}

}  // namespace lockstep
