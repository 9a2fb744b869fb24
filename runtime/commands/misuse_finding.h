// Findings about commands that are undefined by themselves, with no other command that they race with.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_MISUSE_FINDING_H_
#define LOCKSTEP_RUNTIME_COMMANDS_MISUSE_FINDING_H_

#include <string>

#include "runtime/commands/command_finding.h"
#include "runtime/commands/history.h"
#include "runtime/model/finding.h"

namespace lockstep {

// The host changed memory that `command` reads, before it knew the command to be complete.
Finding FindingOfChange(const CommandRecordRef& command);

// `command` touches memory of the host that was `unmap`'s region, by `touch`.
Finding FindingOfUnmapped(const CommandRecordRef& unmap, const CommandRecordRef& command, const Touch& touch,
                          const ObjectBehind& object_behind);

// The launch reads and writes one image by way of two of its roots.
Finding FindingOfImage(const CommandRecord& launch, const ImageTwice& image, const ObjectBehind& object_behind);

// Two threads were in these calls for one kernel object, of that name, at once. `enqueued`: where the second was.
Finding FindingOfArguments(const std::string& kernel, const std::string& first, const std::string& second,
                           SharedStack enqueued);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_MISUSE_FINDING_H_
