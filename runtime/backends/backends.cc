#include "runtime/backends/backends.h"

#include <cstdlib>
#include <cstring>

namespace lockstep {

const std::vector<Backend>& AllBackends() {
  static const auto* const rows = new std::vector<Backend>{
#define LOCKSTEP_BACKEND(name, Emit, triple, library, groups, words, ...) \
  {name, triple, library, Groups::groups, words, Quirks{__VA_ARGS__}},
#include "runtime/backends/backends.def"
  };
  return *rows;
}

const Backend* FindBackend(std::string_view name) {
  for (const Backend& backend : AllBackends()) {
    if (name == backend.name) return &backend;
  }
  return nullptr;
}

const std::vector<DeviceRow>& AllDeviceRows() {
  static const auto* const rows = new std::vector<DeviceRow>{
#define LOCKSTEP_DEVICES(backend, platform, kind, il, load, wanted) \
  {FindBackend(backend), platform, DeviceKind::kind, il, CodeLoad::load, wanted},
#include "runtime/backends/backends.def"
  };
  return *rows;
}

const DeviceRow* FindDeviceRow(std::string_view platform, uint64_t type, std::string_view il_version) {
  const auto contains = [](std::string_view text, const char* part) {
    return text.find(part) != std::string_view::npos;
  };
  for (const DeviceRow& row : AllDeviceRows()) {
    if ((type & static_cast<uint64_t>(row.kind)) == 0 || !contains(platform, row.platform) || !contains(il_version, row.il)) continue;
    return row.backend == nullptr ? nullptr : &row;
  }
  return nullptr;
}

bool IsWanted(const DeviceRow& row) {
  if (row.wanted[0] == '\0') return true;
  const char* wanted = std::getenv(row.wanted);
  return wanted != nullptr && std::strcmp(wanted, "1") == 0;
}

const DeviceRow* ServingRow(std::string_view platform, uint64_t type, std::string_view il_version) {
  const DeviceRow* row = FindDeviceRow(platform, type, il_version);
  return row != nullptr && IsWanted(*row) ? row : nullptr;
}

bool DriverHas(Quirk quirk, std::string_view platform, uint64_t type, std::string_view il_version) {
  const DeviceRow* row = FindDeviceRow(platform, type, il_version);
  return row != nullptr && row->backend->Has(quirk);
}

std::string KernelNameInSource(const std::string& name, std::string_view platform, uint64_t type,
                               std::string_view il_version) {
  constexpr std::string_view kRenamed = "_cl_";
  const bool renamed =
      name.compare(0, kRenamed.size(), kRenamed) == 0 && DriverHas(Quirk::kKernelNames, platform, type, il_version);
  return renamed ? name.substr(kRenamed.size()) : name;
}

}  // namespace lockstep
