// Races between commands as text for people.
#ifndef LOCKSTEP_RUNTIME_REPORT_COMMAND_TEXT_H_
#define LOCKSTEP_RUNTIME_REPORT_COMMAND_TEXT_H_

#include <string>

#include "runtime/model/finding.h"

namespace lockstep {

// "clEnqueueNDRangeKernel of 'sum'"
std::string CallText(const CommandSide& side);

// "command 12, clEnqueueNDRangeKernel of 'sum' (launch 3), number 5 in queue 2 (out of order)"
std::string CommandText(const CommandSide& side);

// The two sides of a command race: a line for each, and the statements that touch the object, as far as they are known.
std::string CommandSides(const Finding& finding, bool color);

// "clEnqueueWriteBuffer and clEnqueueNDRangeKernel of 'sum'"
std::string CommandsInShort(const Finding& finding);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_COMMAND_TEXT_H_
