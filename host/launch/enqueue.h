// Launches the twin of a kernel in the kernel's place.
#ifndef LOCKSTEP_HOST_LAUNCH_ENQUEUE_H_
#define LOCKSTEP_HOST_LAUNCH_ENQUEUE_H_

#include <functional>
#include <string>
#include <vector>

#include "host/plan/launch_facts.h"
#include "host/track/content.h"
#include "runtime/commands/history.h"

namespace lockstep::host {

// A launch call of the application.
struct LaunchCall {
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;
  Geometry geometry;
  bool task = false;  // clEnqueueTask, whose event says so
  cl_uint waits = 0;
  const cl_event* wait_list = nullptr;
  cl_event* event = nullptr;
};

// What became of it.
struct LaunchOutcome {
  enum class Kind {
    kLaunched,         // the twin is enqueued; the call is answered
    kRefused,          // the application's own kernel is to run, if the driver takes the call after all
    kLeftOut,          // ... because it was asked not to be checked: `reason`, if not by the kernel's name
    kPruned,           // ... because nothing can race in this launch: `proven`
    kCertified,        // ... because an equal launch was checked and found clean: `proven`
    kNotInstrumented,  // ... because there is no twin for it: `reason`
    kIncomplete,       // ... because this launch cannot be checked: `reason`
  };
  Kind kind = Kind::kRefused;
  std::string kernel;  // name; "" when the reason is the device's
  std::string reason;
  std::string launched_kernel;  // name of the kernel that runs unchecked
  std::shared_ptr<const Launch> proven = nullptr;
  std::vector<ContentMark> content{};                // kCertified: what has to be in memory for that to be true
  std::shared_ptr<CommandRecord> command = nullptr;  // for --commands: what the launch touches; null: not known
};

// `change` is told what the launch may write, as soon as that is known; it has to live until the driver has been asked.
LaunchOutcome LaunchTwin(const LaunchCall& call, ContentChange& change);

// All of a launch call named `name`: the twin if there is one, else `forward`, which has the application's own kernel
// launched and takes the place for the event (launch_hooks.cc): by std::cref, for which no memory is needed.
cl_int EnqueueLaunch(const char* name, const LaunchCall& call, const std::function<cl_int(cl_event* place)>& forward);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_ENQUEUE_H_
