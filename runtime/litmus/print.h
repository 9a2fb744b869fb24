// Renders results of litmus tests: herd's text, JSON, and Graphviz.
#ifndef LOCKSTEP_RUNTIME_LITMUS_PRINT_H_
#define LOCKSTEP_RUNTIME_LITMUS_PRINT_H_

#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/litmus/ast.h"
#include "runtime/litmus/result.h"

namespace lockstep::litmus {

// "1:r0=0; x=1;" for one state.
std::string StateText(const Test& test, const std::vector<int64_t>& state);

// herd's shape: Test, States, Ok or No, Witnesses, Flag, Condition, Observation, Time.
std::string ResultText(const Test& test, const Result& result);

// One element of "tests" in the JSON output, as a JSON object in text.
std::string ResultJson(const Test& test, const Result& result);

// One element of "errors" in the JSON output.
std::string ErrorJson(const std::string& file, const std::string& message);

// The sample execution as a Graphviz document; empty if there is none.
std::string ResultDot(const Test& test, const Result& result);

// Runs Graphviz on `dot`. NotFound if there is no program `dot`.
Status WriteSvg(const std::string& dot, const std::string& path);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_PRINT_H_
