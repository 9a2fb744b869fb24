// In front of the body of each loop, behind each barrier, and where a kernel without barriers begins:
//
//   header: <phis>                   header: <phis>
//           body              =>             br (stop asked), leave, body
//                                    leave:  call stopped(site); ret void
//
// Every cycle of the control flow, reducible or not, goes through the target of a retreating edge of a
// depth-first walk; those are the loops' headers here.
#include "instrument/passes/stop_polls.h"

#include <vector>

#include "device-lib/shared/control.h"
#include "device-lib/shared/log.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/positions.h"
#include "instrument/ir/spir_calls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

using llvm::BasicBlock;
using Edge = std::pair<const BasicBlock*, const BasicBlock*>;

llvm::SmallVector<Edge, 8> RetreatingEdges(const llvm::Function& kernel) {
  llvm::SmallVector<Edge, 8> edges;
  llvm::FindFunctionBackedges(kernel, edges);
  return edges;
}

// A poll in front of `at`. `what`: loop, barrier or start.
void Poll(llvm::Instruction& at, const char* what, llvm::DebugLoc location, KernelDescription& info) {
  BasicBlock* block = at.getParent();
  llvm::Function& kernel = *block->getParent();
  Site site;
  site.op = SiteOp::kStop;
  site.flags = what;
  SetPosition(location, site);
  const unsigned id = info.AddSite(std::move(site));
  if (!location) location = NobodysLine(kernel);

  BasicBlock* rest = block->splitBasicBlock(&at, "lockstep.go_on");
  BasicBlock* leave = BasicBlock::Create(kernel.getContext(), "lockstep.leave", &kernel, rest);
  llvm::IRBuilder<> builder(block->getTerminator());
  builder.SetCurrentDebugLocation(location);
  llvm::Value* log = HiddenArgument(kernel, LS_HIDDEN_LOG);
  llvm::Value* asked = CallSpirFunction(builder, "__lockstep_stop_asked", builder.getInt32Ty(), {log});
  builder.CreateCondBr(builder.CreateICmpNE(asked, builder.getInt32(0)), leave, rest);
  block->getTerminator()->eraseFromParent();  // the split's branch

  builder.SetInsertPoint(leave);
  const bool begun = std::string(what) != "start";
  CallSpirFunction(
      builder, "__lockstep_stopped", builder.getVoidTy(),
      {HiddenArgument(kernel, LS_HIDDEN_CONTROL), log, builder.getInt32(id), builder.getInt32(begun ? 1 : 0)});
  llvm::ReturnInst* exit = builder.CreateRetVoid();
  exit->setMetadata(kSiteMetadata,
                    llvm::MDNode::get(kernel.getContext(),
                                      llvm::ConstantAsMetadata::get(builder.getInt32(id))));
}

}  // namespace

bool HasLoop(const llvm::Function& kernel) { return !RetreatingEdges(kernel).empty(); }

void InsertStopPolls(llvm::Function& kernel, KernelDescription& info) {
  // Where loops begin in the source, while they can be found.
  const llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  llvm::SmallSetVector<BasicBlock*, 8> headers;
  for (const Edge& edge : RetreatingEdges(kernel)) {
    headers.insert(const_cast<BasicBlock*>(edge.second));
  }
  std::vector<std::pair<llvm::Instruction*, llvm::DebugLoc>> bodies;
  for (BasicBlock* header : headers) {
    const llvm::Loop* loop = loops.getLoopFor(header);
    llvm::DebugLoc start;
    if (loop != nullptr && loop->getHeader() == header) start = loop->getStartLoc();
    bodies.emplace_back(&*header->getFirstInsertionPt(),
                        start ? start : header->getTerminator()->getDebugLoc());
  }
  const std::vector<llvm::CallInst*> barriers = BarriersOf(kernel);
  if (barriers.empty()) {
    llvm::Instruction* first = &*kernel.getEntryBlock().getFirstInsertionPt();
    while (llvm::isa<llvm::AllocaInst>(first)) first = first->getNextNode();
    Poll(*first, "start", {}, info);
  }
  for (const auto& [body, start] : bodies) Poll(*body, "loop", start, info);
  for (llvm::CallInst* barrier : barriers) {
    Poll(*barrier->getNextNode(), "barrier", barrier->getDebugLoc(), info);
  }
}

}  // namespace lockstep::instrument
