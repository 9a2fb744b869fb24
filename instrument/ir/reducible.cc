// Lock-step semantics is defined for reducible flow only [000, footnote 3].
#include "instrument/ir/reducible.h"

#include "instrument/ir/analyses.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

namespace lockstep::instrument {

bool IsIrreducible(llvm::Function& function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  using Order = llvm::ReversePostOrderTraversal<const llvm::Function*>;
  Order order(&function);
  return llvm::containsIrreducibleCFG<const llvm::BasicBlock*, const Order, const llvm::LoopInfo>(
      order, loops);
}

// By the name that FixIrreducible gives; no label of a source has a dot.
bool IsGuard(const llvm::BasicBlock& block) { return StartsWith(block.getName(), "irr.guard"); }

bool MakeReducible(llvm::Function& function) {
  if (!IsIrreducible(function)) return true;
  Analyses analyses;
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LowerSwitchPass());  // FixIrreducible knows branches only
  passes.addPass(llvm::FixIrreduciblePass());
  passes.run(function, analyses.functions);
  return !IsIrreducible(function);
}

}  // namespace lockstep::instrument
