// The resumable form: lock-step execution of a group [000, Sect. 4.2] with the granularity of a
// barrier instead of a block, for devices whose barriers must be met by all work-items together.
//
//   entry:                               entry:    words := empty; barrier; pc := 0
//     A                                  outer:    br dispatch
//     br c, then, join                   dispatch: switch pc, sync [0: start, 1: resume, ...]
//   then:                       =>       start:    A; br c, then, join
//     B                                  then:     B; waiting := site; pc := 1; br sync
//     barrier                            resume:   C; br join
//     C                                  join:     D; waiting := exit site; pc := -1; br sync
//     br join                            sync:     compare `waiting` and loop counts (sync_block.h)
//   join:                                          br all have left, finish, outer
//     D                                  finish:   ret
//     ret
//
// A loop that contains a barrier is left through its back edge to the dispatch, which enters its
// header anew: the resume points within would give a loop several entries. What remains between
// two barriers has no barrier in a loop, and the outer loop's condition is equal for the group.
#include "instrument/passes/resumable_form.h"

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "instrument/passes/barriers.h"
#include "instrument/passes/demote.h"
#include "instrument/passes/exits.h"
#include "instrument/passes/positions.h"
#include "instrument/passes/sync_block.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::instrument {
namespace {

constexpr int kLeft = -1;  // pc of a work-item that has left

// Stops up to which the driver's vectorisers are left on. The time that LLVM's SLP vectoriser needs
// grows faster than the square of the stops, which all lead to one block (100 stops: 12 s to
// compile, 7 s without).
constexpr unsigned kMaxVectorizedStops = 32;

// Markers of life times and variables say nothing true about the rewritten flow.
void DropMarkers(llvm::Function& kernel) {
  std::vector<llvm::Instruction*> markers;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction) || instruction.isLifetimeStartOrEnd()) {
      markers.push_back(&instruction);
    }
  }
  for (llvm::Instruction* marker : markers) marker->eraseFromParent();
}

// Loops from the outermost to the innermost around `block`.
std::vector<llvm::Loop*> LoopsAround(const llvm::LoopInfo& loops, llvm::BasicBlock* block) {
  std::vector<llvm::Loop*> around;
  for (llvm::Loop* loop = loops.getLoopFor(block); loop != nullptr; loop = loop->getParentLoop()) {
    around.insert(around.begin(), loop);
  }
  return around;
}

llvm::DebugLoc StartOf(const llvm::Loop& loop) {
  // clang notes the statement's range on the loop; elsewhere the header has to do.
  if (llvm::DebugLoc start = loop.getStartLoc()) return start;
  return loop.getHeader()->getTerminator()->getDebugLoc();
}

SourcePosition PositionOf(const llvm::DebugLoc& location) {
  Site site;
  SetPosition(location, site);
  return site.position;
}

class Rewriter {
 public:
  Rewriter(llvm::Function& kernel, KernelInfo& info)
      : kernel_(kernel), info_(info), context_(kernel.getContext()) {}

  absl::Status Run() {
    DropMarkers(kernel_);
    exits_ = SeparateExits(kernel_, info_);
    SplitEntry();
    if (absl::Status status = FindLoops(); !status.ok()) return status;
    CreateBlocksAndVariables();
    for (auto& [loop, depth] : loops_) RouteLoop(*loop, depth);
    for (Stop& stop : stops_) RouteBarrier(stop);
    for (const Exit& exit : exits_) RouteExit(exit);
    EmitPreparation(kernel_, variables_, entry_);
    EmitSync(kernel_, variables_, Fences(), sync_, finish_, outer_);
    RepairDominance(kernel_);
    if (stops_.size() > kMaxVectorizedStops) {
      kernel_.addFnAttr(llvm::Attribute::NoImplicitFloat);
    }
    return Verify();
  }

 private:
  struct Stop {
    llvm::CallInst* barrier;
    unsigned depth;  // loops around it
  };

  // entry: allocas; start: all else.
  void SplitEntry() {
    llvm::Instruction* first = GatherAllocas(kernel_);
    entry_ = &kernel_.getEntryBlock();
    start_ = entry_->splitBasicBlock(first, "lockstep.start");
  }

