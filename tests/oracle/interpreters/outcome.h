// What the reductions of a kernel can do, told by an interpreter that explores all of them.
#ifndef LOCKSTEP_TESTS_ORACLE_INTERPRETERS_OUTCOME_H_
#define LOCKSTEP_TESTS_ORACLE_INTERPRETERS_OUTCOME_H_

#include <set>
#include <vector>

#include "tests/oracle/interpreters/history.h"

namespace lockstep::oracle {

// Infeasible reductions count for nothing (ESOP'13 Def. 3.1, 4.1).
struct Outcome {
  bool complete = true;        // false: a limit ended the exploration; "may" is then a lower bound
  bool feasible = false;       // some maximal reduction does not end as infeasible
  bool infinite = false;       // some reduction does not end (or loops beyond the limit)
  bool assertion_failed = false;  // some reduction fails an assert
  bool diverged_may = false;   // some reduction has barrier divergence
  bool diverged_must = true;   // every one has
  RaceSet may;                 // races of some reduction
  RaceSet must;                // races of every reduction that ends
  // Where the work-items of a group waited when they diverged: ids of barriers, 0 for the kernel's
  // end; one sorted set for every way in which it can happen.
  std::set<std::set<int>> divergences;
  std::set<std::vector<int>> finals;  // the global arrays after reductions that terminate normally
  long states = 0;             // states visited

  bool race_free() const { return may.empty(); }
  // "Terminating" in the sense of ESOP'13: all maximal reductions are finite and none is an error.
  bool terminating() const { return !infinite && !assertion_failed && !diverged_may; }
  // Accounts for a maximal reduction that did not end as infeasible. `ended`: it is finite.
  void AddReduction(const History& history, bool diverged, bool ended);

 private:
  bool any_ended_ = false;
};

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_INTERPRETERS_OUTCOME_H_
