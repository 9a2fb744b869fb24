// lower-builtins: built-ins that touch memory become instructions that insert-checks sees.
//
//   call i32 @_Z10atomic_addPU3AS1Vii(p, 1)   ->   atomicrmw add p, 1 seq_cst, !lockstep.atomic
//   call <4 x float> @_Z6vload4mPU3AS1Kf(i, p)   ->   load <4 x float>, (p + 4 i), align 4
//   fence built-ins                              ->   fence
//
// Which built-ins and how stands in builtins.def. What is not in it and gets a pointer to shared
// memory is unknown: its accesses could not be seen, so such a kernel is not instrumented.
#include "instrument/passes/lower_builtins.h"

#include <string>
#include <vector>

#include "instrument/ir/async_copies.h"
#include "instrument/ir/builtin_name.h"
#include "instrument/ir/idle_fences.h"
#include "instrument/ir/image_access.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/pointee.h"
#include "instrument/ir/remote_scope.h"
#include "instrument/passes/passes.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

struct Row {
  std::string_view name;
  Lowering lowering;
  llvm::AtomicRMWInst::BinOp operation;
};

constexpr Row kRows[] = {
#define LOCKSTEP_BUILTIN(name, lowering, operation) \
  {name, Lowering::lowering, llvm::AtomicRMWInst::operation},
#include "instrument/passes/builtins.def"
};

const Row* FindRow(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

void RemoveSuffix(std::string_view& name, std::string_view suffix) {
  if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix) {
    name.remove_suffix(suffix.size());
  }
}

// The row for `base`: as it is, without `_explicit`, without rounding mode and width.
const Row* FindRow(std::string_view base, unsigned& width) {
  width = 1;
  RemoveSuffix(base, "_explicit");
  if (const Row* row = FindRow(base)) return row;
  for (const char* mode : {"_rte", "_rtz", "_rtp", "_rtn"}) RemoveSuffix(base, mode);
  const NumberedName numbered = SplitNumber(base);
  const Row* row = FindRow(numbered.stem);
  if (row == nullptr) return nullptr;
  const bool vector = row->lowering == Lowering::kVectorLoad ||
                      row->lowering == Lowering::kVectorStore ||
                      row->lowering == Lowering::kHalfLoad || row->lowering == Lowering::kHalfStore;
  if (!vector) return nullptr;
  width = numbered.number;
  return row;
}

bool Lower(const BuiltinCall& builtin) {
  switch (builtin.lowering) {
    case Lowering::kOldFence:
    case Lowering::kFence:
      return LowerFence(builtin);
    case Lowering::kVectorLoad:
    case Lowering::kVectorStore:
    case Lowering::kHalfLoad:
    case Lowering::kHalfStore:
      return LowerVectorMemory(builtin);
    case Lowering::kResultThroughPointer:
      return LowerResultThroughPointer(builtin);
    case Lowering::kDrop:
      builtin.call->eraseFromParent();
      return true;
    default:
      return LowerAtomic(builtin);
  }
}

bool IsSharedPointer(const llvm::Type* type) {
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(type);
  if (pointer == nullptr || !OpenClTypeName(type).empty()) return false;
  const unsigned space = pointer->getAddressSpace();
  return space == kGlobal || space == kLocal || space == kGeneric;
}

// Says in `kernel` what a call that stays a call means for what we can see.
void JudgeRemainingCall(const llvm::CallInst& call, const PipelineState& state, KernelDescription& kernel) {
  if (llvm::isa<llvm::IntrinsicInst>(call)) return;
  if (call.isInlineAsm()) return GiveUp(kernel, "it contains inline assembly");
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return GiveUp(kernel, "it calls through a function pointer");
  const std::string mangled = callee->getName().str();
  const auto name = ParseBuiltinName(mangled);
  const std::string base = name ? std::string(name->base) : mangled;
  if (IsAsyncCopyBuiltin(base)) return;  // lower-async-copies'
  if (IsImageAccess(mangled)) return;  // insert-checks finds these calls
  if (IsRegionQuery(mangled)) return;
  // Without what it orders, races would be reported that are none.
  if (base == "sub_group_barrier" && state.options.lockstep) {
    return GiveUp(kernel, "it uses sub_group_barrier, whose order is not followed in lock step");
  }
  if (base == "printf") return;  // prints addresses and constant strings, reads no shared memory
  if (base == "get_fence") return;  // says which memory a pointer leads to
  for (const llvm::Use& argument : call.args()) {
    if (IsSharedPointer(argument->getType())) {
      return GiveUp(kernel, "it hands a pointer to shared memory to '" + base +
                                "', whose accesses cannot be seen");
    }
  }
}

}  // namespace

llvm::Type* PointeeOfArgument(const BuiltinCall& builtin, unsigned index) {
  llvm::Type* pointer = builtin.call->getArgOperand(index)->getType();
  llvm::Type* pointee = PointeeOf(builtin.name.parameters, index, builtin.call->getContext());
  const bool known = pointee != nullptr && pointer->isPointerTy() && MayPointTo(pointer, pointee);
  return known ? pointee : nullptr;
}

bool LowerBuiltins(llvm::Module& module, PipelineState& state) {
  bool changed = WidenScopes(module);
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    KernelDescription& info = InfoOf(*kernel, state);
    std::vector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) calls.push_back(call);
    }
    for (llvm::CallInst* call : calls) {
      const llvm::Function* callee = call->getCalledFunction();
      unsigned width = 1;
      const Row* row = nullptr;
      std::string mangled;
      std::optional<BuiltinName> name;
      if (callee != nullptr && callee->isDeclaration()) {
        mangled = callee->getName().str();
        name = ParseBuiltinName(mangled);
        if (name) row = FindRow(name->base, width);
      }
      if (row != nullptr && Lower({call, *name, width, row->lowering, row->operation})) {
        changed = true;
      } else {
        JudgeRemainingCall(*call, state, info);
      }
    }
    changed |= LowerUnboundedTransfers(*kernel);
    changed |= RepeatSamplers(*kernel);
    changed |= NoteIdleFences(*kernel);
  }
  return changed;
}

}  // namespace lockstep::instrument