  // Barriers with the loops around them, and every loop around a barrier with its depth.
  absl::Status FindLoops() {
    dominators_ = std::make_unique<llvm::DominatorTree>(kernel_);
    loop_info_ = std::make_unique<llvm::LoopInfo>(*dominators_);
    llvm::SmallPtrSet<llvm::Loop*, 8> seen;
    for (llvm::CallInst* barrier : BarriersOf(kernel_)) {
      const std::vector<llvm::Loop*> around = LoopsAround(*loop_info_, barrier->getParent());
      if (around.size() > kMaxLoops) {
        return absl::UnimplementedError(absl::StrCat("barrier in ", around.size(),
                                                     " nested loops, at most ", kMaxLoops,
                                                     " can be followed"));
      }
      stops_.push_back({barrier, static_cast<unsigned>(around.size())});
      Site& site = info_.sites[SiteOf(*barrier, info_)];
      site.loops.clear();
      for (unsigned depth = 0; depth < around.size(); ++depth) {
        site.loops.push_back(PositionOf(StartOf(*around[depth])));
        if (seen.insert(around[depth]).second) loops_.emplace_back(around[depth], depth);
        max_depth_ = std::max(max_depth_, depth + 1);
      }
    }
    return absl::OkStatus();
  }

  llvm::BasicBlock* NewBlock(const char* name) {
    return llvm::BasicBlock::Create(context_, name, &kernel_);
  }

  void CreateBlocksAndVariables() {
    outer_ = NewBlock("lockstep.outer");
    dispatch_ = NewBlock("lockstep.dispatch");
    sync_ = NewBlock("lockstep.sync");
    finish_ = NewBlock("lockstep.finish");
    llvm::IRBuilder<> builder(entry_, entry_->begin());
    llvm::Type* word = builder.getInt32Ty();
    pc_ = builder.CreateAlloca(word, nullptr, "lockstep.pc");
    variables_.waiting = builder.CreateAlloca(word, nullptr, "lockstep.waiting");
    variables_.half = builder.CreateAlloca(word, nullptr, "lockstep.half");
    for (unsigned depth = 0; depth < max_depth_; ++depth) {
      variables_.counts.push_back(
          builder.CreateAlloca(builder.getInt64Ty(), nullptr, absl::StrCat("lockstep.count.", depth)));
    }
    builder.SetInsertPoint(entry_->getTerminator());
    builder.CreateStore(builder.getInt32(0), pc_);
    builder.CreateStore(builder.getInt32(0), variables_.waiting);
    ClearCounts(builder, 0);
    builder.CreateBr(outer_);
    entry_->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(outer_);
    builder.CreateBr(dispatch_);
    builder.SetInsertPoint(dispatch_);
    switch_ = builder.CreateSwitch(builder.CreateLoad(word, pc_), sync_);
    AddResumePoint(start_);
    builder.SetInsertPoint(finish_);
    builder.CreateRetVoid();
  }

  // Loops deeper than `depth` are over where it is called.
  void ClearCounts(llvm::IRBuilder<>& builder, unsigned depth) {
    for (unsigned d = depth; d < variables_.counts.size(); ++d) {
      builder.CreateStore(builder.getInt64(0), variables_.counts[d]);
    }
  }

