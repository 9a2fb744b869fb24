// Parses the statements of a litmus thread; names stay unresolved.
#ifndef LOCKSTEP_RUNTIME_LITMUS_PARSER_BODY_H_
#define LOCKSTEP_RUNTIME_LITMUS_PARSER_BODY_H_

#include <map>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/litmus/parser_base.h"

namespace lockstep::litmus {

// A thread's body as written, and the names it declares.
struct RawBody {
  std::vector<Statement> statements;
  std::vector<std::string> declared;  // registers, in order of declaration
};

// Parses "{ … }" at `cursor`.
Status ParseBody(Cursor& cursor, RawBody& out);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_PARSER_BODY_H_
