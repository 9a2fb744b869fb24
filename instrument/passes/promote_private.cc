// LLVM's SROA on private memory, with the shared accesses pinned down meanwhile.
//
// SROA deletes what feeds a store it removes: the load of `int unused = g[i];`, or the part of
// `S s = g[i];` that nobody reads. Both are accesses of the source and may race. So while it runs,
// shared loads are volatile and copies from or to shared memory are calls it cannot see through.
#include "instrument/passes/promote_private.h"

#include <vector>

#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace lockstep::instrument {
namespace {

// Shared accesses held in place from construction to Release().
class Pins {
 public:
  explicit Pins(llvm::Function& function) : function_(function) {
    std::vector<llvm::MemIntrinsic*> transfers;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        if (load->getPointerAddressSpace() == kPrivate || load->isVolatile()) continue;
        load->setVolatile(true);
        loads_.push_back(load);
      } else if (auto* transfer = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
        if (TouchesSharedMemory(*transfer)) transfers.push_back(transfer);
      }
    }
    for (llvm::MemIntrinsic* transfer : transfers) Hide(*transfer);
  }

  void Release() {
    for (llvm::LoadInst* load : loads_) load->setVolatile(false);
    // Each call becomes the intrinsic it hides; operands may have been rewritten meanwhile.
    for (auto& [call, callee] : hidden_) {
      llvm::Function* opaque = call->getCalledFunction();
      call->setCalledFunction(callee);
      if (opaque->use_empty()) opaque->eraseFromParent();
    }
  }

 private:
  static bool TouchesSharedMemory(const llvm::MemIntrinsic& transfer) {
    if (transfer.getDestAddressSpace() != kPrivate) return true;
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&transfer);
    return copy != nullptr && copy->getSourceAddressSpace() != kPrivate;
  }

  void Hide(llvm::MemIntrinsic& transfer) {
    llvm::Function* callee = transfer.getCalledFunction();
    const std::string name = "lockstep.hidden." + callee->getName().str();
    llvm::Module& module = *function_.getParent();
    llvm::Function* opaque = module.getFunction(name);
    if (opaque == nullptr) {
      opaque = llvm::Function::Create(callee->getFunctionType(),
                                      llvm::GlobalValue::ExternalLinkage, name, module);
    }
    transfer.setCalledFunction(opaque);
    hidden_.emplace_back(&transfer, callee);
  }

  llvm::Function& function_;
  std::vector<llvm::LoadInst*> loads_;
  std::vector<std::pair<llvm::CallInst*, llvm::Function*>> hidden_;
};

}  // namespace

bool PromotePrivateMemory(llvm::Function& function) {
  Pins pins(function);
  llvm::FunctionAnalysisManager analyses;
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  const llvm::PreservedAnalyses preserved = PromotionPass().run(function, analyses);
  pins.Release();
  return !preserved.areAllPreserved();
}

bool PromoteWholeVariables(llvm::Function& function) {
  bool changed = false;
  llvm::DominatorTree dominators(function);
  for (bool again = true; again;) {
    std::vector<llvm::AllocaInst*> variables;
    for (llvm::Instruction& instruction : function.getEntryBlock()) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr && llvm::isAllocaPromotable(variable)) variables.push_back(variable);
    }
    again = !variables.empty();
    if (again) llvm::PromoteMemToReg(variables, dominators);
    changed |= again;
  }
  return changed;
}

}  // namespace lockstep::instrument
