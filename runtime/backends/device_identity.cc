#include "runtime/backends/device_identity.h"

#include <tuple>

#include "runtime/base/json_fields.h"

namespace lockstep {
namespace {

template <typename Device>
auto Tied(Device& device) {
  return std::tie(device.platform, device.platform_version, device.name, device.version, device.driver_version,
                  device.il_version, device.type);
}

}  // namespace

template <typename Archive>
void Fields(Archive& archive, DeviceIdentity& device) {
  archive("platform", device.platform);
  archive("platform_version", device.platform_version);
  archive("name", device.name);
  archive("version", device.version);
  archive("driver_version", device.driver_version);
  archive("il_version", device.il_version);
  archive("type", device.type);
}

bool operator==(const DeviceIdentity& a, const DeviceIdentity& b) { return Tied(a) == Tied(b); }

bool operator<(const DeviceIdentity& a, const DeviceIdentity& b) { return Tied(a) < Tied(b); }

std::string WriteIdentity(const DeviceIdentity& device) { return FieldWriter::Written(device).dump(); }

std::optional<DeviceIdentity> ReadIdentity(const std::string& text) {
  const auto read = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  try {
    DeviceIdentity device;
    FieldReader::Read("device", read, device);
    return device;
  } catch (const FieldError&) {
    return std::nullopt;
  }
}

}  // namespace lockstep
