// clang gives a kernel one return block; the branch of a `return` statement to it carries the
// statement's position:
//
//   bb:  br label %return, !dbg !7              bb:   ret void, !dbg !7
//   cc:  br label %return, !dbg !9      =>      cc:   ret void, !dbg !9
//   return: ret void, !dbg !12
#include "instrument/passes/exits.h"

#include <map>

#include "instrument/ir/barriers.h"
#include "instrument/ir/positions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

namespace lockstep::instrument {
namespace {

// Whether `block` does nothing but return.
bool OnlyReturns(llvm::BasicBlock& block) {
  for (llvm::Instruction& instruction : block) {
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      if (!phi->use_empty()) return false;
    } else if (!llvm::isa<llvm::ReturnInst>(instruction)) {
      return false;
    }
  }
  return true;
}

void Separate(llvm::ReturnInst* common) {
  llvm::BasicBlock* block = common->getParent();
  llvm::SmallSetVector<llvm::BasicBlock*, 8> predecessors(llvm::pred_begin(block),
                                                          llvm::pred_end(block));
  for (llvm::BasicBlock* predecessor : predecessors) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(predecessor->getTerminator());
    if (branch == nullptr || branch->isConditional()) continue;
    auto* own = llvm::ReturnInst::Create(block->getContext(), nullptr, branch);
    own->setDebugLoc(branch->getDebugLoc() ? branch->getDebugLoc() : common->getDebugLoc());
    block->removePredecessor(predecessor);
    branch->eraseFromParent();
  }
  if (llvm::pred_empty(block) && block != &block->getParent()->getEntryBlock()) {
    block->eraseFromParent();
  }
}

std::vector<llvm::ReturnInst*> Returns(llvm::Function& kernel) {
  std::vector<llvm::ReturnInst*> returns;
  for (llvm::BasicBlock& block : kernel) {
    if (auto* found = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      returns.push_back(found);
    }
  }
  return returns;
}

}  // namespace

std::vector<Exit> SeparateExits(llvm::Function& kernel, KernelDescription& info) {
  for (llvm::ReturnInst* common : Returns(kernel)) {
    if (OnlyReturns(*common->getParent())) Separate(common);
  }
  std::vector<Exit> exits;
  std::map<const llvm::DILocation*, unsigned> sites;  // looked up only, never walked
  for (llvm::ReturnInst* exit : Returns(kernel)) {
    if (const llvm::MDNode* own = exit->getMetadata(kSiteMetadata)) {
      const auto* id = llvm::mdconst::extract<llvm::ConstantInt>(own->getOperand(0));
      exits.push_back({exit, static_cast<unsigned>(id->getZExtValue())});
      continue;
    }
    const llvm::DebugLoc& location = exit->getDebugLoc();
    unsigned& site = sites[location.get()];
    if (site == 0) {
      Site description;
      description.op = SiteOp::kExit;
      SetPosition(location, description);
      site = info.AddSite(std::move(description));
    }
    exits.push_back({exit, site});
  }
  return exits;
}

}  // namespace lockstep::instrument
