// Every test of the corpus has the verdict that is written in it, strict and relaxed.
#include "tests/litmus/corpus.h"

#include <gtest/gtest.h>

#include "runtime/litmus/enumerate.h"
#include "runtime/litmus/parser.h"

namespace lockstep::litmus {
namespace {

Verdict Judged(const CorpusTest& test, const ModelOptions& model) {
  const auto parsed = ParseFile(test.path);
  EXPECT_TRUE(parsed.ok()) << parsed.status().message();
  if (!parsed.ok()) return {};
  for (const std::string& warning : parsed->warnings) {  // but those on orders are what some tests are about
    EXPECT_NE(warning.find("judged as herd does"), std::string::npos) << warning;
  }
  EnumerateOptions options;
  options.model = model;
  const auto result = Enumerate(*parsed, options);
  EXPECT_TRUE(result.ok()) << result.status().message();
  return result.ok() ? VerdictOf(*result) : Verdict();
}

TEST(Corpus, IsLarge) { EXPECT_GE(Corpus().size(), 150u); }

TEST(Corpus, RelaxedVerdicts) {
  for (const CorpusTest& test : Corpus()) {
    EXPECT_EQ(VerdictText(Judged(test, {})), VerdictText(test.expect)) << test.path;
  }
}

// A test without a line of its own has one verdict under both inclusions.
TEST(Corpus, StrictVerdicts) {
  ModelOptions strict;
  strict.inclusion = ScopeInclusion::kStrict;
  int different = 0;
  for (const CorpusTest& test : Corpus()) {
    const Verdict& expect = test.has_strict ? test.strict : test.expect;
    EXPECT_EQ(VerdictText(Judged(test, strict)), VerdictText(expect)) << test.path;
    different += test.has_strict;
  }
  EXPECT_GE(different, 10);
}

}  // namespace
}  // namespace lockstep::litmus
