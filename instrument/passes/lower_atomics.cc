// Atomic built-ins and fences as LLVM's atomic instructions.
//
// The instruction may be stronger than the source asked for: OpenCL 1.x atomics are relaxed
// [CL, memory model], but drivers make them sequentially consistent on CPUs and applications have
// come to work with that, so the twin keeps it. What the source said goes into metadata, because
// the check must judge the source.
#include <optional>

#include "instrument/ir/atomic_metadata.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/remote_scope.h"
#include "instrument/ir/synchronisation.h"
#include "instrument/passes/lower_builtins.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

using llvm::AtomicOrdering;
using llvm::Value;

// What the source says of one atomic operation.
struct Qualifiers {
  AtomicOrdering ordering = AtomicOrdering::SequentiallyConsistent;
  const char* order = "seq_cst";
  const char* scope = "device";
  bool remote = false;
  bool guessed = false;  // not all of it is constant
};

constexpr Qualifiers kOldAtomic = {AtomicOrdering::SequentiallyConsistent, "relaxed", "device"};

// memory_order of opencl-c-base.h, with the mark of lockstep/rsp.clh. An order not known at compile
// time is emitted as the strongest and recorded so.
void SetOrder(const Value* argument, Qualifiers& qualifiers) {
  const MarkedOrder order = SplitOrder(argument);
  qualifiers.remote |= order.remote;
  qualifiers.guessed |= !order.value;
  switch (order.value.value_or(5)) {
    case 0:
      qualifiers.ordering = AtomicOrdering::Monotonic;
      qualifiers.order = "relaxed";
      return;
    case 2:
      qualifiers.ordering = AtomicOrdering::Acquire;
      qualifiers.order = "acquire";
      return;
    case 3:
      qualifiers.ordering = AtomicOrdering::Release;
      qualifiers.order = "release";
      return;
    case 4:
      qualifiers.ordering = AtomicOrdering::AcquireRelease;
      qualifiers.order = "acq_rel";
      return;
    default:
      return;
  }
}

// memory_scope of opencl-c-base.h.
void SetScope(const Value* argument, Qualifiers& qualifiers) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(argument);
  qualifiers.guessed |= constant == nullptr;
  switch (constant == nullptr ? 2 : constant->getZExtValue()) {
    case 0:
      qualifiers.scope = "work_item";
      return;
    case 1:
      qualifiers.scope = "work_group";
      return;
    case 3:
      qualifiers.scope = "all_svm_devices";
      return;
    case 4:
      qualifiers.scope = "sub_group";
      return;
    default:
      return;
  }
}

// The qualifiers that stand from argument `first` on: order, then scope, both optional.
Qualifiers QualifiersFrom(const llvm::CallInst& call, unsigned first) {
  Qualifiers qualifiers;
  if (first < call.arg_size()) SetOrder(call.getArgOperand(first), qualifiers);
  if (first + 1 < call.arg_size()) SetScope(call.getArgOperand(first + 1), qualifiers);
  return qualifiers;
}

void Annotate(llvm::Instruction& instruction, const Qualifiers& qualifiers,
              llvm::ConstantInt* fence_flags = nullptr) {
  llvm::LLVMContext& context = instruction.getContext();
  llvm::SmallVector<llvm::Metadata*, 3> words = {llvm::MDString::get(context, qualifiers.order),
                                                 llvm::MDString::get(context, qualifiers.scope)};
  if (qualifiers.remote) words.push_back(llvm::MDString::get(context, kRemoteWord));
  if (fence_flags != nullptr) words.push_back(llvm::ConstantAsMetadata::get(fence_flags));
  instruction.setMetadata(kAtomicMetadata, llvm::MDNode::get(context, words));
  if (qualifiers.guessed) {
    instruction.setMetadata(kGuessedMetadata, llvm::MDNode::get(context, {}));
  }
}

void MarkOld(llvm::Instruction& instruction) {
  instruction.setMetadata(kOldFormMetadata, llvm::MDNode::get(instruction.getContext(), {}));
}

AtomicOrdering ForLoad(AtomicOrdering ordering) {
  if (ordering == AtomicOrdering::Release) return AtomicOrdering::Monotonic;
  return ordering == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire : ordering;
}

