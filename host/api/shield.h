// The outermost wall of a hook: nothing that we throw leaves it, as the callers are C. What a hook does besides
// calling on runs in Guard (hooks.h); what is thrown outside of that is for want of memory, and OpenCL has an
// answer for it. What the application throws in a callback, and the end of a thread, pass as they do through the
// driver. All of it runs on a stack of ours where the caller's is small (roomy_stack.h).
#ifndef LOCKSTEP_HOST_API_SHIELD_H_
#define LOCKSTEP_HOST_API_SHIELD_H_

#include <new>
#include <system_error>
#include <tuple>
#include <type_traits>

#include "host/api/cl.h"
#include "host/api/hooks.h"
#include "host/api/roomy_stack.h"
#include "runtime/base/forked.h"

namespace lockstep::host {

// What a call of result type R answers when there is no memory; a call that makes something tells so through its last
// parameter, if that is an error code's place.
template <typename R, typename... A>
R OutOfMemory(std::tuple<A...> arguments) {
  if constexpr (std::is_same_v<R, cl_int>) {
    return CL_OUT_OF_HOST_MEMORY;
  } else if constexpr (sizeof...(A) > 0) {
    if constexpr (std::is_same_v<std::tuple_element_t<sizeof...(A) - 1, std::tuple<A...>>, cl_int*>) {
      cl_int* error = std::get<sizeof...(A) - 1>(arguments);
      if (error != nullptr) *error = CL_OUT_OF_HOST_MEMORY;
    }
    return R();
  } else {
    return R();
  }
}

template <typename Signature, Signature* kHook>
struct Shielded;

template <typename R, typename... A, R (*kHook)(A...)>
struct Shielded<R(A...), kHook> {
  static R CL_API_CALL Call(A... arguments) {
    ForgetParent();
    if constexpr (std::is_void_v<R>) {
      OnRoomyStack([&] { Try(arguments...); });
    } else {
      R result = R();
      OnRoomyStack([&] { result = Try(arguments...); });
      return result;
    }
  }

 private:
  static R Try(A... arguments) {
    try {
      return kHook(arguments...);
    } catch (const std::bad_alloc&) {
      ReportOwnFailure("a call", "out of memory");
    } catch (const std::system_error& error) {
      ReportOwnFailure("a call", error.what());
    }
    return OutOfMemory<R>(std::tuple<A...>(arguments...));
  }
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_SHIELD_H_
