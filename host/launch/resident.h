// The resident library's addresses, for twins that run in this process: device-lib/shared/resident.def.
#ifndef LOCKSTEP_HOST_LAUNCH_RESIDENT_H_
#define LOCKSTEP_HOST_LAUNCH_RESIDENT_H_

#include "device-lib/shared/types.h"

namespace lockstep::host {

// Where the table of addresses lies, as ls_control::resident.
ls_u64 ResidentTable();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_RESIDENT_H_