// A failed compare-exchange only reads.
const char* ForLoad(std::string_view order) {
  return order == "release" ? "relaxed" : order == "acq_rel" ? "acquire" : order.data();
}

AtomicOrdering ForStore(AtomicOrdering ordering) {
  if (ordering == AtomicOrdering::Acquire) return AtomicOrdering::Monotonic;
  return ordering == AtomicOrdering::AcquireRelease ? AtomicOrdering::Release : ordering;
}

llvm::Align NaturalAlign(const llvm::Type* type) {
  return llvm::Align(std::max(1u, static_cast<unsigned>(type->getPrimitiveSizeInBits()) / 8));
}

// Whether `type` is one that atomic instructions of 32 or 64 bits take.
bool IsWord(const llvm::Type* type) {
  const unsigned bits = static_cast<unsigned>(type->getPrimitiveSizeInBits());
  return (type->isIntegerTy() || type->isFloatingPointTy()) && (bits == 32 || bits == 64);
}

// The type that argument `index`, an address, has in memory; nullptr if no atomic instruction takes it.
llvm::Type* WordBehind(const BuiltinCall& builtin, unsigned index) {
  llvm::Type* word = PointeeOfArgument(builtin, index);
  return word != nullptr && IsWord(word) ? word : nullptr;
}

llvm::AtomicRMWInst::BinOp OperationFor(const BuiltinCall& builtin, const llvm::Type* word) {
  using Rmw = llvm::AtomicRMWInst;
  const bool is_float = word->isFloatingPointTy();
  const bool is_signed = PointsToSigned(builtin.name);
  switch (builtin.operation) {
    case Rmw::Add:
      return is_float ? Rmw::FAdd : Rmw::Add;
    case Rmw::Sub:
      return is_float ? Rmw::FSub : Rmw::Sub;
    case Rmw::Min:
      return is_float ? Rmw::FMin : is_signed ? Rmw::Min : Rmw::UMin;
    case Rmw::Max:
      return is_float ? Rmw::FMax : is_signed ? Rmw::Max : Rmw::UMax;
    default:
      return builtin.operation;
  }
}

bool LowerRmw(const BuiltinCall& builtin, bool old) {
  llvm::CallInst* call = builtin.call;
  llvm::Type* word = WordBehind(builtin, 0);
  if (word == nullptr) return false;
  const bool counts = builtin.name.base.substr(builtin.name.base.size() - 3) == "inc" ||
                      builtin.name.base.substr(builtin.name.base.size() - 3) == "dec";
  if (call->arg_size() < (old && counts ? 1u : 2u)) return false;
  llvm::IRBuilder<> builder(call);
  Value* operand = old && counts ? llvm::ConstantInt::get(word, 1) : call->getArgOperand(1);
  if (operand->getType() != word) {
    // atomic_fetch_add on atomic_uintptr_t and the like takes a ptrdiff_t of the same width.
    if (!operand->getType()->isIntegerTy() || !word->isIntegerTy()) return false;
    operand = builder.CreateSExtOrTrunc(operand, word);
  }
  const Qualifiers qualifiers = old ? kOldAtomic : QualifiersFrom(*call, 2);
  auto* rmw = builder.CreateAtomicRMW(OperationFor(builtin, word), call->getArgOperand(0), operand,
                                      NaturalAlign(word), qualifiers.ordering);
  Annotate(*rmw, qualifiers);
  if (old) MarkOld(*rmw);
  call->replaceAllUsesWith(rmw);
  call->eraseFromParent();
  return true;
}

bool LowerOldCompareExchange(const BuiltinCall& builtin) {
  llvm::CallInst* call = builtin.call;
  if (call->arg_size() != 3 || WordBehind(builtin, 0) == nullptr) return false;
  llvm::Type* word = WordBehind(builtin, 0);
  if (!word->isIntegerTy()) return false;
  llvm::IRBuilder<> builder(call);
  auto* exchange = builder.CreateAtomicCmpXchg(
      call->getArgOperand(0), call->getArgOperand(1), call->getArgOperand(2), NaturalAlign(word),
      kOldAtomic.ordering, kOldAtomic.ordering);
  Annotate(*exchange, kOldAtomic);
  MarkOld(*exchange);
  call->replaceAllUsesWith(builder.CreateExtractValue(exchange, 0));
  call->eraseFromParent();
  return true;
}

