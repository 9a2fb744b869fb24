// lower-async-copies: asynchronous copies become calls that later passes know, with an event that
// is a number, and points where the group meets (semantics.md, section 1).
//
//   e = async_work_group_copy(d, s, n, e0)  =>  barrier(0), !site, !lockstep.copy_marker
//                                               copies = copies + 1
//                                               e = 0 < e0 < copies ? e0 : copies
//                                               lockstep.copy.to_local(d, s, n, 1, e, sizeof *d)
//   wait_group_events(n, list)              =>  barrier(local | global), !site
//                                               waits = waits + 1
//                                               lockstep.wait(n, list)
//
// The barrier of a wait is real: behind it the data is there for all. The one in front of a copy
// only marks a place where the whole group must come by, for flatten-divergent-barriers. Neither
// orders anything for the checks: count-segments has been here before.
#include <optional>

#include "instrument/ir/async_copies.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/builtin_name.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/pointee.h"
#include "instrument/ir/positions.h"
#include "instrument/passes/passes.h"
#include "instrument/passes/plain_events.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lockstep::instrument {
namespace {

using llvm::Value;

class CopyLowering {
 public:
  CopyLowering(llvm::Function& kernel, KernelDescription& info)
      : kernel_(kernel), info_(info), builder_(kernel.getContext()) {
    llvm::BasicBlock& entry = kernel.getEntryBlock();
    builder_.SetInsertPoint(&entry, entry.begin());
    waits_ = builder_.CreateAlloca(builder_.getInt32Ty(), nullptr, kWaits);
    copies_ = builder_.CreateAlloca(builder_.getInt32Ty(), nullptr, "lockstep.copies");
    llvm::BasicBlock::iterator after = entry.begin();
    while (llvm::isa<llvm::AllocaInst>(*after)) ++after;
    builder_.SetInsertPoint(&entry, after);
    builder_.CreateStore(builder_.getInt32(0), waits_);
    builder_.CreateStore(builder_.getInt32(0), copies_);
  }

  // False: not a form that OpenCL C has.
  bool LowerCopy(llvm::CallInst& call, std::string_view parameters, bool strided) {
    if (call.arg_size() != (strided ? 5u : 4u)) return false;
    Value* to = call.getArgOperand(0);
    Value* from = call.getArgOperand(1);
    const std::optional<uint64_t> element = ElementOf(parameters, 0);
    if (!element || element != ElementOf(parameters, 1)) return false;
    if (!to->getType()->isPointerTy() || !from->getType()->isPointerTy()) return false;
    const unsigned to_space = to->getType()->getPointerAddressSpace();
    const unsigned from_space = from->getType()->getPointerAddressSpace();
    const bool to_global = to_space == kGlobal && from_space == kLocal;
    if (!to_global && !(to_space == kLocal && from_space == kGlobal)) return false;

    PlaceMeeting(call, SiteOp::kCopy, 0)->setMetadata(kCopyMarker,
                                               llvm::MDNode::get(call.getContext(), {}));
    Value* given = call.getArgOperand(call.arg_size() - 1);
    Value* number = CountUp(copies_);
    Value* known = builder_.CreateTrunc(builder_.CreatePtrToInt(given, builder_.getInt64Ty()), builder_.getInt32Ty());
    Value* joins = builder_.CreateICmpNE(known, builder_.getInt32(0));
    if (!llvm::isa<llvm::ConstantInt>(known)) {
      // Of a variable that nobody set (`event_t e; e = async_work_group_copy(…, e);`) it is any value, but one: what
      // this copy is given and what is waited for must be the same. Values that are no event are none.
      known = builder_.CreateFreeze(known);
      Value* one = builder_.getInt32(1);
      joins = builder_.CreateICmpULT(builder_.CreateSub(known, one), builder_.CreateSub(number, one));
    }
    Value* event = builder_.CreateSelect(joins, known, number);
    Value* stride = strided ? call.getArgOperand(3) : builder_.getInt64(1);
    const Value* arguments[] = {to, from};
    Value* bytes[2];
    for (int side = 0; side < 2; ++side) {
      const unsigned space = arguments[side]->getType()->getPointerAddressSpace();
      bytes[side] =
          builder_.CreateBitCast(const_cast<Value*>(arguments[side]), builder_.getInt8Ty()->getPointerTo(space));
    }
    llvm::CallInst* copy = Call(to_global ? kCopyToGlobal : kCopyToLocal,
                                {bytes[0], bytes[1], call.getArgOperand(2), stride, event,
                                 builder_.getInt32(static_cast<uint32_t>(*element))});
    copy->addParamAttr(1, llvm::Attribute::ReadOnly);
    call.replaceAllUsesWith(builder_.CreateIntToPtr(
        builder_.CreateZExt(event, builder_.getInt64Ty()), call.getType()));
    call.eraseFromParent();
    return true;
  }

