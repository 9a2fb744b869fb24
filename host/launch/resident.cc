#include "host/launch/resident.h"

#include <cstdint>

extern "C" {
// Compiled as OpenCL C (device-lib/resident): only twins call them, and know what they take.
#define LOCKSTEP_RESIDENT(name) void name();
#include "device-lib/shared/resident.def"
}

namespace lockstep::host {

ls_u64 ResidentTable() {
  static void (*const table[])() = {
#define LOCKSTEP_RESIDENT(name) name,
#include "device-lib/shared/resident.def"
  };
  static_assert(sizeof(table[0]) == sizeof(ls_u64));
  return reinterpret_cast<uintptr_t>(table);
}

}  // namespace lockstep::host
