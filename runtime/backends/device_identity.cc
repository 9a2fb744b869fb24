#include "runtime/backends/device_identity.h"

#include <nlohmann/json.hpp>
#include <tuple>

namespace lockstep {
namespace {

using nlohmann::json;

auto Tied(const DeviceIdentity& device) {
  return std::tie(device.platform, device.platform_version, device.name, device.version, device.driver_version,
                  device.il_version, device.type);
}

}  // namespace

bool operator==(const DeviceIdentity& a, const DeviceIdentity& b) { return Tied(a) == Tied(b); }

std::string WriteIdentity(const DeviceIdentity& device) {
  const json written = {
      {"platform", device.platform}, {"platform_version", device.platform_version}, {"name", device.name},
      {"version", device.version},   {"driver_version", device.driver_version},     {"il_version", device.il_version},
      {"type", device.type}};
  return written.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<DeviceIdentity> ReadIdentity(const std::string& text) {
  const json read = json::parse(text, nullptr, /*allow_exceptions=*/false);
  DeviceIdentity device;
  if (!read.is_object()) return std::nullopt;
  const auto get = [&](const char* key, std::string* into) {
    const auto found = read.find(key);
    if (found == read.end() || !found->is_string()) return false;
    *into = found->get<std::string>();
    return true;
  };
  const bool whole = get("platform", &device.platform) && get("platform_version", &device.platform_version) &&
                     get("name", &device.name) && get("version", &device.version) &&
                     get("driver_version", &device.driver_version) && get("il_version", &device.il_version);
  const auto type = read.find("type");
  if (!whole || type == read.end() || !type->is_number_unsigned()) return std::nullopt;
  device.type = type->get<uint64_t>();
  return device;
}

}  // namespace lockstep
