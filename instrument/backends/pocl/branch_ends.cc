// See barrier_shapes.cc, the shapes with branches.
//
//   last: ...; br behind     =>     last: ...; br end
//                                   end:  barrier(0); br behind
//   behind: ...              =>     behind: barrier(0); ...
#include "instrument/backends/pocl/branch_ends.h"

#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {

namespace {

void MarkAt(llvm::Function& kernel, llvm::Instruction* place) {
  llvm::IRBuilder<> builder(place);
  builder.SetCurrentDebugLocation(NobodysLine(kernel));
  CreatePlainBarrier(builder, 0);
}

}  // namespace

void MarkBranches(llvm::Function& kernel, const std::vector<BranchEnd>& ends,
                  const std::vector<llvm::BasicBlock*>& joins) {
  for (const auto& [from, to] : ends) MarkAt(kernel, llvm::SplitEdge(from, to)->getTerminator());
  for (llvm::BasicBlock* join : joins) MarkAt(kernel, &*join->getFirstInsertionPt());
}

}  // namespace lockstep::instrument
