// What PoCL's own compiler defines on top of what the specification asks for.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_POCL_VIEW_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_POCL_VIEW_H_

#include "instrument/frontend/driver_view.h"
#include "runtime/program/request.h"

namespace lockstep::instrument {

// Whether the device is one of PoCL's.
bool IsPocl(const DeviceTraits& device);

// Adds PoCL's macros to `view`, for a source of language version `version` (120, 300, ...).
void AddPoclView(const DeviceTraits& device, unsigned version, DriverView& view);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_POCL_VIEW_H_
