// Where the headers are that applications' kernels may include (lockstep/rsp.clh).
#ifndef LOCKSTEP_RUNTIME_BASE_INCLUDE_DIR_H_
#define LOCKSTEP_RUNTIME_BASE_INCLUDE_DIR_H_

#include <string>

namespace lockstep {

// The folder to give an OpenCL compiler with -I; "" if the headers are not there. `from`: the folder
// of one of our executables or of liblockstep.so; build tree and installation look alike from it.
std::string IncludeDirectory(const std::string& from);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_INCLUDE_DIR_H_
