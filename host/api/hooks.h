// Declarations of the hooks of hooks.def, and the guard they run in.
#ifndef LOCKSTEP_HOST_API_HOOKS_H_
#define LOCKSTEP_HOST_API_HOOKS_H_

#include <cxxabi.h>
#include <pthread.h>

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

// Where a thread is not cancelled: our work is not made to end half-way.
class Uncancelled {
 public:
  Uncancelled() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~Uncancelled() { pthread_setcancelstate(before_, nullptr); }
  Uncancelled(const Uncancelled&) = delete;
  Uncancelled& operator=(const Uncancelled&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

// Runs our part of a hook. Nothing it throws reaches the application, whose call goes on as if
// the tool were not there; errno stays as it was. A thread may end in it, in a callback that the driver makes.
template <typename Body>
void Guard(const char* call, Body&& body) {
  const int saved = errno;
  try {
    const Uncancelled here;
    body();
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (const std::exception& error) {
    ReportOwnFailure(call, error.what());
  } catch (...) {
    ReportOwnFailure(call, "unknown exception");
  }
  errno = saved;
}

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_HOOKS_H_
