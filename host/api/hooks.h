// Declarations of the hooks of hooks.def, and the guard they run in.
#ifndef LOCKSTEP_HOST_API_HOOKS_H_
#define LOCKSTEP_HOST_API_HOOKS_H_

#include <cerrno>
#include <exception>
#include <type_traits>

#include "host/api/cl.h"

namespace lockstep::host {

// The signature behind a dispatch entry's pointer type, which headers of different years name differently.
template <typename Pointer>
using SignatureOf = std::remove_pointer_t<Pointer>;

#define LS_HOOK(name) SignatureOf<decltype(cl_icd_dispatch::name)> Hook_##name;
#include "host/api/hooks.def"
#undef LS_HOOK

// Our own work in `call` failed: says so on stderr, once per call name, and has the report say so.
void ReportOwnFailure(const char* call, const char* what) noexcept;

// Runs our part of a hook. Nothing it throws reaches the application, whose call goes on as if
// the tool were not there; errno stays as it was.
template <typename Body>
void Guard(const char* call, Body&& body) {
  const int saved = errno;
  try {
    body();
  } catch (const std::exception& error) {
    ReportOwnFailure(call, error.what());
  } catch (...) {
    ReportOwnFailure(call, "unknown exception");
  }
  errno = saved;
}

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_HOOKS_H_
