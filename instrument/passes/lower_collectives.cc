// lower-collectives: work-group and sub-group functions become places where the group or a sub-group meets
// (semantics.md, section 2) and calls of the device library, which computes them (device-lib/collectives.h).
//
//   r = work_group_reduce_add(x)   =>   turn = turn + 1
//                                       __lockstep_offer(bits of x, 0, site, turn)
//                                       barrier(0), !site
//                                       r = __lockstep_take_int(ADD | REDUCE, site, turn)
//
// So they are compared like barriers and, where the group does not provably meet, put into the resumable form with
// them. They order nothing for the checks: count-segments has been here before.
//
// At a sub-group's function the barrier is marked (lockstep.part): where the whole group provably meets there it stays
// one, in the resumable form only the sub-group meets. `turn` then has the sub-group's number above it. Which
// work-items are a sub-group, the driver's own functions say.
//
// Only where the work-items of a group run one after the other: there the results are the driver's own, computed in
// the same order. Elsewhere the driver's functions stay, whatever they compute; whether sub-groups meet at theirs is
// part_functions.h's.
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "device-lib/shared/control.h"
#include "device-lib/shared/exchange.h"
#include "instrument/analysis/uniformity.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/collectives.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/positions.h"
#include "instrument/ir/spir_calls.h"
#include "instrument/passes/passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::Value;

struct Found {
  llvm::CallInst* call;
  Collective collective;
  std::optional<DivergenceCause> arguments;  // broadcasts: why not all may ask for the same work-item's value
};

class CollectiveLowering {
 public:
  CollectiveLowering(llvm::Function& kernel, KernelDescription& info)
      : kernel_(kernel), info_(info), builder_(kernel.getContext()), file_(FileOf(kernel)) {
    llvm::BasicBlock& entry = kernel.getEntryBlock();
    builder_.SetInsertPoint(&entry, entry.begin());
    turns_ = builder_.CreateAlloca(builder_.getInt32Ty(), nullptr, "lockstep.turns");
    part_turns_ = builder_.CreateAlloca(builder_.getInt32Ty(), nullptr, "lockstep.part_turns");
    GoBehindVariables(builder_, kernel);
    builder_.CreateStore(builder_.getInt32(0), turns_);
    builder_.CreateStore(builder_.getInt32(0), part_turns_);
    CallSpirFunction(builder_, "__lockstep_offers_enter", builder_.getVoidTy(),
                     Hidden({LS_HIDDEN_CONTROL, LS_HIDDEN_LOCAL}));
  }

  void Lower(const Found& found) {
    llvm::CallInst& call = *found.call;
    builder_.SetInsertPoint(&call);
    builder_.SetCurrentDebugLocation(call.getDebugLoc());
    Value* turn = NextTurn(found.collective.part);
    Value* place = builder_.getInt32(AddSite(found));
    std::vector<Value*> offer = Hidden({LS_HIDDEN_CONTROL, LS_HIDDEN_LOCAL});
    offer.push_back(BitsOf(call.getArgOperand(0)));
    const bool lane = found.collective.part && found.collective.broadcast;
    if (lane) {
      offer.insert(offer.end(), {builder_.CreateZExtOrTrunc(call.getArgOperand(1), builder_.getInt32Ty()),
                                 OfSubGroup("_Z22get_sub_group_local_idv"), OfSubGroup("_Z18get_sub_group_sizev")});
    } else {
      offer.push_back(Chosen(found));
    }
    offer.insert(offer.end(), {place, turn});
    CallSpirFunction(builder_, lane ? "__lockstep_offer_lane" : "__lockstep_offer", builder_.getVoidTy(), offer);
    llvm::CallInst* barrier = CreatePlainBarrier(builder_, 0);
    SetSite(*barrier, info_.sites.back().id);
    if (found.collective.part) barrier->setMetadata(kPartMetadata, llvm::MDNode::get(kernel_.getContext(), {}));
    std::vector<Value*> take = found.collective.broadcast ? Hidden({LS_HIDDEN_CONTROL, LS_HIDDEN_LOG, LS_HIDDEN_LOCAL})
                                                          : Hidden({LS_HIDDEN_CONTROL, LS_HIDDEN_LOCAL});
    if (!found.collective.broadcast) take.push_back(builder_.getInt32(found.collective.what));
    take.insert(take.end(), {place, turn});
    llvm::CallInst* result = CallSpirFunction(
        builder_, absl::StrCat("__lockstep_take_", std::string(found.collective.of)), builder_.getInt64Ty(), take);
    const bool shared = found.collective.shared && !found.collective.part && !found.arguments;
    llvm::LLVMContext& context = kernel_.getContext();
    result->setMetadata(kCollectiveMetadata,
                        llvm::MDNode::get(context, {llvm::MDString::get(context, found.collective.name),
                                                    llvm::MDString::get(context, shared ? "shared" : "own")}));
    call.replaceAllUsesWith(FromBits(result, call.getType()));
    call.eraseFromParent();
  }

 private:
  Value* OfSubGroup(const char* name) { return CallSpirFunction(builder_, name, builder_.getInt32Ty(), {}); }

