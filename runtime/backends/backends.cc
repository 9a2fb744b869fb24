#include "runtime/backends/backends.h"

#include <cstdlib>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

bool Contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool IsChosen(const Backend& backend, BackendChoice choice) {
  const std::string_view name = backend.name;
  switch (choice) {
    case BackendChoice::kAuto: return true;
    case BackendChoice::kSpirv: return name.rfind("spirv", 0) == 0;
    case BackendChoice::kPtx: return name.rfind("ptx", 0) == 0;
    case BackendChoice::kNone: return false;
  }
  return false;
}

bool IsVouchedFor(const Backend& backend) {
  const std::string_view name = backend.name;
  const char* variable = name.rfind("spirv", 0) == 0 ? "LOCKSTEP_SPIRV"
                         : name.rfind("ptx", 0) == 0 ? "LOCKSTEP_PTX"
                                                     : nullptr;
  const char* value = variable == nullptr ? nullptr : std::getenv(variable);
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

const std::vector<Backend>& AllBackends() {
  static const auto* const rows = new std::vector<Backend>{
#define LOCKSTEP_BACKEND(name, Emit, triple, library, groups, calls, words, ...) \
  {name, triple, library, Groups::groups, Calls::calls, words, Quirks{__VA_ARGS__}},
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
#define LOCKSTEP_DEVICES(backend, platform, kind, il, load, proven, unsafe) \
  {FindBackend(backend), platform, DeviceKind::kind, il, CodeLoad::load, proven, unsafe},
#include "runtime/backends/backends.def"
  };
  return *rows;
}

bool DeviceRow::IsProven(const DeviceIdentity& device) const {
  return proven[0] != '\0' && Contains(device.platform_version, proven);
}

const DeviceRow* FindDeviceRow(const DeviceIdentity& device, BackendChoice choice) {
  for (const DeviceRow& row : AllDeviceRows()) {
    const bool fits = (device.type & static_cast<uint64_t>(row.kind)) != 0 && Contains(device.platform, row.platform) &&
                      Contains(device.il_version, row.il);
    if (!fits) continue;
    if (row.backend == nullptr) return nullptr;
    if (IsChosen(*row.backend, choice)) return &row;
  }
  return nullptr;
}

Serving ServingOf(const DeviceIdentity& device, BackendChoice choice) {
  if (choice == BackendChoice::kNone) return {nullptr, false, "--backend=none: nothing is checked"};
  const DeviceRow* row = FindDeviceRow(device, choice);
  if (row == nullptr) return {nullptr, false, StrCat("no back end for device ", device.name)};
  const bool trusted = choice != BackendChoice::kAuto || row->IsProven(device) || IsVouchedFor(*row->backend);
  if (!trusted && row->unsafe[0] != '\0') {
    return {
        nullptr, false,
        StrCat("device ", device.name, " is left alone: ", row->unsafe, "; --backend=spirv checks it all the same")};
  }
  return {row, !trusted, ""};
}

bool DriverHas(Quirk quirk, const DeviceIdentity& device) {
  const DeviceRow* row = FindDeviceRow(device);
  return row != nullptr && row->backend->Has(quirk);
}

std::string KernelNameInSource(const std::string& name, const DeviceIdentity& device) {
  constexpr std::string_view kRenamed = "_cl_";
  const bool renamed = name.compare(0, kRenamed.size(), kRenamed) == 0 && DriverHas(Quirk::kKernelNames, device);
  return renamed ? name.substr(kRenamed.size()) : name;
}

}  // namespace lockstep
