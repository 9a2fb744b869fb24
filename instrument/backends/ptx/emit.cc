// PTX for NVIDIA GPUs: as NVIDIA's OpenCL driver takes it through clCreateProgramWithBinary, and as the
// CUDA driver API does (cuda.h says what differs).
#include "instrument/backends/emit.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "instrument/backends/atomic_note.h"
#include "instrument/backends/kernel_removal.h"
#include "instrument/backends/ptx/atomics.h"
#include "instrument/backends/ptx/code.h"
#include "instrument/backends/ptx/cuda.h"
#include "instrument/backends/ptx/library.h"
#include "instrument/backends/ptx/module.h"
#include "instrument/backends/ptx/printf.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/verify.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// Images and samplers would be bindless handles, which are not written yet.
void RefuseImages(InstrumentedProgram& program) {
  for (const KernelDescription& kernel : program.kernels) {
    for (const ArgumentDescription& argument : kernel.args) {
      if (argument.space != ArgumentSpace::kImage && argument.space != ArgumentSpace::kSampler) continue;
      RefuseKernel(program, kernel.name,
                   absl::StrCat("the PTX back end has no images (argument ", argument.name, ")"));
    }
  }
}

// What loads the code.
enum class Driver { kOpenCl, kCuda };

absl::Status Emit(llvm::Module& module, Driver driver, bool optimize, bool checked, InstrumentedProgram& program) {
  RemoveUnusableKernels(module, program);
  RefuseImages(program);
  LowerPrintf(module, program);
  RemoveUnusableKernels(module, program);
  llvm::LLVMContext context;
  UseOpaquePointers(context);
  auto made =
      ToPtxModule(module, context, driver == Driver::kCuda ? kCudaTriple : kOpenClTriple);
  if (!made.ok()) return made.status();
  llvm::Module& ptx = **made;
  UsePtxAtomics(ptx);
  DropAtomicNotes(ptx);
  const char* own = driver == Driver::kCuda ? "lockstep-ptx-cuda.bc" : "lockstep-ptx.bc";
  if (absl::Status status = LinkPtxLibraries(ptx, own, program); !status.ok()) return status;
  RemoveUnusableKernels(ptx, program);
  std::string description;
  if (driver == Driver::kCuda) {
    description = DescribeKernels(ptx);
    UseCudaForm(ptx);
  }
  FinishPtxKernels(ptx);
  if (absl::Status status = Verify(ptx); !status.ok()) return status;
  absl::StatusOr<std::string> code = PtxOf(ptx, optimize, checked);
  if (!code.ok()) return code.status();
  DeclareVprintfExternal(*code);
  program.code = description + *code;
  return absl::OkStatus();
}

}  // namespace

absl::Status EmitPtx(const Backend& backend, llvm::Module& module, bool optimize, InstrumentedProgram& program) {
  return Emit(module, Driver::kOpenCl, optimize, /*checked=*/true, program);
}

absl::Status EmitPtxCuda(const Backend& backend, llvm::Module& module, bool optimize, InstrumentedProgram& program) {
  // Of code that no pass has looked at (--emit=plain, a program's own build there) nothing is known yet
  // about the kernels; what one of them lacks is an error of the build.
  const bool plain = program.kernels.empty();
  if (plain) ListKernels(module, program);
  if (absl::Status status = Emit(module, Driver::kCuda, optimize, /*checked=*/!plain, program); !status.ok())
    return status;
  for (const KernelDescription& kernel : program.kernels) {
    if (plain && !kernel.instrumented) {
      return absl::UnimplementedError(absl::StrCat("kernel ", kernel.name, ": ", kernel.reason));
    }
  }
  return absl::OkStatus();
}

}  // namespace lockstep::instrument
