// The preprocessing that the lock-step construction asks for (ESOP'13 Sect. 4 and App. B.2). None of
// it changes what a kernel means.
#ifndef LOCKSTEP_TESTS_ORACLE_LANGUAGE_NORMALISE_H_
#define LOCKSTEP_TESTS_ORACLE_LANGUAGE_NORMALISE_H_

#include "tests/oracle/language/kernel.h"

namespace lockstep::oracle {

// Every way to the end leads through one barrier that immediately precedes termination. For OpenCL
// this barrier stands for the end of the kernel: who has left takes part in no other barrier.
Kernel WithExitBarrier(Kernel kernel);

// Every call has a block of its own that is not sorted last in a loop; every procedure has one
// return block, which is empty; of a goto's targets at most one is a loop header.
Kernel Normalised(Kernel kernel);

// Every statement accesses shared memory at most once: reads go to private variables first, left to
// right, under the statement's own id. Machines do so; the papers' rules evaluate an expression in
// one step, which makes a difference where something races. Shared reads must not stand under
// operators that evaluate conditionally.
Kernel WithSingleAccesses(Kernel kernel);

// No block leads to another whose condition is a constant that is never true (`do … while (0)`): a
// front end makes no edge of that, so that there is no loop where only such an edge goes round.
Kernel WithoutDeadEdges(Kernel kernel);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_LANGUAGE_NORMALISE_H_
