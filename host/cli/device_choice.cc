// Which device a command is about, and which back end serves it.
#include "host/cli/device_choice.h"

#include "runtime/base/regex.h"
#include "runtime/base/text.h"

namespace lockstep {
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

std::string BackendOf(const ClDevice& device) {
  for (const Row& row : kRows) {
    if ((device.type & row.types) != 0 &&
        device.platform_name.find(row.platform) != std::string::npos) {
      return row.name;
    }
  }
  return "";
}

StatusOr<ClDevice> ChooseDevice(const std::vector<ClDevice>& devices, const std::string& wanted) {
  if (devices.empty()) {
    return NotFoundError("no OpenCL device here; `lockstep doctor` says what to install");
  }
  if (wanted.empty()) {
    for (const ClDevice& device : devices) {
      if (!BackendOf(device).empty()) return device;
    }
    return devices[0];
  }
  auto regex = Regex::Compile(wanted);
  std::vector<std::string> names;
  for (const ClDevice& device : devices) {
    if (device.number == wanted) return device;
  }
  for (const ClDevice& device : devices) {
    std::string name = StrCat(device.platform_name, " ", device.name);
    if (regex.ok() && regex->Matches(name)) return device;
    names.push_back(StrCat(device.number, " ", name));
  }
  return NotFoundError(StrCat("no device '", wanted, "'; there is ", Join(names, ", ")));
}

}  // namespace lockstep
