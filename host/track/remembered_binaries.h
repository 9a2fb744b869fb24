// What binaries were made of that applications took from the driver as they were: kept on disk,
// under their hash, for when they come back.
#ifndef LOCKSTEP_HOST_TRACK_REMEMBERED_BINARIES_H_
#define LOCKSTEP_HOST_TRACK_REMEMBERED_BINARIES_H_

#include <string>
#include <string_view>

#include "host/api/cl.h"

namespace lockstep::host {

// The application was given `binary` as the build of what `recipe` describes, for `device`.
void RememberBinary(cl_device_id device, std::string_view binary, std::string_view recipe);

// That recipe; "" if the binary is not known.
std::string RememberedRecipe(cl_device_id device, std::string_view binary);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_REMEMBERED_BINARIES_H_
