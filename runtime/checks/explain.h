// Why nothing orders the two sides of a finding, and what would: one sentence each, for this very
// finding.
#ifndef LOCKSTEP_RUNTIME_CHECKS_EXPLAIN_H_
#define LOCKSTEP_RUNTIME_CHECKS_EXPLAIN_H_

#include "runtime/model/finding.h"

namespace lockstep {

// Fills in `why` and `repair`; everything else must be filled in already.
void ExplainRace(Finding* finding);
// Of a race whose `missing_order` is known; called by ExplainRace.
void ExplainMissingOrder(Finding* finding);
// Of a race in a region that no atomic or fence of a kernel that synchronises orders; else does nothing. Called by
// ExplainRace.
void ExplainUnorderedRegion(Finding* finding);
// Of a race of work-items that were not at the barrier between them together (Finding::apart). Called by
// ExplainRace.
void ExplainApart(Finding* finding);
void ExplainDivergence(Finding* finding);
void ExplainBounds(uint64_t start, Finding* finding);  // start: MemoryRoot::start of what it names
void ExplainLoop(bool in_body, Finding* finding);  // in_body: the write stands in the loop

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CHECKS_EXPLAIN_H_
