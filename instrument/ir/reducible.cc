// Lock-step semantics is defined for reducible flow only [000, footnote 3].
#include "instrument/ir/reducible.h"

#include "instrument/ir/llvm_versions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
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
  llvm::LoopAnalysisManager loop_analyses;
  llvm::FunctionAnalysisManager function_analyses;
  llvm::CGSCCAnalysisManager graph_analyses;
  llvm::ModuleAnalysisManager module_analyses;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(module_analyses);
  builder.registerCGSCCAnalyses(graph_analyses);
  builder.registerFunctionAnalyses(function_analyses);
  builder.registerLoopAnalyses(loop_analyses);
  builder.crossRegisterProxies(loop_analyses, function_analyses, graph_analyses, module_analyses);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LowerSwitchPass());  // FixIrreducible knows branches only
  passes.addPass(llvm::FixIrreduciblePass());
  passes.run(function, function_analyses);
  return !IsIrreducible(function);
}

}  // namespace lockstep::instrument