  // The pc with which the dispatch goes to `block`.
  llvm::ConstantInt* AddResumePoint(llvm::BasicBlock* block) {
    llvm::ConstantInt* pc = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context_), next_pc_++);
    switch_->addCase(pc, block);
    return pc;
  }

  // Entering edges of the loop set its count to 1; back edges add 1 and go to the dispatch.
  void RouteLoop(llvm::Loop& loop, unsigned depth) {
    llvm::BasicBlock* header = loop.getHeader();
    while (auto* phi = llvm::dyn_cast<llvm::PHINode>(&header->front())) DemotePhi(*phi);
    const llvm::SmallSetVector<llvm::BasicBlock*, 8> predecessors(llvm::pred_begin(header),
                                                                  llvm::pred_end(header));
    llvm::AllocaInst* count = variables_.counts[depth];

    llvm::BasicBlock* enter = NewBlock("lockstep.enter");
    llvm::IRBuilder<> builder(enter);
    builder.CreateStore(builder.getInt64(1), count);
    builder.CreateBr(header);

    llvm::BasicBlock* next = NewBlock("lockstep.next");
    builder.SetInsertPoint(next);
    builder.CreateStore(builder.CreateAdd(builder.CreateLoad(builder.getInt64Ty(), count),
                                          builder.getInt64(1)),
                        count);
    builder.CreateStore(AddResumePoint(header), pc_);
    builder.CreateBr(dispatch_);

    for (llvm::BasicBlock* predecessor : predecessors) {
      llvm::Instruction* terminator = predecessor->getTerminator();
      terminator->replaceSuccessorWith(header, loop.contains(predecessor) ? next : enter);
      terminator->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    }
  }

  void RouteBarrier(const Stop& stop) {
    llvm::CallInst* barrier = stop.barrier;
    llvm::Value* flags = FlagsOf(*barrier);
    const unsigned word = WaitingWord(SiteOf(*barrier, info_), /*left=*/false);
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(flags)) {
      fences_ |= static_cast<unsigned>(constant->getZExtValue());
    } else {
      fences_ |= kImageFence;
    }
    llvm::BasicBlock* block = barrier->getParent();
    llvm::BasicBlock* resume = block->splitBasicBlock(barrier->getNextNode(), "lockstep.resume");
    llvm::IRBuilder<> builder(barrier);
    llvm::Value* own = builder.CreateAnd(flags, kLocalFence | kGlobalFence | kImageFence);
    builder.CreateStore(builder.CreateOr(own, word), variables_.waiting);
    ClearCounts(builder, stop.depth);
    builder.CreateStore(AddResumePoint(resume), pc_);
    builder.CreateBr(sync_);
    barrier->eraseFromParent();
    block->getTerminator()->eraseFromParent();  // the split's branch
  }

  void RouteExit(const Exit& exit) {
    llvm::IRBuilder<> builder(exit.instruction);
    builder.CreateStore(builder.getInt32(WaitingWord(exit.site, /*left=*/true)),
                        variables_.waiting);
    ClearCounts(builder, 0);
    builder.CreateStore(builder.getInt32(kLeft), pc_);
    builder.CreateBr(sync_);
    exit.instruction->eraseFromParent();
  }

  // The barrier of the meeting fences at least what the kernel's own barriers do.
  unsigned Fences() const { return fences_ | kLocalFence | kGlobalFence; }

  absl::Status Verify() {
    std::string problem;
    llvm::raw_string_ostream stream(problem);
    if (!llvm::verifyFunction(kernel_, &stream)) return absl::OkStatus();
    return absl::InternalError(absl::StrCat("resumable form is not valid: ", stream.str()));
  }

  llvm::Function& kernel_;
  KernelInfo& info_;
  llvm::LLVMContext& context_;
  std::unique_ptr<llvm::DominatorTree> dominators_;
  std::unique_ptr<llvm::LoopInfo> loop_info_;
  std::vector<Exit> exits_;
  std::vector<Stop> stops_;
  std::vector<std::pair<llvm::Loop*, unsigned>> loops_;
  unsigned max_depth_ = 0;
  unsigned fences_ = 0;
  llvm::BasicBlock* entry_ = nullptr;
  llvm::BasicBlock* start_ = nullptr;
  llvm::BasicBlock* outer_ = nullptr;
  llvm::BasicBlock* dispatch_ = nullptr;
  llvm::BasicBlock* sync_ = nullptr;
  llvm::BasicBlock* finish_ = nullptr;
  llvm::SwitchInst* switch_ = nullptr;
  llvm::AllocaInst* pc_ = nullptr;
  BarrierVariables variables_{};
  unsigned next_pc_ = 0;
};

}  // namespace

absl::Status MakeResumable(llvm::Function& kernel, KernelInfo& info) {
  return Rewriter(kernel, info).Run();
}

}  // namespace lockstep::instrument
