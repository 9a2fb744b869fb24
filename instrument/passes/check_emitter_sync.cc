// The calls for kernels that synchronise with atomics or fences (device-lib/sync_api.inc). The cells of
// an atomic are held while it is performed, so that the log has the operations of each location in
// their order:
//
//   atomicrmw ...      =>      take:     taken = call take(...)
//                                        br taken != 0, perform, take
//                              perform:  atomicrmw ...
//                                        left = call give(..., taken, ...)
//                                        br left != 0, on, take          ; always on
//
// In one loop, so that work-items in lock step do not wait for one that waits for them behind it;
// region.inc says more about the last branch.
//
// Where drivers get values wrong that leave a loop (Quirk::kLoopResults), what the operation returned leaves it
// through a value of the loop:
//
//     take:     kept = phi [0, before], [result, turn]
//               taken = call take(...)
//               br taken != 0, perform, turn
//     perform:  old = atomicrmw ...
//               left = call give(..., taken, ...)
//               br turn
//     turn:     result = phi [old, perform], [kept, take]
//               gone = phi [left, perform], [0, take]
//               br gone != 0, on, take
//
// llvmpipe would otherwise compute it anew, as 0, for those who have left while others go round.
#include "device-lib/shared/control.h"
#include "device-lib/shared/event.h"
#include "device-lib/shared/record.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/synchronisation.h"
#include "instrument/passes/check_emitter.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {

using llvm::Value;

namespace {

// device-lib/sync_api.inc
constexpr uint32_t kWhereGlobal = 0, kWhereLocal = 1, kWhereGeneric = 2, kWhereOwn = 3;
// LS_SELF_WORDS and LS_SELF_TOUCHED of device-lib/events.h
constexpr unsigned kSelfWords = 5, kSelfTouched = 4;

uint32_t WhereOf(const PlannedCheck& check) {
  if (check.region == Region::kGlobal) return kWhereGlobal;
  if (check.region == Region::kLocal) return kWhereLocal;
  return check.maybe_private ? kWhereOwn : kWhereGeneric;
}

// Whether an exchange leaves what it found, as while it waits for a lock; null for anything else.
Value* LeavesWhatItFound(llvm::Instruction& atomic, llvm::IRBuilder<>& builder) {
  auto* operation = llvm::dyn_cast<llvm::AtomicRMWInst>(&atomic);
  if (operation == nullptr || !operation->getType()->isIntegerTy()) return nullptr;
  if (operation->getOperation() != llvm::AtomicRMWInst::Xchg) return nullptr;
  return builder.CreateICmpEQ(&atomic, operation->getValOperand());
}

// The users of `value` in other blocks than its own and `but`.
void ReplaceElsewhere(llvm::Instruction& value, llvm::Value* by, const llvm::BasicBlock* but) {
  value.replaceUsesWithIf(by, [&](const llvm::Use& use) {
    const llvm::BasicBlock* block = llvm::cast<llvm::Instruction>(use.getUser())->getParent();
    return block != value.getParent() && block != but;
  });
}

}  // namespace

void CheckEmitter::MakeSelf() {
  builder_.SetInsertPoint(&*kernel_.getEntryBlock().getFirstInsertionPt());
  self_ = builder_.CreateAlloca(llvm::ArrayType::get(builder_.getInt64Ty(), kSelfWords), kPrivate,
                                nullptr, "lockstep.self");
}

void CheckEmitter::EmitSelf() {
  builder_.CreateStore(builder_.getInt64(0), SelfWord(0));
  if (backend_.serial_groups()) builder_.CreateStore(builder_.getInt64(0), SelfWord(kSelfTouched));
}

Value* CheckEmitter::SelfWord(unsigned word) {
  return builder_.CreateConstInBoundsGEP2_64(self_->getAllocatedType(), self_, 0, word);
}

Value* CheckEmitter::SelfEvents() {
  return builder_.CreateBitCast(SelfWord(0), builder_.getInt32Ty()->getPointerTo(kPrivate));
}

CheckEmitter::Arguments CheckEmitter::SyncFront() {
  Arguments arguments;
  for (unsigned hidden = 0; hidden < LS_HIDDEN_MOST; ++hidden) {
    arguments.push_back(HiddenArgument(kernel_, hidden));
  }
  arguments.push_back(SelfWord(0));
  return arguments;
}

CheckEmitter::Arguments CheckEmitter::SyncFront(const PlannedCheck& check, Value* at) {
  Arguments arguments = SyncFront();
  if (bases_ == nullptr) {
    arguments.push_back(
        llvm::ConstantPointerNull::get(builder_.getInt64Ty()->getPointerTo(kPrivate)));
  } else {
    arguments.push_back(
        builder_.CreateConstInBoundsGEP2_64(bases_->getAllocatedType(), bases_, 0, 0));
  }
  arguments.push_back(builder_.getInt32(WhereOf(check)));
  arguments.push_back(builder_.getInt32(
      check.root < 0 ? LS_ROOT_UNKNOWN : static_cast<uint32_t>(check.root)));
  arguments.push_back(at);
  return arguments;
}

