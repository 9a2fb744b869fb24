// How other programs are started.
#ifndef LOCKSTEP_HOST_API_EXEC_H_
#define LOCKSTEP_HOST_API_EXEC_H_

#include <spawn.h>
#include <sys/types.h>

namespace lockstep::host {

// posix_spawn of the C library, for programs of ours, which nobody need look into.
int SpawnUnnoted(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const* words, char* const* environment);

// Lives while this thread has the driver compile for us. Programs that the driver starts meanwhile (PoCL 6 has
// llvm-spirv read each twin) are not the application's: they are not counted, and the library is not loaded into them.
class DriversOwnPrograms {
 public:
  DriversOwnPrograms();
  ~DriversOwnPrograms();
  DriversOwnPrograms(const DriversOwnPrograms&) = delete;
  DriversOwnPrograms& operator=(const DriversOwnPrograms&) = delete;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_EXEC_H_