// bool f(object, expected *, desired, success order, failure order, scope). What it found goes
// to *expected only when it failed: an access of its own, which may be to shared memory.
bool LowerCompareExchange(const BuiltinCall& builtin) {
  llvm::CallInst* call = builtin.call;
  if (call->arg_size() < 3) return false;
  Value* object = call->getArgOperand(0);
  Value* expected = call->getArgOperand(1);
  llvm::Type* word = WordBehind(builtin, 0);
  if (word == nullptr || WordBehind(builtin, 1) != word) return false;
  Qualifiers qualifiers;
  Qualifiers failure;
  if (call->arg_size() > 3) SetOrder(call->getArgOperand(3), qualifiers);
  if (call->arg_size() > 4) SetOrder(call->getArgOperand(4), failure);
  if (call->arg_size() > 5) SetScope(call->getArgOperand(5), qualifiers);

  llvm::IRBuilder<> builder(call);
  llvm::Type* bits = builder.getIntNTy(static_cast<unsigned>(word->getPrimitiveSizeInBits()));
  const unsigned space = object->getType()->getPointerAddressSpace();
  Value* old = builder.CreateAlignedLoad(word, expected, NaturalAlign(word));
  auto* exchange = builder.CreateAtomicCmpXchg(
      builder.CreateBitCast(object, bits->getPointerTo(space)), builder.CreateBitCast(old, bits),
      builder.CreateBitCast(call->getArgOperand(2), bits), NaturalAlign(word),
      qualifiers.ordering, ForLoad(failure.ordering));
  Annotate(*exchange, qualifiers);
  exchange->setMetadata(
      kFailureOrderMetadata,
      llvm::MDNode::get(builder.getContext(),
                        llvm::MDString::get(builder.getContext(), ForLoad(failure.order))));
  Value* found = builder.CreateBitCast(builder.CreateExtractValue(exchange, 0), word);
  Value* succeeded = builder.CreateExtractValue(exchange, 1);
  if (expected->getType()->getPointerAddressSpace() == kPrivate) {
    builder.CreateAlignedStore(builder.CreateSelect(succeeded, old, found), expected,
                               NaturalAlign(word));
  } else {
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(
        builder.CreateNot(succeeded), call, /*Unreachable=*/false);
    llvm::IRBuilder<> in_failure(then);
    in_failure.SetCurrentDebugLocation(call->getDebugLoc());
    in_failure.CreateAlignedStore(found, expected, NaturalAlign(word));
    then->setDebugLoc(call->getDebugLoc());
  }
  builder.SetInsertPoint(call);
  call->replaceAllUsesWith(builder.CreateZExtOrTrunc(succeeded, call->getType()));
  call->eraseFromParent();
  return true;
}

bool LowerLoad(const BuiltinCall& builtin) {
  llvm::CallInst* call = builtin.call;
  llvm::Type* word = WordBehind(builtin, 0);
  if (word == nullptr || word != call->getType()) return false;
  const Qualifiers qualifiers = QualifiersFrom(*call, 1);
  llvm::IRBuilder<> builder(call);
  auto* load = builder.CreateAlignedLoad(word, call->getArgOperand(0), NaturalAlign(word));
  load->setAtomic(ForLoad(qualifiers.ordering));
  Annotate(*load, qualifiers);
  call->replaceAllUsesWith(load);
  call->eraseFromParent();
  return true;
}

// atomic_init is a plain write: initialising is not an atomic operation.
bool LowerStore(const BuiltinCall& builtin, bool atomic) {
  llvm::CallInst* call = builtin.call;
  llvm::Type* word = WordBehind(builtin, 0);
  if (word == nullptr || call->arg_size() < 2 || call->getArgOperand(1)->getType() != word) {
    return false;
  }
  llvm::IRBuilder<> builder(call);
  auto* store = builder.CreateAlignedStore(call->getArgOperand(1), call->getArgOperand(0),
                                           NaturalAlign(word));
  if (atomic) {
    const Qualifiers qualifiers = QualifiersFrom(*call, 2);
    store->setAtomic(ForStore(qualifiers.ordering));
    Annotate(*store, qualifiers);
  }
  call->eraseFromParent();
  return true;
}

