// Starting another program: for the command `lockstep`. The library, in other people's programs, starts its helper by
// posix_spawn (host/build/unseen_child.h): a fork there would run the application's handlers (pthread_atfork) and copy
// the tables of all its memory. The command cannot do that: its children get signals ignored as they were, and end with
// it (PR_SET_PDEATHSIG), for which posix_spawn has no words.
#ifndef LOCKSTEP_RUNTIME_BASE_CHILD_H_
#define LOCKSTEP_RUNTIME_BASE_CHILD_H_

#include <sys/types.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

using Environment = std::vector<std::pair<std::string, std::string>>;  // name, value; set on top

// A variable of this process; empty if it is not set.
std::string Variable(const char* name);

// What a child is before its program begins.
struct ChildSetup {
  Environment changes;
  std::vector<std::pair<int, int>> descriptors;  // of this process, and which of 0, 1, 2 it is there
  std::function<void()> prepare;                 // called in the child before all else; may be empty
};

// Starts `command` (looked up in PATH) in a process of its own, which has this one's descriptors as far as they are
// not marked O_CLOEXEC, and returns its number when its program has begun. -1, with the reason in errno, if it could
// not be started; then there is no process. The caller waits for it.
pid_t StartChild(const std::vector<std::string>& command, const ChildSetup& setup);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_CHILD_H_
