// PoCL 3.1 on CPUs: takes spir64 bitcode through clCreateProgramWithBinary, renames the SPIR
// built-ins with wrappers of its own library and refuses what has no wrapper.
#include "instrument/backends/emit.h"

#include <set>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "instrument/backends/atomic_note.h"
#include "instrument/backends/kernel_removal.h"
#include "instrument/backends/pocl/builtins.h"
#include "instrument/backends/pocl/half.h"
#include "instrument/backends/pocl/image_calls.h"
#include "instrument/backends/pocl/images.h"
#include "instrument/backends/pocl/local_constants.h"
#include "instrument/ir/verify.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::instrument {
namespace {

// Refuses the kernels that need a function which PoCL cannot supply. One unresolved symbol would
// fail the build of the whole module, and some abort the process while it loads.
void RefuseUnresolved(llvm::Module& module, InstrumentedProgram& program) {
  std::set<std::string> names;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    names.insert(function.getName().str());
  }
  const std::set<std::string> missing = MissingInPocl(std::move(names));
  for (const std::string& symbol : missing) {
    for (const std::string& kernel : KernelsUsing(module, symbol)) {
      RefuseKernel(program, kernel, absl::StrCat("PoCL's SPIR library has no function ", symbol));
    }
  }
}

}  // namespace

absl::Status EmitPocl(const Backend& backend, llvm::Module& module, bool optimize, InstrumentedProgram& program) {
  // Only what the kernels with a twin need counts.
  RemoveUnusableKernels(module, program);
  if (backend.Has(Quirk::kHalfNames)) UsePoclHalfFunctions(module);
  if (backend.Has(Quirk::kImageNames)) UsePoclImageFunctions(module);
  if (backend.Has(Quirk::kInlinedImages)) ShareImageFunctions(module);
  if (backend.Has(Quirk::kMissingBuiltins)) RefuseUnresolved(module, program);
  RemoveUnusableKernels(module, program);
  // Not the `strip` pass: PoCL knows kernel-scope local variables by their names.
  llvm::StripDebugInfo(module);
  DropAtomicNotes(module);
  if (backend.Has(Quirk::kLocalConstants)) ExpandLocalConstants(module);
  if (absl::Status status = Verify(module); !status.ok()) return status;
  program.code.clear();
  llvm::raw_string_ostream code(program.code);
  llvm::WriteBitcodeToFile(module, code);
  code.flush();
  return absl::OkStatus();
}

}  // namespace lockstep::instrument
