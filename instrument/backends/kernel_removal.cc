// Removal of kernels by name and of everything that only they needed.
#include "instrument/backends/kernel_removal.h"

#include <vector>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

bool IsKernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

// Everything that the kernels' bodies mention, directly or through constants and functions.
llvm::SmallPtrSet<llvm::GlobalValue*, 32> NeededByKernels(llvm::Module& module) {
  llvm::SmallPtrSet<llvm::GlobalValue*, 32> needed;
  llvm::SmallPtrSet<llvm::Value*, 32> seen;
  llvm::SmallVector<llvm::Value*, 64> work;
  for (llvm::Function& function : module) {
    if (IsKernel(function)) work.push_back(&function);
  }
  while (!work.empty()) {
    llvm::Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    if (auto* global = llvm::dyn_cast<llvm::GlobalValue>(value)) needed.insert(global);
    if (auto* function = llvm::dyn_cast<llvm::Function>(value)) {
      for (llvm::BasicBlock& block : *function) {
        for (llvm::Instruction& instruction : block) {
          for (llvm::Value* operand : instruction.operands()) {
            if (llvm::isa<llvm::Constant>(operand)) work.push_back(operand);
          }
        }
      }
    } else if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
      for (llvm::Value* operand : constant->operands()) work.push_back(operand);
    }
  }
  return needed;
}

void RemoveUnneeded(llvm::Module& module) {
  const auto needed = NeededByKernels(module);
  std::vector<llvm::GlobalValue*> dead;
  for (llvm::GlobalValue& value : module.global_values()) {
    if (needed.count(&value) == 0) dead.push_back(&value);
  }
  // Bodies and initialisers first: the dead may mention each other.
  for (llvm::GlobalValue* value : dead) {
    if (auto* function = llvm::dyn_cast<llvm::Function>(value)) function->deleteBody();
    if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
      variable->setInitializer(nullptr);
    }
  }
  for (llvm::GlobalValue* value : dead) {
    value->removeDeadConstantUsers();
    if (value->use_empty()) value->eraseFromParent();
  }
}

}  // namespace

void RefuseKernel(InstrumentedProgram& program, const std::string& name, const std::string& reason) {
  for (KernelDescription& kernel : program.kernels) {
    if (kernel.name != name || !kernel.instrumented) continue;
    kernel.instrumented = false;
    kernel.reason = reason;
  }
}

std::set<std::string> KernelsUsing(llvm::Module& module, const std::string& symbol) {
  std::set<std::string> kernels;
  llvm::Value* start = module.getNamedValue(symbol);
  if (start == nullptr) return kernels;
  llvm::SmallPtrSet<llvm::Value*, 32> seen;
  llvm::SmallVector<llvm::Value*, 32> work = {start};
  while (!work.empty()) {
    llvm::Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    if (auto* function = llvm::dyn_cast<llvm::Function>(value); function && IsKernel(*function)) {
      kernels.insert(function->getName().str());
    }
    for (llvm::User* user : value->users()) {
      if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
        work.push_back(instruction->getFunction());
      } else {
        work.push_back(user);
      }
    }
  }
  return kernels;
}

void RemoveUnusableKernels(llvm::Module& module, const InstrumentedProgram& program) {
  for (const KernelDescription& kernel : program.kernels) {
    if (kernel.instrumented) continue;
    llvm::Function* function = module.getFunction(kernel.name);
    if (function == nullptr || function->isDeclaration()) continue;
    // As a declaration it is no kernel of the module; a call to it was inlined before.
    function->deleteBody();
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
  RemoveUnneeded(module);
}

}  // namespace lockstep::instrument
