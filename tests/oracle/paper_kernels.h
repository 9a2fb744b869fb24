// The kernels that the papers discuss, for the named tests.
#ifndef LOCKSTEP_TESTS_ORACLE_PAPER_KERNELS_H_
#define LOCKSTEP_TESTS_ORACLE_PAPER_KERNELS_H_

#include "tests/oracle/language/structured.h"

namespace lockstep::oracle {

// ESOP'13 Fig. 1a, the scan, for `threads` work-items on sum = 1, 2, 3, ...; statements are numbered
// 1 while, 2 if, 3 temp = .., 4 barrier, 5 if, 6 sum = .., 7 barrier, 8 offset. `without`: leaves
// out that statement (0: none).
StructuredKernel Fig1a(int threads, int without = 0);

// ESOP'13 Fig. 1b: 1 while, 2 temp = .., 3 barrier, 4 sum = .., 5 barrier, 6 offset.
StructuredKernel Fig1b(int threads);

// The kernel before Theorem 5.2, which is not well-formed.
Kernel NotWellFormed();

// App. B.4: a choice whose second target is a dead end.
Kernel DeadEnd();

// App. B.4: work-item 1 loops for ever, the others write v. Lock-step never reaches the race.
Kernel LoopsForEver();

// Kojima-Igarashi Sect. 4.1: while (x[tid] == tid) { x[0] := 1; x[1] := 1 }, an irregular loop.
StructuredKernel IrregularLoop();

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_PAPER_KERNELS_H_
