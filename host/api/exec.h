// How other programs are started.
#ifndef LOCKSTEP_HOST_API_EXEC_H_
#define LOCKSTEP_HOST_API_EXEC_H_

#include <spawn.h>
#include <sys/types.h>

namespace lockstep::host {

// posix_spawn of the C library, for programs of ours, which nobody need look into.
int SpawnUnnoted(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const* words, char* const* environment);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_EXEC_H_
