// `lockstep replay --export`: a captured launch for those who have no lockstep.
#ifndef LOCKSTEP_HOST_CLI_EXPORT_LAUNCH_H_
#define LOCKSTEP_HOST_CLI_EXPORT_LAUNCH_H_

#include <string>

#include "runtime/base/status.h"
#include "runtime/capture/capture.h"

namespace lockstep {

// A host program in C99 that makes the launch alone, of the files in the launch's folder, and prints a sum of each
// memory object behind it. Needs nothing but OpenCL 1.2.
std::string ExportC(const CapturedLaunch& launch);

// The launch as oclgrind-kernel takes it; `folder` has its files. Errors: what such a file cannot say (images,
// samplers, parts of buffers and one buffer twice, options for the compiler, programs that are not source).
StatusOr<std::string> ExportSim(const CapturedLaunch& launch, const std::string& folder);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_EXPORT_LAUNCH_H_
