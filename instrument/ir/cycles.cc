#include "instrument/ir/cycles.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

namespace lockstep::instrument {

std::set<const llvm::BasicBlock*> BlocksInCycles(const llvm::Function& function) {
  std::set<const llvm::BasicBlock*> blocks;
  for (auto component = llvm::scc_begin(&function); !component.isAtEnd(); ++component) {
    if (component.hasCycle()) blocks.insert(component->begin(), component->end());
  }
  return blocks;
}

}  // namespace lockstep::instrument
