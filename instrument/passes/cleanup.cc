// cleanup: the module as a driver should get it.
//
// The counters become SSA values, loads of the control block are marked as never changing during a
// launch (so that the driver can move them out of loops), what no kernel uses is gone, the driver is kept from phis
// that it cannot bear (barrier_joins.h) and from making loads again (repeated_loads.h), and our notes on functions are
// taken off; what the source said of atomics is left for the back end. The driver does the optimising.
#include <vector>

#include "device-lib/shared/control.h"
#include "instrument/backends/pocl/barrier_joins.h"
#include "instrument/backends/pocl/loop_entries.h"
#include "instrument/backends/pocl/loop_exits.h"
#include "instrument/backends/pocl/narrow_vectors.h"
#include "instrument/backends/pocl/repeated_loads.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/passes/passes.h"
#include "instrument/passes/promote_private.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// The control block, where `function` has it: a kernel's hidden argument, a library function's first.
llvm::Argument* ControlOf(llvm::Function& function) {
  if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
    return HiddenArgument(function, LS_HIDDEN_CONTROL);
  }
  const bool library = StartsWith(function.getName(), "__lockstep_") && function.arg_size() > 0;
  return library && function.getArg(0)->getType()->isPointerTy() ? function.getArg(0) : nullptr;
}

// Marks the loads from `pointer` and from all pointers made from it by arithmetic and casts.
void MarkLoadsThrough(llvm::Value& pointer) {
  std::vector<llvm::Value*> work = {&pointer};
  llvm::MDNode* nothing = llvm::MDNode::get(pointer.getContext(), {});
  while (!work.empty()) {
    llvm::Value* value = work.back();
    work.pop_back();
    for (llvm::User* user : value->users()) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        load->setMetadata(llvm::LLVMContext::MD_invariant_load, nothing);
      } else if (llvm::isa<llvm::GetElementPtrInst>(user) || llvm::isa<llvm::BitCastInst>(user)) {
        work.push_back(user);
      }
    }
  }
}

// Deletes functions and variables that no kernel needs; declarations without users too.
void RemoveUnused(llvm::Module& module) {
  for (bool again = true; again;) {
    again = false;
    for (llvm::Function& function : llvm::make_early_inc_range(module)) {
      function.removeDeadConstantUsers();
      const bool internal = function.isDeclaration() || function.hasLocalLinkage();
      if (!internal || !function.use_empty()) continue;
      function.eraseFromParent();
      again = true;
    }
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
      variable.removeDeadConstantUsers();
      const bool internal = variable.isDeclaration() || variable.hasLocalLinkage();
      if (!internal || !variable.use_empty()) continue;
      variable.eraseFromParent();
      again = true;
    }
  }
}

}  // namespace

bool Cleanup(llvm::Module& module, PipelineState& state) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (llvm::Argument* control = ControlOf(function)) MarkLoadsThrough(*control);
  }
  for (llvm::Function* kernel : AllKernels(module)) {
    PromoteWholeVariables(*kernel);
  }
  RemoveUnused(module);
  for (llvm::Function* kernel : AllKernels(module)) {
    llvm::Argument* control = ControlOf(*kernel);
    if (control != nullptr && state.backend->Has(Quirk::kMergedStores)) GiveJoinsAThirdWay(*kernel, *control);
    if (control != nullptr && state.backend->Has(Quirk::kMergedStores)) GiveLoopExitsAThirdWay(*kernel, *control);
    if (control != nullptr && state.backend->Has(Quirk::kLoopEntries)) KeepLoopEntries(*kernel, *control);
    if (state.backend->Has(Quirk::kRepeatedLoads)) LoadOnce(*kernel);
    kernel->removeFnAttr(kHiddenArgumentsAttribute);
  }
  if (state.backend->Has(Quirk::kNarrowVectors)) PassNarrowVectorsAsInC(module);
  return true;
}

}  // namespace lockstep::instrument
