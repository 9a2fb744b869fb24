// reg2mem with two differences: a pointer into one known object is kept as its distance from that
// object, because a later pass asks which argument an address came from and could not see through
// memory; and cheap values (ids, address arithmetic on them) are computed again instead of kept.
#include "instrument/passes/demote.h"

#include <map>
#include <vector>

#include "instrument/analysis/divergence_sources.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

constexpr unsigned kRecomputeDepth = 4;  // how long a chain of operations may be to be recomputed

// The one object that `pointer` points into, whatever path was taken; nullptr if there are
// several or it is not one that dominates everything.
llvm::Value* OnlyObject(llvm::Value* pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  if (objects.size() != 1) return nullptr;
  auto* object = const_cast<llvm::Value*>(objects[0]);
  const bool lasting = llvm::isa<llvm::Argument, llvm::GlobalVariable, llvm::AllocaInst>(object);
  return lasting ? object : nullptr;
}

// A place in private memory for one value.
class Slot {
 public:
  explicit Slot(llvm::Instruction& value) : type_(value.getType()) {
    if (type_->isPointerTy()) object_ = OnlyObject(&value);
    llvm::BasicBlock& entry = value.getFunction()->getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.begin());
    alloca_ = builder.CreateAlloca(object_ != nullptr ? builder.getInt64Ty() : type_, nullptr,
                                   value.getName() + ".kept");
  }

  void Store(llvm::Value* value, llvm::IRBuilder<>& builder) const {
    if (object_ != nullptr) {
      value = builder.CreateSub(builder.CreatePtrToInt(value, builder.getInt64Ty()),
                                builder.CreatePtrToInt(Base(builder), builder.getInt64Ty()));
    }
    builder.CreateStore(value, alloca_);
  }

  llvm::Value* Load(llvm::IRBuilder<>& builder) const {
    llvm::Value* loaded = builder.CreateLoad(alloca_->getAllocatedType(), alloca_);
    if (object_ == nullptr) return loaded;
    llvm::Value* address = builder.CreateGEP(builder.getInt8Ty(), Base(builder), loaded);
    return builder.CreateBitCast(address, type_);
  }

 private:
  // The object as a byte pointer in the value's own address space.
  llvm::Value* Base(llvm::IRBuilder<>& builder) const {
    return builder.CreatePointerBitCastOrAddrSpaceCast(
        object_, builder.getInt8Ty()->getPointerTo(type_->getPointerAddressSpace()));
  }

  llvm::Type* type_;
  llvm::Value* object_ = nullptr;
  llvm::AllocaInst* alloca_;
};

// Whether `value` can be computed again anywhere with the same result at little cost.
bool Recomputable(const llvm::Value* value, unsigned depth) {
  if (llvm::isa<llvm::Constant, llvm::Argument>(value)) return true;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || depth == 0) return false;
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(instruction)) {
    // The ids and sizes: get_local_id(0) and its like.
    if (!call->doesNotAccessMemory() || CalleeName(*call).rfind("get_", 0) != 0) return false;
    for (const llvm::Use& argument : call->args()) {
      if (!llvm::isa<llvm::ConstantInt>(argument)) return false;
    }
    return true;
  }
  const bool cheap =
      llvm::isa<llvm::CastInst, llvm::GetElementPtrInst>(instruction) ||
      (llvm::isa<llvm::BinaryOperator>(instruction) && instruction->getType()->isIntegerTy() &&
       !instruction->isIntDivRem());
  if (!cheap) return false;
  for (const llvm::Use& operand : instruction->operands()) {
    if (!Recomputable(operand, depth - 1)) return false;
  }
  return true;
}

llvm::Value* Recompute(llvm::Value* value, llvm::IRBuilder<>& builder) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr) return value;
  llvm::Instruction* copy = instruction->clone();
  for (llvm::Use& operand : copy->operands()) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(copy);
    if (call != nullptr && !call->isArgOperand(&operand)) continue;
    operand.set(Recompute(operand, builder));
  }
  builder.Insert(copy);
  return copy;
}

// Gives `uses` of `value` that its definition does not dominate something that does.
void Reach(llvm::Instruction& value, const std::vector<llvm::Use*>& uses) {
  const bool recompute = Recomputable(&value, kRecomputeDepth);
  std::unique_ptr<Slot> slot;
  if (!recompute) {
    slot = std::make_unique<Slot>(value);
    llvm::Instruction* next = llvm::isa<llvm::PHINode>(value)
                                  ? &*value.getParent()->getFirstInsertionPt()
                                  : value.getNextNode();
    llvm::IRBuilder<> builder(next);
    builder.SetCurrentDebugLocation(llvm::DebugLoc());
    slot->Store(&value, builder);
  }
  std::map<llvm::BasicBlock*, llvm::Value*> at_block;
  for (llvm::Use* use : uses) {
    auto* user = llvm::cast<llvm::Instruction>(use->getUser());
    auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    llvm::BasicBlock* block = phi != nullptr ? phi->getIncomingBlock(*use) : user->getParent();
    llvm::Value*& reached = at_block[block];
    if (reached == nullptr) {
      llvm::IRBuilder<> builder(&*block->getFirstInsertionPt());
      builder.SetCurrentDebugLocation(llvm::DebugLoc());
      reached = recompute ? Recompute(&value, builder) : slot->Load(builder);
    }
    use->set(reached);
  }
}

}  // namespace

llvm::Instruction* GatherAllocas(llvm::Function& function) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  std::vector<llvm::AllocaInst*> allocas;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (alloca != nullptr && llvm::isa<llvm::ConstantInt>(alloca->getArraySize())) {
      allocas.push_back(alloca);
    }
  }
  llvm::BasicBlock::iterator front = entry.begin();
  while (llvm::isa<llvm::AllocaInst>(*front)) ++front;
  for (llvm::AllocaInst* alloca : allocas) {
    if (alloca->getParent() != &entry || !alloca->comesBefore(&*front)) {
      alloca->moveBefore(&*front);
    }
  }
  return &*front;
}

void DemotePhi(llvm::PHINode& phi) {
  const Slot slot(phi);
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    llvm::IRBuilder<> builder(phi.getIncomingBlock(i)->getTerminator());
    builder.SetCurrentDebugLocation(llvm::DebugLoc());
    slot.Store(phi.getIncomingValue(i), builder);
  }
  llvm::IRBuilder<> builder(&*phi.getParent()->getFirstInsertionPt());
  builder.SetCurrentDebugLocation(llvm::DebugLoc());
  phi.replaceAllUsesWith(slot.Load(builder));
  phi.eraseFromParent();
}

void RepairDominance(llvm::Function& function) {
  const llvm::DominatorTree dominators(function);
  std::vector<std::pair<llvm::Instruction*, std::vector<llvm::Use*>>> broken;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    std::vector<llvm::Use*> uses;
    for (llvm::Use& use : instruction.uses()) {
      if (!dominators.dominates(&instruction, use)) uses.push_back(&use);
    }
    if (!uses.empty()) broken.emplace_back(&instruction, std::move(uses));
  }
  for (auto& [instruction, uses] : broken) Reach(*instruction, uses);
}

}  // namespace lockstep::instrument
