// What tells devices and their drivers apart.
#ifndef LOCKSTEP_RUNTIME_BACKENDS_DEVICE_IDENTITY_H_
#define LOCKSTEP_RUNTIME_BACKENDS_DEVICE_IDENTITY_H_

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep {

// Texts as the driver answers them; of equal ones the drivers are the same.
struct DeviceIdentity {
  std::string platform;          // CL_PLATFORM_NAME
  std::string platform_version;  // CL_PLATFORM_VERSION
  std::string name;              // CL_DEVICE_NAME
  std::string version;           // CL_DEVICE_VERSION
  std::string driver_version;    // CL_DRIVER_VERSION
  std::string il_version;        // CL_DEVICE_IL_VERSION; "" where it has none
  uint64_t type = 0;             // CL_DEVICE_TYPE
};

bool operator==(const DeviceIdentity& a, const DeviceIdentity& b);
bool operator<(const DeviceIdentity& a, const DeviceIdentity& b);  // by its texts, for maps

// As JSON, and back; nullopt if `text` is no such thing.
std::string WriteIdentity(const DeviceIdentity& device);
std::optional<DeviceIdentity> ReadIdentity(const std::string& text);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BACKENDS_DEVICE_IDENTITY_H_
