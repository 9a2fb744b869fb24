// What surrounds an enqueue call that is no launch.
#ifndef LOCKSTEP_HOST_LAUNCH_FOLLOWED_H_
#define LOCKSTEP_HOST_LAUNCH_FOLLOWED_H_

#include <utility>

#include "host/api/hooks.h"
#include "host/commands/follow.h"
#include "host/launch/process.h"
#include "runtime/session/board.h"
#include "runtime/session/session.h"

namespace lockstep::host {

// Calls on, and if that is a call that returns when commands are complete (OpenCL 3.0, section 5.11), records what
// launches covered by them found, so that a process that ends without exit() right then does not lose it.
template <typename Forward>
auto Blocking(const char* name, bool blocking, Forward&& forward) {
  if (!blocking) return forward();
  Guard(name, [] { Session::Get().NoteMayTakeLong(); });
  const auto result = [&] {
    const Activity waiting(Doing::kWaiting, name);
    return forward();
  }();
  Guard(name, RecordCompleted);
  return result;
}

// Calls on as above, and notes the command for --commands. `touches` fills in a Footprint.
template <typename Forward, typename Touches>
cl_int Followed(const CommandCall& call, Forward&& forward, Touches&& touches) {
  const cl_int result = Blocking(call.name, call.blocking, std::forward<Forward>(forward));
  Guard(call.name, [&] {
    if (result != CL_SUCCESS || !FollowsCommands()) return;
    CommandRecord record;
    touches(record.footprint);
    NoteCommand(call, std::move(record));
  });
  return result;
}

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_FOLLOWED_H_
