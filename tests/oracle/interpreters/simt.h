// The SIMT semantics of Kojima-Igarashi: Fig. 1 with the rules of Sect. 5, in which conflicting
// writes of different values (E-SASSIGNRACE) and a sync that not all execute (E-SYNCDIV) are errors
// and conflicting writes of equal values pass (E-SASSIGN').
#ifndef LOCKSTEP_TESTS_ORACLE_INTERPRETERS_SIMT_H_
#define LOCKSTEP_TESTS_ORACLE_INTERPRETERS_SIMT_H_

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/oracle/language/structured.h"

namespace lockstep::oracle {

struct SimtOptions {
  int threads = 2;
  // Which rule assigns to shared variables. kAnyValue is Fig. 1's E-SASSIGN, under which every
  // choice is possible; kEqualOnly is Sect. 5, where a race ends the evaluation. kGoOn notes the race
  // and takes every choice, as a checked launch goes on with one of them.
  enum class SharedAssign { kAnyValue, kEqualOnly, kGoOn } shared_assign = SharedAssign::kEqualOnly;
  long max_steps = 20000;
};

// E-SASSIGNRACE at a statement, for an element of the layout.
using SimtRaces = std::set<std::pair<int, int>>;

// What the evaluations of a program can end in.
struct SimtOutcome {
  bool race = false;        // E-SASSIGNRACE applies somewhere
  bool divergence = false;  // E-SYNCDIV applies somewhere
  bool infinite = false;    // some evaluation takes more than max_steps
  std::set<std::vector<int>> finals;  // shared stores (global arrays) after the others
  // kGoOn: the races of some evaluation, and of every one, up to its end or its divergence; and
  // whether every one diverges.
  SimtRaces may, must;
  bool always_diverges = false;
};

// Whether the paper's language can say the kernel: no calls, no jumps.
bool InSimtLanguage(const StructuredKernel& kernel);

// Evaluates the program with all work-items active. The language has no procedures and no jumps:
// nullopt for kernels with calls, break, continue or return.
std::optional<SimtOutcome> RunSimt(const StructuredKernel& kernel, const SimtOptions& options);

// Lemma 3: does no loop's condition read a shared array that its body assigns to? (Then every loop
// is regular, Def. 7.)
bool ClearlyRegular(const StructuredKernel& kernel);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_INTERPRETERS_SIMT_H_
