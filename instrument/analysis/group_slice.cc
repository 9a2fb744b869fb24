#include "instrument/analysis/group_slice.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "instrument/analysis/roots.h"
#include "instrument/analysis/slice_values.h"
#include "instrument/analysis/uniformity.h"
#include "instrument/ir/access.h"
#include "instrument/ir/async_copies.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/collectives.h"
#include "instrument/ir/kernels.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::BasicBlock;
using llvm::dyn_cast;
using llvm::Instruction;
using llvm::Value;

// Atomic operations of these scopes reach all of the group, so that they do not race with each other;
// under --scope-inclusion=strict only those of one scope, which GroupSlicer::ReadAccesses sees to.
bool ReachesGroup(const std::string& scope) {
  return scope == "work_group" || scope == "device" || scope == "all_svm_devices";
}

struct LocalAccess {
  Access access;
  int root;
};

class GroupSlicer {
 public:
  GroupSlicer(llvm::Function& kernel, bool frozen_arguments, bool open_barriers)
      : kernel_(kernel),
        may_be_open_(open_barriers),
        dominators_(kernel),
        post_dominators_(kernel),
        loops_(dominators_),
        uniformity_(kernel, frozen_arguments),
        values_(kernel.getParent()->getDataLayout(), program_) {}

  std::optional<GroupProgram> Make() {
    if (uniformity_.irreducible() || !NumberRoots() || !ReadCalls() || !ReadAccesses()) {
      return std::nullopt;
    }
    for (BasicBlock& block : kernel_) numbers_.emplace(&block, static_cast<int>(numbers_.size()));
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) {
      loop_numbers_.emplace(loop, static_cast<int>(loop_numbers_.size()));
      program_.headers.push_back(numbers_.at(loop->getHeader()));
    }
    for (const LocalAccess& access : accesses_) values_.AddClosure(access.access.pointer, needed_);
    while (AddBranches()) {
    }
    FindCore();
    Emit();
    if (program_.values.size() > kMaxSliceValues) return std::nullopt;
    return std::move(program_);
  }

 private:
  // False: there is no local memory.
  bool NumberRoots() {
    const unsigned arguments = NumSourceArguments(kernel_);
    for (unsigned i = 0; i < arguments; ++i) {
      const llvm::Type* type = kernel_.getArg(i)->getType();
      if (type->isPointerTy() && type->getPointerAddressSpace() == kLocal) {
        roots_[kernel_.getArg(i)] = static_cast<int>(i);
      }
    }
    int number = static_cast<int>(arguments);
    for (const llvm::GlobalVariable* variable : LocalVariables(kernel_)) roots_[variable] = number++;
    return !roots_.empty();
  }

  // False: a call may do to local memory what we do not see.
  bool ReadCalls() {
    size_t size = 0;
    for (Instruction& instruction : llvm::instructions(kernel_)) {
      if (++size > kMaxSlicedInstructions) return false;
      auto* call = dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      if (IsAsyncCopyBuiltin(CalleeName(*call))) return false;
      // A group that does not meet there parts, whatever can be shown of its barriers.
      if (IsCollectiveName(CalleeName(*call)) && uniformity_.Before(*call)) return false;
      if (IsBarrier(*call)) {
        if (!OrdersLocalMemory(*call)) {
          unordering_ = true;
          continue;
        }
        program_.open_barriers |= uniformity_.Before(*call).has_value();
        if (program_.open_barriers && !may_be_open_) return false;
        barriers_.insert(call);
        continue;
      }
      for (const Value* argument : call->args()) {
        if (!argument->getType()->isPointerTy()) continue;
        const unsigned space = argument->getType()->getPointerAddressSpace();
        if (space == kLocal || space == kGeneric) return false;
      }
    }
    return !program_.open_barriers || !unordering_;
  }

  // False: an access may go anywhere.
  bool ReadAccesses() {
    std::set<int> clean, others;
    std::map<int, std::string> scopes;
    for (const auto& [value, number] : roots_) clean.insert(number);
    for (Access& access : CollectAccesses(kernel_)) {
      const PointerRoots& found = analysis_.RootsOf(access.pointer);
      if (!found.complete) return false;
      for (const Value* root : found.roots) {
        const auto number = roots_.find(root);
        if (number == roots_.end()) continue;
        const bool certain = found.Single() != nullptr;
        std::string& scope = scopes.try_emplace(number->second, access.scope).first->second;
        if (access.atomic && scope.empty()) scope = access.scope;
        const bool odd_atomic = access.atomic && (!ReachesGroup(access.scope) || access.scope != scope);
        if (!certain || odd_atomic || access.copy) {
          others.insert(number->second);
        } else {
          accesses_.push_back({access, number->second});
        }
      }
    }
    for (const int root : others) clean.erase(root);
    program_.roots.assign(clean.begin(), clean.end());
    program_.others.assign(others.begin(), others.end());
    std::vector<LocalAccess> kept;
    for (LocalAccess& access : accesses_) {
      if (clean.count(access.root) != 0) kept.push_back(std::move(access));
    }
    accesses_ = std::move(kept);
    for (const LocalAccess& access : accesses_) touching_.insert(access.access.instruction->getParent());
    for (const Instruction* barrier : barriers_) touching_.insert(barrier->getParent());
    return true;
  }

  const BasicBlock* Join(const BasicBlock& block) const {
    const auto* node = post_dominators_.getNode(const_cast<BasicBlock*>(&block));
    return node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
  }

  // The blocks between a branch and where its ways meet again.
  std::set<const BasicBlock*> Region(const BasicBlock& block) const {
    const BasicBlock* join = Join(block);
    std::set<const BasicBlock*> region;
    std::vector<const BasicBlock*> work(llvm::succ_begin(&block), llvm::succ_end(&block));
    while (!work.empty()) {
      const BasicBlock* at = work.back();
      work.pop_back();
      if (at == join || !region.insert(at).second) continue;
      work.insert(work.end(), llvm::succ_begin(at), llvm::succ_end(at));
    }
    return region;
  }

  bool Computes(const Instruction& instruction) const {
    return needed_.count(&instruction) != 0 && !values_.OperandsOf(&instruction).empty();
  }

  // Whether it matters for us which way is taken from `block`.
  bool Matters(const BasicBlock& block) const {
    const BasicBlock* join = Join(block);
    if (join == nullptr) return true;
    for (const llvm::PHINode& phi : join->phis()) {
      if (Computes(phi)) return true;
    }
    for (const BasicBlock* between : Region(block)) {
      if (touching_.count(between) != 0) return true;
      for (const Instruction& instruction : *between) {
        if (Computes(instruction)) return true;
      }
    }
    return false;
  }

  static const Value* ConditionOf(const BasicBlock& block) {
    const auto* branch = dyn_cast<llvm::BranchInst>(block.getTerminator());
    return branch != nullptr && branch->isConditional() ? branch->getCondition() : nullptr;
  }

  // Takes in branches that have come to matter; true if there were any.
  bool AddBranches() {
    bool news = false;
    for (const BasicBlock& block : kernel_) {
      if (block.getTerminator()->getNumSuccessors() < 2 || taken_.count(&block) != 0) continue;
      if (!Matters(block)) continue;
      taken_.insert(&block);
      if (Steers(block)) steering_.insert(&block);
      if (const Value* condition = ConditionOf(block)) values_.AddClosure(condition, needed_);
      news = true;
    }
    return news;
  }

  bool Steers(const BasicBlock& block) const {
    const Instruction& branch = *block.getTerminator();
    std::set<const BasicBlock*> decided = Region(block);
    for (const llvm::Loop* loop = loops_.getLoopFor(&block); loop != nullptr; loop = loop->getParentLoop()) {
      for (const BasicBlock* successor : llvm::successors(&block)) {
        if (!loop->contains(successor)) decided.insert(loop->block_begin(), loop->block_end());
      }
    }
    for (const Instruction* barrier : barriers_) {
      if (decided.count(barrier->getParent()) == 0) continue;
      return !uniformity_.AtBranch(branch) && !uniformity_.Before(branch);
    }
    return false;
  }

  // What decides about accesses; of what only steers, that which is known anyway.
  void FindCore() {
    for (const LocalAccess& access : accesses_) values_.AddClosure(access.access.pointer, core_);
    for (const BasicBlock* block : taken_) {
      const Value* condition = ConditionOf(*block);
      if (condition != nullptr && steering_.count(block) == 0) values_.AddClosure(condition, core_);
    }
    for (bool again = true; again;) {
      again = false;
      for (const BasicBlock* block : steering_) {
        const Value* condition = ConditionOf(*block);
        if (condition == nullptr || core_.count(condition) != 0) continue;
        std::set<const Value*> closure;
        values_.AddClosure(condition, closure);
        bool known = true;
        for (const Value* value : closure) known &= !llvm::isa<llvm::PHINode>(value) || core_.count(value) != 0;
        if (!known) continue;
        core_.insert(closure.begin(), closure.end());
        again = true;
      }
    }
  }

  void Emit() {
    program_.blocks.resize(numbers_.size());
    for (const BasicBlock& block : kernel_) EmitBlock(block, program_.blocks[numbers_.at(&block)]);
    values_.MarkCore(core_);
  }

  void EmitBlock(const BasicBlock& block, GroupBlock& made) {
    for (const Instruction& instruction : block) {
      if (const auto* phi = dyn_cast<llvm::PHINode>(&instruction)) {
        if (Computes(*phi)) EmitPhi(*phi, made);
        continue;
      }
      if (barriers_.count(&instruction) != 0) {
        made.steps.push_back({GroupStep::Kind::kBarrier, -1, -1, 0, 0});
      }
      if (Computes(instruction)) values_.Compute(instruction, made.steps);
      for (const LocalAccess& access : accesses_) {
        if (access.access.instruction == &instruction) EmitAccess(access, made);
      }
    }
    for (const llvm::Loop* loop = loops_.getLoopFor(&block); loop != nullptr; loop = loop->getParentLoop()) {
      made.loops.push_back(loop_numbers_.at(loop));
    }
    const BasicBlock* join = Join(block);
    if (join != nullptr) made.join = numbers_.at(join);
    const bool choice = block.getTerminator()->getNumSuccessors() > 1;
    if (choice && taken_.count(&block) == 0) {
      made.successors = {made.join};
      return;
    }
    for (const BasicBlock* successor : llvm::successors(&block)) {
      made.successors.push_back(numbers_.at(successor));
    }
    if (!choice) return;
    made.steers = steering_.count(&block) != 0;
    if (const Value* condition = ConditionOf(block)) made.condition = values_.NumberOf(condition);
  }

  void EmitPhi(const llvm::PHINode& phi, GroupBlock& made) {
    GroupPhi entry;
    entry.value = values_.NumberOf(&phi);
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const auto from = numbers_.find(phi.getIncomingBlock(i));
      if (from != numbers_.end()) {
        entry.sources.push_back({from->second, values_.NumberOf(phi.getIncomingValue(i))});
      }
    }
    made.phis.push_back(std::move(entry));
  }

  void EmitAccess(const LocalAccess& access, GroupBlock& made) {
    GroupStep step;
    step.kind = access.access.atomic                            ? GroupStep::Kind::kAtomic
                : access.access.kind == AccessKind::kRead ? GroupStep::Kind::kRead
                                                          : GroupStep::Kind::kWrite;
    step.value = values_.NumberOf(access.access.pointer);
    step.root = access.root;
    step.bytes = access.access.size;
    if (const llvm::DebugLoc& location = access.access.instruction->getDebugLoc()) {
      step.line = location.getLine();
    }
    made.steps.push_back(step);
  }

  llvm::Function& kernel_;
  const bool may_be_open_;
  bool unordering_ = false;  // has barriers that do not order local memory
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::LoopInfo loops_;
  Uniformity uniformity_;
  RootAnalysis analysis_;
  GroupProgram program_;
  SliceValues values_;
  std::map<const Value*, int> roots_;  // local memory -> root number
  std::vector<LocalAccess> accesses_;  // to roots of which all are known
  std::set<const Instruction*> barriers_;
  std::set<const BasicBlock*> touching_;  // blocks with one of these
  std::map<const BasicBlock*, int> numbers_;
  std::map<const llvm::Loop*, int> loop_numbers_;
  std::set<const Value*> needed_, core_;
  std::set<const BasicBlock*> taken_, steering_;  // whose branches are followed
};

}  // namespace

std::optional<GroupProgram> MakeGroupProgram(llvm::Function& kernel, bool frozen_arguments, bool open_barriers) {
  if (kernel.empty()) return std::nullopt;
  return GroupSlicer(kernel, frozen_arguments, open_barriers).Make();
}

}  // namespace lockstep::instrument
