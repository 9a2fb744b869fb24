// Look-ups of functions by name: a hooked function must stay hooked however it is found.
#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/launch/command_buffer.h"

namespace lockstep::host {
namespace {

// Our function in place of `found`, if that is one of the hooked ones.
void* Replace(cl_platform_id platform, const char* name, void* found) {
  if (found == nullptr || name == nullptr) return found;
  void* ours = ExportedFunction(name, true);
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
