// Reads what lower-atomics noted.
#include "instrument/ir/synchronisation.h"

#include <optional>

#include "device-lib/shared/event.h"
#include "instrument/ir/async_copies.h"
#include "instrument/ir/atomic_metadata.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/builtin_name.h"
#include "instrument/ir/idle_fences.h"
#include "instrument/ir/kernels.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

namespace lockstep::instrument {
namespace {

// memory_scope of opencl-c-base.h.
constexpr uint64_t kScopeWorkGroup = 1, kScopeDevice = 2, kScopeAllSvm = 3;

std::string Word(const llvm::MDNode* node, unsigned index) {
  if (node == nullptr || index >= node->getNumOperands()) return "";
  const auto* text = llvm::dyn_cast<llvm::MDString>(node->getOperand(index));
  return text == nullptr ? "" : text->getString().str();
}

uint32_t OrderBits(const std::string& order) {
  const uint32_t number = order == "relaxed"   ? LS_ORDER_RELAXED
                          : order == "acquire" ? LS_ORDER_ACQUIRE
                          : order == "release" ? LS_ORDER_RELEASE
                          : order == "acq_rel" ? LS_ORDER_ACQ_REL
                                               : LS_ORDER_SEQ_CST;
  return number << LS_EVENT_ORDER_SHIFT;
}

uint32_t ScopeBits(const std::string& scope) {
  const uint32_t number = scope == "work_item"    ? LS_EVENT_SCOPE_WORK_ITEM
                          : scope == "sub_group"  ? LS_EVENT_SCOPE_SUB_GROUP
                          : scope == "work_group" ? LS_EVENT_SCOPE_WORK_GROUP
                          : scope == "device"     ? LS_EVENT_SCOPE_DEVICE
                                                  : LS_EVENT_SCOPE_ALL_SVM;
  return number << LS_EVENT_SCOPE_SHIFT;
}

uint32_t Bits(const llvm::Instruction& instruction, const std::string& order) {
  return OrderBits(order) | ScopeBits(Word(instruction.getMetadata(kAtomicMetadata), 1)) |
         (IsRemote(instruction) ? LS_EVENT_REMOTE : 0u);
}

llvm::FenceInst* AddFence(llvm::IRBuilder<>& builder, llvm::AtomicOrdering ordering,
                          const char* order, const char* scope, llvm::Value* flags,
                          llvm::MDNode* site) {
  llvm::LLVMContext& context = builder.getContext();
  llvm::FenceInst* fence = builder.CreateFence(ordering);
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(flags);
  if (constant == nullptr) constant = builder.getInt32(kLocalFence | kGlobalFence | kImageFence);
  fence->setMetadata(kAtomicMetadata,
                     llvm::MDNode::get(context, {llvm::MDString::get(context, order),
                                                 llvm::MDString::get(context, scope),
                                                 llvm::ConstantAsMetadata::get(constant)}));
  fence->setMetadata(kBarrierFenceMetadata, llvm::MDNode::get(context, {}));
  fence->setMetadata(kSiteMetadata, site);
  return fence;
}

const llvm::Value* PointerOf(const llvm::Instruction& atomic) {
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&atomic)) return rmw->getPointerOperand();
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&atomic)) return exchange->getPointerOperand();
  return llvm::getLoadStorePointerOperand(&atomic);
}

bool IsOnLocalMemory(const llvm::Instruction& atomic) {
  const llvm::Value* pointer = PointerOf(atomic);
  return pointer != nullptr && pointer->getType()->getPointerAddressSpace() == kLocal;
}

// Whether an atomic names a scope that does not reach everybody who may get at the memory.
bool IsNarrow(const llvm::Instruction& atomic) {
  const std::string scope = Word(atomic.getMetadata(kAtomicMetadata), 1);
  return scope == "work_item" || scope == "sub_group" || (scope == "work_group" && !IsOnLocalMemory(atomic));
}

}  // namespace

bool IsWideBarrier(const llvm::CallInst& barrier) {
  if (barrier.arg_size() < 2) return false;
  const auto* scope = llvm::dyn_cast<llvm::ConstantInt>(barrier.getArgOperand(1));
  return scope != nullptr &&
         (scope->getZExtValue() == kScopeDevice || scope->getZExtValue() == kScopeAllSvm);
}

namespace {

bool IsAsyncCopy(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return false;
  const std::string mangled = callee->getName().str();
  const std::optional<BuiltinName> name = ParseBuiltinName(mangled);
  return name && IsAsyncCopyBuiltin(name->base);
}

}  // namespace

