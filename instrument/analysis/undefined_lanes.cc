// A walk over insertelement and shufflevector, lane by lane.
#include "instrument/analysis/undefined_lanes.h"

#include "llvm/ADT/APInt.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

constexpr int kMaxLaneDepth = 64;

unsigned Lanes(const llvm::Value& vector) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector.getType());
  return type == nullptr ? 1 : type->getNumElements();
}

// The components of `vector` without a value, seen through what puts vectors together; what other
// instructions make has all of them (or they are sources themselves).
llvm::APInt UndefinedLanes(const llvm::Value& vector, int depth = 0) {
  const unsigned lanes = Lanes(vector);
  const llvm::APInt none(lanes, 0), all = llvm::APInt::getAllOnes(lanes);
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&vector)) {
    llvm::APInt undefined = none;
    for (unsigned i = 0; i < lanes; ++i) {
      const llvm::Constant* element =
          vector.getType()->isVectorTy() ? constant->getAggregateElement(i) : constant;
      if (element == nullptr || llvm::isa<llvm::UndefValue>(element)) undefined.setBit(i);
    }
    return undefined;
  }
  if (depth > kMaxLaneDepth) return all;
  if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&vector)) {
    llvm::APInt undefined = UndefinedLanes(*insert->getOperand(0), depth + 1);
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
    if (index == nullptr || index->getValue().uge(lanes)) return undefined;
    undefined.setBitVal(static_cast<unsigned>(index->getZExtValue()),
                        llvm::isa<llvm::UndefValue>(insert->getOperand(1)));
    return undefined;
  }
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&vector)) {
    const llvm::APInt first = UndefinedLanes(*shuffle->getOperand(0), depth + 1);
    const llvm::APInt second = UndefinedLanes(*shuffle->getOperand(1), depth + 1);
    llvm::APInt undefined = none;
    for (unsigned i = 0; i < lanes; ++i) {
      const int from = shuffle->getMaskValue(i);
      const int width = static_cast<int>(first.getBitWidth());
      if (from < 0 || (from < width ? first[from] : second[from - width])) undefined.setBit(i);
    }
    return undefined;
  }
  return none;
}

bool PicksComponents(const llvm::User* user) {
  return llvm::isa<llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::ExtractElementInst>(user);
}

}  // namespace

bool MayBeUndefined(const llvm::Instruction& instruction) {
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    const llvm::APInt undefined = UndefinedLanes(*extract->getVectorOperand());
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
    if (index == nullptr) return !undefined.isZero();
    return index->getValue().uge(undefined.getBitWidth()) || undefined[index->getZExtValue()];
  }
  if (llvm::isa<llvm::InsertElementInst, llvm::ShuffleVectorInst>(instruction)) {
    if (UndefinedLanes(instruction).isZero()) return false;
    for (const llvm::User* user : instruction.users()) {
      if (!PicksComponents(user)) return true;
    }
    return false;
  }
  for (const llvm::Use& operand : instruction.operands()) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(operand);
    if (constant != nullptr && constant->containsUndefOrPoisonElement()) return true;
    if (llvm::isa<llvm::UndefValue>(operand)) return true;
  }
  return false;
}

}  // namespace lockstep::instrument
