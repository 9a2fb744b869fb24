// Look-ups of functions by name: a hooked function must stay hooked however it is found.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/launch/command_buffer.h"
#include "host/track/content.h"
#include "host/track/kernel.h"
#include "host/track/program.h"

namespace lockstep::host {
namespace {

// Functions beside those of the API that neither write memory nor make queues or buffers.
bool IsHarmless(const char* name) {
  static constexpr const char* kHarmless[] = {
      "clGetKernelSubGroupInfoKHR", "clGetKernelSuggestedLocalWorkSizeKHR",
      "clCreateProgramWithILKHR",   "clIcdGetPlatformIDsKHR",
      "clTerminateContextKHR",      "clGetLayerInfo",
  };
  // What the API itself exports is hooked if it writes to buffers.
  return ExportedFunction(name, false) != nullptr ||
         std::any_of(std::begin(kHarmless), std::end(kHarmless),
                     [&](const char* one) { return std::strcmp(name, one) == 0; });
}

// Our function in place of `found`, if that is one of the hooked ones.
void* Replace(cl_platform_id platform, const char* name, void* found) {
  if (found == nullptr || name == nullptr) return found;
  if (!IsHarmless(name)) NoteUnseenChanges();
  void* ours = ExportedFunction(name, true);
  if (ours == nullptr) ours = ProgramHook(name, found);
  if (ours == nullptr) ours = ArgumentHook(name, found);
  if (ours == nullptr) ours = CommandBufferHook(platform, name, found);
  return ours != nullptr ? ours : found;
}

}  // namespace

void* Hook_clGetExtensionFunctionAddress(const char* name) {
  return Replace(nullptr, name, Next().clGetExtensionFunctionAddress(name));
}

void* Hook_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* name) {
  return Replace(platform, name, Next().clGetExtensionFunctionAddressForPlatform(platform, name));
}

}  // namespace lockstep::host
