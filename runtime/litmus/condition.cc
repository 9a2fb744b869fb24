// Evaluates propositions over a final state.
#include "runtime/litmus/condition.h"

#include <algorithm>

namespace lockstep::litmus {

bool Holds(const Prop& prop, const std::function<int64_t(const Term&)>& value) {
  const auto of = [&](const Term& term) {
    return term.kind == Term::kConstant ? term.value : value(term);
  };
  const auto holds = [&](const Prop& part) { return Holds(part, value); };
  switch (prop.kind) {
    case PropKind::kTrue:
      return true;
    case PropKind::kFalse:
      return false;
    case PropKind::kEqual:
      return of(prop.left) == of(prop.right);
    case PropKind::kNotEqual:
      return of(prop.left) != of(prop.right);
    case PropKind::kAnd:
      return std::all_of(prop.parts.begin(), prop.parts.end(), holds);
    case PropKind::kOr:
      return std::any_of(prop.parts.begin(), prop.parts.end(), holds);
    case PropKind::kNot:
      return !holds(prop.parts[0]);
  }
  return false;
}

bool QuantifierHolds(Quantifier quantifier, uint64_t satisfying, uint64_t refuting) {
  switch (quantifier) {
    case Quantifier::kExists:
      return satisfying > 0;
    case Quantifier::kNotExists:
      return satisfying == 0;
    case Quantifier::kForall:
      return refuting == 0;
  }
  return false;
}

}  // namespace lockstep::litmus
