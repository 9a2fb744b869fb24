// Calls of __spirv_Atomic… functions; LLVMSPIRVLib knows them by their mangled names.
//
//   atomicrmw add i32 addrspace(1)* p, i32 v acquire, !{"acquire", "work_group"}
//     ->  _Z18__spirv_AtomicIAddPU3AS1iiii(p, Workgroup, Acquire | CrossWorkgroupMemory, v)
#include "instrument/backends/spirv/atomics.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "instrument/backends/atomic_note.h"
#include "instrument/backends/expand_atomics.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/spir_calls.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstVisitor.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::AtomicOrdering;
using llvm::Value;
using Rmw = llvm::AtomicRMWInst;

enum Scope : uint32_t { kCrossDevice = 0, kDevice = 1, kWorkgroup = 2, kSubgroup = 3, kInvocation = 4 };

enum Semantics : uint32_t {
  kRelaxed = 0,
  kAcquire = 0x2,
  kRelease = 0x4,
  kAcquireRelease = 0x8,
  kSequentiallyConsistent = 0x10,
  kWorkgroupMemory = 0x100,
  kCrossWorkgroupMemory = 0x200,
  kImageMemory = 0x800,
};
constexpr uint32_t kAllRegions = kWorkgroupMemory | kCrossWorkgroupMemory;

uint32_t SemanticsOf(AtomicOrdering ordering) {
  switch (ordering) {
    case AtomicOrdering::Acquire:
      return kAcquire;
    case AtomicOrdering::Release:
      return kRelease;
    case AtomicOrdering::AcquireRelease:
      return kAcquireRelease;
    case AtomicOrdering::SequentiallyConsistent:
      return kSequentiallyConsistent;
    default:
      return kRelaxed;
  }
}

// The operations of the device library carry no note: the group for local memory, else the device.
uint32_t ScopeNumber(const std::optional<AtomicNote>& note, unsigned space) {
  if (!note) return space == kLocal ? kWorkgroup : kDevice;
  if (note->scope == "work_item") return kInvocation;
  if (note->scope == "sub_group") return kSubgroup;
  if (note->scope == "work_group") return kWorkgroup;
  return note->scope == "all_svm_devices" ? kCrossDevice : kDevice;
}

class SpirvLowering : public llvm::InstVisitor<SpirvLowering> {
 public:
  explicit SpirvLowering(llvm::Module& module) : module_(module), builder_(module.getContext()) {}

  void Lower(llvm::Instruction& instruction) {
    builder_.SetInsertPoint(&instruction);
    visit(instruction);
  }

 private:
  friend llvm::InstVisitor<SpirvLowering>;

  void visitLoadInst(llvm::LoadInst& load) {
    Value* pointer = WordAt(load.getPointerOperand(), load.getType());
    Value* loaded = Call("AtomicLoad", WordFor(load.getType()), WordFor(load.getType()),
                         {pointer, ScopeFor(load, pointer), Order(load, load.getOrdering(), pointer)});
    Replace(load, builder_.CreateBitCast(loaded, load.getType()));
  }

  void visitStoreInst(llvm::StoreInst& store) {
    llvm::Type* type = store.getValueOperand()->getType();
    Value* pointer = WordAt(store.getPointerOperand(), type);
    Call("AtomicStore", WordFor(type), builder_.getVoidTy(),
         {pointer, ScopeFor(store, pointer), Order(store, store.getOrdering(), pointer),
          builder_.CreateBitCast(store.getValueOperand(), WordFor(type))});
    store.eraseFromParent();
  }

  void visitAtomicRMWInst(Rmw& rmw) {
    llvm::Type* type = rmw.getType();
    Value* pointer = WordAt(rmw.getPointerOperand(), type);
    Value* old = Call(NameOf(rmw.getOperation()), WordFor(type), WordFor(type),
                      {pointer, ScopeFor(rmw, pointer), Order(rmw, rmw.getOrdering(), pointer),
                       builder_.CreateBitCast(rmw.getValOperand(), WordFor(type))});
    Replace(rmw, builder_.CreateBitCast(old, type));
  }

