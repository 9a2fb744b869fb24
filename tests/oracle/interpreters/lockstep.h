// The lock-step semantics of ESOP'13: Tables 1-3 and, for nested loops and procedures, Tables 5-6
// (App. B), with data races by Def. 4.1.
#ifndef LOCKSTEP_TESTS_ORACLE_INTERPRETERS_LOCKSTEP_H_
#define LOCKSTEP_TESTS_ORACLE_INTERPRETERS_LOCKSTEP_H_

#include "tests/oracle/interpreters/outcome.h"
#include "tests/oracle/language/kernel.h"

namespace lockstep::oracle {

struct LockstepOptions {
  int threads = 2;  // one group
  // Checks the guards of the chosen successors before v_active changes (App. B.4). Without it, the
  // construction is that of Sect. 4.
  bool early_guards = true;
  // Ends at the first race; only right for well-formed kernels.
  bool stop_at_first_race = false;
  long max_states = 200000;
  int max_back_jumps = 400;  // a reduction that takes more back edges counts as infinite
  int max_call_depth = 24;
};

// Explores all reductions of the lock-step form of `kernel`, which must be Normalised().
Outcome RunLockstep(const Kernel& kernel, const LockstepOptions& options);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_INTERPRETERS_LOCKSTEP_H_
