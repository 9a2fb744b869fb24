// What clGetPlatformInfo and clGetDeviceInfo answer.
#ifndef LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_DEVICE_FACTS_H_
#define LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_DEVICE_FACTS_H_

#include <string>
#include <vector>

#include "tests/hardware/cuda_icd/answer.h"

namespace lockstep::cuda_icd {

cl_int PlatformFact(cl_platform_info name, const Answer& answer);
cl_int DeviceFact(cl_device_id device, cl_device_info name, const Answer& answer);

// What the compiler is told of the device (docs/abi.md, section 6).
std::string DeviceName(cl_device_id device);
std::string DeviceExtensions();
const std::vector<std::string>& DeviceFeatures();
inline constexpr char kVendor[] = "NVIDIA Corporation";
inline constexpr char kVersion[] = "OpenCL 3.0 CUDA";
inline constexpr char kCVersion[] = "OpenCL C 3.0";

}  // namespace lockstep::cuda_icd

#endif  // LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_DEVICE_FACTS_H_
