// What the CUDA driver API wants of PTX besides what NVIDIA's OpenCL driver does.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_PTX_CUDA_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_PTX_CUDA_H_

#include <string>

#include "runtime/program/program.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Enters the names of `module`'s kernels into `program`, which has none, and refuses there those with
// images or samplers. `module` is one of the passes'.
void ListKernels(llvm::Module& module, InstrumentedProgram& program);

// One comment line of PTX for each kernel of `module` (one of module.h, before UseCudaForm):
//   // lockstep-kernel {"name":"k","group":[0,0,0],"args":[{"space":"local","size":0,…},…]}
// `space` is global, constant, local or private; `size` the bytes of a private argument; `type` and
// `name` as in the source, "" for hidden arguments; `group` what reqd_work_group_size demands, else
// zeros. The CUDA driver tells none of it, and a loader of OpenCL kernels needs all.
std::string DescribeKernels(llvm::Module& module);

// Changes what cannot be passed through cuLaunchKernel: an argument in local memory becomes its offset,
// in bytes, in the launch's dynamic shared memory. Defines `__lockstep_launch` (device-lib/ptx) if it
// is used.
void UseCudaForm(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_PTX_CUDA_H_
