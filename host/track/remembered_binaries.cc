#include "host/track/remembered_binaries.h"

#include "host/driver/device.h"
#include "runtime/base/sha256.h"
#include "runtime/cache/cache.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

Cache OpenCache() { return Cache::FromOptions(Session::Get().options()); }

std::string KeyOf(cl_device_id device, std::string_view binary) {
  const auto facts = DeviceFacts(device);
  return CacheKey({"recipe of a binary", facts->name, facts->driver_version, Sha256Hex(binary)});
}

}  // namespace

void RememberBinary(cl_device_id device, std::string_view binary, std::string_view recipe) {
  OpenCache().Put(KeyOf(device, binary), recipe);
}

std::string RememberedRecipe(cl_device_id device, std::string_view binary) {
  return OpenCache().Get(KeyOf(device, binary)).value_or("");
}

}  // namespace lockstep::host
