// The table of backends.def and how a device is looked up in it; for the library and the command.
// Include an OpenCL header before.
#ifndef LOCKSTEP_HOST_DRIVER_BACKEND_ROW_H_
#define LOCKSTEP_HOST_DRIVER_BACKEND_ROW_H_

#include <cstdlib>
#include <cstring>
#include <string>

namespace lockstep {

// How a driver takes an instrumented program's code.
enum class CodeLoad {
  kBinary,     // clCreateProgramWithBinary, as it is
  kContainer,  // clCreateProgramWithBinary, in the container that the driver's own binaries have
  kIl,         // clCreateProgramWithIL
};

struct BackendRow {
  const char* name;  // "": the device is left alone
  const char* platform;
  cl_device_type types;
  const char* il;
  CodeLoad load;
  const char* wanted;
};

inline constexpr BackendRow kBackendRows[] = {
#define LS_BACKEND(name, platform, types, il, load, wanted) \
  {name, platform, types, il, CodeLoad::load, wanted},
#include "host/driver/backends.def"
#undef LS_BACKEND
};

// Whether the environment asks for the devices of this row. Those that only a sample of kernels was
// run on, or none, are passed through otherwise (docs/limitations.md): an application must not be
// disturbed unasked.
inline bool IsWanted(const BackendRow& row) {
  if (row.wanted[0] == '\0') return true;
  const char* wanted = std::getenv(row.wanted);
  return wanted != nullptr && std::strcmp(wanted, "1") == 0;
}

// The first row that fits a device of this CL_PLATFORM_NAME, CL_DEVICE_TYPE and
// CL_DEVICE_IL_VERSION; null if none does or the device is to be left alone.
inline const BackendRow* FindBackendRow(const std::string& platform, cl_device_type type,
                                        const std::string& il_version) {
  for (const BackendRow& row : kBackendRows) {
    if ((type & row.types) == 0 || platform.find(row.platform) == std::string::npos) continue;
    if (il_version.find(row.il) == std::string::npos) continue;
    return row.name[0] == '\0' ? nullptr : &row;
  }
  return nullptr;
}

// The row that serves such a device as things are asked for; null if none.
inline const BackendRow* MatchBackend(const std::string& platform, cl_device_type type,
                                      const std::string& il_version) {
  const BackendRow* row = FindBackendRow(platform, type, il_version);
  return row != nullptr && IsWanted(*row) ? row : nullptr;
}

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_DRIVER_BACKEND_ROW_H_
