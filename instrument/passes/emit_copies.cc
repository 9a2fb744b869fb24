// Calls of device-lib/copies.h for asynchronous copies and waits.
#include "device-lib/shared/control.h"
#include "instrument/ir/kernels.h"
#include "instrument/passes/check_emitter.h"
#include "llvm/IR/Constants.h"

namespace lockstep::instrument {

using llvm::Value;

CheckEmitter::Arguments CheckEmitter::AllHidden() {
  Arguments arguments;
  for (unsigned number = 0; number < LS_HIDDEN_COUNT; ++number) {
    arguments.push_back(HiddenArgument(kernel_, number));
  }
  return arguments;
}

CheckEmitter::CopySide CheckEmitter::SideOf(Value* pointer, const PlannedCheck* check) {
  CopySide side;
  side.address = AddressOf(pointer);
  side.offset = check == nullptr ? builder_.getInt64(0) : Offset(*check, pointer, 0);
  side.root = builder_.getInt32(check == nullptr  ? LS_ROOT_NONE
                                : check->root < 0 ? LS_ROOT_UNKNOWN
                                                  : static_cast<uint32_t>(check->root));
  side.site = builder_.getInt32(check == nullptr ? 0 : check->site);
  return side;
}

void CheckEmitter::EmitCopy(const CopyCall& copy, const PlannedCheck* to,
                            const PlannedCheck* from) {
  builder_.SetInsertPoint(copy.call);
  builder_.SetCurrentDebugLocation(copy.call->getDebugLoc());
  Arguments arguments = self_ != nullptr ? SyncFront() : AllHidden();
  arguments.push_back(
      bases_ == nullptr
          ? static_cast<Value*>(llvm::ConstantPointerNull::get(
                builder_.getInt64Ty()->getPointerTo(kPrivate)))
          : builder_.CreateConstInBoundsGEP2_64(bases_->getAllocatedType(), bases_, 0, 0));
  arguments.push_back(builder_.getInt32(copy.to_global ? 1 : 0));
  arguments.push_back(copy.event);
  for (const CopySide& side : {SideOf(copy.to, to), SideOf(copy.from, from)}) {
    arguments.append({side.address, side.offset, side.root, side.site});
  }
  // The side in local memory has its elements one behind the other.
  Value* one = builder_.getInt64(1);
  arguments.append({copy.count, copy.to_global ? copy.stride : one,
                    copy.to_global ? one : copy.stride, builder_.getInt32(copy.element)});
  if (self_ != nullptr) {
    AppendSyncOrder(arguments);
  } else {
    arguments.append({Counter(segment_), Counter(global_from_), Counter(local_from_), Counter(waits_)});
  }
  Call(self_ != nullptr ? "__lockstep_sync_copy" : "__lockstep_copy", arguments);
  copy.call->eraseFromParent();
}

void CheckEmitter::EmitWait(llvm::CallInst& wait) {
  builder_.SetInsertPoint(&wait);
  builder_.SetCurrentDebugLocation(wait.getDebugLoc());
  Arguments arguments = self_ != nullptr ? SyncFront() : AllHidden();
  arguments.append({wait.getArgOperand(0), wait.getArgOperand(1)});
  if (self_ != nullptr) {
    AppendSyncOrder(arguments);
  } else {
    arguments.push_back(Counter(waits_));
  }
  Call(self_ != nullptr ? "__lockstep_sync_wait" : "__lockstep_wait", arguments);
  wait.eraseFromParent();
}

void CheckEmitter::EmitCopiesEntry() {
  GoToEntry();
  Call("__lockstep_copies_enter", {HiddenArgument(kernel_, LS_HIDDEN_CONTROL),
                                   HiddenArgument(kernel_, LS_HIDDEN_LOCAL)});
}

}  // namespace lockstep::instrument
