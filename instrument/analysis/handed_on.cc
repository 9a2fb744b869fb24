#include "instrument/analysis/handed_on.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "instrument/analysis/roots.h"
#include "instrument/analysis/uniformity.h"
#include "instrument/ir/access.h"
#include "instrument/ir/all_accesses.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/work_item_symbol.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::dyn_cast;
using llvm::Value;

bool IsLocal(const Value* root) { return root != nullptr && root->getType()->getPointerAddressSpace() == kLocal; }

// Whether `value` is 0 in the group's first work-item, whose local ids are.
bool IsZeroInFirst(const Value& value, int depth = 0) {
  constexpr int kMaxDepth = 8;
  if (depth > kMaxDepth) return false;
  const auto is_zero = [&](const Value* operand) { return IsZeroInFirst(*operand, depth + 1); };
  if (const auto* constant = dyn_cast<llvm::ConstantInt>(&value)) return constant->isZero();
  if (const auto* call = dyn_cast<llvm::CallInst>(&value)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr) return false;
    return (call->arg_size() == 1 && WorkItemSymbol(callee->getName()) == 'l') ||
           LinearIdSymbol(callee->getName()) == 'n';
  }
  const auto* made = dyn_cast<llvm::Instruction>(&value);
  if (made == nullptr) return false;
  switch (made->getOpcode()) {
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Trunc:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::Shl: return is_zero(made->getOperand(0));
    case llvm::Instruction::Mul:
    case llvm::Instruction::And: return is_zero(made->getOperand(0)) || is_zero(made->getOperand(1));
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Or: return is_zero(made->getOperand(0)) && is_zero(made->getOperand(1));
    default: return false;
  }
}

// Which successor the first work-item of each group takes; nullopt: it is not known.
std::optional<unsigned> WayOfFirst(const llvm::BranchInst& branch) {
  if (!branch.isConditional()) return 0u;
  const auto* compare = dyn_cast<llvm::ICmpInst>(branch.getCondition());
  if (compare == nullptr || !IsZeroInFirst(*compare->getOperand(0))) return std::nullopt;
  const auto* with = dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
  if (with == nullptr) return std::nullopt;
  const llvm::APInt zero(with->getBitWidth(), 0);
  return llvm::ICmpInst::compare(zero, with->getValue(), compare->getPredicate()) ? 0u : 1u;
}

// What is written to one local object.
struct Object {
  bool usable = true;
  int64_t offset = 0;
  uint64_t size = 0;
  std::vector<const llvm::StoreInst*> stores;

  // Takes an access to the same bytes as all others.
  bool Fits(int64_t at, uint64_t bytes) const { return at == offset && bytes == size; }
};

class Reader {
 public:
  Reader(llvm::Function& kernel, const llvm::DominatorTree& dominators, const llvm::LoopInfo& loops,
         RootAnalysis& roots)
      : kernel_(kernel),
        layout_(kernel.getParent()->getDataLayout()),
        dominators_(dominators),
        loops_(loops),
        roots_(roots),
        barriers_(BarriersOf(kernel)) {}

