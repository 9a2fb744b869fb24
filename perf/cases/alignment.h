// What needleman_wunsch and wavefront compute: the scores of an alignment of two sequences (Needleman and Wunsch).
#ifndef LOCKSTEP_PERF_CASES_ALIGNMENT_H_
#define LOCKSTEP_PERF_CASES_ALIGNMENT_H_

#include "perf/case.h"

namespace lockstep::perf {

constexpr int kPenalty = 3;

// (n + 1) x (n + 1) scores, of which row and column 0 are the border and the others 0.
Memory Borders(size_t n);

// Fills the scores, memory 1, from the n x n similarities, memory 0.
void ExpectAlignment(std::vector<Memory>& m, size_t n);

}  // namespace lockstep::perf

#endif  // LOCKSTEP_PERF_CASES_ALIGNMENT_H_
