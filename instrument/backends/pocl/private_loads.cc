// PoCL takes for granted that a load from one address gives one value to the whole group, and keeps one
// value for all behind the next barrier: that of the work-item that came last (VariableUniformityAnalysis,
// WorkitemLoops::ShouldNotBeContextSaved). If others write in between, the load races, and work-items
// read different values; with one for all, later findings would be others than on any other device.
//
//   v = load p     =>     v = load (p + (get_local_id(0) >> 32))     always p, and known to be so once the
//                                                                  loop over the work-items is made
#include "instrument/backends/pocl/private_loads.h"

#include "instrument/analysis/divergence_sources.h"
#include "instrument/backends/pocl/zero_of_work_item.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

// Whether `value` is computed from a work-item's id: then PoCL does not take it for one of the group.
bool ShowsWorkItem(llvm::Value& value) {
  llvm::SmallSetVector<llvm::Value*, 16> values;
  values.insert(&value);
  for (unsigned i = 0; i < values.size(); ++i) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(values[i]);
    // A loop's variable may count the same for all.
    if (instruction == nullptr || llvm::isa<llvm::PHINode>(instruction)) continue;
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(instruction)) {
      const std::string name = CalleeName(*call);
      if (name == "get_local_id" || name == "get_global_id") return true;
    }
    for (llvm::Value* operand : instruction->operands()) values.insert(operand);
  }
  return false;
}

}  // namespace

void LoadForEachWorkItem(const std::vector<llvm::LoadInst*>& loads) {
  for (llvm::LoadInst* load : loads) {
    llvm::Value* pointer = load->getPointerOperand();
    if (ShowsWorkItem(*pointer)) continue;
    llvm::IRBuilder<> builder(load);
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    llvm::Value* bytes = builder.CreateBitCast(pointer, builder.getInt8Ty()->getPointerTo(space));
    bytes = builder.CreateGEP(builder.getInt8Ty(), bytes, ZeroOfWorkItem(builder));
    load->setOperand(load->getPointerOperandIndex(), builder.CreateBitCast(bytes, pointer->getType()));
  }
}

}  // namespace lockstep::instrument
