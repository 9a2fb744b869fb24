// Makes a kernel smaller while something stays true of it, so that a disagreement can be read.
#ifndef LOCKSTEP_TESTS_ORACLE_TOOL_REDUCE_H_
#define LOCKSTEP_TESTS_ORACLE_TOOL_REDUCE_H_

#include <functional>

#include "tests/oracle/random/generator.h"

namespace lockstep::oracle {

// Takes away statements, choices and blocks of `random` (as blocks: the front form is dropped) as
// long as `still_fails` holds for the result.
RandomKernel Reduce(RandomKernel random, const std::function<bool(const RandomKernel&)>& still_fails);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_TOOL_REDUCE_H_
