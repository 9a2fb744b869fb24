// Evaluates propositions over a final state.
#ifndef LOCKSTEP_RUNTIME_LITMUS_CONDITION_H_
#define LOCKSTEP_RUNTIME_LITMUS_CONDITION_H_

#include <cstdint>
#include <functional>

#include "runtime/litmus/ast.h"

namespace lockstep::litmus {

// `value` gives the final value of a register or location term.
bool Holds(const Prop& prop, const std::function<int64_t(const Term&)>& value);

// True if the quantified condition holds of `satisfying` and `refuting` executions.
bool QuantifierHolds(Quantifier quantifier, uint64_t satisfying, uint64_t refuting);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_CONDITION_H_