void CheckEmitter::AppendSyncOrder(Arguments& arguments) {
  arguments.append(
      {Counter(segment_), Counter(global_from_), Counter(local_from_), Counter(image_from_)});
}

Value* CheckEmitter::SyncEvents() { return builder_.CreateLoad(builder_.getInt32Ty(), SelfEvents()); }

// Before a plain access: whatever the work-item's next release does, it does not repeat the last one.
void CheckEmitter::NoteTouched() {
  if (!backend_.serial_groups()) return;
  builder_.CreateStore(builder_.getInt64(1), SelfWord(kSelfTouched));
}

void CheckEmitter::EmitSyncPieces(const PlannedCheck& check, uint64_t piece_size) {
  NoteTouched();
  const Access& access = check.access;
  const uint64_t size = std::min(piece_size, access.size);
  const uint64_t pieces = access.size / size;
  for (uint64_t piece = 0; piece < pieces; ++piece) {
    Arguments arguments = SyncFront(check, Offset(check, access.pointer, piece * size));
    const bool write = access.value != nullptr;
    arguments.append({builder_.getInt32(static_cast<uint32_t>(size)), builder_.getInt32(check.site),
                      builder_.getInt32(write ? LS_CLASS_W : LS_CLASS_R),
                      write ? ValuePiece(check, piece, pieces) : builder_.getInt64(0)});
    AppendSyncOrder(arguments);
    AppendAllOwn(arguments);
    Call("__lockstep_sync_plain", arguments);
  }
}

void CheckEmitter::EmitSyncRange(const PlannedCheck& check) {
  NoteTouched();
  const bool write = check.access.kind == AccessKind::kWrite;
  Value* bytes =
      write ? ValueBytes(check) : llvm::ConstantPointerNull::get(builder_.getInt8Ty()->getPointerTo(kPrivate));
  Arguments arguments = SyncFront(check, Offset(check, check.access.pointer, 0));
  arguments.append({builder_.getInt64(check.access.size), builder_.getInt32(check.site),
                    builder_.getInt32(write ? LS_CLASS_W : LS_CLASS_R), bytes});
  AppendSyncOrder(arguments);
  Call("__lockstep_sync_range", arguments);
}

void CheckEmitter::EmitSyncAtomic(const PlannedCheck& check) {
  const Access& access = check.access;
  llvm::Instruction* atomic = access.instruction;
  const bool exchange = access.kind == AccessKind::kCompareExchange;
  const uint32_t cls = access.kind == AccessKind::kRead ? LS_CLASS_AR : LS_CLASS_AW;
  builder_.SetInsertPoint(atomic);
  Value* at = Offset(check, access.pointer, 0);
  Value* size = builder_.getInt32(static_cast<uint32_t>(access.size));

  llvm::BasicBlock* before = atomic->getParent();
  llvm::BasicBlock* take = before->splitBasicBlock(atomic, "lockstep.take");
  llvm::BasicBlock* perform = take->splitBasicBlock(atomic, "lockstep.perform");
  llvm::BasicBlock* on = perform->splitBasicBlock(atomic->getNextNode(), "lockstep.on");

  builder_.SetInsertPoint(take->getTerminator());
  Arguments arguments = SyncFront(check, at);
  arguments.append({size, builder_.getInt32(cls)});
  AppendAllOwn(arguments);
  llvm::CallInst* taken = Call("__lockstep_sync_take", arguments, builder_.getInt32Ty());
  builder_.CreateCondBr(builder_.CreateICmpNE(taken, builder_.getInt32(0)), perform, take);
  take->getTerminator()->eraseFromParent();

  builder_.SetInsertPoint(perform->getTerminator());
  const uint32_t did = (access.reads() ? LS_EVENT_READS : 0u) | (access.writes() ? LS_EVENT_WRITES : 0u);
  Value* what = builder_.getInt32(cls | did | EventBits(*atomic));
  Value* site = builder_.getInt32(check.site);
  // What it publishes others have to see; so does what a fence before it does.
  const bool publishes = access.order != "relaxed" && access.order != "acquire";
  Value* same = publishes || !plan_.fences.empty() ? nullptr : LeavesWhatItFound(*atomic, builder_);
  if (same != nullptr) what = builder_.CreateSelect(same, builder_.CreateOr(what, LS_EVENT_SAME), what);
  if (exchange) {
    Value* succeeded = builder_.CreateExtractValue(atomic, 1);
    what = builder_.CreateSelect(
        succeeded, what,
        builder_.getInt32(LS_CLASS_AR | LS_EVENT_READS | FailureEventBits(*atomic)));
    site = builder_.CreateSelect(succeeded, site, builder_.getInt32(check.failure_site));
  }
  arguments = SyncFront(check, at);
  arguments.append({size, taken, site, what});
  AppendSyncOrder(arguments);
  AppendAllOwn(arguments);
  Value* left = Call("__lockstep_sync_give", arguments, builder_.getInt32Ty());
  builder_.CreateCondBr(builder_.CreateICmpNE(left, builder_.getInt32(0)), on, take);
  perform->getTerminator()->eraseFromParent();
  if (backend_.Has(Quirk::kLoopResults)) performed_.push_back({atomic, left});
}

