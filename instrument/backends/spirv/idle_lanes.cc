//   load p    ->    load p + (local size < local id + 1), which is p, but not the same for all to the driver
#include "instrument/backends/spirv/idle_lanes.h"

#include "instrument/backends/spirv/own_lane.h"
#include "instrument/ir/kernels.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::Value;

// 0, which the driver cannot know.
Value* Nothing(llvm::Function& function) {
  llvm::IRBuilder<> builder(function.getContext());
  const OwnLane lane = AskForOwnLane(function, builder);
  // Not asked as padding_lanes.cc does: where that is known to be false, the driver would know this, too.
  Value* beyond = builder.CreateICmpULT(lane.size, builder.CreateAdd(lane.id, builder.getInt64(1)));
  return builder.CreateZExt(beyond, builder.getInt64Ty());
}

// At a kernel's beginning all lanes are there.
bool AllAreThere(const llvm::LoadInst& load) {
  const llvm::Function& function = *load.getFunction();
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && load.getParent() == &function.getEntryBlock();
}

}  // namespace

void ReadByLane(llvm::Module& module) {
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::LoadInst*, 16> loads;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && load->getPointerAddressSpace() != kPrivate && !AllAreThere(*load)) loads.push_back(load);
    }
    if (loads.empty()) continue;
    Value* nothing = Nothing(function);
    for (llvm::LoadInst* load : loads) {
      llvm::IRBuilder<> builder(load);
      load->setOperand(0, builder.CreateGEP(load->getType(), load->getPointerOperand(), nothing));
    }
  }
}

}  // namespace lockstep::instrument
