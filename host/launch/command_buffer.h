// Command buffers (cl_khr_command_buffer): lockstep enqueues their commands one by one (one_by_one.h). Where it cannot,
// the driver does; kernels in them then run as they are, the report says so each time, and for --commands, their
// commands are followed.
#ifndef LOCKSTEP_HOST_LAUNCH_COMMAND_BUFFER_H_
#define LOCKSTEP_HOST_LAUNCH_COMMAND_BUFFER_H_

#include "host/api/cl.h"

namespace lockstep::host {

// Our function in place of the driver's `found`, an extension's function of that name; null if it
// is none of those that we watch. `platform`: whose function it is, null if that is not known.
void* CommandBufferHook(cl_platform_id platform, const char* name, void* found);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_COMMAND_BUFFER_H_
