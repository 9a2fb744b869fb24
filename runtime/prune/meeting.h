// Can two work-items meet at a byte through two accesses? An exhaustive search over what their forms
// (site_forms.h) leave open.
//
// Work-item p makes access A, another one q access B. They meet if
//   -B.bytes < offset of B in q - offset of A in p < A.bytes
// and the guards of both hold; at a texel, whose bytes are the driver's affair, if all coordinates are equal.
// With x a digit of p's ids, y the same of q's, d = y - x, and loop counters and unknown values a variable of
// each side, all of this is linear: "sum of coefficient * variable at most 0", or "not 0", the variables integers in
// known ranges. So is what ties variables to each other (SiteForm::ties), which is looked at where it does not go
// without. The search narrows the ranges by each inequality (what the others leave it), halves that of the variable
// with the most weight in the distance, switches first, and goes on with both halves. It ends with "no" only if no
// assignment is left in which some d differs from 0: two work-items of one launch differ in a digit. Ranges contain all
// values that occur, so "no" is a proof; anything else says nothing.
#ifndef LOCKSTEP_RUNTIME_PRUNE_MEETING_H_
#define LOCKSTEP_RUNTIME_PRUNE_MEETING_H_

#include <cstdint>
#include <vector>

#include "runtime/prune/affine.h"
#include "runtime/prune/site_forms.h"

namespace lockstep {

// Whether two different work-items may meet through `a` and `b`, whose forms are made of `variables`.
// `budget`: is reduced by the steps taken; when it is used up the answer is yes. A step takes some 10 ns.
bool MayMeet(const SiteForm& a, const SiteForm& b, const std::vector<AffineVariable>& variables,
             uint64_t* budget);

// Whether `form`'s access may touch a byte outside [0, size) of its root: the same search about one
// work-item.
bool MayLeave(const SiteForm& form, uint64_t size, const std::vector<AffineVariable>& variables,
              uint64_t* budget);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_MEETING_H_
