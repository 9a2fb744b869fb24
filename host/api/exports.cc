// The exported cl* functions, for LD_PRELOAD and for look-ups by name. Generated pass-throughs.
#include <cstring>

#include "host/api/table.h"

// The loader's extension functions have no declaration in the headers included here.
#pragma GCC diagnostic ignored "-Wmissing-declarations"
#define LS_EXPORTED(name) lockstep::host::ExportTable().name

#pragma GCC visibility push(default)
extern "C" {
#include "host/api/generated/exports.inc"
}
#pragma GCC visibility pop

namespace lockstep::host {

void* ExportedFunction(const char* name, bool hooked_only) {
  if (std::strncmp(name, "cl", 2) != 0) return nullptr;
  if (hooked_only) {
#define LS_HOOK(entry) \
  if (std::strcmp(name, #entry) == 0) return reinterpret_cast<void*>(&::entry);
#include "host/api/hooks.def"
#undef LS_HOOK
    return nullptr;
  }
#define LS_CL_EXPORT(entry) \
  if (std::strcmp(name, #entry) == 0) return reinterpret_cast<void*>(&::entry);
#include "host/api/generated/exported.def"
#undef LS_CL_EXPORT
  return nullptr;
}

}  // namespace lockstep::host
