// Whether the SIMT interpreter agrees with what the tool said under --model=lockstep:N.
#ifndef LOCKSTEP_TESTS_ORACLE_TOOL_SIMT_VERDICT_H_
#define LOCKSTEP_TESTS_ORACLE_TOOL_SIMT_VERDICT_H_

#include <string>
#include <vector>

#include "tests/oracle/interpreters/simt.h"
#include "tests/oracle/interpreters/simt_blocks.h"
#include "tests/oracle/language/kernel.h"
#include "tests/oracle/tool/verdict.h"

namespace lockstep::oracle {

// What the tool should have said and did not, or said and should not have; empty if it is right.
// `expected` is the outcome with kGoOn; the kernel ran as one group, all of it one block.
// - Each reported race is E-SASSIGNRACE of that statement at that element in some evaluation (unless
//   the kernel can diverge, after which the paper defines nothing);
// - each race of all evaluations has a report of its statement and array;
// - a divergence is reported if all evaluations diverge, and only if some does;
// - without races and divergence, the final state is the only possible one.
std::vector<std::string> SimtDisagreements(const Verdict& verdict, const SimtOutcome& expected,
                                           const Kernel& kernel, const Geometry& geometry);

// The same for a group of several blocks. In a kernel that races every execution does, perhaps elsewhere:
// the tool must report some race. One without must have no report, its divergence one of some barrier,
// and each class of lesser conflicts (equal values, wrong fence flags) a report exactly if there is one.
std::vector<std::string> SimtBlocksDisagreements(const Verdict& verdict,
                                                 const SimtBlocksOutcome& expected);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_TOOL_SIMT_VERDICT_H_