// Last, since checks of other accesses name what atomics returned.
void CheckEmitter::KeepResults() {
  for (const auto& [atomic, left] : performed_) KeepResult(*atomic, left);
}

void CheckEmitter::KeepResult(llvm::Instruction& atomic, Value* left) {
  llvm::BasicBlock* perform = atomic.getParent();
  llvm::BasicBlock& on = *perform->getTerminator()->getSuccessor(0);
  llvm::BasicBlock& take = *perform->getTerminator()->getSuccessor(1);
  const auto outside = [&](const llvm::BasicBlock* block) { return block != &take && block != perform; };
  llvm::BasicBlock& before = **llvm::find_if(llvm::predecessors(&take), outside);
  llvm::BasicBlock* turn = llvm::BasicBlock::Create(kernel_.getContext(), "lockstep.turn", &kernel_, &on);
  take.getTerminator()->setSuccessor(1, turn);
  perform->getTerminator()->eraseFromParent();
  builder_.SetInsertPoint(perform);
  builder_.CreateBr(turn);
  builder_.SetInsertPoint(turn);
  llvm::PHINode* gone = builder_.CreatePHI(left->getType(), 2);
  gone->addIncoming(left, perform);
  gone->addIncoming(llvm::Constant::getNullValue(left->getType()), &take);
  builder_.CreateCondBr(builder_.CreateICmpNE(gone, builder_.getInt32(0)), &on, &take);

  const auto keep = [&](llvm::Instruction& value) -> Value* {
    llvm::PHINode* kept = llvm::PHINode::Create(value.getType(), 2, "", &take.front());
    llvm::PHINode* result = llvm::PHINode::Create(value.getType(), 2, "", &turn->front());
    kept->addIncoming(llvm::Constant::getNullValue(value.getType()), &before);
    kept->addIncoming(result, turn);
    result->addIncoming(&value, perform);
    result->addIncoming(kept, &take);
    return result;
  };
  if (!llvm::isa<llvm::AtomicCmpXchgInst>(atomic)) {
    if (!atomic.getType()->isVoidTy() && !atomic.use_empty()) {
      Value* result = keep(atomic);
      ReplaceElsewhere(atomic, result, turn);
    }
    return;
  }
  // Its two parts one by one: drivers need know no values of structures.
  builder_.SetInsertPoint(perform, std::next(atomic.getIterator()));
  Value* pair = llvm::UndefValue::get(atomic.getType());
  std::vector<Value*> parts;
  for (unsigned part : {0u, 1u}) {
    auto* value = llvm::cast<llvm::Instruction>(builder_.CreateExtractValue(&atomic, part));
    parts.push_back(keep(*value));
  }
  std::vector<llvm::ExtractValueInst*> elsewhere;
  for (llvm::User* user : atomic.users()) {
    auto* value = llvm::dyn_cast<llvm::ExtractValueInst>(user);
    if (value != nullptr && value->getParent() != perform) elsewhere.push_back(value);
  }
  for (llvm::ExtractValueInst* value : elsewhere) {
    value->replaceAllUsesWith(parts[value->getIndices()[0]]);
    value->eraseFromParent();
  }
  builder_.SetInsertPoint(&*on.getFirstInsertionPt());
  for (unsigned part : {0u, 1u}) pair = builder_.CreateInsertValue(pair, parts[part], part);
  ReplaceElsewhere(atomic, pair, turn);
  for (; pair->use_empty() && llvm::isa<llvm::InsertValueInst>(pair);) {
    auto* insert = llvm::cast<llvm::InsertValueInst>(pair);
    pair = insert->getAggregateOperand();
    insert->eraseFromParent();
  }
}

void CheckEmitter::EmitFence(const PlannedFence& planned) {
  llvm::FenceInst* fence = planned.fence;
  builder_.SetInsertPoint(fence);
  builder_.SetCurrentDebugLocation(fence->getDebugLoc());
  Arguments arguments = SyncFront();
  arguments.append({builder_.getInt32(FenceEventBits(planned)), builder_.getInt32(planned.site)});
  if (IsPartStep(*fence)) {
    arguments.push_back(builder_.CreateLoad(builder_.getInt64Ty(), FindVariable(kernel_, kMeeting)));
  }
  AppendSyncOrder(arguments);
  Call(IsPartStep(*fence) ? "__lockstep_sync_part" : "__lockstep_sync_fence", arguments);
}

}  // namespace lockstep::instrument
