// Reads the corpus of litmus tests and compares results with the verdicts written in them.
#include "tests/litmus/corpus.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace lockstep::litmus {
namespace {

[[noreturn]] void Bad(const std::string& path, const std::string& what) {
  std::cerr << path << ": " << what << "\n";
  std::abort();
}

Verdict ReadVerdict(const std::string& path, const std::string& line) {
  std::istringstream words(line);
  Verdict out;
  words >> out.observation;
  if (out.observation != "Always" && out.observation != "Sometimes" && out.observation != "Never")
    Bad(path, line);
  bool locations = false;
  for (std::string word; words >> word;) {
    if (word == "race") {
      locations = true;
    } else if (word == "unsequenced") {
      out.unsequenced = true;
    } else if (word == "divergence") {
      out.divergence = true;
    } else if (locations) {
      out.races.insert(word);
    } else {
      Bad(path, line);
    }
  }
  return out;
}

}  // namespace

std::string VerdictText(const Verdict& verdict) {
  std::string out = verdict.observation;
  if (!verdict.races.empty()) out += " race";
  for (const std::string& location : verdict.races) absl::StrAppend(&out, " ", location);
  if (verdict.unsequenced) out += " unsequenced";
  if (verdict.divergence) out += " divergence";
  return out;
}

Verdict VerdictOf(const Result& result) {
  Verdict out;
  out.observation = result.satisfying == 0 ? "Never"
                    : result.refuting == 0 ? "Always"
                                           : "Sometimes";
  for (const Pair& pair : result.data_races) out.races.insert(pair.location);
  out.unsequenced = !result.unsequenced_races.empty();
  out.divergence = !result.divergences.empty();
  return out;
}

const std::vector<CorpusTest>& Corpus() {
  static const auto* const kTests = [] {
    auto* tests = new std::vector<CorpusTest>;
    for (const auto& entry : std::filesystem::directory_iterator(LITMUS_CORPUS)) {
      if (entry.path().extension() != ".litmus") continue;
      CorpusTest test;
      test.path = entry.path().string();
      test.stem = entry.path().stem().string();
      std::ifstream in(test.path);
      for (std::string line; std::getline(in, line);) {
        absl::string_view rest = line;
        if (!absl::ConsumePrefix(&rest, "// ")) break;
        if (absl::ConsumePrefix(&rest, "expect: ")) {
          test.expect = ReadVerdict(test.path, std::string(rest));
        } else if (absl::ConsumePrefix(&rest, "strict: ")) {
          test.has_strict = true;
          test.strict = ReadVerdict(test.path, std::string(rest));
        } else if (rest == "original: forbidden") {
          test.original_forbidden = true;
        } else if (absl::ConsumePrefix(&rest, "why: ")) {
          test.why = std::string(rest);
        } else {
          Bad(test.path, line);
        }
      }
      if (test.expect.observation.empty() || test.why.empty())
        Bad(test.path, "needs '// expect:' and '// why:'");
      tests->push_back(std::move(test));
    }
    std::sort(tests->begin(), tests->end(),
              [](const auto& a, const auto& b) { return a.stem < b.stem; });
    return tests;
  }();
  return *kTests;
}

}  // namespace lockstep::litmus
