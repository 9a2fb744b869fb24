// Parses an OpenCL litmus test in herd's format into a Test.
#ifndef LOCKSTEP_RUNTIME_LITMUS_PARSER_H_
#define LOCKSTEP_RUNTIME_LITMUS_PARSER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "runtime/base/status.h"
#include "runtime/litmus/ast.h"

namespace lockstep::litmus {

// `file`: only for messages and Test::file. `strict`: memory orders that OpenCL C forbids for an operation are
// errors; otherwise they are warnings of the test.
// Errors are InvalidArgument: "file:line:column: expected …".
StatusOr<Test> Parse(absl::string_view text, const std::string& file, bool strict = false);

// Reads `path` and parses it. NotFound if it cannot be read.
StatusOr<Test> ParseFile(const std::string& path, bool strict = false);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_PARSER_H_
