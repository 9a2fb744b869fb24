// PoCL's own cache of kernels: without it PoCL shows no device and does not say why.
#ifndef LOCKSTEP_HOST_CLI_POCL_CACHE_H_
#define LOCKSTEP_HOST_CLI_POCL_CACHE_H_

#include <string>

#include "runtime/base/status.h"

namespace lockstep {

// The folder that PoCL keeps its kernels in, from the environment as PoCL 1 to 6 do it.
std::string PoclCacheDirectory();

// Makes the folder if it is not there, as PoCL would, and writes and removes a file in it; the error
// names the folder and says why it cannot be written.
Status TryPoclCache();

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_POCL_CACHE_H_
