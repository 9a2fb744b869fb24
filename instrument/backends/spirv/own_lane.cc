#include "instrument/backends/spirv/own_lane.h"

#include "instrument/ir/spir_calls.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {

OwnLane AskForOwnLane(llvm::Function& function, llvm::IRBuilder<>& builder) {
  llvm::BasicBlock::iterator front = function.getEntryBlock().getFirstInsertionPt();
  while (llvm::isa<llvm::AllocaInst>(*front)) ++front;  // SPIR-V has variables first
  builder.SetInsertPoint(&*front);
  const auto ask = [&](const char* mangled) {
    return CallSpirFunction(builder, mangled, builder.getInt64Ty(), {builder.getInt32(0)});
  };
  llvm::Value* id = ask("_Z12get_local_idj");
  return {id, ask("_Z14get_local_sizej")};
}

}  // namespace lockstep::instrument
