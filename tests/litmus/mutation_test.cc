// Each rule of the model is needed: without it some test of the corpus has another verdict.
#include <gtest/gtest.h>

#include "runtime/litmus/enumerate.h"
#include "runtime/litmus/parser.h"
#include "tests/litmus/corpus.h"

namespace lockstep::litmus {
namespace {

std::vector<std::string> Flipped(const ModelOptions& model) {
  std::vector<std::string> out;
  for (const CorpusTest& test : Corpus()) {
    const auto parsed = ParseFile(test.path);
    if (!parsed.ok()) continue;
    EnumerateOptions options;
    options.model = model;
    const auto result = Enumerate(*parsed, options);
    if (!result.ok() || !(VerdictOf(*result) == test.expect)) out.push_back(test.stem);
  }
  return out;
}

class RuleRemoved : public testing::TestWithParam<RuleInfo> {};

TEST_P(RuleRemoved, FlipsAVerdict) {
  ModelOptions model;
  model.removed = uint64_t{1} << GetParam().rule;
  const auto flipped = Flipped(model);
  if (GetParam().redundant) {
    EXPECT_TRUE(flipped.empty()) << flipped[0] << " needs this rule: it is not redundant";
  } else {
    EXPECT_FALSE(flipped.empty()) << "no test of the corpus notices: " << GetParam().text;
  }
  std::string names;
  for (const std::string& name : flipped) names += " " + name;
  RecordProperty("flipped", names);
  std::cout << GetParam().id << " flips" << names << "\n";
}

INSTANTIATE_TEST_SUITE_P(Model, RuleRemoved, testing::ValuesIn(Rules()), [](const auto& info) {
  std::string name = info.param.id;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

TEST(Model, WithAllRulesFlipsNothing) { EXPECT_TRUE(Flipped({}).empty()); }

}  // namespace
}  // namespace lockstep::litmus
