// --launch-timeout: tells launches to end that run for too long.
#ifndef LOCKSTEP_HOST_RUNNING_WATCHDOG_H_
#define LOCKSTEP_HOST_RUNNING_WATCHDOG_H_

#include <cstdint>
#include <memory>
#include <string>

#include "host/api/cl.h"
#include "host/running/stop_word.h"
#include "runtime/model/launch.h"

namespace lockstep::host {

// Whether there is a limit.
bool LaunchesAreWatched();

// Watches the command `event`, a launch of `kernel`. `stop`: the word that the twin polls, null if nothing can end it.
// Returns a number for Unwatch, 0 if there is no limit. The time counts from when the driver says that the command
// runs, or says no more, and work-items are seen to run.
uint64_t Watch(cl_event event, const std::string& kernel, std::shared_ptr<const Launch> launch,
               std::shared_ptr<StopWord> stop);

// The launch is complete: a word of the host's memory is not written from now on. Does nothing for 0.
void Unwatch(uint64_t number);

// In a child that was forked: neither the launches nor the threads are its own.
void ForgetParentsWatches();

// Ends the watching, for the end of the process; returns when no more calls are made to the driver.
void StopWatching();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_RUNNING_WATCHDOG_H_
