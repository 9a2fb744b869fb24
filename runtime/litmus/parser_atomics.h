// Parses calls of atomic functions and fences, with their orders, scopes and flags.
#ifndef LOCKSTEP_RUNTIME_LITMUS_PARSER_ATOMICS_H_
#define LOCKSTEP_RUNTIME_LITMUS_PARSER_ATOMICS_H_

#include <functional>
#include <memory>

#include "runtime/base/status.h"
#include "runtime/litmus/parser_base.h"

namespace lockstep::litmus {

Status ParseOrder(Cursor& cursor, Order& order);
Status ParseScope(Cursor& cursor, Scope& scope);
// CLK_GLOBAL_MEM_FENCE, CLK_LOCAL_MEM_FENCE and CLK_IMAGE_MEM_FENCE joined by '|'.
Status ParseFlags(Cursor& cursor, unsigned& flags);

// Parses the arguments of the call of `name` from its '(' on. `argument` parses one operand.
Status ParseCall(Cursor& cursor, const Token& name,
                       const std::function<Status(std::unique_ptr<Expr>&)>& argument,
                       std::unique_ptr<Expr>& out);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_PARSER_ATOMICS_H_
