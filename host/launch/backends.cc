#include "host/launch/backends.h"

namespace lockstep::host {
namespace {

struct Row {
  const char* name;
  const char* platform;
  cl_device_type types;
};

constexpr Row kRows[] = {
#define LS_BACKEND(name, platform, types) {name, platform, types},
#include "host/launch/backends.def"
#undef LS_BACKEND
};

}  // namespace

std::string BackendFor(const Device& device) {
  // Addresses and log records are 64-bit little-endian words.
  if (device.address_bits != 64 || !device.little_endian) return "";
  for (const Row& row : kRows) {
    if ((device.type & row.types) == 0) continue;
    if (device.platform.find(row.platform) != std::string::npos) return row.name;
  }
  return "";
}

}  // namespace lockstep::host
