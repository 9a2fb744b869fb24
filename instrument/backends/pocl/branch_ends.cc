// See the last shape of barrier_shapes.cc.
//
//   last: ...; br behind     =>     last: ...; br end
//                                   end:  barrier(0); br behind
#include "instrument/backends/pocl/branch_ends.h"

#include "instrument/ir/barriers.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {

void MarkBranchEnds(llvm::Function& kernel, const std::vector<BranchEnd>& ends) {
  for (const auto& [from, to] : ends) {
    llvm::BasicBlock* end = llvm::SplitEdge(from, to);
    llvm::IRBuilder<> builder(end->getTerminator());
    // Calls in a function with debug information need a location; line 0 is nobody's code.
    if (llvm::DISubprogram* subprogram = kernel.getSubprogram()) {
      builder.SetCurrentDebugLocation(llvm::DILocation::get(kernel.getContext(), 0, 0, subprogram));
    }
    CreatePlainBarrier(builder, 0);
  }
}

}  // namespace lockstep::instrument
