#include "instrument/analysis/address_form.h"

#include <string>

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace lockstep::instrument {
namespace {

constexpr int kMaxDepth = 24;

}  // namespace

char WorkItemSymbol(llvm::StringRef name) {
  if (name == "_Z13get_global_idj") return 'g';
  if (name == "_Z12get_local_idj") return 'l';
  if (name == "_Z12get_group_idj") return 'w';
  if (name == "_Z15get_global_sizej") return 'G';
  if (name == "_Z14get_num_groupsj") return 'W';
  if (name == "_Z17get_global_offsetj") return 'o';
  if (name == "_Z14get_local_sizej") return 'S';  // smaller in a last group that is not full
  if (name == "_Z23get_enqueued_local_sizej") return 'L';
  return 0;
}

std::optional<Polynomial> AddressForms::Widened(const llvm::Value* value, unsigned bits,
                                                bool is_signed, AccessForm& form, int depth) {
  std::optional<Polynomial> polynomial = ValueOf(value, form, depth);
  if (polynomial) form.fits.push_back({*polynomial, bits, is_signed});
  return polynomial;
}

// Within one width arithmetic wraps modulo 2^width, for the polynomial as for the program, so only
// steps to a wider type need the value to be the true one.
std::optional<Polynomial> AddressForms::ValueOf(const llvm::Value* value, AccessForm& form,
                                                int depth) {
  using llvm::dyn_cast;
  if (depth > kMaxDepth || !value->getType()->isIntegerTy() ||
      value->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  if (const auto* constant = dyn_cast<llvm::ConstantInt>(value))
    return Polynomial::Constant(constant->getSExtValue());
  if (const auto* argument = dyn_cast<llvm::Argument>(value))
    return Polynomial::Symbol("a" + std::to_string(argument->getArgNo()));
  if (const auto* call = dyn_cast<llvm::CallInst>(value)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (!callee || call->arg_size() != 1) return std::nullopt;
    const auto* dimension = dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    const char symbol = WorkItemSymbol(callee->getName());
    if (!symbol || !dimension || dimension->getZExtValue() > 2) return std::nullopt;
    return Polynomial::Symbol(symbol + std::to_string(dimension->getZExtValue()));
  }
  if (const auto* extend = dyn_cast<llvm::CastInst>(value)) {
    const llvm::Value* source = extend->getOperand(0);
    switch (extend->getOpcode()) {
      case llvm::Instruction::Trunc: return ValueOf(source, form, depth + 1);
      case llvm::Instruction::SExt:
      case llvm::Instruction::ZExt:
        if (!source->getType()->isIntegerTy()) return std::nullopt;
        return Widened(source, source->getType()->getIntegerBitWidth(),
                       extend->getOpcode() == llvm::Instruction::SExt, form, depth + 1);
      default: return std::nullopt;
    }
  }
  const auto* binary = dyn_cast<llvm::BinaryOperator>(value);
  if (!binary) return std::nullopt;
  const std::optional<Polynomial> left = ValueOf(binary->getOperand(0), form, depth + 1);
  const std::optional<Polynomial> right = ValueOf(binary->getOperand(1), form, depth + 1);
  if (!left || !right) return std::nullopt;
  std::optional<Polynomial> result;
  switch (binary->getOpcode()) {
    case llvm::Instruction::Add: result = *left + *right; break;
    case llvm::Instruction::Sub: result = *left + *right * Polynomial::Constant(-1); break;
    case llvm::Instruction::Mul: result = *left * *right; break;
    case llvm::Instruction::Shl:
      if (const auto* by = dyn_cast<llvm::ConstantInt>(binary->getOperand(1));
          by && by->getZExtValue() < 32)
        result = *left * Polynomial::Constant(int64_t(1) << by->getZExtValue());
      break;
    default: break;
  }
  if (result && !result->valid()) return std::nullopt;
  return result;
}

std::optional<AccessForm> AddressForms::OffsetFrom(const llvm::Value* pointer,
                                                   const llvm::Value* root, uint64_t bytes) {
  AccessForm form;
  form.bytes = bytes;
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    if (pointer == root) {
      if (!form.offset.valid()) return std::nullopt;
      return form;
    }
    if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
      llvm::MapVector<llvm::Value*, llvm::APInt> variables;
      llvm::APInt constant(64, 0);
      if (!gep->collectOffset(layout_, 64, variables, constant)) return std::nullopt;
      form.offset = form.offset + Polynomial::Constant(constant.getSExtValue());
      for (const auto& [index, scale] : variables) {
        const unsigned bits = index->getType()->isIntegerTy() ? index->getType()->getIntegerBitWidth() : 0;
        if (bits == 0 || bits > 64) return std::nullopt;
        const std::optional<Polynomial> value =
            bits < 64 ? Widened(index, bits, true, form, 0) : ValueOf(index, form, 0);
        if (!value) return std::nullopt;
        form.offset = form.offset + *value * Polynomial::Constant(scale.getSExtValue());
      }
      pointer = gep->getPointerOperand();
      continue;
    }
    if (const auto* cast = llvm::dyn_cast<llvm::BitCastOperator>(pointer)) {
      pointer = cast->getOperand(0);
      continue;
    }
    if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer)) {
      pointer = cast->getPointerOperand();
      continue;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

namespace {

// The id that `value` is: "l0"; also "l0" cut to 32 bits or more, which hold every local id. Else empty.
std::string IdIn(const llvm::Value* value) {
  bool cut = false;
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) {
    if (!llvm::isa<llvm::TruncInst, llvm::SExtInst, llvm::ZExtInst>(cast) ||
        cast->getType()->getScalarSizeInBits() < 32 ||
        cast->getOperand(0)->getType()->getScalarSizeInBits() < 32)
      return "";
    cut |= llvm::isa<llvm::TruncInst>(cast);
    value = cast->getOperand(0);
  }
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  if (call == nullptr || call->getCalledFunction() == nullptr || call->arg_size() != 1) return "";
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  const char symbol = WorkItemSymbol(call->getCalledFunction()->getName());
  if (dimension == nullptr || dimension->getZExtValue() > 2) return "";
  if (symbol != 'l' && (symbol != 'g' || cut)) return "";
  return symbol + std::to_string(dimension->getZExtValue());
}

bool HasId(const Polynomial& polynomial) {
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    for (const std::string& symbol : monomial) {
      if (symbol[0] == 'g' || symbol[0] == 'l' || symbol[0] == 'w') return true;
    }
  }
  return false;
}

}  // namespace

