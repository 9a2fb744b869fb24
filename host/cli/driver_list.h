// The OpenCL platforms and devices of this machine and the files that name their drivers, asked for in a
// process of its own: a driver may crash or hang as soon as it is loaded.
#ifndef LOCKSTEP_HOST_CLI_DRIVER_LIST_H_
#define LOCKSTEP_HOST_CLI_DRIVER_LIST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "host/cli/cl_api.h"
#include "host/cli/process.h"

namespace lockstep {

struct ListedPlatform {
  std::string name;
  std::string error;  // of clGetDeviceIDs, by name; "" if it has devices
  std::vector<ClDevice> devices;  // without handles
};

struct DriverList {
  std::string problem;   // why there is no list: the loader is missing, or the process crashed or hung
  bool ended_badly = false;  // the latter
  std::vector<ListedPlatform> platforms;
  std::vector<std::string> remarks;  // driver files of which nothing came, and why; one line each
  std::string messages;  // what the drivers said on stderr
  Environment environment;  // in which all this holds, on top of this process's
};

// Asks for them with `environment` on top of this process's, for at most `timeout_seconds`.
DriverList ListDrivers(const Environment& environment, uint64_t timeout_seconds);

// True in the process that ListDrivers starts, which is to call DriverListHost and nothing else.
bool IsDriverListHost();
int DriverListHost();

// The files that name drivers, as the loader finds them in this environment, in order; else `nothing`
// says why there is none, and what to do.
std::vector<std::string> VendorFiles(std::string* nothing);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_DRIVER_LIST_H_
