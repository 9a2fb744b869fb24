// Where the application did what led to a finding: --host-stacks.
#ifndef LOCKSTEP_RUNTIME_REPORT_HOST_STACKS_H_
#define LOCKSTEP_RUNTIME_REPORT_HOST_STACKS_H_

#include <functional>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/report/report.h"

namespace lockstep {

// Gives each form of `mistake` the stacks that its launch, its commands and its memory have.
void AddHostStacks(Mistake* mistake);

// Asks lockstep-cc, with these arguments, for its answer.
using AskSymbols = std::function<StatusOr<std::string>(const std::vector<std::string>& arguments)>;

// Gives the native frames of all findings of `reports` the function, file and line that their modules' debugging data
// says, inlined calls as frames of their own; drops what is outside of main(). Asks once, and only if there are any;
// what is not answered stays as it is.
void GiveSources(const std::vector<Report*>& reports, const AskSymbols& ask);

// "render() at src/render.cc:12", "in libfoo.so" or "app+0x12a0".
std::string FrameText(const HostFrame& frame);

// What a stack shows: "enqueued", "created", "built".
const char* StackTitle(const Finding::Stack& stack);

// The rows of a text report for those of the finding's stacks that belong to command `side`, or to none (-1).
std::string HostStackRows(const Finding& finding, int side, bool color);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_HOST_STACKS_H_
