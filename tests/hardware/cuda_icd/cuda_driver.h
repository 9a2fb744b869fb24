// The CUDA driver API, found at run time: neither NVIDIA's headers nor its library are needed to build.
#ifndef LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_CUDA_DRIVER_H_
#define LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_CUDA_DRIVER_H_

#include <cstddef>
#include <string>

namespace lockstep::cuda_icd {

using CuResult = int;  // 0 is success
using CuDevice = int;
using CuContext = struct CUctx_st*;
using CuStream = struct CUstream_st*;
using CuModule = struct CUmod_st*;
using CuFunction = struct CUfunc_st*;
using CuPointer = unsigned long long;

// Numbers of the reference's enumerations, as far as they are used.
enum CuDeviceAttribute {
  kMaxThreadsPerBlock = 1,
  kMaxBlockX = 2,
  kMaxBlockY = 3,
  kMaxBlockZ = 4,
  kMaxGridX = 5,
  kMaxGridY = 6,
  kMaxGridZ = 7,
  kTotalConstantMemory = 9,
  kClockRate = 13,
  kMultiprocessorCount = 16,
  kComputeCapabilityMajor = 75,
  kComputeCapabilityMinor = 76,
  kMaxSharedPerBlockOptin = 97,
};
enum CuFunctionAttribute {
  kFunctionMaxThreads = 0,
  kFunctionSharedBytes = 1,
  kFunctionLocalBytes = 3,
  kFunctionMaxDynamicShared = 8,
};
enum CuJitOption { kJitMaxRegisters = 0, kJitErrorLog = 5, kJitErrorLogSize = 6 };
constexpr unsigned kStreamNonBlocking = 1;

struct CudaDriver {
#define LS_CUDA(name, symbol, parameters) CuResult(*name) parameters = nullptr;
#include "tests/hardware/cuda_icd/cuda_driver.def"
};

// The driver, initialised; null without one, or without a device, after one line on stderr that says so.
const CudaDriver* Cuda();

// "CUDA_ERROR_…" of an error's number.
std::string CudaError(CuResult error);

// Makes `context` the calling thread's while it lives.
class CurrentContext {
 public:
  explicit CurrentContext(CuContext context);
  ~CurrentContext();
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;
};

}  // namespace lockstep::cuda_icd

#endif  // LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_CUDA_DRIVER_H_
