// The generated parts of the documentation are what the tables say.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "runtime/backends/backends.h"
#include "runtime/base/file.h"
#include "runtime/base/options.h"
#include "runtime/base/text.h"
#include "runtime/model/rules.h"

namespace lockstep {
namespace {

void ExpectGenerated(const std::string& file, const std::string& name, const std::string& wanted) {
  std::string path = StrCat(DOCS_DIRECTORY, "/", file);
  std::string text = ReadFile(path).value();
  std::string begin = StrCat("<!-- generated: ", name, " -->\n");
  size_t start = text.find(begin);
  ASSERT_NE(start, std::string::npos) << path;
  start += begin.size();
  size_t end = text.find("<!-- end -->", start);
  ASSERT_NE(end, std::string::npos) << path;
  if (std::getenv("LOCKSTEP_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(WriteFile(path, text.substr(0, start) + wanted + text.substr(end)).ok());
    return;
  }
  EXPECT_EQ(text.substr(start, end - start), wanted)
      << "run LOCKSTEP_UPDATE_GOLDEN=1 runtime-test to rewrite " << path;
}

std::string BackendsMarkdown() {
  std::string out = "| back end | for | groups run | device library | quirks |\n|---|---|---|---|---|\n";
  for (const Backend& backend : AllBackends()) {
    std::string quirks;
    for (const QuirkRow& row : AllQuirks()) {
      if (backend.Has(row.quirk)) quirks += StrCat(quirks.empty() ? "" : ", ", "`", row.name, "`");
    }
    out += StrCat("| `", backend.name, "` | ", backend.words, " | ",
                  backend.serial_groups() ? "one work-item after the other" : "together", " | `", backend.library,
                  "` | ", quirks, " |\n");
  }
  return out;
}

std::string QuirksMarkdown() {
  std::string out = "| quirk | driver | what it does | test |\n|---|---|---|---|\n";
  for (const QuirkRow& row : AllQuirks()) {
    const std::string test = row.test;
    const size_t slash = test.rfind('/');
    out += StrCat("| `", row.name, "` | ", row.driver, ", ", row.versions, " | ", row.reason, " | ",
                  slash == std::string::npos ? test : StrCat("[", test.substr(slash + 1), "](../", test, ")"), " |\n");
  }
  return out;
}

TEST(Docs, BackendsTable) { ExpectGenerated("quirks.md", "backends", BackendsMarkdown()); }

TEST(Docs, QuirksTable) { ExpectGenerated("quirks.md", "quirks", QuirksMarkdown()); }

TEST(Docs, OptionsTable) { ExpectGenerated("cli.md", "options", OptionsMarkdown()); }

TEST(Docs, KindsTable) { ExpectGenerated("checks.md", "kinds", KindsMarkdown()); }

TEST(Docs, SchemaKnowsEveryKind) {
  std::string schema = ReadFile(StrCat(DOCS_DIRECTORY, "/report.schema.json")).value();
  for (const KindInfo& info : AllKinds()) {
    EXPECT_NE(schema.find(StrCat("\"", info.kind, "\"")), std::string::npos) << info.kind;
    EXPECT_NE(schema.find(StrCat("\"", RuleName(info.rule), "\"")), std::string::npos);
  }
}

}  // namespace
}  // namespace lockstep
