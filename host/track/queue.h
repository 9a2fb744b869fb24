// Numbers for queues, in order of creation.
#ifndef LOCKSTEP_HOST_TRACK_QUEUE_H_
#define LOCKSTEP_HOST_TRACK_QUEUE_H_

#include <cstdint>

#include "host/api/cl.h"

namespace lockstep::host {

// Gives `queue` the next number; its handle may have been another's, which has been released.
void NoteQueueMade(cl_command_queue queue);

// The number of `queue`, 1 for the process's first; its first sight gives it one.
uint64_t QueueNumber(cl_command_queue queue);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_QUEUE_H_
