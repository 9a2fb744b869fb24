// Modules of the CUDA driver: PTX that it compiled.
#ifndef LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_MODULE_H_
#define LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_MODULE_H_

#include <string>

#include "tests/hardware/cuda_icd/objects.h"

namespace lockstep::cuda_icd {

// Has the driver compile `built`'s PTX, with at most `max_registers` for a work-item if that is not 0.
// Null on failure, with the driver's words in `log`.
CuModule LoadModule(const Built& built, unsigned max_registers, std::string* log);

// The module and function to launch `kernel` with groups of `items`: the usual ones, or, where a
// work-item of those needs too many registers for such a group, ones that make do with fewer. Such a
// second module has program-scope variables of its own.
cl_int FunctionFor(const Built& built, CuFunction usual, const std::string& kernel, size_t items,
                   CuModule* module, CuFunction* function);

}  // namespace lockstep::cuda_icd

#endif  // LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_MODULE_H_
