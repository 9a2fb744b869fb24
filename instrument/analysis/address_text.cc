#include "instrument/analysis/address_text.h"

#include <optional>

#include "instrument/ir/work_item_symbol.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "runtime/base/polynomial.h"

namespace lockstep::instrument {
namespace {

using llvm::dyn_cast;

constexpr int kMaxTextDepth = 24;

std::optional<Polynomial> ValueOf(const llvm::Value& value, int depth) {
  if (depth > kMaxTextDepth || !value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64) {
    return std::nullopt;
  }
  if (const auto* constant = dyn_cast<llvm::ConstantInt>(&value)) return Polynomial::Constant(constant->getSExtValue());
  if (const auto* argument = dyn_cast<llvm::Argument>(&value)) {
    return Polynomial::Symbol("a" + std::to_string(argument->getArgNo()));
  }
  if (const auto* call = dyn_cast<llvm::CallInst>(&value)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr || call->arg_size() != 1) return std::nullopt;
    const auto* dimension = dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    const char symbol = WorkItemSymbol(callee->getName());
    if (symbol == 0 || dimension == nullptr || dimension->getZExtValue() > 2) return std::nullopt;
    return Polynomial::Symbol(symbol + std::to_string(dimension->getZExtValue()));
  }
  if (llvm::isa<llvm::TruncInst, llvm::SExtInst, llvm::ZExtInst>(value)) {
    return ValueOf(*llvm::cast<llvm::CastInst>(value).getOperand(0), depth + 1);
  }
  const auto* binary = dyn_cast<llvm::BinaryOperator>(&value);
  if (binary == nullptr) return std::nullopt;
  const std::optional<Polynomial> left = ValueOf(*binary->getOperand(0), depth + 1);
  const std::optional<Polynomial> right = ValueOf(*binary->getOperand(1), depth + 1);
  if (!left || !right) return std::nullopt;
  std::optional<Polynomial> result;
  switch (binary->getOpcode()) {
    case llvm::Instruction::Add: result = *left + *right; break;
    case llvm::Instruction::Sub: result = *left + *right * Polynomial::Constant(-1); break;
    case llvm::Instruction::Mul: result = *left * *right; break;
    case llvm::Instruction::Shl:
      if (const auto* by = dyn_cast<llvm::ConstantInt>(binary->getOperand(1)); by && by->getZExtValue() < 32) {
        result = *left * Polynomial::Constant(int64_t(1) << by->getZExtValue());
      }
      break;
    default: break;
  }
  if (result && !result->valid()) return std::nullopt;
  return result;
}

}  // namespace

std::string OffsetText(const llvm::Value& pointer, const llvm::Value& root, const llvm::DataLayout& layout) {
  Polynomial offset;
  const llvm::Value* at = &pointer;
  for (int depth = 0; depth < kMaxTextDepth; ++depth) {
    if (at == &root) return offset.valid() ? offset.ToString() : "";
    if (const auto* gep = dyn_cast<llvm::GEPOperator>(at)) {
      llvm::MapVector<llvm::Value*, llvm::APInt> variables;
      llvm::APInt constant(64, 0);
      if (!gep->collectOffset(layout, 64, variables, constant)) return "";
      offset = offset + Polynomial::Constant(constant.getSExtValue());
      for (const auto& [index, scale] : variables) {
        const std::optional<Polynomial> value = ValueOf(*index, 0);
        if (!value) return "";
        offset = offset + *value * Polynomial::Constant(scale.getSExtValue());
      }
      at = gep->getPointerOperand();
    } else if (const auto* cast = dyn_cast<llvm::BitCastOperator>(at)) {
      at = cast->getOperand(0);
    } else if (const auto* other_space = dyn_cast<llvm::AddrSpaceCastOperator>(at)) {
      at = other_space->getPointerOperand();
    } else {
      return "";
    }
  }
  return "";
}

}  // namespace lockstep::instrument
