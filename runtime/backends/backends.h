// The back ends, what is known of each, and which of them serves a device: the rows of backends.def.
#ifndef LOCKSTEP_RUNTIME_BACKENDS_BACKENDS_H_
#define LOCKSTEP_RUNTIME_BACKENDS_BACKENDS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/backends/device_identity.h"
#include "runtime/backends/quirks.h"
#include "runtime/base/options.h"

namespace lockstep {

// How a device runs the work-items of a group.
enum class Groups : uint8_t {
  kSerial,    // one after the other, in the order of their local linear ids
  kTogether,  // at the same time
};

// How a twin calls the device library.
enum class Calls : uint8_t {
  kNone,       // its short functions are inlined into the kernel
  kOutOfLine,  // none is: registers and code cost more than calls
  kByAddress,  // as kNone, and the rest is resident (device-lib/shared/resident.def): it runs in the host's process
};

// What turns a module into code that a driver takes.
struct Backend {
  const char* name;
  const char* triple;
  const char* library;
  Groups groups;
  Calls calls;
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
  const char* proven;
  const char* unsafe;

  // Whether our tests run on this device's driver.
  bool IsProven(const DeviceIdentity& device) const;
};

// All back ends, in the table's order.
const std::vector<Backend>& AllBackends();

// The back end called `name`; nullptr if there is none.
const Backend* FindBackend(std::string_view name);

// The rows of devices, in the table's order.
const std::vector<DeviceRow>& AllDeviceRows();

// The first row that fits `device`, of the back ends that are asked for: kSpirv and kPtx are those whose names begin
// so. nullptr if none fits or the device is to be left alone.
const DeviceRow* FindDeviceRow(const DeviceIdentity& device, BackendChoice choice = BackendChoice::kAuto);

// Who serves a device.
struct Serving {
  const DeviceRow* row = nullptr;  // nullptr: nobody, its programs run unchecked
  bool needs_trial = false;        // before the first twin on it (host/build/service.h)
  std::string why;                 // if nobody, what stands against it, in one line
};

// Who serves `device` as things are asked for: by `choice`, or by LOCKSTEP_SPIRV=1 and LOCKSTEP_PTX=1, which vouch for
// devices of these back ends, as the suite for hardware does.
Serving ServingOf(const DeviceIdentity& device, BackendChoice choice);

// Whether a device's driver has a quirk, whatever serves the device.
bool DriverHas(Quirk quirk, const DeviceIdentity& device);

// The name in the source of a kernel that the driver of such a device calls `name`: Quirk::kKernelNames.
std::string KernelNameInSource(const std::string& name, const DeviceIdentity& device);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BACKENDS_BACKENDS_H_
