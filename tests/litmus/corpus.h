// Reads the corpus of litmus tests and compares results with the verdicts written in them.
//
// A test begins with comment lines:
//   // expect: Never [race LOCATION...] [unsequenced] [divergence]   under the default model
//   // strict: …                                                     under --scope-inclusion=strict
//   // original: forbidden   the original compilation scheme breaks it (paper 002, Sect. 5.5)
//   // why: a sentence
#ifndef LOCKSTEP_TESTS_LITMUS_CORPUS_H_
#define LOCKSTEP_TESTS_LITMUS_CORPUS_H_

#include <set>
#include <string>
#include <vector>

#include "runtime/litmus/ast.h"
#include "runtime/litmus/result.h"

namespace lockstep::litmus {

struct Verdict {
  std::string observation;      // Always, Sometimes, Never
  std::set<std::string> races;  // names of locations
  bool unsequenced = false;
  bool divergence = false;
  friend bool operator==(const Verdict& a, const Verdict& b) {
    return a.observation == b.observation && a.races == b.races && a.unsequenced == b.unsequenced &&
           a.divergence == b.divergence;
  }
};
std::string VerdictText(const Verdict& verdict);
Verdict VerdictOf(const Result& result);

struct CorpusTest {
  std::string path;
  std::string stem;
  std::string why;
  Verdict expect;
  bool has_strict = false;
  Verdict strict;
  bool original_forbidden = false;
};

// All tests, by name. Exits with a message if the folder or a header is bad.
const std::vector<CorpusTest>& Corpus();

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_TESTS_LITMUS_CORPUS_H_