  // Counts the function; see ls_offer.
  Value* NextTurn(bool part) {
    llvm::AllocaInst* turns = part ? part_turns_ : turns_;
    Value* turn = builder_.CreateAdd(builder_.CreateLoad(builder_.getInt32Ty(), turns), builder_.getInt32(1));
    builder_.CreateStore(turn, turns);
    turn = builder_.CreateZExt(turn, builder_.getInt64Ty());
    if (!part) return turn;
    Value* number = builder_.CreateZExt(OfSubGroup("_Z16get_sub_group_idv"), builder_.getInt64Ty());
    number = builder_.CreateAdd(number, builder_.getInt64(1));
    return builder_.CreateOr(turn, builder_.CreateShl(number, LS_OFFER_PART_SHIFT));
  }

  unsigned AddSite(const Found& found) {
    Site site;
    site.op = SiteOp::kCollective;
    site.flags = found.collective.name;
    if (found.arguments) {
      site.condition = Describe(*found.arguments, file_);
      info_.compares_arguments = true;
    }
    SetPosition(found.call->getDebugLoc(), site);
    return info_.AddSite(std::move(site));
  }

  // Local linear id of the work-item whose value a broadcast asks for; 0 for other functions.
  Value* Chosen(const Found& found) {
    if (!found.collective.broadcast) return builder_.getInt32(0);
    Value* linear = nullptr;
    for (unsigned dimension = found.call->arg_size() - 1; dimension-- > 0;) {
      Value* id = builder_.CreateTrunc(found.call->getArgOperand(dimension + 1), builder_.getInt32Ty());
      linear = linear == nullptr ? id : builder_.CreateAdd(id, builder_.CreateMul(linear, LocalSize(dimension)));
    }
    return linear;
  }

  Value* LocalSize(unsigned dimension) {
    Value* size =
        CallSpirFunction(builder_, "_Z14get_local_sizej", builder_.getInt64Ty(), {builder_.getInt32(dimension)});
    return builder_.CreateTrunc(size, builder_.getInt32Ty());
  }

  Value* BitsOf(Value* value) {
    llvm::Type* type = builder_.getIntNTy(value->getType()->getScalarSizeInBits());
    return builder_.CreateZExt(builder_.CreateBitCast(value, type), builder_.getInt64Ty());
  }

  Value* FromBits(Value* bits, llvm::Type* type) {
    return builder_.CreateBitCast(builder_.CreateTrunc(bits, builder_.getIntNTy(type->getScalarSizeInBits())), type);
  }

  std::vector<Value*> Hidden(const std::vector<unsigned>& numbers) {
    std::vector<Value*> arguments;
    for (const unsigned number : numbers) arguments.push_back(HiddenArgument(kernel_, number));
    return arguments;
  }

  llvm::Function& kernel_;
  KernelDescription& info_;
  llvm::IRBuilder<> builder_;
  const std::string file_;
  llvm::AllocaInst* turns_ = nullptr;
  llvm::AllocaInst* part_turns_ = nullptr;
};

std::vector<Found> CollectivesOf(llvm::Function& kernel) {
  std::vector<Found> found;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr) continue;
    if (std::optional<Collective> collective = AsCollective(*call)) found.push_back({call, *std::move(collective), {}});
  }
  return found;
}

void FindOpenArguments(llvm::Function& kernel, bool frozen_arguments, std::vector<Found>& all) {
  std::optional<Uniformity> uniformity;
  for (Found& found : all) {
    if (!found.collective.broadcast) continue;
    if (!uniformity) uniformity.emplace(kernel, frozen_arguments);
    for (unsigned i = 1; i < found.call->arg_size() && !found.arguments; ++i) {
      found.arguments = uniformity->AtArgument(*found.call, i);
    }
  }
}

// Says of functions that stay the driver's what is known of them; whether the group meets them:
// flatten-divergent-barriers.
void NoteDriversFunctions(llvm::Function& kernel, KernelDescription& info) {
  for (const Found& found : CollectivesOf(kernel)) {
    if (found.collective.part) continue;
    AddNote(info, absl::StrCat("what ", found.collective.name,
                               " computes is the driver's own, which takes 8 work-items "
                               "for the group in some such functions"));
  }
}

}  // namespace

bool LowerCollectives(llvm::Module& module, PipelineState& state) {
  if (state.backend->Has(Quirk::kShortReductions)) {
    for (llvm::Function* kernel : KernelsToInstrument(module, state))
      NoteDriversFunctions(*kernel, InfoOf(*kernel, state));
  }
  // In lock step a group is not met at such functions (flatten_divergent_barriers.cc).
  if (!state.backend->serial_groups() || state.options.lockstep) return false;
  bool changed = false;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    if (HiddenArgument(*kernel, LS_HIDDEN_LOCAL) == nullptr) continue;
    std::vector<Found> all = CollectivesOf(*kernel);
    if (all.empty()) continue;
    changed = true;
    KernelDescription& info = InfoOf(*kernel, state);
    info.collectives = true;
    FindOpenArguments(*kernel, !ChecksAll(state.options.variant), all);
    CollectiveLowering lowering(*kernel, info);
    for (const Found& found : all) lowering.Lower(found);
  }
  return changed;
}

}  // namespace lockstep::instrument