  // SPIR-V answers with what was there; whether that is what was expected says if it succeeded.
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& exchange) {
    Value* pointer = exchange.getPointerOperand();
    Value* expected = exchange.getCompareOperand();
    Value* old = Call("AtomicCompareExchange", expected->getType(), expected->getType(),
                      {pointer, ScopeFor(exchange, pointer), Order(exchange, exchange.getSuccessOrdering(), pointer),
                       Order(exchange, exchange.getFailureOrdering(), pointer), exchange.getNewValOperand(), expected});
    Value* succeeded = builder_.CreateICmpEQ(old, expected);
    std::vector<llvm::ExtractValueInst*> parts;
    for (llvm::User* user : exchange.users()) {
      if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(user)) parts.push_back(part);
    }
    for (llvm::ExtractValueInst* part : parts) {
      part->replaceAllUsesWith(part->getIndices()[0] == 0 ? old : succeeded);
      part->eraseFromParent();
    }
    if (!exchange.use_empty()) {
      Value* pair = llvm::UndefValue::get(exchange.getType());
      pair = builder_.CreateInsertValue(builder_.CreateInsertValue(pair, old, 0), succeeded, 1);
      exchange.replaceAllUsesWith(pair);
    }
    exchange.eraseFromParent();
  }

  void visitFenceInst(llvm::FenceInst& fence) {
    const std::optional<AtomicNote> note = NoteOf(fence);
    uint32_t regions = 0;
    if (note && (note->flags & kLocalFence) != 0) regions |= kWorkgroupMemory;
    if (note && (note->flags & kGlobalFence) != 0) regions |= kCrossWorkgroupMemory;
    if (note && (note->flags & kImageFence) != 0) regions |= kImageMemory;
    if (regions == 0) regions = kAllRegions;
    Call(
        "MemoryBarrier", /*word=*/nullptr, builder_.getVoidTy(),
        {builder_.getInt32(ScopeNumber(note, kGlobal)), builder_.getInt32(SemanticsOf(fence.getOrdering()) | regions)});
    fence.eraseFromParent();
  }

  Value* ScopeFor(const llvm::Instruction& instruction, const Value* pointer) {
    return builder_.getInt32(ScopeNumber(NoteOf(instruction), pointer->getType()->getPointerAddressSpace()));
  }

  // An operation orders the region of its object; a sequentially consistent one orders both.
  Value* Order(const llvm::Instruction& instruction, AtomicOrdering ordering, const Value* pointer) {
    const std::optional<AtomicNote> note = NoteOf(instruction);
    // OpenCL 1.x atomics are instructions of the strongest order, but relaxed in the source.
    if (note && note->order == "relaxed") ordering = AtomicOrdering::Monotonic;
    uint32_t semantics = SemanticsOf(ordering);
    if (semantics == kRelaxed) return builder_.getInt32(kRelaxed);
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    const bool both = semantics == kSequentiallyConsistent || space == kGeneric;
    semantics |= both ? kAllRegions : space == kLocal ? kWorkgroupMemory : kCrossWorkgroupMemory;
    return builder_.getInt32(semantics);
  }

  static const char* NameOf(Rmw::BinOp operation) {
    switch (operation) {
      case Rmw::Add: return "AtomicIAdd";
      case Rmw::Sub: return "AtomicISub";
      case Rmw::And: return "AtomicAnd";
      case Rmw::Or: return "AtomicOr";
      case Rmw::Xor: return "AtomicXor";
      case Rmw::Min: return "AtomicSMin";
      case Rmw::Max: return "AtomicSMax";
      case Rmw::UMin: return "AtomicUMin";
      case Rmw::UMax: return "AtomicUMax";
      default: return "AtomicExchange";  // what has no instruction was expanded before
    }
  }

  // The integer type as wide as `type`: drivers need only know those.
  llvm::Type* WordFor(llvm::Type* type) {
    return builder_.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
  }

  Value* WordAt(Value* pointer, llvm::Type* type) {
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    return builder_.CreateBitCast(pointer, WordFor(type)->getPointerTo(space));
  }

  // Calls __spirv_<name>, mangled for the types of `arguments`; those that are pointers point to a `word`.
  Value* Call(const std::string& name, llvm::Type* word, llvm::Type* result, llvm::ArrayRef<Value*> arguments) {
    const std::string full = absl::StrCat("__spirv_", name);
    std::string mangled = absl::StrCat("_Z", full.size(), full);
    for (const Value* argument : arguments) {
      llvm::Type* type = argument->getType();
      if (type->isPointerTy()) {
        absl::StrAppend(&mangled, "PU3AS", type->getPointerAddressSpace());
        type = word;
      }
      absl::StrAppend(&mangled, type->isIntegerTy(64) ? "l" : "i");
    }
    llvm::CallInst* call = CallSpirFunction(builder_, mangled, result, arguments);
    call->getCalledFunction()->addFnAttr(llvm::Attribute::NoUnwind);
    return call;
  }

  static void Replace(llvm::Instruction& instruction, Value* value) {
    instruction.replaceAllUsesWith(value);
    instruction.eraseFromParent();
  }

  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
};

}  // namespace

void UseSpirvAtomics(llvm::Module& module) {
  ExpandToCompareExchange(module);
  SpirvLowering lowering(module);
  for (llvm::Instruction* instruction : AtomicInstructions(module)) lowering.Lower(*instruction);
}

}  // namespace lockstep::instrument
