// The specification wants every work-item of a group to make an asynchronous copy with the same
// arguments. Where that is not provable, work-item 0 claims its own and the others compare:
//
//   barrier(0), !lockstep.copy_marker  =>  barrier(0)
//                                          work-item 0: claim := arguments
//                                          barrier(local)
//                                          the others: report if theirs differ
//   lockstep.copy.to_local(...)            lockstep.copy.to_local(...)
//
// The first barrier now stays: behind it nobody compares with an older claim any more. The event is
// compared along, but is no reason to do it: it comes from copies, by way of private memory.
#include "instrument/passes/compare_copies.h"

#include <optional>
#include <utility>
#include <vector>

#include "device-lib/shared/control.h"
#include "instrument/analysis/uniformity.h"
#include "instrument/ir/async_copies.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/positions.h"
#include "instrument/ir/spir_calls.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace lockstep::instrument {
namespace {

using llvm::Value;

// The barrier that lower-async-copies put in front of `copy`.
llvm::CallInst* MarkerOf(const CopyCall& copy) {
  for (llvm::Instruction* at = copy.call; at != nullptr; at = at->getPrevNode()) {
    if (at->hasMetadata(kCopyMarker)) return llvm::cast<llvm::CallInst>(at);
  }
  return nullptr;
}

void Compare(llvm::Function& kernel, const CopyCall& copy, llvm::CallInst& marker,
             KernelDescription& info) {
  marker.setMetadata(kCopyMarker, nullptr);
  llvm::IRBuilder<> builder(copy.call);
  builder.SetCurrentDebugLocation(copy.call->getDebugLoc());
  Value* control = HiddenArgument(kernel, LS_HIDDEN_CONTROL);
  Value* log = HiddenArgument(kernel, LS_HIDDEN_LOG);
  Value* shadow = HiddenArgument(kernel, LS_HIDDEN_LOCAL);
  // Instructions: see CheckEmitter::AddressOf.
  const auto address = [&](Value* pointer) -> Value* {
    return builder.Insert(llvm::CastInst::Create(llvm::Instruction::PtrToInt, pointer,
                                                 builder.getInt64Ty()));
  };
  Value* to = address(copy.to);
  Value* from = address(copy.from);
  Value* site = builder.getInt32(SiteOf(marker, info));
  CallSpirFunction(builder, "__lockstep_copy_claim", builder.getVoidTy(),
                   {control, shadow, to, from, copy.count, copy.stride, copy.event, site});
  auto* barrier = llvm::cast<llvm::CallInst>(marker.clone());
  barrier->setArgOperand(0, builder.getInt32(kLocalFence));
  builder.Insert(barrier);
  Site second = info.sites[SiteOf(marker, info)];
  SetSite(*barrier, info.AddSite(std::move(second)));
  CallSpirFunction(builder, "__lockstep_copy_compare", builder.getVoidTy(),
                   {control, log, shadow, to, from, copy.count, copy.stride, copy.event, site});
}

}  // namespace

bool CompareCopies(llvm::Function& kernel, bool frozen_arguments, const std::string& main_file,
                   KernelDescription& info) {
  const std::vector<CopyCall> copies = CopiesOf(kernel);
  if (copies.empty()) return false;
  std::vector<std::pair<CopyCall, DivergenceCause>> differing;
  {
    const Uniformity uniformity(kernel, frozen_arguments);
    for (const CopyCall& copy : copies) {
      for (const unsigned argument : {0u, 1u, 2u, 3u}) {
        std::optional<DivergenceCause> cause = uniformity.AtArgument(*copy.call, argument);
        if (!cause) continue;
        differing.emplace_back(copy, *std::move(cause));
        break;
      }
    }
  }
  for (const auto& [copy, cause] : differing) {
    llvm::CallInst* marker = MarkerOf(copy);
    if (marker == nullptr || HiddenArgument(kernel, LS_HIDDEN_LOCAL) == nullptr) {
      GiveUp(info, "its asynchronous copies cannot be compared");
      return true;
    }
    std::string& condition = info.sites[SiteOf(*marker, info)].condition;
    if (!condition.empty()) condition += "; ";
    condition += Describe(cause, main_file);
    Compare(kernel, copy, *marker, info);
  }
  return !differing.empty();
}

}  // namespace lockstep::instrument
