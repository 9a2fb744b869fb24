// Why nothing orders the two sides of a finding, and what would: one sentence each, for this very
// finding.
#ifndef LOCKSTEP_RUNTIME_CHECKS_EXPLAIN_H_
#define LOCKSTEP_RUNTIME_CHECKS_EXPLAIN_H_

#include <string>
#include <vector>

#include "runtime/model/finding.h"

namespace lockstep {

// Fills in `why` and `repair`; everything else must be filled in already.
void ExplainRace(Finding* finding);
// Those of `sites` that stand at a place of their own or have flags of their own: a barrier that is inlined several
// times is one of the source.
std::vector<Site> DistinctSites(const std::vector<Site>& sites);
constexpr size_t kMostPlaces = 4;  // that a reason lists; the rest is counted

// Of a race whose `missing_order` is known; called by ExplainRace.
void ExplainMissingOrder(Finding* finding);
// Of a race in a region that no atomic or fence of a kernel that synchronises orders; else does nothing. Called by
// ExplainRace.
void ExplainUnorderedRegion(Finding* finding);
// Of a race in a kernel that does not synchronise, though it has fences: none can order anything (instrument/ir/
// idle_fences.h); else does nothing. Called by ExplainRace.
void ExplainIdleFences(Finding* finding);
// Of a race of work-items that were not at the barrier between them together (Finding::apart). Called by
// ExplainRace.
void ExplainApart(Finding* finding);
void ExplainDivergence(Finding* finding);

// What parted the two work-items of a divergence, as far as the compiler knows.
struct Parting {
  std::vector<std::string> conditions;  // in words, each once; empty: not known
  bool before = false;                  // at another barrier than theirs
};
Parting PartingOf(const Finding& finding);

void ExplainBounds(const MemoryRoot& named, Finding* finding);
void ExplainLoop(bool in_body, Finding* finding);  // in_body: the write stands in the loop

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CHECKS_EXPLAIN_H_
