// Values alive by the usual equations, backwards over the blocks: alive behind a block is what is alive before its
// successors, and what their phis take from it.
#include "instrument/backends/ptx/registers.h"

#include <algorithm>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using Values = llvm::DenseSet<const llvm::Value*>;

// For addresses that the code generator makes, calls, and what the checks keep.
constexpr unsigned kBeside = 22;
constexpr unsigned kLeast = 32;
constexpr unsigned kMost = 128;  // a kernel that needs as many itself is not slowed down by what it calls

// The function of the module that `instruction` calls; nullptr if it calls none.
const llvm::Function* Callee(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee == nullptr || callee->isDeclaration() ? nullptr : callee;
}

// What the kernel computes for itself: what leads to its branches and to what it writes.
Values OwnValues(const llvm::Function& kernel) {
  Values own;
  std::vector<const llvm::Instruction*> work;
  for (const llvm::BasicBlock& block : kernel) {
    for (const llvm::Instruction& instruction : block) {
      if (Callee(instruction) != nullptr) continue;
      if (instruction.isTerminator() || instruction.mayHaveSideEffects()) work.push_back(&instruction);
    }
  }
  while (!work.empty()) {
    const llvm::Instruction* at = work.back();
    work.pop_back();
    if (!own.insert(at).second) continue;
    for (const llvm::Use& operand : at->operands()) {
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand.get())) work.push_back(instruction);
    }
  }
  return own;
}

class Liveness {
 public:
  explicit Liveness(const llvm::Function& function)
      : function_(function), layout_(function.getParent()->getDataLayout()), own_(OwnValues(function)) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const llvm::BasicBlock* block : llvm::post_order(&function_)) {
        Values alive = Behind(*block);
        Walk(*block, alive, nullptr);
        changed |= alive.size() != before_[block].size();  // sets only grow
        before_[block] = std::move(alive);
      }
    }
  }

  unsigned Most() {
    unsigned most = 0;
    for (const llvm::BasicBlock& block : function_) {
      Values alive = Behind(block);
      Walk(block, alive, &most);
    }
    return most;
  }

 private:
  // Parameters are loaded where they are used.
  bool IsHeld(const llvm::Value& value) const { return own_.contains(&value) && !llvm::isa<llvm::AllocaInst>(value); }

  Values Behind(const llvm::BasicBlock& block) {
    Values alive;
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
      for (const llvm::Value* value : before_[next]) alive.insert(value);
      for (const llvm::PHINode& phi : next->phis()) {
        const llvm::Value* value = phi.getIncomingValueForBlock(&block);
        if (IsHeld(*value)) alive.insert(value);
      }
    }
    return alive;
  }

  // From the end of `block` to its start. `most`: where to note the most that is alive at one time; may be null.
  void Walk(const llvm::BasicBlock& block, Values& alive, unsigned* most) {
    if (most != nullptr) *most = std::max(*most, Registers(alive));
    for (const llvm::Instruction& instruction : llvm::reverse(block)) {
      alive.erase(&instruction);
      if (llvm::isa<llvm::PHINode>(instruction) || !own_.contains(&instruction)) continue;
      for (const llvm::Use& operand : instruction.operands()) {
        if (IsHeld(*operand)) alive.insert(operand.get());
      }
      if (most != nullptr) *most = std::max(*most, Registers(alive));
    }
  }

  unsigned Registers(const Values& alive) const {
    uint64_t sum = 0;
    for (const llvm::Value* value : alive) {
      llvm::Type* type = value->getType();
      if (type->isIntegerTy(1) || !type->isSized()) continue;  // a predicate
      sum += (layout_.getTypeAllocSize(type).getFixedValue() + 3) / 4;
    }
    return static_cast<unsigned>(sum);
  }

  const llvm::Function& function_;
  const llvm::DataLayout& layout_;
  const Values own_;
  llvm::DenseMap<const llvm::BasicBlock*, Values> before_;
};

bool CallsFunctions(const llvm::Function& kernel) {
  for (const llvm::BasicBlock& block : kernel) {
    for (const llvm::Instruction& instruction : block) {
      if (Callee(instruction) != nullptr) return true;
    }
  }
  return false;
}

}  // namespace

unsigned MostAlive(const llvm::Function& kernel) { return Liveness(kernel).Most(); }

void BoundRegisters(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  for (llvm::Function& kernel : module) {
    if (kernel.getCallingConv() != llvm::CallingConv::PTX_Kernel || kernel.isDeclaration()) continue;
    if (!CallsFunctions(kernel)) continue;
    const unsigned bound = std::max(kLeast, MostAlive(kernel) + kBeside);
    if (bound >= kMost) continue;
    auto* number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), bound);
    module.getOrInsertNamedMetadata("nvvm.annotations")
        ->addOperand(
            llvm::MDNode::get(context, {llvm::ValueAsMetadata::get(&kernel), llvm::MDString::get(context, "maxnreg"),
                                        llvm::ConstantAsMetadata::get(number)}));
  }
}

}  // namespace lockstep::instrument
