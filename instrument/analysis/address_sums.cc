#include "instrument/analysis/address_sums.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace lockstep::instrument {
namespace {

using llvm::Instruction;

// Expressions deeper than this are terms.
constexpr unsigned kMaxSumDepth = 32;

// Whether widening the sum or product is the sum or product of what is widened (`widened`: the cast's opcode; 0:
// none). Where that overflows in spite of the flag, the source has no meaning, and nothing is to be said of that
// execution.
bool Widens(const llvm::BinaryOperator& operation, unsigned widened) {
  if (widened == 0) return true;
  return widened == Instruction::SExt ? operation.hasNoSignedWrap() : operation.hasNoUnsignedWrap();
}

// `constant`, widened to 64 bits by `widened` (zero extension, else sign extension).
uint64_t Widened(const llvm::ConstantInt& constant, unsigned widened) {
  return widened == Instruction::ZExt ? constant.getValue().zextOrTrunc(64).getZExtValue()
                                      : constant.getValue().sextOrTrunc(64).getZExtValue();
}

// The opcode by which an index of an address is widened to 64 bits, if it is narrower (GEP's rule); 0: it is not.
unsigned WideningOf(const llvm::Value& index) {
  return index.getType()->getIntegerBitWidth() < 64 ? unsigned{Instruction::SExt} : 0;
}

}  // namespace

AddressSum AddressSums::SumOf(const llvm::Value& pointer) {
  AddressSum sum;
  AddPointer(pointer, sum);
  for (auto term = sum.terms.begin(); term != sum.terms.end();) {
    term = term->second == 0 ? sum.terms.erase(term) : std::next(term);
  }
  return sum;
}

void AddressSums::AddPointer(const llvm::Value& pointer, AddressSum& sum) {
  const llvm::Value* at = &pointer;
  for (;;) {
    if (const auto* cast = llvm::dyn_cast<llvm::BitCastOperator>(at)) {
      at = cast->getOperand(0);
      continue;
    }
    const auto* address = llvm::dyn_cast<llvm::GEPOperator>(at);
    if (address == nullptr || address->getType()->isVectorTy()) break;
    for (auto step = llvm::gep_type_begin(*address); step != llvm::gep_type_end(*address); ++step) {
      const llvm::Value& index = *step.getOperand();
      if (llvm::StructType* type = step.getStructTypeOrNull()) {
        const auto field = llvm::cast<llvm::ConstantInt>(index).getZExtValue();
        sum.bytes += layout_.getStructLayout(type)->getElementOffset(static_cast<unsigned>(field));
      } else {
        const uint64_t size = layout_.getTypeAllocSize(step.getIndexedType()).getFixedValue();
        AddIndex(index, WideningOf(index), size, sum, kMaxSumDepth);
      }
    }
    at = address->getPointerOperand();
  }
  sum.terms[{numbers_.NumberOf(*at), 0}] += 1;
}

void AddressSums::AddIndex(const llvm::Value& value, unsigned widened, uint64_t factor, AddressSum& sum,
                           unsigned depth) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    sum.bytes += factor * Widened(*constant, widened);
    return;
  }
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  if (depth > 0 && operation != nullptr && Widens(*operation, widened)) {
    const llvm::Value &left = *operation->getOperand(0), &right = *operation->getOperand(1);
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&right);
    switch (operation->getOpcode()) {
      case Instruction::Add:
      case Instruction::Sub:
        AddIndex(left, widened, factor, sum, depth - 1);
        AddIndex(right, widened, operation->getOpcode() == Instruction::Add ? factor : -factor, sum, depth - 1);
        return;
      case Instruction::Mul:
        if (constant == nullptr) break;
        AddIndex(left, widened, factor * Widened(*constant, widened), sum, depth - 1);
        return;
      case Instruction::Shl:
        if (constant == nullptr || constant->getValue().uge(32)) break;
        AddIndex(left, widened, factor << constant->getZExtValue(), sum, depth - 1);
        return;
      default: break;
    }
  }
  const auto* cast = llvm::dyn_cast<llvm::CastInst>(&value);
  if (depth > 0 && widened == 0 && cast != nullptr && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast)) {
    AddIndex(*cast->getOperand(0), cast->getOpcode(), factor, sum, depth - 1);
    return;
  }
  sum.terms[{numbers_.NumberOf(value), widened}] += factor;
}

}  // namespace lockstep::instrument
