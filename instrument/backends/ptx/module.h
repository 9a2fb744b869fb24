// A module for spir64 made one for NVIDIA GPUs: target, address spaces, kernels' form.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_PTX_MODULE_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_PTX_MODULE_H_

#include <memory>

#include "absl/status/statusor.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// The triples say who loads the code. The NVCL environment makes NVIDIA's OpenCL form of a kernel's
// signature, with notes on its pointers, and marks the module texmode_independent.
inline constexpr char kOpenClTriple[] = "nvptx64-nvidia-nvcl";
inline constexpr char kCudaTriple[] = "nvptx64-nvidia-cuda";

// Address spaces of NVPTX IR. Private and generic memory are one there. Constant memory of our
// modules is global memory: one pointer type may lead to a buffer and to a table of the program.
enum PtxAddressSpace : unsigned {
  kPtxGeneric = 0,
  kPtxGlobal = 1,
  kPtxShared = 3,
  kPtxConstant = 4,
};

// A copy of `module` in `context` (with opaque pointers, unlike the passes': libclc has them), with
// `triple`, NVPTX's data layout and address spaces. Kernels keep the calling convention by which
// kernel_removal.h knows them. Debug information is dropped: LLVM 15 crashes over it. Inline
// assembly, which our passes refuse, must not be there.
absl::StatusOr<std::unique_ptr<llvm::Module>> ToPtxModule(llvm::Module& module,
                                                          llvm::LLVMContext& context,
                                                          const char* triple);

// Gives kernels and calls the form that the code generator knows; the last step before it.
void FinishPtxKernels(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_PTX_MODULE_H_