const char* WideScopeOfSubGroupBarrier(const llvm::CallInst& barrier) {
  if (barrier.arg_size() < 2) return nullptr;
  const auto* scope = llvm::dyn_cast<llvm::ConstantInt>(barrier.getArgOperand(1));
  if (scope == nullptr) return nullptr;
  switch (scope->getZExtValue()) {
    case kScopeWorkGroup: return "work_group";
    case kScopeDevice: return "device";
    case kScopeAllSvm: return "all_svm_devices";
    default: return nullptr;
  }
}

bool Synchronises(llvm::Function& kernel) {
  bool atomics = false, wide = false, parts = false, copies = false;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (instruction.hasMetadata(kInternalMetadata)) continue;
    if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
      if (IsIdle(*fence)) continue;
      return true;
    }
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      wide |= IsBarrier(*call) && IsWideBarrier(*call);
      wide |= IsSubGroupBarrier(*call) && WideScopeOfSubGroupBarrier(*call) != nullptr;
      parts |= IsSubGroupBarrier(*call);
      copies |= IsAsyncCopy(*call);
    }
    if (!instruction.isAtomic()) continue;
    atomics = true;
    const std::string order = Word(instruction.getMetadata(kAtomicMetadata), 0);
    if (order != "relaxed" || IsRemote(instruction)) return true;
    if (FailureOrder(instruction, order) != "relaxed") return true;
    if (IsNarrow(instruction)) return true;
  }
  return (atomics && wide) || (parts && copies);
}

bool HasRemoteOperations(llvm::Function& kernel) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (IsRemote(instruction)) return true;
  }
  return false;
}

bool HasGuessedOperations(llvm::Function& kernel) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (instruction.hasMetadata(kGuessedMetadata)) return true;
  }
  return false;
}

uint32_t EventBits(const llvm::Instruction& instruction) {
  return Bits(instruction, Word(instruction.getMetadata(kAtomicMetadata), 0));
}

uint32_t FailureEventBits(const llvm::Instruction& instruction) {
  return Bits(instruction, FailureOrder(instruction, Word(instruction.getMetadata(kAtomicMetadata), 0)));
}

std::string FailureOrder(const llvm::Instruction& instruction, const std::string& order) {
  const std::string noted = Word(instruction.getMetadata(kFailureOrderMetadata), 0);
  return noted.empty() ? order : noted;
}

std::vector<llvm::FenceInst*> FencesOf(llvm::Function& kernel) {
  std::vector<llvm::FenceInst*> fences;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (instruction.hasMetadata(kInternalMetadata)) continue;
    auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction);
    if (fence != nullptr && !IsIdle(*fence)) fences.push_back(fence);
  }
  return fences;
}

unsigned FlagsOfFence(const llvm::FenceInst& fence) {
  const llvm::MDNode* note = fence.getMetadata(kAtomicMetadata);
  if (note != nullptr) {
    for (const llvm::MDOperand& operand : note->operands()) {
      const auto* flags = llvm::mdconst::dyn_extract<llvm::ConstantInt>(operand);
      if (flags != nullptr) return static_cast<unsigned>(flags->getZExtValue());
    }
  }
  return kLocalFence | kGlobalFence | kImageFence;
}

void AddBarrierFences(llvm::CallInst& barrier, llvm::Instruction* behind, const char* scope) {
  llvm::MDNode* site = barrier.getMetadata(kSiteMetadata);
  llvm::IRBuilder<> builder(&barrier);
  AddFence(builder, llvm::AtomicOrdering::Release, "release", scope, FlagsOf(barrier), site);
  builder.SetInsertPoint(behind);
  builder.SetCurrentDebugLocation(barrier.getDebugLoc());
  AddFence(builder, llvm::AtomicOrdering::Acquire, "acquire", scope, FlagsOf(barrier), site);
}

void AddPartStep(llvm::IRBuilder<>& builder, bool comes, unsigned flags, llvm::MDNode* site) {
  const llvm::AtomicOrdering ordering = comes ? llvm::AtomicOrdering::Release : llvm::AtomicOrdering::Acquire;
  llvm::FenceInst* fence =
      AddFence(builder, ordering, comes ? "release" : "acquire", "sub_group", builder.getInt32(flags), site);
  fence->setMetadata(kPartMetadata, llvm::MDNode::get(builder.getContext(), {}));
}

bool IsPartStep(const llvm::FenceInst& fence) { return fence.hasMetadata(kPartMetadata); }

}  // namespace lockstep::instrument
