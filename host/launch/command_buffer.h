// Command buffers (cl_khr_command_buffer): kernels recorded in them run as they are, and the report
// says so each time. For --commands, their commands are followed.
#ifndef LOCKSTEP_HOST_LAUNCH_COMMAND_BUFFER_H_
#define LOCKSTEP_HOST_LAUNCH_COMMAND_BUFFER_H_

#include "host/api/cl.h"

namespace lockstep::host {

// Our function in place of the driver's `found`, an extension's function of that name; null if it
// is none of those that we watch. `platform`: whose function it is, null if that is not known.
void* CommandBufferHook(cl_platform_id platform, const char* name, void* found);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_COMMAND_BUFFER_H_
