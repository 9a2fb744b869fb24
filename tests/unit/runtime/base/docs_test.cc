// The generated parts of the documentation are what the tables say.
#include <gtest/gtest.h>

#include <cstdlib>

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
