// Which device a command is about, and which back end serves it.
#include "host/cli/device_choice.h"

#include "runtime/base/options.h"
#include "runtime/base/regex.h"
#include "runtime/base/text.h"

namespace lockstep {

Serving ServingOf(const ClDevice& device) { return ServingOf(device.identity, OptionsFromEnvironment().backend); }

StatusOr<ClDevice> ChooseDevice(const std::vector<ClDevice>& devices, const std::string& wanted) {
  if (devices.empty()) {
    return NotFoundError("no OpenCL device here; `lockstep doctor` says what to install");
  }
  if (wanted.empty()) {
    for (const ClDevice& device : devices) {
      if (ServingOf(device).row != nullptr) return device;
    }
    return devices[0];
  }
  auto regex = Regex::Compile(wanted);
  std::vector<std::string> names;
  for (const ClDevice& device : devices) {
    if (device.number == wanted) return device;
  }
  for (const ClDevice& device : devices) {
    std::string name = StrCat(device.identity.platform, " ", device.identity.name);
    if (regex.ok() && regex->Matches(name)) return device;
    names.push_back(StrCat(device.number, " ", name));
  }
  return NotFoundError(StrCat("no device '", wanted, "'; there is ", Join(names, ", ")));
}

}  // namespace lockstep