std::map<std::string, Polynomial> AddressForms::FixedIds(const llvm::BasicBlock& block,
                                                         const llvm::DominatorTree& dominators) {
  std::map<std::string, Polynomial> fixed;
  const auto* node = dominators.getNode(&block);
  for (node = node == nullptr ? nullptr : node->getIDom(); node != nullptr; node = node->getIDom()) {
    const llvm::BasicBlock* from = node->getBlock();
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from->getTerminator());
    if (branch == nullptr || !branch->isConditional()) continue;
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (compare == nullptr || !compare->isEquality()) continue;
    const bool equal = compare->getPredicate() == llvm::CmpInst::ICMP_EQ;
    if (!dominators.dominates(llvm::BasicBlockEdge(from, branch->getSuccessor(equal ? 0 : 1)), &block)) {
      continue;
    }
    for (const unsigned side : {0u, 1u}) {
      const std::string id = IdIn(compare->getOperand(side));
      if (id.empty()) continue;
      AccessForm scratch;
      const std::optional<Polynomial> value = ValueOf(compare->getOperand(1 - side), scratch, 0);
      if (value && scratch.fits.empty() && !HasId(*value)) fixed.emplace(id, *value);
    }
  }
  return fixed;
}

std::optional<AccessForm> AddressForms::TexelOf(llvm::Value* coordinate, unsigned dimensions) {
  constexpr unsigned kBitsPerDimension = 21;
  AccessForm form;
  form.bytes = 1;
  for (unsigned d = 0; d < dimensions; ++d) {
    const llvm::Value* component = coordinate->getType()->isVectorTy()
                                       ? llvm::findScalarElement(coordinate, d)
                                       : coordinate;
    if (component == nullptr || !component->getType()->isIntegerTy(32)) return std::nullopt;
    const std::optional<Polynomial> value = Widened(component, 32, true, form, 0);
    if (!value) return std::nullopt;
    form.offset =
        form.offset + *value * Polynomial::Constant(int64_t{1} << (d * kBitsPerDimension));
  }
  if (!form.offset.valid()) return std::nullopt;
  return form;
}

}  // namespace lockstep::instrument
