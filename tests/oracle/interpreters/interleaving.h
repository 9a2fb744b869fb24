// The interleaving semantics of ESOP'13: Fig. 4 with the barrier variables of Sect. 3.2 and
// App. B.3, procedures by Fig. 8, explored over all schedules. Sub-groups meet at their own barriers, and groups and
// sub-groups at their functions, which order nothing (shared/design/semantics.md section 2).
#ifndef LOCKSTEP_TESTS_ORACLE_INTERPRETERS_INTERLEAVING_H_
#define LOCKSTEP_TESTS_ORACLE_INTERPRETERS_INTERLEAVING_H_

#include "tests/oracle/interpreters/outcome.h"
#include "tests/oracle/language/kernel.h"

namespace lockstep::oracle {

struct InterleavingOptions {
  Geometry geometry;
  // What barrier divergence does. kError is Fig. 4d: the kernel ends with an error (one group only).
  // kResume is what a checked launch does: the divergence is noted and every work-item goes on from
  // the barrier where it waits; those that have left the kernel keep taking part.
  enum class OnDivergence { kError, kResume } on_divergence = OnDivergence::kError;
  // Ends at the first race. Only right for well-formed kernels (Def. 5.1), where every partial
  // reduction can be extended to one that is not infeasible.
  bool stop_at_first_race = false;
  long max_states = 200000;
  int max_iterations = 64;  // a loop that runs longer counts as infinite
  int max_call_depth = 24;  // ditto recursion
};

// Explores all schedules of `kernel`. The kernel must be reducible.
Outcome Interleave(const Kernel& kernel, const InterleavingOptions& options);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_INTERPRETERS_INTERLEAVING_H_
