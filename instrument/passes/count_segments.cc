// count-segments: every work-item counts the barriers it passes, and remembers per region the last
// one whose flags named it (semantics.md, section 2: barriers order per region).
//
//   entry:                                   entry:
//     ...                                      %lockstep.segment     = alloca i32   ; = 0
//                                              %lockstep.global_from = alloca i32   ; = 0
//                                              %lockstep.local_from  = alloca i32   ; = 0
//                                              %lockstep.image_from  = alloca i32   ; = 0
//   body:                           =>       body:
//     call barrier(LOCAL)                      call barrier(LOCAL), !lockstep.site
//                                              segment = segment + 1
//                                              local_from = segment
//
// An access recorded in segment s is ordered before this work-item's next one if s < from.
//
// A sub-group barrier is counted likewise. That it orders the work-items of the sub-group only, the group's table keeps
// (device-lib/shared/parted.h): a kernel with one is put into the resumable form. Not in kernels that write an event
// log: there each work-item logs when it comes to the barrier and when it goes on.
#include <algorithm>
#include <vector>

#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/synchronisation.h"
#include "instrument/passes/passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

struct Counters {
  llvm::AllocaInst* segment;
  llvm::AllocaInst* global_from;
  llvm::AllocaInst* local_from;
  llvm::AllocaInst* image_from;
};

Counters CreateCounters(llvm::Function& kernel) {
  llvm::BasicBlock& entry = kernel.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.begin());
  Counters counters{builder.CreateAlloca(builder.getInt32Ty(), nullptr, kSegment),
                    builder.CreateAlloca(builder.getInt32Ty(), nullptr, kGlobalFrom),
                    builder.CreateAlloca(builder.getInt32Ty(), nullptr, kLocalFrom),
                    builder.CreateAlloca(builder.getInt32Ty(), nullptr, kImageFrom)};
  llvm::BasicBlock::iterator after = entry.begin();
  while (llvm::isa<llvm::AllocaInst>(*after)) ++after;
  builder.SetInsertPoint(&entry, after);
  for (llvm::AllocaInst* counter :
       {counters.segment, counters.global_from, counters.local_from, counters.image_from}) {
    builder.CreateStore(builder.getInt32(0), counter);
  }
  return counters;
}

// After a barrier with `flags`, sets `from` to `segment` if the flags have `fence`.
void SetFrom(llvm::IRBuilder<>& builder, llvm::Value* flags, unsigned fence, llvm::Value* segment,
             llvm::AllocaInst* from) {
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(flags)) {
    if ((constant->getZExtValue() & fence) != 0) builder.CreateStore(segment, from);
    return;
  }
  llvm::Value* named = builder.CreateICmpNE(builder.CreateAnd(flags, fence), builder.getInt32(0));
  llvm::Value* old = builder.CreateLoad(builder.getInt32Ty(), from);
  builder.CreateStore(builder.CreateSelect(named, segment, old), from);
}

bool HasOpenFlags(const std::vector<llvm::CallInst*>& barriers) {
  return std::any_of(barriers.begin(), barriers.end(),
                     [](const llvm::CallInst* barrier) { return !llvm::isa<llvm::ConstantInt>(FlagsOf(*barrier)); });
}

}  // namespace

bool CountSegments(llvm::Module& module, PipelineState& state) {
  bool changed = false;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    KernelDescription& info = InfoOf(*kernel, state);
    if (info.synchronises && HasOpenFlags(SubGroupBarriersOf(*kernel))) {
      GiveUp(info,
             "it uses sub_group_barrier with flags that are no constants beside atomics or fences that synchronise");
      continue;
    }
    const std::vector<llvm::CallInst*> barriers = AllBarriersOf(*kernel);
    if (barriers.empty()) continue;
    changed = true;
    const Counters counters = CreateCounters(*kernel);
    const bool remote = info.synchronises && HasRemoteOperations(*kernel);
    for (llvm::CallInst* call : barriers) {
      const bool part = IsSubGroupBarrier(*call);
      const bool wide = info.synchronises && IsWideBarrier(*call);
      const char* part_scope = part && info.synchronises ? WideScopeOfSubGroupBarrier(*call) : nullptr;
      llvm::CallInst* barrier = part ? ToPlainSubGroupBarrier(call) : ToPlainBarrier(call);
      SiteOf(*barrier, info);
      if (part && info.synchronises) {
        if (part_scope == nullptr && remote) part_scope = "sub_group";
        if (part_scope != nullptr) AddBarrierFences(*barrier, barrier->getNextNode(), part_scope);
        continue;
      }
      llvm::IRBuilder<> builder(barrier->getNextNode());
      builder.SetCurrentDebugLocation(barrier->getDebugLoc());
      llvm::Value* segment = builder.CreateAdd(
          builder.CreateLoad(builder.getInt32Ty(), counters.segment), builder.getInt32(1));
      llvm::cast<llvm::Instruction>(segment)->setMetadata(kCountMetadata, llvm::MDNode::get(kernel->getContext(), {}));
      builder.CreateStore(segment, counters.segment);
      SetFrom(builder, FlagsOf(*barrier), kGlobalFence, segment, counters.global_from);
      SetFrom(builder, FlagsOf(*barrier), kLocalFence, segment, counters.local_from);
      SetFrom(builder, FlagsOf(*barrier), ImageFences(module), segment, counters.image_from);
      // Behind the counting: the acquire fence belongs to the new segment.
      if (wide || remote) AddBarrierFences(*barrier, &*builder.GetInsertPoint(), wide ? "device" : "work_group");
    }
  }
  return changed;
}

}  // namespace lockstep::instrument
