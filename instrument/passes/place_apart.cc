// place-apart: twins of variant `apart` take no local memory of the device, of which the application leaves none.
//
//   kernel void k(..., local ulong *lshadow)  ->  kernel void k(..., global ulong *rooms) {
//                                                   local ulong *lshadow = __lockstep_enter_room(control, rooms);
//                                                   ...
//                                                   __lockstep_leave_room(control, rooms, lshadow); return; }
//
// where the work-items of a group run one after the other (device-lib/room.h). Where they run together the records of
// local memory lie in global memory anyhow, and the host asks for this only if nothing is left for `lshadow` to hold.
#include <vector>

#include "device-lib/shared/control.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/retype.h"
#include "instrument/ir/spir_calls.h"
#include "instrument/passes/passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// Says of argument `index` that it is in global memory.
void NoteSpace(llvm::Function& kernel, unsigned index) {
  constexpr char kSpaces[] = "kernel_arg_addr_space";
  const llvm::MDNode* node = kernel.getMetadata(kSpaces);
  if (node == nullptr || index >= node->getNumOperands()) return;
  llvm::SmallVector<llvm::Metadata*, 16> operands(node->op_begin(), node->op_end());
  auto* word = llvm::Type::getInt32Ty(kernel.getContext());
  operands[index] = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(word, kGlobal));
  kernel.setMetadata(kSpaces, llvm::MDNode::get(kernel.getContext(), operands));
}

// Calls of the library in front of everything and at each end, with nothing yet for the rooms.
std::vector<llvm::CallInst*> CallForRooms(llvm::Function& kernel, llvm::Argument& local, llvm::Type* rooms) {
  llvm::Value* control = HiddenArgument(kernel, LS_HIDDEN_CONTROL);
  llvm::Value* nothing = llvm::PoisonValue::get(rooms);
  llvm::IRBuilder<> builder(kernel.getContext());
  GoBehindVariables(builder, kernel);
  llvm::CallInst* room = CallSpirFunction(builder, "__lockstep_enter_room", local.getType(), {control, nothing});
  room->setName("lockstep.room");
  local.replaceAllUsesWith(room);
  std::vector<llvm::CallInst*> calls = {room};
  for (llvm::BasicBlock& block : kernel) {
    if (!llvm::isa<llvm::ReturnInst>(block.getTerminator())) continue;
    builder.SetInsertPoint(block.getTerminator());
    calls.push_back(CallSpirFunction(builder, "__lockstep_leave_room", builder.getVoidTy(), {control, nothing, room}));
  }
  return calls;
}

void PlaceApart(llvm::Function& kernel, bool in_rooms) {
  llvm::Argument& local = *HiddenArgument(kernel, LS_HIDDEN_LOCAL);
  const unsigned index = local.getArgNo();
  llvm::Type* rooms = llvm::Type::getInt64Ty(kernel.getContext())->getPointerTo(kGlobal);
  std::vector<llvm::CallInst*> calls;
  if (in_rooms)
    calls = CallForRooms(kernel, local, rooms);
  else
    local.replaceAllUsesWith(llvm::Constant::getNullValue(local.getType()));
  std::vector<llvm::Type*> parameters = kernel.getFunctionType()->params().vec();
  parameters[index] = rooms;
  llvm::Function* twin =
      Retype(kernel, llvm::FunctionType::get(kernel.getReturnType(), parameters, /*isVarArg=*/false));
  Replace(kernel, *twin);
  for (llvm::CallInst* call : calls) call->setArgOperand(1, twin->getArg(index));
  NoteSpace(*twin, index);
}

}  // namespace

bool PlaceApart(llvm::Module& module, PipelineState& state) {
  if (state.options.variant != Variant::kApart) return false;
  bool changed = false;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    if (HiddenArgument(*kernel, LS_HIDDEN_LOCAL) == nullptr) continue;
    PlaceApart(*kernel, state.backend->serial_groups());
    changed = true;
  }
  return changed;
}

}  // namespace lockstep::instrument
