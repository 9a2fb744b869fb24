// Expands backends.def into the table that tools look back ends up in.
#include "instrument/backends/backends.h"

namespace lockstep::instrument {

const std::vector<BackendRow>& AllBackends() {
  static const std::vector<BackendRow>* const rows = new std::vector<BackendRow>{
#define LOCKSTEP_BACKEND(name, triple, library, load_kind, Emit, devices) \
  {name, triple, library, load_kind, &Emit, devices},
#include "instrument/backends/backends.def"
  };
  return *rows;
}

const BackendRow* FindBackend(std::string_view name) {
  for (const BackendRow& row : AllBackends()) {
    if (name == row.name) return &row;
  }
  return nullptr;
}

}  // namespace lockstep::instrument
