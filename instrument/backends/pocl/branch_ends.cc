// See the last shape of barrier_shapes.cc.
//
//   last: ...; br behind     =>     last: ...; br end
//                                   end:  barrier(0); br behind
#include "instrument/backends/pocl/branch_ends.h"

#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {

void MarkBranchEnds(llvm::Function& kernel, const std::vector<BranchEnd>& ends) {
  for (const auto& [from, to] : ends) {
    llvm::BasicBlock* end = llvm::SplitEdge(from, to);
    llvm::IRBuilder<> builder(end->getTerminator());
    builder.SetCurrentDebugLocation(NobodysLine(kernel));
    CreatePlainBarrier(builder, 0);
  }
}

}  // namespace lockstep::instrument
