// Declares Icd_<name> for every OpenCL function that the loader has.
#ifndef LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_ENTRY_POINTS_H_
#define LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_ENTRY_POINTS_H_

#include <type_traits>

#include "tests/hardware/cuda_icd/objects.h"

#define LS_CL(name) std::remove_pointer_t<decltype(cl_icd_dispatch::name)> Icd_##name;
#include "tests/hardware/cuda_icd/entry_points.def"

#endif  // LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_ENTRY_POINTS_H_