  bool LowerWait(llvm::CallInst& call) {
    if (call.arg_size() != 2 || !call.getArgOperand(1)->getType()->isPointerTy()) return false;
    PlaceMeeting(call, SiteOp::kWait, kLocalFence | kGlobalFence);
    CountUp(waits_);
    // Events are private: a generic pointer to them is one to private memory. Devices without generic pointers
    // should not see that it was one, so where the private pointer can be seen it is taken.
    Value* given = call.getArgOperand(1);
    Value* origin = given->stripPointerCasts();
    const bool seen = origin->getType()->getPointerAddressSpace() == kPrivate;
    Value* list = builder_.CreatePointerBitCastOrAddrSpaceCast(
        seen ? origin : given, builder_.getInt64Ty()->getPointerTo(kPrivate));
    Call(kWait, {call.getArgOperand(0), list});
    call.eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(given);
    return true;
  }

 private:
  // Bytes from one element to the next of an array: 3-component vectors are copied as 4-component
  // ones [CL, C spec 6.15.11].
  std::optional<uint64_t> ElementOf(std::string_view parameters, unsigned index) const {
    llvm::Type* element = PointeeOf(parameters, index, kernel_.getContext());
    if (element == nullptr) return std::nullopt;
    return kernel_.getParent()->getDataLayout().getTypeAllocSize(element).getFixedValue();
  }

  // A barrier with a site of its own in front of `call`; what follows is built behind it.
  llvm::CallInst* PlaceMeeting(llvm::CallInst& call, SiteOp op, unsigned fences) {
    builder_.SetInsertPoint(&call);
    builder_.SetCurrentDebugLocation(call.getDebugLoc());
    llvm::CallInst* meeting = CreatePlainBarrier(builder_, fences);
    Site site;
    site.op = op;
    SetPosition(call.getDebugLoc(), site);
    SetSite(*meeting, info_.AddSite(std::move(site)));
    return meeting;
  }

  Value* CountUp(llvm::AllocaInst* counter) {
    Value* old = builder_.CreateLoad(builder_.getInt32Ty(), counter);
    Value* next = builder_.CreateAdd(old, builder_.getInt32(1));
    builder_.CreateStore(next, counter);
    return next;
  }

  llvm::CallInst* Call(const char* name, llvm::ArrayRef<Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 8> types;
    for (const Value* argument : arguments) types.push_back(argument->getType());
    llvm::FunctionCallee callee = kernel_.getParent()->getOrInsertFunction(
        name, llvm::FunctionType::get(builder_.getVoidTy(), types, /*isVarArg=*/false));
    return builder_.CreateCall(callee, arguments);
  }

  llvm::Function& kernel_;
  KernelDescription& info_;
  llvm::IRBuilder<> builder_;
  llvm::AllocaInst* waits_ = nullptr;
  llvm::AllocaInst* copies_ = nullptr;
};

}  // namespace

bool LowerAsyncCopies(llvm::Module& module, PipelineState& state) {
  bool changed = UsePlainEvents(module);
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    KernelDescription& info = InfoOf(*kernel, state);
    std::vector<std::pair<llvm::CallInst*, std::string>> calls;  // with their functions' mangled names
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee == nullptr || !callee->isDeclaration()) continue;
      const std::string mangled = callee->getName().str();
      const std::optional<BuiltinName> name = ParseBuiltinName(mangled);
      if (name && IsAsyncCopyBuiltin(name->base)) calls.emplace_back(call, mangled);
    }
    if (calls.empty()) continue;
    changed = true;
    info.async_copies = true;
    CopyLowering lowering(*kernel, info);
    for (const auto& [call, mangled] : calls) {
      const BuiltinName name = *ParseBuiltinName(mangled);
      const bool lowered =
          name.base == "wait_group_events"
              ? lowering.LowerWait(*call)
              : lowering.LowerCopy(*call, name.parameters, name.base == "async_work_group_strided_copy");
      if (!lowered) {
        GiveUp(info, "it calls " + std::string(name.base) + " in an unknown form");
        break;
      }
    }
  }
  return changed;
}

}  // namespace lockstep::instrument
