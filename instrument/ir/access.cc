// Which instructions touch shared memory, and which bytes.
#include "instrument/ir/access.h"

#include "instrument/ir/all_accesses.h"

#include "instrument/ir/async_copies.h"
#include "instrument/ir/atomic_metadata.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {

bool ReachesDevice(const std::string& scope) { return scope == "device" || scope == "all_svm_devices"; }

void SetQualifiers(const llvm::Instruction& instruction, Access& access) {
  access.atomic = true;
  access.order = "seq_cst";
  access.scope = "device";
  const llvm::MDNode* note = instruction.getMetadata(kAtomicMetadata);
  if (note == nullptr || note->getNumOperands() < 2) return;
  const auto* order = llvm::dyn_cast<llvm::MDString>(note->getOperand(0));
  const auto* scope = llvm::dyn_cast<llvm::MDString>(note->getOperand(1));
  if (order != nullptr) access.order = order->getString().str();
  if (scope != nullptr) access.scope = scope->getString().str();
  access.remote = IsRemote(instruction);
}

MemoryOrder OrderCalled(const std::string& word) { return FromWord<MemoryOrder>(word).value_or(MemoryOrder::kSeqCst); }

MemoryScope ScopeCalled(const std::string& word) {
  return FromWord<MemoryScope>(word).value_or(MemoryScope::kAllSvmDevices);
}

namespace {

class Collector {
 public:
  explicit Collector(const llvm::DataLayout& layout) : layout_(layout) {}

  void Visit(llvm::Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      Access& access = Add(instruction, load->getPointerOperand(), SizeOf(load->getType()),
                           load->getAlign(), AccessKind::kRead);
      if (load->isAtomic()) SetQualifiers(instruction, access);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      llvm::Value* value = store->getValueOperand();
      Access& access = Add(instruction, store->getPointerOperand(), SizeOf(value->getType()),
                           store->getAlign(), AccessKind::kWrite);
      access.value = value;
      if (store->isAtomic()) SetQualifiers(instruction, access);
    } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      SetQualifiers(instruction, Add(instruction, rmw->getPointerOperand(), SizeOf(rmw->getType()),
                                     rmw->getAlign(), AccessKind::kReadModifyWrite));
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      SetQualifiers(instruction,
                    Add(instruction, exchange->getPointerOperand(),
                        SizeOf(exchange->getCompareOperand()->getType()), exchange->getAlign(),
                        AccessKind::kCompareExchange));
    } else if (auto* transfer = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(transfer->getLength());
      const uint64_t size = length == nullptr ? 0 : length->getZExtValue();
      if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(transfer)) {
        Add(instruction, copy->getRawSource(), size, copy->getSourceAlign().valueOrOne(),
            AccessKind::kRead);
      }
      Add(instruction, transfer->getRawDest(), size, transfer->getDestAlign().valueOrOne(),
          AccessKind::kWrite);
    } else if (const CopyCall copy = AsCopyCall(instruction); copy.call != nullptr) {
      const llvm::Align align(copy.element);
      Add(instruction, copy.from, copy.element, align, AccessKind::kRead).copy = true;
      Add(instruction, copy.to, copy.element, align, AccessKind::kWrite).copy = true;
    }
  }

  std::vector<Access> Take(bool constants) {
    std::vector<Access> shared;
    for (Access& access : accesses_) {
      const unsigned space = access.pointer->getType()->getPointerAddressSpace();
      if (access.size == 0 || space == kPrivate || (space == kConstant && !constants)) continue;
      shared.push_back(std::move(access));
    }
    return shared;
  }

 private:
  uint64_t SizeOf(llvm::Type* type) const { return layout_.getTypeStoreSize(type).getFixedValue(); }

  Access& Add(llvm::Instruction& instruction, llvm::Value* pointer, uint64_t size,
              llvm::Align align, AccessKind kind) {
    Access& access = accesses_.emplace_back();
    access.instruction = &instruction;
    access.pointer = pointer;
    access.size = size;
    access.align = align;
    access.kind = kind;
    return access;
  }

  const llvm::DataLayout& layout_;
  std::vector<Access> accesses_;
};

}  // namespace

namespace {

std::vector<Access> Collect(llvm::Function& kernel, bool constants) {
  Collector collector(kernel.getParent()->getDataLayout());
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (!instruction.hasMetadata(kInternalMetadata)) collector.Visit(instruction);
  }
  return collector.Take(constants);
}

}  // namespace

std::vector<Access> CollectAccesses(llvm::Function& kernel) { return Collect(kernel, /*constants=*/false); }

std::vector<Access> CollectAllAccesses(llvm::Function& kernel) { return Collect(kernel, /*constants=*/true); }

}  // namespace lockstep::instrument
