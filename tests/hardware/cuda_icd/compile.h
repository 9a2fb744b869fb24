// Source to PTX, by lockstep-cc without instrumentation.
#ifndef LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_COMPILE_H_
#define LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_COMPILE_H_

#include <string>
#include <vector>

#include "tests/hardware/cuda_icd/objects.h"

namespace lockstep::cuda_icd {

// Compiles `source` as `device` sees it; true and PTX in `ptx`, or false and the reason in `log`. The
// compiler is $LOCKSTEP_CC, else lockstep-cc in the bin folder beside this library's.
bool Compile(cl_device_id device, const std::string& source, const std::string& options,
             std::string* ptx, std::string* log);

// The kernels that the comments of `ptx` describe (instrument/backends/ptx/cuda.h).
std::vector<KernelForm> KernelForms(const std::string& ptx);

}  // namespace lockstep::cuda_icd

#endif  // LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_COMPILE_H_
