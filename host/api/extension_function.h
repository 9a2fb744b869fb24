// Functions of extensions: the application has a pointer to the driver's own, and gets one to ours instead.
#ifndef LOCKSTEP_HOST_API_EXTENSION_FUNCTION_H_
#define LOCKSTEP_HOST_API_EXTENSION_FUNCTION_H_

#include <atomic>
#include <cstring>

namespace lockstep::host {

// The driver's function in whose place `ours`, of the same type, stands: of the first platform that was asked for it.
template <auto ours>
std::atomic<decltype(ours)> g_driver{nullptr};

// Whether the function called `name` is the one that `ours` may stand in for, which is called `its_name`. Then `result`
// becomes `ours`, unless that stands in place of another driver's already. `found`: the driver's.
template <auto ours>
bool StandIn(const char* name, const char* its_name, void* found, void** result) {
  if (std::strcmp(name, its_name) != 0) return false;
  decltype(ours) expected = nullptr;
  const auto theirs = reinterpret_cast<decltype(ours)>(found);
  if (g_driver<ours>.compare_exchange_strong(expected, theirs) || expected == theirs) {
    *result = reinterpret_cast<void*>(ours);
  }
  return true;
}

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_EXTENSION_FUNCTION_H_
