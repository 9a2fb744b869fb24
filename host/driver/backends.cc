#include "host/driver/backends.h"

namespace lockstep::host {

const BackendRow* BackendFor(const Device& device) {
  // Addresses and log records are 64-bit little-endian words.
  if (device.address_bits != 64 || !device.little_endian) return nullptr;
  return MatchBackend(device.platform, device.type, device.il_version);
}

}  // namespace lockstep::host
