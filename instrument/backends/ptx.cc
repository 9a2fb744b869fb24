// NVIDIA's OpenCL driver, which takes PTX text through clCreateProgramWithBinary.
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "instrument/backends/atomic_note.h"
#include "instrument/backends/backends.h"
#include "instrument/backends/kernel_removal.h"
#include "instrument/backends/ptx_atomics.h"
#include "instrument/backends/ptx_code.h"
#include "instrument/backends/ptx_library.h"
#include "instrument/backends/ptx_module.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::instrument {
namespace {

// Images and samplers would be bindless handles, which are not written yet. The driver's printf is
// a function of its own with a buffer of the runtime's, whose form is not public.
void RefuseUnsupported(llvm::Module& module, Image& image) {
  for (const KernelInfo& kernel : image.kernels) {
    for (const ArgumentInfo& argument : kernel.args) {
      if (argument.space != "image" && argument.space != "sampler") continue;
      RefuseKernel(image, kernel.name,
                   absl::StrCat("the PTX back end has no images (argument ", argument.name, ")"));
    }
  }
  for (const std::string& kernel : KernelsUsing(module, "printf")) {
    RefuseKernel(image, kernel, "the PTX back end has no printf");
  }
}

}  // namespace

absl::Status EmitPtx(llvm::Module& module, Image& image) {
  RemoveUnusableKernels(module, image);
  RefuseUnsupported(module, image);
  RemoveUnusableKernels(module, image);
  llvm::LLVMContext context;
  context.setOpaquePointers(true);
  auto made = ToPtxModule(module, context);
  if (!made.ok()) return made.status();
  llvm::Module& ptx = **made;
  UsePtxAtomics(ptx);
  DropAtomicNotes(ptx);
  if (absl::Status status = LinkPtxLibraries(ptx, image); !status.ok()) return status;
  RemoveUnusableKernels(ptx, image);
  FinishPtxKernels(ptx);
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(ptx, &stream)) {
    return absl::InternalError(absl::StrCat("instrumented module is not valid: ", stream.str()));
  }
  absl::StatusOr<std::string> code = PtxOf(ptx, image.optimize);
  if (!code.ok()) return code.status();
  image.code = *std::move(code);
  return absl::OkStatus();
}

}  // namespace lockstep::instrument
