// Constant expressions over kernel-scope local variables, as instructions.
//
// PoCL 3.1 turns local variables into kernel arguments and breaks up the constant expressions that
// name them, but crashes on some (a difference of two addresses of one variable, as our checks
// make them for `t[0]`). With instructions in their place it has nothing to break up.
#include "instrument/backends/pocl/local_constants.h"

#include <map>

#include "instrument/ir/kernels.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

bool MentionsLocal(const llvm::Value* value) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
    return variable->getAddressSpace() == kLocal;
  }
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
  if (expression == nullptr) return false;
  for (const llvm::Use& operand : expression->operands()) {
    if (MentionsLocal(operand.get())) return true;
  }
  return false;
}

// The value of `expression` computed before `place`, its parts too.
llvm::Value* Expand(llvm::ConstantExpr* expression, llvm::Instruction* place) {
  llvm::Instruction* instruction = expression->getAsInstruction();
  instruction->insertBefore(place);
  for (llvm::Use& operand : instruction->operands()) {
    auto* part = llvm::dyn_cast<llvm::ConstantExpr>(operand.get());
    if (part != nullptr && MentionsLocal(part)) operand.set(Expand(part, instruction));
  }
  return instruction;
}

bool ExpandOperands(llvm::Instruction& instruction) {
  bool changed = false;
  // A phi may name a block twice; both entries must then be one value.
  std::map<llvm::BasicBlock*, llvm::Value*> incoming;
  auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
  for (llvm::Use& operand : instruction.operands()) {
    auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(operand.get());
    if (expression == nullptr || !MentionsLocal(expression)) continue;
    changed = true;
    if (phi == nullptr) {
      operand.set(Expand(expression, &instruction));
      continue;
    }
    llvm::BasicBlock* block = phi->getIncomingBlock(operand);
    llvm::Value*& value = incoming[block];
    if (value == nullptr) value = Expand(expression, block->getTerminator());
    operand.set(value);
  }
  return changed;
}

}  // namespace

bool ExpandLocalConstants(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      changed |= ExpandOperands(instruction);
    }
  }
  return changed;
}

}  // namespace lockstep::instrument