  std::map<const llvm::LoadInst*, HandedOnValue> Read() {
    const std::vector<Access> accesses = CollectAllAccesses(kernel_);
    for (const Access& access : accesses) {
      if (access.writes() && MayBeLocal(*access.pointer)) NoteWrite(access);
    }
    for (const llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      const auto* call = dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || llvm::isa<llvm::DbgInfoIntrinsic>(call) || call->onlyReadsMemory()) continue;
      for (const llvm::Use& argument : call->args()) {
        if (argument->getType()->isPointerTy() && MayBeLocal(*argument)) Spoil(*argument);
      }
    }
    std::map<const llvm::LoadInst*, HandedOnValue> read;
    for (const Access& access : accesses) {
      const auto* load = dyn_cast<llvm::LoadInst>(access.instruction);
      if (load == nullptr || access.atomic || access.copy || !MayBeLocal(*access.pointer)) continue;
      const Value* root = roots_.RootsOf(access.pointer).Single();
      const auto object = objects_.find(root);
      if (spoiled_ || !IsLocal(root) || object == objects_.end() || !object->second.usable) continue;
      if (!object->second.Fits(OffsetFrom(root, *access.pointer).value_or(-1), access.size)) continue;
      const std::vector<const llvm::StoreInst*>& stores = object->second.stores;
      if (std::none_of(stores.begin(), stores.end(), [&](const auto* store) { return ComesFirst(*store, *load); }))
        continue;
      HandedOnValue& value = read[load];
      for (const llvm::StoreInst* store : stores) {
        value.drawn.push_back(llvm::cast<llvm::AtomicRMWInst>(store->getValueOperand()));
      }
      value.alike = stores.size() == 1 && IsAlike(*stores[0], *load);
    }
    return read;
  }

 private:
  // Whether somebody of the group has come by `store` when a work-item comes to `load`: itself, or the group's first
  // one, or that one has missed a barrier, which is a finding of its own.
  bool ComesFirst(const llvm::StoreInst& store, const llvm::LoadInst& load) const {
    return dominators_.dominates(&store, &load) || FirstComesBefore(store, load);
  }

  // ... the first one, in the same iterations of the loops around both if they are in the same loops: those that lead
  // from the branch by a barrier to `load` within one, since the branch dominates the barrier and that dominates
  // `load`.
  bool FirstComesBefore(const llvm::StoreInst& store, const llvm::LoadInst& load) const {
    const llvm::BasicBlock* block = store.getParent();
    std::set<const llvm::BasicBlock*> seen;
    while (seen.insert(block).second) {
      const llvm::BasicBlock* before = block->getSinglePredecessor();
      const auto* branch = before != nullptr ? dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
      const std::optional<unsigned> way = branch != nullptr ? WayOfFirst(*branch) : std::nullopt;
      if (!way || branch->getSuccessor(*way) != block) return false;
      if (std::any_of(barriers_.begin(), barriers_.end(), [&](const llvm::CallInst* barrier) {
            return dominators_.dominates(branch, barrier) && dominators_.dominates(barrier, &load);
          }))
        return true;
      block = before;
    }
    return false;
  }

  // HandedOnValue::alike, of what `load` reads that `store` alone writes.
  bool IsAlike(const llvm::StoreInst& store, const llvm::LoadInst& load) {
    const auto& drawn = *llvm::cast<llvm::AtomicRMWInst>(store.getValueOperand());
    const llvm::Loop* loop = loops_.getLoopFor(load.getParent());
    if (loops_.getLoopFor(store.getParent()) != loop || loops_.getLoopFor(drawn.getParent()) != loop) return false;
    if (!IsMadeBefore(*drawn.getPointerOperand(), load) || !FirstComesBefore(store, load)) return false;
    if (uniformity_ == nullptr) uniformity_ = std::make_unique<Uniformity>(kernel_, /*frozen_arguments=*/false);
    return uniformity_->IsBroadcast(load) && !uniformity_->AtOperand(drawn.getOperandUse(0));
  }

  // Whether a work-item that comes to `load` has `value`, or all that it is a function of, from the iterations that it
  // is in there.
  bool IsMadeBefore(const Value& value, const llvm::LoadInst& load, int depth = 0) const {
    constexpr int kMaxDepth = 8;
    const auto* made = dyn_cast<llvm::Instruction>(&value);
    if (made == nullptr || dominators_.dominates(made, &load)) return true;
    const auto* call = dyn_cast<llvm::CallInst>(made);
    const bool is_function =
        call != nullptr
            ? call->doesNotAccessMemory()
            : llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::BinaryOperator, llvm::CmpInst, llvm::SelectInst>(
                  made);
    return is_function && depth < kMaxDepth && std::all_of(made->op_begin(), made->op_end(), [&](const Value* operand) {
             return IsMadeBefore(*operand, load, depth + 1);
           });
  }

  // Of `pointer` in the object that begins at `root`.
  std::optional<int64_t> OffsetFrom(const Value* root, const Value& pointer) const {
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(pointer.getType()), 0);
    const Value* base = pointer.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    if (base != root) return std::nullopt;
    return offset.getSExtValue();
  }

  // Something else may be written through `pointer`.
  void Spoil(const Value& pointer) {
    const PointerRoots& to = roots_.RootsOf(&pointer);
    spoiled_ = spoiled_ || !to.complete;
    for (const Value* root : to.roots) objects_[root].usable = false;
  }

  void NoteWrite(const Access& access) {
    const auto* store = dyn_cast<llvm::StoreInst>(access.instruction);
    const Value* root = roots_.RootsOf(access.pointer).Single();
    const bool drawn =
        store != nullptr && !access.atomic && !access.copy && llvm::isa<llvm::AtomicRMWInst>(store->getValueOperand());
    const std::optional<int64_t> offset = drawn && IsLocal(root) ? OffsetFrom(root, *access.pointer) : std::nullopt;
    if (!offset || *offset < 0) return Spoil(*access.pointer);
    Object& object = objects_[root];
    if (object.stores.empty()) {
      object.offset = *offset;
      object.size = access.size;
    }
    object.usable = object.usable && object.Fits(*offset, access.size);
    object.stores.push_back(store);
  }

  llvm::Function& kernel_;
  const llvm::DataLayout& layout_;
  const llvm::DominatorTree& dominators_;
  const llvm::LoopInfo& loops_;
  RootAnalysis& roots_;
  std::unique_ptr<Uniformity> uniformity_;  // once it is asked
  const std::vector<llvm::CallInst*> barriers_;
  std::map<const Value*, Object> objects_;
  bool spoiled_ = false;  // through a pointer that may lead anywhere
};

}  // namespace

std::map<const llvm::LoadInst*, HandedOnValue> HandedOn(llvm::Function& kernel, const llvm::DominatorTree& dominators,
                                                        const llvm::LoopInfo& loops, RootAnalysis& roots) {
  return Reader(kernel, dominators, loops, roots).Read();
}

}  // namespace lockstep::instrument
