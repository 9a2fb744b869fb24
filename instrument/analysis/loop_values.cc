#include "instrument/analysis/loop_values.h"

#include <algorithm>

#include "instrument/ir/work_item_symbol.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

using llvm::dyn_cast;

// Deeper expressions count as changing.
constexpr unsigned kMaxInvariantDepth = 64;

bool IsInvariant(const llvm::Value& value, const llvm::Loop& loop, unsigned depth) {
  const auto* instruction = dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || !loop.contains(instruction)) return true;
  if (depth == 0) return false;
  if (const auto* call = dyn_cast<llvm::CallInst>(instruction)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || WorkItemSymbol(callee->getName()) == 0) return false;
  } else if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst, llvm::SelectInst,
                        llvm::CmpInst>(instruction)) {
    return false;
  }
  return std::all_of(instruction->op_begin(), instruction->op_end(), [&](const llvm::Use& operand) {
    return IsInvariant(*operand, loop, depth - 1);
  });
}

}  // namespace

bool IsLoopInvariant(const llvm::Value& value, const llvm::Loop& loop) {
  return IsInvariant(value, loop, kMaxInvariantDepth);
}

}  // namespace lockstep::instrument
