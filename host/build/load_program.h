// Hands an instrumented program's code to the driver, in the way the back end's row says.
#ifndef LOCKSTEP_HOST_BUILD_LOAD_PROGRAM_H_
#define LOCKSTEP_HOST_BUILD_LOAD_PROGRAM_H_

#include <string>

#include "host/api/cl.h"
#include "runtime/backends/backends.h"
#include "runtime/base/status.h"

namespace lockstep::host {

// A program object of `code` for `device`, not built yet. Errors say what the driver refused.
StatusOr<cl_program> LoadProgram(cl_context context, cl_device_id device, CodeLoad load,
                                 const std::string& code);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_LOAD_PROGRAM_H_
