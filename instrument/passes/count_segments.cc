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
//
// Where the work-items of a group run together, and a group and its sub-groups provably meet all of their barriers,
// there is no table: a kernel with barriers of sub-groups has fixed parts (device-lib/shared/parted.h), two counters,
// and a segment made of both. With an event log it logs around the barriers.
#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "device-lib/shared/parted.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/cycles.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/spir_calls.h"
#include "instrument/ir/synchronisation.h"
#include "instrument/passes/part_functions.h"
#include "instrument/passes/passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

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

// Counts the barriers of a kernel with fixed parts. A barrier of a sub-group orders for its own, one of the group for
// all.
class FixedParts {
 public:
  FixedParts(llvm::Function& kernel, const Counters& counters) : counters_(counters), bits_(BitsFor(kernel)) {
    llvm::BasicBlock& entry = kernel.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.begin());
    for (const char* name : {"lockstep.groups_barriers", "lockstep.parts_barriers"})
      counts_.push_back(builder.CreateAlloca(builder.getInt32Ty(), nullptr, name));
    for (const char* name : {kPartGlobalFrom, kPartLocalFrom, kPartImageFrom})
      froms_.push_back(builder.CreateAlloca(builder.getInt32Ty(), nullptr, name));
    llvm::BasicBlock::iterator after = entry.begin();
    while (llvm::isa<llvm::AllocaInst>(*after)) ++after;
    builder.SetInsertPoint(&entry, after);
    for (llvm::AllocaInst* count : counts_) builder.CreateStore(builder.getInt32(0), count);
    for (llvm::AllocaInst* from : froms_) builder.CreateStore(Waits(builder, builder.getInt32(0)), from);
  }

  // At `builder`, behind `barrier`.
  void Count(llvm::IRBuilder<>& builder, const llvm::CallInst& barrier, unsigned image_fences) {
    const bool part = IsSubGroupBarrier(barrier);
    llvm::Type* word = builder.getInt32Ty();
    const unsigned most[] = {LS_FIXED_LIMIT >> bits_, 1u << bits_};  // what does not fit any more; it stays at that
    llvm::AllocaInst* count = counts_[part];
    llvm::Value* next = builder.CreateAdd(builder.CreateLoad(word, count), builder.getInt32(1));
    llvm::Value* limit = builder.getInt32(most[part]);
    builder.CreateStore(builder.CreateSelect(builder.CreateICmpULT(next, limit), next, limit), count);
    if (!part) builder.CreateStore(builder.getInt32(0), counts_[1]);
    llvm::Value* groups = builder.CreateLoad(word, counts_[0]);
    llvm::Value* parts = builder.CreateLoad(word, counts_[1]);
    llvm::Value* place = builder.CreateAdd(builder.CreateShl(groups, bits_), parts);
    llvm::Value* fits = builder.CreateAnd(builder.CreateICmpULT(groups, builder.getInt32(most[0])),
                                          builder.CreateICmpULT(parts, builder.getInt32(most[1])));
    builder.CreateStore(builder.CreateSelect(fits, place, builder.getInt32(LS_FIXED_OVERFLOW)), counters_.segment);
    const unsigned fences[] = {kGlobalFence, kLocalFence, image_fences};
    llvm::AllocaInst* const whole[] = {counters_.global_from, counters_.local_from, counters_.image_from};
    llvm::Value* waits = Waits(builder, place);
    for (unsigned i = 0; i < 3; ++i) {
      if (!part) SetFrom(builder, FlagsOf(barrier), fences[i], place, whole[i]);
      SetFrom(builder, FlagsOf(barrier), fences[i], waits, froms_[i]);
    }
  }

 private:
  // How many bits of a segment count the barriers of sub-groups. Records have room for a million segments in most
  // launches, and accesses in segments beyond that are not checked, which the report says.
  static unsigned BitsFor(llvm::Function& kernel) {
    constexpr unsigned kAll = LS_FIXED_BITS_SHIFT - 1, kUsual = 20, kHalf = 10;
    const std::vector<llvm::CallInst*> of_group = BarriersOf(kernel), of_parts = SubGroupBarriersOf(kernel);
    if (of_group.empty()) return kAll;
    const std::set<const llvm::BasicBlock*> cycles = BlocksInCycles(kernel);
    const auto any_in_cycle = [&](const std::vector<llvm::CallInst*>& calls) {
      return std::any_of(calls.begin(), calls.end(),
                         [&](const llvm::CallInst* call) { return cycles.count(call->getParent()) != 0; });
    };
    if (!any_in_cycle(of_parts)) return llvm::Log2_64_Ceil(of_parts.size() + 1);
    if (any_in_cycle(of_group)) return kHalf;
    return std::max(kHalf, kUsual - std::min(kUsual, llvm::Log2_64_Ceil(of_group.size() + 1)));
  }

  llvm::Value* Waits(llvm::IRBuilder<>& builder, llvm::Value* place) {
    llvm::Value* low = builder.CreateAnd(place, builder.getInt32(LS_FIXED_LIMIT - 1));
    return builder.CreateOr(low, builder.getInt32(LS_WAITS_FIXED | bits_ << LS_FIXED_BITS_SHIFT));
  }

  const Counters& counters_;
  const unsigned bits_;
  std::vector<llvm::AllocaInst*> counts_;  // barriers of the group; those of the sub-group since the last one
  std::vector<llvm::AllocaInst*> froms_;   // kPartGlobalFrom and its like
};