bool LowerFlag(const BuiltinCall& builtin, bool set) {
  llvm::CallInst* call = builtin.call;
  llvm::Type* word = WordBehind(builtin, 0);
  if (word == nullptr || !word->isIntegerTy()) return false;
  const Qualifiers qualifiers = QualifiersFrom(*call, 1);
  llvm::IRBuilder<> builder(call);
  if (set) {
    auto* rmw = builder.CreateAtomicRMW(llvm::AtomicRMWInst::Xchg, call->getArgOperand(0),
                                        llvm::ConstantInt::get(word, 1), NaturalAlign(word),
                                        qualifiers.ordering);
    Annotate(*rmw, qualifiers);
    Value* was_set = builder.CreateICmpNE(rmw, llvm::ConstantInt::get(word, 0));
    call->replaceAllUsesWith(builder.CreateZExtOrTrunc(was_set, call->getType()));
  } else {
    auto* store = builder.CreateAlignedStore(llvm::ConstantInt::get(word, 0),
                                             call->getArgOperand(0), NaturalAlign(word));
    store->setAtomic(ForStore(qualifiers.ordering));
    Annotate(*store, qualifiers);
  }
  call->eraseFromParent();
  return true;
}

}  // namespace

bool LowerAtomic(const BuiltinCall& builtin) {
  if (builtin.call->arg_size() == 0 ||
      !builtin.call->getArgOperand(0)->getType()->isPointerTy()) {
    return false;
  }
  switch (builtin.lowering) {
    case Lowering::kOldRmw:
      return LowerRmw(builtin, /*old=*/true);
    case Lowering::kRmw:
      return LowerRmw(builtin, /*old=*/false);
    case Lowering::kOldCompareExchange:
      return LowerOldCompareExchange(builtin);
    case Lowering::kCompareExchange:
      return LowerCompareExchange(builtin);
    case Lowering::kLoad:
      return LowerLoad(builtin);
    case Lowering::kStore:
      return LowerStore(builtin, /*atomic=*/true);
    case Lowering::kInit:
      return LowerStore(builtin, /*atomic=*/false);
    case Lowering::kFlagTestAndSet:
      return LowerFlag(builtin, /*set=*/true);
    case Lowering::kFlagClear:
      return LowerFlag(builtin, /*set=*/false);
    default:
      return false;
  }
}

// Which regions a fence orders is not expressible in LLVM's fence, which orders all of memory; its
// note says it. Flags that are not constant are noted as all.
bool LowerFence(const BuiltinCall& builtin) {
  llvm::CallInst* call = builtin.call;
  // [CL, C spec 6.15.12.4]: the old fences are fences of the work-group.
  Qualifiers qualifiers = {AtomicOrdering::SequentiallyConsistent, "acq_rel", "work_group"};
  if (builtin.name.base == "read_mem_fence") qualifiers.order = "acquire";
  if (builtin.name.base == "write_mem_fence") qualifiers.order = "release";
  if (builtin.lowering == Lowering::kFence) qualifiers = QualifiersFrom(*call, 1);
  llvm::IRBuilder<> builder(call);
  if (qualifiers.ordering != AtomicOrdering::Monotonic) {
    auto* flags = call->arg_size() == 0 ? nullptr
                                        : llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    qualifiers.guessed |= flags == nullptr && call->arg_size() > 0;
    if (flags == nullptr) flags = builder.getInt32(kLocalFence | kGlobalFence | kImageFence);
    llvm::FenceInst* fence = builder.CreateFence(qualifiers.ordering);
    Annotate(*fence, qualifiers, flags);
    if (builtin.lowering == Lowering::kOldFence) MarkOld(*fence);
  }
  call->eraseFromParent();
  return true;
}

}  // namespace lockstep::instrument
