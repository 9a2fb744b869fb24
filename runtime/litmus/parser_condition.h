// Parses final-state propositions, `locations` and `filter` of a litmus test.
#ifndef LOCKSTEP_RUNTIME_LITMUS_PARSER_CONDITION_H_
#define LOCKSTEP_RUNTIME_LITMUS_PARSER_CONDITION_H_

#include "runtime/base/status.h"
#include "runtime/litmus/parser_base.h"

namespace lockstep::litmus {

// Parses everything behind the threads except the scope tree: `locations […]`, `filter P`,
// `exists P`, `~exists P`, `forall P`. `test` has its locations and threads.
Status ParseFinalPart(Cursor& cursor, Test& test, bool& seen_condition);

// The proposition as text, in one normal form.
std::string PropText(const Prop& prop, bool inner = false);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_PARSER_CONDITION_H_
