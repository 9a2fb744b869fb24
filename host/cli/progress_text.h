// How far a program is, in one line.
#ifndef LOCKSTEP_HOST_CLI_PROGRESS_TEXT_H_
#define LOCKSTEP_HOST_CLI_PROGRESS_TEXT_H_

#include <string>

#include "host/cli/so_far.h"

namespace lockstep {

// What takes longest now, compilations first, then checks, then kernels that run; "" if nothing does.
// "compiling checks for scan (3 of 5), 12 s"
std::string DoingText(const Progress& progress);

// "1,204 launches, 41.3/s; 2 findings". `since`: what it was some time ago.
std::string CountsText(const Progress& progress, const Progress& since);

// "heartbeat: 30 s; 2 processes, 1 running; 1,204 launches, 41.3/s; 2 findings; compiling checks for scan, 12 s"
std::string HeartbeatText(const Progress& progress, const Progress& since);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_PROGRESS_TEXT_H_
