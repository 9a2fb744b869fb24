// The dispatch table, and the two functions by which an ICD loader finds it (cl_khr_icd).
#include <cstring>

#include "tests/hardware/cuda_icd/entry_points.h"

namespace lockstep::cuda_icd {
namespace {

// What a function that is not there answers: an error, also through a last parameter that wants one.
template <typename R, typename... A>
struct None {
  static R CL_API_CALL Call(A... arguments) {
    if constexpr (std::is_pointer_v<R>) {
      const auto tell = [](auto argument) {
        if constexpr (std::is_same_v<decltype(argument), cl_int*>) {
          if (argument != nullptr) *argument = CL_INVALID_OPERATION;
        }
      };
      (tell(arguments), ...);
      return nullptr;
    } else if constexpr (!std::is_void_v<R>) {
      return CL_INVALID_OPERATION;
    }
  }
};

template <typename R, typename... A>
void SetNone(R(CL_API_CALL*& entry)(A...)) {
  entry = &None<R, A...>::Call;
}

cl_icd_dispatch* MakeTable() {
  auto* table = new cl_icd_dispatch;
  std::memset(table, 0, sizeof(*table));
#define LS_CL(name) table->name = &Icd_##name;
#define LS_CL_NONE(name) SetNone(table->name);
#include "tests/hardware/cuda_icd/entry_points.def"
  return table;
}

}  // namespace

const cl_icd_dispatch* Dispatch() {
  static const cl_icd_dispatch* const table = MakeTable();
  return table;
}

}  // namespace lockstep::cuda_icd

#define LS_EXPORT extern "C" __attribute__((visibility("default")))

// Answers CL_PLATFORM_NOT_FOUND_KHR where there is no CUDA driver.
LS_EXPORT cl_int clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
  return Icd_clGetPlatformIDs(room, platforms, count);
}

LS_EXPORT void* clGetExtensionFunctionAddress(const char* name) {
  if (std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0) {
    return reinterpret_cast<void*>(&clIcdGetPlatformIDsKHR);
  }
  // Some loaders ask for this one before they have a platform.
  if (std::strcmp(name, "clGetPlatformInfo") == 0) {
    return reinterpret_cast<void*>(&Icd_clGetPlatformInfo);
  }
  return nullptr;
}

void* Icd_clGetExtensionFunctionAddress(const char* name) {
  return clGetExtensionFunctionAddress(name);
}

void* Icd_clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char* name) {
  return clGetExtensionFunctionAddress(name);
}
