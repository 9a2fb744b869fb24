#include "instrument/analysis/loop_values.h"

#include <algorithm>
#include <functional>
#include <map>

#include "instrument/analysis/address_form.h"
#include "instrument/analysis/address_sums.h"
#include "instrument/analysis/loop_counters.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::dyn_cast;
using llvm::Instruction;
using llvm::Value;

// Deeper expressions count as changing.
constexpr unsigned kMaxInvariantDepth = 64;

bool IsInvariant(const Value& value, const llvm::Loop& loop, bool anywhere, unsigned depth) {
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || !loop.contains(instruction)) return true;
  if (depth == 0) return false;
  if (const auto* call = dyn_cast<llvm::CallInst>(instruction)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || WorkItemSymbol(callee->getName()) == 0) return false;
  } else if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst, llvm::SelectInst,
                        llvm::CmpInst>(instruction) ||
             (anywhere && !llvm::isSafeToSpeculativelyExecute(instruction))) {
    return false;
  }
  return std::all_of(instruction->op_begin(), instruction->op_end(), [&](const llvm::Use& operand) {
    return IsInvariant(*operand, loop, anywhere, depth - 1);
  });
}

// The one extension that one by `inner`, followed by one by `outer` (0: none), comes to.
std::optional<unsigned> Extension(unsigned inner, unsigned outer) {
  if (outer == 0 || outer == inner || inner == Instruction::ZExt) return inner;
  return std::nullopt;
}

const llvm::CastInst* AsExtension(const Value& value) {
  const auto* cast = dyn_cast<llvm::CastInst>(&value);
  return cast != nullptr && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast) ? cast : nullptr;
}

}  // namespace

bool IsLoopInvariant(const Value& value, const llvm::Loop& loop, bool anywhere) {
  return IsInvariant(value, loop, anywhere, kMaxInvariantDepth);
}

std::optional<uint64_t> LoopStrides::StrideOf(const Value& value, unsigned widened, unsigned depth) const {
  if (IsLoopInvariant(value, loop_, /*anywhere=*/true)) return 0;
  if (depth == 0) return std::nullopt;
  if (const auto* phi = dyn_cast<llvm::PHINode>(&value)) return StrideOfCounter(*phi, widened);
  if (const auto* address = dyn_cast<llvm::GetElementPtrInst>(&value)) {
    if (address->getType()->isVectorTy()) return std::nullopt;
    const llvm::DataLayout& layout = address->getModule()->getDataLayout();
    std::optional<uint64_t> stride = StrideOf(*address->getPointerOperand(), 0, depth - 1);
    for (auto step = llvm::gep_type_begin(*address); stride && step != llvm::gep_type_end(*address); ++step) {
      if (step.isStruct()) continue;  // fields do not move
      const Value& index = *step.getOperand();
      const auto moved = StrideOf(index, WideningOf(index), depth - 1);
      if (!moved) return std::nullopt;
      *stride += *moved * layout.getTypeAllocSize(step.getIndexedType()).getFixedSize();
    }
    return stride;
  }
  if (const llvm::CastInst* extension = AsExtension(value)) {
    const auto opcode = Extension(extension->getOpcode(), widened);
    return opcode ? StrideOf(*extension->getOperand(0), *opcode, depth - 1) : std::nullopt;
  }
  if (llvm::isa<llvm::BitCastInst>(value) && value.getType()->isPointerTy()) {
    return StrideOf(*llvm::cast<llvm::BitCastInst>(value).getOperand(0), 0, depth - 1);
  }
  const auto* operation = dyn_cast<llvm::BinaryOperator>(&value);
  if (operation == nullptr || !Widens(*operation, widened)) return std::nullopt;
  const auto left = StrideOf(*operation->getOperand(0), widened, depth - 1),
             right = StrideOf(*operation->getOperand(1), widened, depth - 1);
  if (!left || !right) return std::nullopt;
  const auto* constant = dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
  const auto* factor = dyn_cast<llvm::ConstantInt>(operation->getOperand(0));
  switch (operation->getOpcode()) {
    case Instruction::Add: return *left + *right;
    case Instruction::Sub: return *left - *right;
    case Instruction::Mul:
      if (constant != nullptr) return *left * Widened(*constant, widened);
      if (factor != nullptr) return *right * Widened(*factor, widened);
      return std::nullopt;
    case Instruction::Shl:
      if (constant == nullptr || constant->getValue().uge(32)) return std::nullopt;
      return *left << constant->getZExtValue();
    default: return std::nullopt;
  }
}

// A counter that wraps on its way does not move by the same amount once it is widened.
std::optional<uint64_t> LoopStrides::StrideOfCounter(const llvm::PHINode& phi, unsigned widened) const {
  const std::optional<LoopCounter> counter = AsLoopCounter(phi, loops_, dominators_);
  if (!counter || phi.getParent() != loop_.getHeader()) return std::nullopt;
  const auto* step = dyn_cast<llvm::ConstantInt>(counter->step);
  if (step == nullptr) return std::nullopt;
  const uint64_t stride = counter->down ? -Widened(*step, widened) : Widened(*step, widened);
  if (widened == 0) return phi.getType()->isIntegerTy(64) ? std::optional(stride) : std::nullopt;
  for (const Value* next : phi.incoming_values()) {
    const auto* move = dyn_cast<llvm::BinaryOperator>(next);
    if (move != nullptr && loop_.contains(move) && Widens(*move, widened)) return stride;
  }
  // Below its bound a counter is not the greatest of its numbers.
  const bool stays = std::any_of(counter->tests.begin(), counter->tests.end(), [&](const LoopCounterTest& test) {
    return test.relation == SiteLoopTest::Relation::kLess && !test.of_next &&
           test.bound->getType() == phi.getType() && test.is_signed == (widened == Instruction::SExt);
  });
  return stays && stride == 1 ? std::optional(stride) : std::nullopt;
}

Value* LoopStrides::FirstOf(Value& pointer, llvm::IRBuilder<>& builder) const {
  std::map<const Value*, Value*> clones;
  const std::function<Value*(Value&)> first = [&](Value& value) -> Value* {
    auto* instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || !loop_.contains(instruction)) return &value;
    if (const auto* phi = dyn_cast<llvm::PHINode>(instruction)) {
      return const_cast<Value*>(AsLoopCounter(*phi, loops_, dominators_)->start);
    }
    if (const auto known = clones.find(&value); known != clones.end()) return known->second;
    Instruction* clone = instruction->clone();
    for (llvm::Use& operand : clone->operands()) operand.set(first(*operand));
    clone->dropPoisonGeneratingFlags();
    return clones[&value] = builder.Insert(clone);
  };
  return first(pointer);
}

}  // namespace lockstep::instrument
