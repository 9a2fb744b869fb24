#include "tests/hardware/cuda_icd/cuda_driver.h"

#include <dlfcn.h>

#include <cstdio>

namespace lockstep::cuda_icd {
namespace {

CudaDriver* Absent(const std::string& why) {
  std::fprintf(stderr, "lockstep CUDA loader: no platform: %s\n", why.c_str());
  return nullptr;
}

CudaDriver* Open() {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return Absent(dlerror());
  auto* cuda = new CudaDriver;
#define LS_CUDA(name, symbol, parameters)                                             \
  cuda->name = reinterpret_cast<decltype(cuda->name)>(dlsym(library, symbol));        \
  if (cuda->name == nullptr) return Absent("libcuda.so.1 has no function " symbol);
#include "tests/hardware/cuda_icd/cuda_driver.def"
  int count = 0;
  CuResult error = cuda->cuInit(0);
  if (error == 0) error = cuda->cuDeviceGetCount(&count);
  if (error != 0) {
    const char* name = nullptr;
    cuda->cuGetErrorName(error, &name);
    return Absent(std::string("the CUDA driver does not start: ") +
                  (name != nullptr ? name : std::to_string(error)));
  }
  if (count == 0) return Absent("the CUDA driver has no device");
  return cuda;
}

}  // namespace

const CudaDriver* Cuda() {
  static const CudaDriver* const cuda = Open();
  return cuda;
}

std::string CudaError(CuResult error) {
  const char* name = nullptr;
  Cuda()->cuGetErrorName(error, &name);
  return name != nullptr ? name : "CUDA error " + std::to_string(error);
}

CurrentContext::CurrentContext(CuContext context) { Cuda()->cuCtxPushCurrent(context); }

CurrentContext::~CurrentContext() {
  CuContext popped = nullptr;
  Cuda()->cuCtxPopCurrent(&popped);
}

}  // namespace lockstep::cuda_icd
