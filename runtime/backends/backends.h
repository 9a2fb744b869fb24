// The back ends, what is known of each, and which of them serves a device: the rows of backends.def.
#ifndef LOCKSTEP_RUNTIME_BACKENDS_BACKENDS_H_
#define LOCKSTEP_RUNTIME_BACKENDS_BACKENDS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/backends/quirks.h"

namespace lockstep {

// How a device runs the work-items of a group.
enum class Groups : uint8_t {
  kSerial,    // one after the other, in the order of their local linear ids
  kTogether,  // at the same time
};

// What turns a module into code that a driver takes.
struct Backend {
  const char* name;
  const char* triple;
  const char* library;
  Groups groups;
  const char* words;
  Quirks quirks;

  bool Has(Quirk quirk) const { return quirks.Has(quirk); }
  bool serial_groups() const { return groups == Groups::kSerial; }
};

// CL_DEVICE_TYPE_* by their numbers, of which there may be several in one.
enum class DeviceKind : uint64_t {
  kCpu = 1 << 1,
  kGpu = 1 << 2,
  kAny = 0xFFFFFFFF,
};

// How a driver takes a program's code.
enum class CodeLoad : uint8_t {
  kBinary,     // clCreateProgramWithBinary, as it is
  kContainer,  // clCreateProgramWithBinary, in the container that the driver's own binaries have
  kIl,         // clCreateProgramWithIL
};

// Devices, and the back end that serves them.
struct DeviceRow {
  const Backend* backend;  // nullptr: they are left alone
  const char* platform;
  DeviceKind kind;
  const char* il;
  CodeLoad load;
  const char* wanted;
};

// All back ends, in the table's order.
const std::vector<Backend>& AllBackends();

// The back end called `name`; nullptr if there is none.
const Backend* FindBackend(std::string_view name);

// The rows of devices, in the table's order.
const std::vector<DeviceRow>& AllDeviceRows();

// The first row that fits a device of this CL_PLATFORM_NAME, CL_DEVICE_TYPE and CL_DEVICE_IL_VERSION; nullptr if none
// does or the device is to be left alone.
const DeviceRow* FindDeviceRow(std::string_view platform, uint64_t type, std::string_view il_version);

// Whether the environment asks for the devices of this row. Those that only a sample of kernels was
// run on, or none, are passed through otherwise (docs/limitations.md): an application must not be
// disturbed unasked.
bool IsWanted(const DeviceRow& row);

// The row that serves such a device as things are asked for; nullptr if none.
const DeviceRow* ServingRow(std::string_view platform, uint64_t type, std::string_view il_version);

// Whether a device's driver has a quirk, also if we are not asked to serve the device.
bool DriverHas(Quirk quirk, std::string_view platform, uint64_t type, std::string_view il_version);

// The name in the source of a kernel that the driver of such a device calls `name`: Quirk::kKernelNames.
std::string KernelNameInSource(const std::string& name, std::string_view platform, uint64_t type,
                               std::string_view il_version);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BACKENDS_BACKENDS_H_