// The name of the meeting that a work-item was at last: how many barriers its sub-group, which meets all of its own,
// has come to, above 16 bits for which one it is.
llvm::AllocaInst* CreateMeeting(llvm::Function& kernel) {
  llvm::BasicBlock& entry = kernel.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.begin());
  llvm::AllocaInst* meeting = builder.CreateAlloca(builder.getInt64Ty(), nullptr, kMeeting);
  GoBehindVariables(builder, kernel);
  llvm::Value* part = CallSpirFunction(builder, "_Z16get_sub_group_idv", builder.getInt32Ty(), {});
  builder.CreateStore(builder.CreateZExt(part, builder.getInt64Ty()), meeting);
  return meeting;
}

// Around the sub-group's own barrier, which it really meets: all have come before one goes on.
void LogPartSteps(llvm::CallInst& barrier, llvm::AllocaInst* meeting) {
  const auto flags = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(FlagsOf(barrier))->getZExtValue());
  llvm::MDNode* site = barrier.getMetadata(kSiteMetadata);
  llvm::IRBuilder<> builder(&barrier);
  llvm::Value* last = builder.CreateLoad(builder.getInt64Ty(), meeting);
  builder.CreateStore(builder.CreateAdd(last, builder.getInt64(1 << 16)), meeting);
  AddPartStep(builder, /*comes=*/true, flags, site);
  llvm::IRBuilder<> behind(barrier.getNextNode());
  behind.SetCurrentDebugLocation(barrier.getDebugLoc());
  AddPartStep(behind, /*comes=*/false, flags, site);
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
    std::vector<llvm::CallInst*> barriers = AllBarriersOf(*kernel);
    if (barriers.empty()) continue;
    changed = true;
    bool parts_together = !state.backend->serial_groups() && !SubGroupBarriersOf(*kernel).empty();
    if (parts_together) {
      llvm::EliminateUnreachableBlocks(*kernel);
      parts_together = !state.options.all_barriers && AllProvablyMeet(*kernel, !ChecksAll(state.options.variant));
      barriers = AllBarriersOf(*kernel);
    }
    info.fixed_parts = parts_together && !info.synchronises;
    const Counters counters = CreateCounters(*kernel);
    std::optional<FixedParts> parts;
    if (info.fixed_parts) parts.emplace(*kernel, counters);
    llvm::AllocaInst* meeting = parts_together && info.synchronises ? CreateMeeting(*kernel) : nullptr;
    const bool remote = info.synchronises && HasRemoteOperations(*kernel);
    for (llvm::CallInst* call : barriers) {
      const bool part = IsSubGroupBarrier(*call);
      const bool wide = info.synchronises && IsWideBarrier(*call);
      const char* part_scope = part && info.synchronises ? WideScopeOfSubGroupBarrier(*call) : nullptr;
      SiteOf(*call, info);
      llvm::CallInst* barrier = part ? ToPlainSubGroupBarrier(call) : ToPlainBarrier(call);
      if (part && info.synchronises) {
        if (part_scope == nullptr && remote) part_scope = "sub_group";
        if (part_scope != nullptr) AddBarrierFences(*barrier, barrier->getNextNode(), part_scope);
        if (meeting != nullptr) LogPartSteps(*barrier, meeting);
        continue;
      }
      llvm::IRBuilder<> builder(barrier->getNextNode());
      builder.SetCurrentDebugLocation(barrier->getDebugLoc());
      if (parts) {
        parts->Count(builder, *barrier, ImageFences(module));
        continue;
      }
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
