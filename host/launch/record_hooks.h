// Commands other than launches that are recorded in command buffers.
#ifndef LOCKSTEP_HOST_LAUNCH_RECORD_HOOKS_H_
#define LOCKSTEP_HOST_LAUNCH_RECORD_HOOKS_H_

#include "host/api/cl.h"

namespace lockstep::host {

// Our function in place of the driver's `found`, a function of that name that records a command; null: the driver's.
// `platform`: whose it is; null if that is not known.
void* RecordHook(cl_platform_id platform, const char* name, void* found);

// Whether the platform has command buffers, of a version whose functions we know.
bool IsKnownVersion(cl_platform_id platform);

// Whether a function that records commands was handed out that is not one of ours: then nobody knows what is in a
// command buffer.
bool RecordsUnseen();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_RECORD_HOOKS_H_
