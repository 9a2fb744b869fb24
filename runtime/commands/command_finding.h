// A race between commands as a finding: who met whom where, which edge is missing, and what would add it.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_COMMAND_FINDING_H_
#define LOCKSTEP_RUNTIME_COMMANDS_COMMAND_FINDING_H_

#include <cstdint>
#include <functional>
#include <string>

#include "runtime/commands/history.h"
#include "runtime/model/finding.h"

namespace lockstep {

// What is known of the object with that number (Touch::through, never 0): kind, number, size, label.
using ObjectBehind = std::function<Memory(uint64_t)>;

// What there is to say of one meeting, once the launches in it are as well known as they come to be (undecided.h).
Finding FindingOf(const Meeting& meeting, const ObjectBehind& object_behind);

// "command 12 (clEnqueueNDRangeKernel of 'sum')"
std::string NameOfCommand(const CommandSide& side);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_COMMAND_FINDING_H_
