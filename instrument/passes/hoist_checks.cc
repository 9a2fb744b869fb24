// Makes checks of what a loop does not change once per entry of the loop: in its first iteration.
//
//   header:                                  header:
//     ...                                      first = phi [true, entry], [false, latch]
//   body:                                    body:
//     read a[j]                    =>          if (first) read a[j]
//     x += a[j]                                x += a[j]
//
// The same bytes are touched in every iteration: the address is made of values from outside the loop. Nothing
// in the loop orders anything (merge_rules.h), so all iterations are of one segment, and the access comes in
// every iteration that another one follows (its block dominates the latches), so if it comes at all it
// comes in the first: there is no later check without an earlier one. As in merge_checks.cc then, R behind
// R finds nothing that the first did not, nor R and W behind R and W. A write alone stays in every
// iteration: its values may differ, and what it is excused by depends on them.
//
// The condition is a value of the loop's own, not a place in front of it: a loop whose body never runs
// makes no access, and whether it runs is known in the loop alone. Optimisers take the first iteration out
// or the branch costs next to nothing; but a loop that they would unroll, because it is known to be short,
// keeps its checks (matmul_register of perf/ took 1.7 times the cycles otherwise).
#include "instrument/passes/hoist_checks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "instrument/analysis/address_form.h"
#include "instrument/analysis/loop_counters.h"
#include "instrument/passes/merge_rules.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

// Deeper expressions count as changing.
constexpr unsigned kMaxDepth = 64;
// Iterations of a loop that is left as it is.
constexpr double kShort = 8;

class Hoister {
 public:
  explicit Hoister(llvm::Function& kernel) : dominators_(kernel), loops_(dominators_) {}

  // The value that is true in the first iteration of the outermost loop in which `check` may be made once
  // per entry; nullptr if there is none.
  llvm::Value* Once(const PlannedCheck& check) {
    llvm::Loop* outermost = nullptr;
    for (llvm::Loop* loop = loops_.getLoopFor(check.access.instruction->getParent());
         loop != nullptr && Repeats(check.access, *loop); loop = loop->getParentLoop()) {
      outermost = loop;
    }
    return outermost == nullptr || IsShort(*outermost) ? nullptr : FirstIteration(*outermost);
  }

 private:
  // Whether every iteration of `loop` makes `access`, of the same bytes, and orders nothing.
  bool Repeats(const Access& access, llvm::Loop& loop) {
    const llvm::BasicBlock* block = access.instruction->getParent();
    llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    loop.getLoopLatches(latches);
    return std::all_of(latches.begin(), latches.end(),
                       [&](const llvm::BasicBlock* latch) { return dominators_.dominates(block, latch); }) &&
           IsInvariant(*access.pointer, loop, kMaxDepth) && !Orders(loop);
  }

  // Whether `loop` has few iterations, and their number is known: such a loop is unrolled, if nothing is in
  // the way.
  bool IsShort(const llvm::Loop& loop) const {
    const auto number = [](const llvm::Value* value) {
      const auto* constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(value);
      return constant == nullptr || constant->getBitWidth() > 64 ? std::nullopt
                                                                 : std::optional(constant->getSExtValue());
    };
    for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
      const std::optional<LoopCounter> counter = AsLoopCounter(phi, loops_, dominators_);
      if (!counter) continue;
      const auto start = number(counter->start), step = number(counter->step);
      for (const LoopCounterTest& test : counter->tests) {
        const auto bound = number(test.bound);
        if (!start || !step || !bound || *step == 0) continue;
        if (std::abs(static_cast<double>(*bound) - static_cast<double>(*start)) <=
            kShort * std::abs(static_cast<double>(*step))) {
          return true;
        }
      }
    }
    return false;
  }

  bool Orders(const llvm::Loop& loop) {
    const auto [known, fresh] = orders_.emplace(&loop, false);
    if (fresh) {
      known->second = std::any_of(loop.block_begin(), loop.block_end(), [](const llvm::BasicBlock* block) {
        return std::any_of(block->begin(), block->end(),
                           [](const llvm::Instruction& instruction) { return MayOrder(instruction); });
      });
    }
    return known->second;
  }

  // Whether `value` is the same in all iterations of one execution of `loop`.
  static bool IsInvariant(const llvm::Value& value, const llvm::Loop& loop, unsigned depth) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || !loop.contains(instruction)) return true;
    if (depth == 0) return false;
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(instruction)) {
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

  llvm::Value* FirstIteration(llvm::Loop& loop) {
    llvm::PHINode*& first = first_[&loop];
    if (first != nullptr) return first;
    llvm::BasicBlock& header = *loop.getHeader();
    llvm::LLVMContext& context = header.getContext();
    first = llvm::PHINode::Create(llvm::Type::getInt1Ty(context), 2, "lockstep.first", &header.front());
    for (llvm::BasicBlock* from : llvm::predecessors(&header)) {
      first->addIncoming(llvm::ConstantInt::getBool(context, !loop.contains(from)), from);
    }
    return first;
  }

  const llvm::DominatorTree dominators_;
  const llvm::LoopInfo loops_;
  std::map<const llvm::Loop*, bool> orders_;
  std::map<const llvm::Loop*, llvm::PHINode*> first_;
};

}  // namespace

void HoistChecks(llvm::Function& kernel, CheckPlan& plan) {
  Hoister hoister(kernel);
  for (PlannedCheck& check : plan.checks) {
    const bool reads = check.access.kind == AccessKind::kRead || check.read_site != 0;
    if (reads && MayMerge(plan, check)) check.once = hoister.Once(check);
  }
}

}  // namespace lockstep::instrument
