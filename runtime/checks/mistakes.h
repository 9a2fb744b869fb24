// From findings to mistakes: what one block of the report tells.
#ifndef LOCKSTEP_RUNTIME_CHECKS_MISTAKES_H_
#define LOCKSTEP_RUNTIME_CHECKS_MISTAKES_H_

#include <vector>

#include "runtime/model/mistake.h"

namespace lockstep {

// `findings`, in the order of reports (FindingCollector::Sorted), with those between the same two statements as one
// mistake, in the order of their first. Each gets its id; equal ids of one report get -2, -3 in that order. Of mistakes
// that certainly go with one repair all but the first are `repaired_with` that.
std::vector<Mistake> MistakesOf(std::vector<Finding> findings);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CHECKS_MISTAKES_H_
