// Found on rusticl of Mesa 22.3 and 25.0.
#include "instrument/backends/spirv/rusticl.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "instrument/backends/kernel_removal.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

bool IsPacked(const llvm::Type* type) {
  while (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
  const auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (structure == nullptr) return false;
  return structure->isPacked() || llvm::any_of(structure->elements(), IsPacked);
}

// Whether a constant index of `address` is none of its array's elements.
bool LeavesAnArray(const llvm::GetElementPtrInst& address) {
  llvm::Type* type = address.getSourceElementType();
  for (const llvm::Use& place : llvm::drop_begin(address.indices())) {
    const auto* array = llvm::dyn_cast<llvm::ArrayType>(type);
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(place);
    if (array != nullptr && index != nullptr && index->getValue().uge(array->getNumElements())) return true;
    type = llvm::GetElementPtrInst::getTypeAtIndex(type, place.get());
  }
  return false;
}

// The basic blocks of `function` and of what it calls, once for each call: rusticl inlines all.
size_t InlinedBlocks(const llvm::Function& function,
                     llvm::DenseMap<const llvm::Function*, size_t>& known) {
  const auto found = known.find(&function);
  if (found != known.end()) return found->second;
  size_t blocks = function.size();
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && callee != &function) blocks += InlinedBlocks(*callee, known);
  }
  return known[&function] = blocks;
}

}  // namespace

void UseBytesInPackedStructures(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      if (address == nullptr || !IsPacked(address->getSourceElementType())) continue;
      llvm::IRBuilder<> builder(address);
      llvm::Value* offset = OffsetOf(builder, *address);
      llvm::Value* start =
          builder.CreatePtrToInt(address->getPointerOperand(), offset->getType());
      address->replaceAllUsesWith(
          builder.CreateIntToPtr(builder.CreateAdd(start, offset), address->getType()));
      address->eraseFromParent();
    }
  }
}

void UseBytesPastArrays(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      if (address == nullptr || address->getType()->isVectorTy() || !LeavesAnArray(*address)) continue;
      llvm::IRBuilder<> builder(address);
      llvm::Value* offset = OffsetOf(builder, *address);
      llvm::Type* byte = builder.getInt8Ty();
      const unsigned region = address->getPointerAddressSpace();
      llvm::Value* start = builder.CreateBitCast(address->getPointerOperand(), byte->getPointerTo(region));
      address->replaceAllUsesWith(builder.CreateBitCast(builder.CreateGEP(byte, start, offset), address->getType()));
      address->eraseFromParent();
    }
  }
}

void RefuseLargeKernels(llvm::Module& module, InstrumentedProgram& program) {
  constexpr size_t kMostBlocks = 10000;
  llvm::DenseMap<const llvm::Function*, size_t> known;
  for (const llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) continue;
    const size_t blocks = InlinedBlocks(function, known);
    if (blocks <= kMostBlocks) continue;
    RefuseKernel(program, function.getName().str(),
                 absl::StrCat("its checks have ", blocks, " basic blocks, more than the ",
                              kMostBlocks, " that SPIR-V devices are given"));
  }
}

}  // namespace lockstep::instrument
