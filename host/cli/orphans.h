// Processes of the program whose parent has left them behind, as `sh -c './app &'` does.
#ifndef LOCKSTEP_HOST_CLI_ORPHANS_H_
#define LOCKSTEP_HOST_CLI_ORPHANS_H_

#include <sys/types.h>

#include <cstdint>

namespace lockstep {

// From now on such processes become children of this one, not of process 1. Where the system refuses they stay unknown.
void AdoptOrphans();

// Lets adopted processes go that have ended; nothing before AdoptOrphans, after which this process has no other children
// than `command`, whose end somebody else waits for; 0: none.
void ReapOrphans(pid_t command);

// How many processes below this one run: its children, theirs, and so on. 0 if there is no /proc to tell.
uint64_t LivingDescendants();

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_ORPHANS_H_
