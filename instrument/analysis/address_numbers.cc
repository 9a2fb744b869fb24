#include "instrument/analysis/address_numbers.h"

#include "instrument/ir/work_item_symbol.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

uint64_t Bits(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

}  // namespace

unsigned AddressNumbers::NumberOf(const llvm::Value& value, unsigned depth) {
  if (const auto known = known_.find(&value); known != known_.end()) return known->second;
  Key key;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction != nullptr && depth > 0) key = KeyOf(*instruction, depth - 1);
  const unsigned fresh = next_;
  unsigned number = fresh;
  if (!key.empty()) number = expressions_.emplace(std::move(key), fresh).first->second;
  next_ += number == fresh;
  return known_[&value] = number;
}

AddressNumbers::Key AddressNumbers::KeyOf(const llvm::Instruction& instruction, unsigned depth) {
  Key key = {instruction.getOpcode(), Bits(instruction.getType())};
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || WorkItemSymbol(callee->getName()) == 0) return {};
    key.push_back(Bits(callee));
    for (const llvm::Use& argument : call->args()) key.push_back(NumberOf(*argument, depth));
    return key;
  }
  // Flags (nuw, nsw, inbounds) do not tell values apart: where one of two has no value, nothing is to
  // be said of that execution.
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    key.push_back(Bits(address->getSourceElementType()));
  } else if (!llvm::isa<llvm::BinaryOperator>(instruction) && !llvm::isa<llvm::CastInst>(instruction) &&
             !llvm::isa<llvm::SelectInst>(instruction)) {
    return {};
  }
  for (const llvm::Use& operand : instruction.operands()) key.push_back(NumberOf(*operand, depth));
  return key;
}

}  // namespace lockstep::instrument
