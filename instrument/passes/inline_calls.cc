// Bottom-up inlining of whole call trees, so that one function holds all that a work-item does.
//
// Barriers must be inlined before they can be transformed (shared control flow of the group),
// accesses must be to see which argument they go to, and the call path is part of a barrier's
// variables [ESOP'13, App. B.3], which inlining turns into different places of one function.
#include "instrument/passes/inline_calls.h"

#include <map>
#include <string>
#include <vector>

#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lockstep::instrument {
namespace {

using Reasons = std::map<const llvm::Function*, std::string>;

// The function that `call` calls if it has a body here.
llvm::Function* CalleeWithBody(const llvm::CallBase& call) {
  auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  return callee == nullptr || callee->isDeclaration() ? nullptr : callee;
}

// Gives `call` its callee directly when only pointer types differ (typed pointers make clang
// cast); otherwise InlineFunction would not touch it.
bool CalleeIsDirect(const llvm::CallBase& call) { return call.getCalledFunction() != nullptr; }

// How many instructions functions have, counted once for each: counting walks through all of them.
using Sizes = std::map<const llvm::Function*, unsigned>;

// Inlines all calls in `function`, whose callees hold no inlinable calls any more and are in `sizes`; adds it there.
bool InlineCallsIn(llvm::Function& function, Sizes& sizes, Reasons& reasons, unsigned max_instructions) {
  std::vector<llvm::CallBase*> calls;
  unsigned size = 0;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    ++size;
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || call->isInlineAsm()) continue;
    const bool named =
        llvm::isa<llvm::Function>(call->getCalledOperand()->stripPointerCasts());
    if (!named) {
      reasons.emplace(&function, "it calls through a function pointer");
    } else if (CalleeWithBody(*call) != nullptr) {
      calls.push_back(call);
    }
  }
  bool changed = false;
  for (llvm::CallBase* call : calls) {
    const llvm::Function* callee = CalleeWithBody(*call);
    const std::string name = callee->getName().str();
    if (const auto found = reasons.find(callee); found != reasons.end()) {
      reasons.emplace(&function, found->second);
      continue;
    }
    const unsigned more = sizes.at(callee);
    if (size + more > max_instructions) {
      reasons.emplace(&function, "it grows too large when the functions it calls are inlined");
      break;
    }
    const bool inlined = CalleeIsDirect(*call) && InlineCall(*call);
    if (!inlined) reasons.emplace(&function, "the call of '" + name + "' cannot be inlined");
    if (inlined) size += more;
    changed |= inlined;
  }
  sizes[&function] = size;
  return changed;
}

// Drops the functions that no kernel calls, directly or not, and whose address nobody takes: a header may bring
// hundreds, and inlining each into the others took longer than all else.
bool DropUnreached(llvm::Module& module) {
  llvm::SmallPtrSet<const llvm::Function*, 32> reached;
  std::vector<const llvm::Function*> work;
  for (const llvm::Function& function : module) {
    const bool root = function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL || function.hasAddressTaken();
    if (root && reached.insert(&function).second) work.push_back(&function);
  }
  while (!work.empty()) {
    const llvm::Function* function = work.back();
    work.pop_back();
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const auto* callee = call == nullptr ? nullptr : CalleeWithBody(*call);
      if (callee != nullptr && reached.insert(callee).second) work.push_back(callee);
    }
  }
  std::vector<llvm::Function*> unreached;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && reached.count(&function) == 0) unreached.push_back(&function);
  }
  for (llvm::Function* function : unreached) function->dropAllReferences();  // they may call each other
  for (llvm::Function* function : unreached) function->eraseFromParent();
  return !unreached.empty();
}

void DropInliningAttributes(llvm::Function& function) {
  function.removeFnAttr(llvm::Attribute::NoInline);
  function.removeFnAttr(llvm::Attribute::OptimizeNone);
}

}  // namespace

bool SeparateCalledKernels(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function* kernel : AllKernels(module)) {
    std::vector<llvm::CallBase*> calls;
    for (llvm::User* user : kernel->users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call != nullptr && call->getCalledOperand() == kernel) calls.push_back(call);
    }
    if (calls.empty()) continue;
    llvm::ValueToValueMapTy values;
    llvm::Function* copy = llvm::CloneFunction(kernel, values);
    copy->setName(kernel->getName() + ".called");
    copy->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    copy->setLinkage(llvm::GlobalValue::InternalLinkage);
    for (llvm::CallBase* call : calls) {
      call->setCalledFunction(copy);
      call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    }
    // A copied recursive kernel calls itself through the copy.
    for (llvm::Instruction& instruction : llvm::instructions(copy)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || call->getCalledOperand() != kernel) continue;
      call->setCalledFunction(copy);
      call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    }
    changed = true;
  }
  return changed;
}

bool InlineCallsIntoKernels(llvm::Module& module, PipelineState& state,
                            unsigned max_instructions) {
  bool changed = DropUnreached(module);
  // The order is fixed before anything is inlined: callees first.
  Reasons reasons;
  std::vector<llvm::Function*> order;
  {
    llvm::CallGraph graph(module);
    for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc) {
      for (const llvm::CallGraphNode* node : *scc) {
        llvm::Function* function = node->getFunction();
        if (function == nullptr || function->isDeclaration()) continue;
        DropInliningAttributes(*function);
        if (scc.hasCycle()) {
          reasons.emplace(function, "it calls '" + function->getName().str() + "' recursively");
        } else {
          order.push_back(function);
        }
      }
    }
  }
  Sizes sizes;
  for (llvm::Function* function : order) {
    changed |= InlineCallsIn(*function, sizes, reasons, max_instructions);
  }
  for (llvm::Function* kernel : AllKernels(module)) {
    const auto found = reasons.find(kernel);
    if (found != reasons.end()) GiveUp(InfoOf(*kernel, state), found->second);
  }
  // Functions that nobody calls any more. Later passes look at kernels only.
  bool removed = true;
  while (removed) {
    removed = false;
    for (llvm::Function& function : llvm::make_early_inc_range(module)) {
      if (function.isDeclaration() || !function.use_empty() ||
          function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
        continue;
      }
      function.eraseFromParent();
      removed = changed = true;
    }
  }
  return changed;
}

bool GiveKernelsTheirOwnLocals(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function* kernel : AllKernels(module)) {
    const std::string prefix = kernel->getName().str() + ".";
    for (llvm::GlobalVariable* variable : LocalVariables(*kernel)) {
      if (StartsWith(variable->getName(), prefix)) continue;
      auto* own = new llvm::GlobalVariable(
          module, variable->getValueType(), variable->isConstant(), variable->getLinkage(),
          variable->getInitializer(), prefix + variable->getName(), variable,
          variable->getThreadLocalMode(), variable->getAddressSpace());
      own->copyAttributesFrom(variable);
      own->copyMetadata(variable, 0);
      UseInstructionsForConstants(*kernel, *variable);
      for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        instruction.replaceUsesOfWith(variable, own);
      }
      changed = true;
    }
  }
  return changed;
}

}  // namespace lockstep::instrument
