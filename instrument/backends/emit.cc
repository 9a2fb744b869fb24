#include "instrument/backends/emit.h"

#include <string_view>

namespace lockstep::instrument {

EmitFunction EmitterOf(const Backend& backend) {
  const std::string_view wanted = backend.name;
#define LOCKSTEP_BACKEND(name, Emit, ...) \
  if (wanted == name) return &Emit;
#include "runtime/backends/backends.def"
  return nullptr;
}

}  // namespace lockstep::instrument
