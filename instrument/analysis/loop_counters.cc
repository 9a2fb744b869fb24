#include "instrument/analysis/loop_counters.h"

#include <algorithm>
#include <cmath>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

using llvm::dyn_cast;
using llvm::Value;
using Relation = SiteLoopTest::Relation;

// What `value` was before it was widened.
const Value* Narrow(const Value* value, bool& zero_extended) {
  while (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(value)) {
    zero_extended |= llvm::isa<llvm::ZExtInst>(value);
    value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
  }
  return value;
}

// The sum or difference whose low bits `value` is: of `i += get_global_size(0)` with an int i, one of 64 bits.
const llvm::BinaryOperator* AsMove(const Value* value) {
  if (const auto* cut = dyn_cast<llvm::TruncInst>(value)) value = cut->getOperand(0);
  const auto* move = dyn_cast<llvm::BinaryOperator>(value);
  const bool moves =
      move != nullptr && (move->getOpcode() == llvm::Instruction::Add || move->getOpcode() == llvm::Instruction::Sub);
  return moves ? move : nullptr;
}

std::optional<Relation> RelationOf(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_NE: return Relation::kNotEqual;
    case llvm::CmpInst::ICMP_SLT:
    case llvm::CmpInst::ICMP_ULT: return Relation::kLess;
    case llvm::CmpInst::ICMP_SLE:
    case llvm::CmpInst::ICMP_ULE: return Relation::kLessEqual;
    case llvm::CmpInst::ICMP_SGT:
    case llvm::CmpInst::ICMP_UGT: return Relation::kGreater;
    case llvm::CmpInst::ICMP_SGE:
    case llvm::CmpInst::ICMP_UGE: return Relation::kGreaterEqual;
    default: return std::nullopt;
  }
}

// What the branch at the end of `block` says of `phi` or `next` where it stays in `loop`.
std::optional<LoopCounterTest> TestAt(const llvm::BasicBlock& block, const llvm::Loop& loop,
                                      const llvm::PHINode& phi, const Value& next) {
  const auto* branch = dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return std::nullopt;
  const bool stays_if_true = loop.contains(branch->getSuccessor(0));
  if (stays_if_true == loop.contains(branch->getSuccessor(1))) return std::nullopt;
  const auto* compare = dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (compare == nullptr) return std::nullopt;
  for (const unsigned side : {0u, 1u}) {
    bool zero_extended = false;
    const Value* counter = Narrow(compare->getOperand(side), zero_extended);
    if (counter != &phi && counter != &next) continue;
    llvm::CmpInst::Predicate predicate = compare->getPredicate();
    if (side == 1) predicate = llvm::CmpInst::getSwappedPredicate(predicate);
    if (!stays_if_true) predicate = llvm::CmpInst::getInversePredicate(predicate);
    const std::optional<Relation> relation = RelationOf(predicate);
    const Value* bound = compare->getOperand(1 - side);
    // It may pass by a bound that moves.
    if (!relation || (*relation == Relation::kNotEqual && !loop.isLoopInvariant(bound))) return std::nullopt;
    const bool has_sign = llvm::CmpInst::isSigned(predicate) || llvm::CmpInst::isEquality(predicate);
    return LoopCounterTest{*relation, has_sign && !zero_extended, counter == &next, bound};
  }
  return std::nullopt;
}

std::optional<int64_t> Number(const Value* value) {
  const auto* constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(value);
  if (constant == nullptr || constant->getBitWidth() > 64) return std::nullopt;
  return constant->getSExtValue();
}

}  // namespace

std::optional<LoopCounter> AsLoopCounter(const llvm::PHINode& phi, const llvm::LoopInfo& loops,
                                         const llvm::DominatorTree& dominators) {
  const llvm::Loop* loop = loops.getLoopFor(phi.getParent());
  const bool pointer = phi.getType()->isPointerTy();
  if (loop == nullptr || loop->getHeader() != phi.getParent()) return std::nullopt;
  if (!pointer && (!phi.getType()->isIntegerTy() || phi.getType()->getIntegerBitWidth() > 64)) return std::nullopt;
  const Value *start = nullptr, *next = nullptr;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const Value*& side = loop->contains(phi.getIncomingBlock(i)) ? next : start;
    if (side != nullptr && side != phi.getIncomingValue(i)) return std::nullopt;
    side = phi.getIncomingValue(i);
  }
  if (start == nullptr || next == nullptr) return std::nullopt;
  LoopCounter counter{&phi, start, nullptr, false, {}};
  if (pointer) {
    const auto* move = dyn_cast<llvm::GetElementPtrInst>(next);
    if (move != nullptr && move->getPointerOperand() == &phi) counter.step = move;
  } else if (const llvm::BinaryOperator* move = AsMove(next)) {
    bool ignored = false;
    counter.down = move->getOpcode() == llvm::Instruction::Sub;
    if (Narrow(move->getOperand(0), ignored) == &phi)
      counter.step = move->getOperand(1);
    else if (Narrow(move->getOperand(1), ignored) == &phi && !counter.down)
      counter.step = move->getOperand(0);
  }
  if (counter.step == nullptr) return std::nullopt;
  llvm::SmallVector<llvm::BasicBlock*, 4> latches, exits;
  loop->getLoopLatches(latches);
  loop->getExitingBlocks(exits);
  for (const llvm::BasicBlock* exit : exits) {
    // Of a block that every iteration passes which another one follows.
    if (!std::all_of(latches.begin(), latches.end(),
                     [&](const llvm::BasicBlock* latch) { return dominators.dominates(exit, latch); })) {
      continue;
    }
    if (const auto test = TestAt(*exit, *loop, phi, *next)) counter.tests.push_back(*test);
  }
  return counter;
}

bool IsShort(const llvm::Loop& loop, unsigned most, const llvm::LoopInfo& loops,
             const llvm::DominatorTree& dominators) {
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    const std::optional<LoopCounter> counter = AsLoopCounter(phi, loops, dominators);
    if (!counter) continue;
    const auto start = Number(counter->start), step = Number(counter->step);
    for (const LoopCounterTest& test : counter->tests) {
      const auto bound = Number(test.bound);
      if (!start || !step || !bound || *step == 0) continue;
      if (std::abs(static_cast<double>(*bound) - static_cast<double>(*start)) <=
          most * std::abs(static_cast<double>(*step))) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace lockstep::instrument
