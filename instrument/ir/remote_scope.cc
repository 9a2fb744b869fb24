// Devices have no remote operations. What they lack is made up for on the other side: with one in the
// program, every narrower scope widens to the widest that a remote operation names. Scope inclusion
// then holds wherever remoteness would have made it hold, and nowhere less, so all that the model
// forbids stays forbidden. The check judges the scopes as written.
#include "instrument/ir/remote_scope.h"

#include "instrument/ir/atomic_metadata.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/builtin_name.h"
#include "instrument/ir/kernels.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

constexpr uint64_t kRemoteMark = 0x100;  // LOCKSTEP_RSP_MARK of lockstep/rsp.clh
constexpr uint64_t kAllSvmDevices = 3;   // memory_scope of opencl-c-base.h
constexpr char kWideningMetadata[] = "lockstep.widening";

// Where a C11 atomic or fence takes its order, by its name; -1: nowhere. Only that argument can be marked:
// operands may have any bits, as the -1 of an OpenCL 1.x atomic_cmpxchg.
int OrderArgument(const std::string& base) {
  if (base == "atomic_work_item_fence") return 1;
  if (base.rfind("atomic_", 0) != 0 || base.find("_explicit") == std::string::npos) return -1;
  if (base.find("compare_exchange") != std::string::npos) return 3;
  const bool no_operand = base.rfind("atomic_load", 0) == 0 || base.rfind("atomic_flag", 0) == 0;
  return no_operand ? 1 : 2;
}

// The argument of `call`, if that is a built-in atomic, that is an order with the mark; -1 if none is.
int MarkedArgument(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return -1;
  const std::string mangled = callee->getName().str();
  const auto name = ParseBuiltinName(mangled);
  if (!name) return -1;
  const int order = OrderArgument(std::string(name->base));
  if (order < 0 || static_cast<unsigned>(order) >= call.arg_size()) return -1;
  return SplitOrder(call.getArgOperand(order)).remote ? order : -1;
}

// A barrier is a pair of fences [R Sect. 2.3 leaves them out; docs/litmus.md], whose scope a driver
// may take for the group's: around each goes a pair that reaches `scope`. No pass may check them.
void AddFences(llvm::CallInst& barrier, llvm::MDString* scope) {
  llvm::LLVMContext& context = barrier.getContext();
  const auto add = [&](llvm::Instruction* before, llvm::AtomicOrdering ordering, const char* order) {
    llvm::IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(barrier.getDebugLoc());
    llvm::FenceInst* fence = builder.CreateFence(ordering);
    fence->setMetadata(kInternalMetadata, llvm::MDNode::get(context, {}));
    auto* flags = llvm::ConstantAsMetadata::get(builder.getInt32(kLocalFence | kGlobalFence));
    fence->setMetadata(
        kAtomicMetadata,
        llvm::MDNode::get(context, {llvm::MDString::get(context, order), scope, flags}));
  };
  add(&barrier, llvm::AtomicOrdering::Release, "release");
  add(barrier.getNextNode(), llvm::AtomicOrdering::Acquire, "acquire");
}

}  // namespace

MarkedOrder SplitOrder(const llvm::Value* order) {
  MarkedOrder result;
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(order)) {
    result.value = constant->getZExtValue() & ~kRemoteMark;
    result.remote = (constant->getZExtValue() & kRemoteMark) != 0;
  } else if (const auto* both = llvm::dyn_cast<llvm::BinaryOperator>(order);
             both != nullptr && both->getOpcode() == llvm::Instruction::Or) {
    // The mark on an order that the program works out: `o | 0x100`.
    const auto* mark = llvm::dyn_cast<llvm::ConstantInt>(both->getOperand(1));
    if (mark != nullptr && mark->getZExtValue() == kRemoteMark) {
      result = SplitOrder(both->getOperand(0));
      result.remote = true;
    }
  }
  return result;
}

bool WidenScopes(llvm::Module& module) {
  bool any = false;
  bool all_devices = false;
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr) continue;
      const int order = MarkedArgument(*call);
      if (order < 0) continue;
      any = true;
      // Behind the order comes the scope; a compare-exchange has a second order in between.
      const std::string name = call->getCalledFunction()->getName().str();
      const unsigned at = order + (name.find("compare_exchange") != std::string::npos ? 2 : 1);
      if (at >= call->arg_size()) continue;
      const auto* scope = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(at));
      all_devices |= scope == nullptr || scope->getZExtValue() == kAllSvmDevices;
    }
  }
  if (!any || module.getNamedMetadata(kWideningMetadata) != nullptr) return false;
  llvm::LLVMContext& context = module.getContext();
  auto* scope = llvm::MDString::get(context, all_devices ? "all_svm_devices" : "device");
  module.getOrInsertNamedMetadata(kWideningMetadata)->addOperand(llvm::MDNode::get(context, scope));
  for (llvm::Function& function : module) {
    for (llvm::CallInst* barrier : BarriersOf(function)) AddFences(*barrier, scope);
  }
  return true;
}

std::string Widening(const llvm::Module& module) {
  const llvm::NamedMDNode* note = module.getNamedMetadata(kWideningMetadata);
  if (note == nullptr || note->getNumOperands() == 0) return "";
  return llvm::cast<llvm::MDString>(note->getOperand(0)->getOperand(0))->getString().str();
}

void DropWidening(llvm::Module& module) {
  if (llvm::NamedMDNode* note = module.getNamedMetadata(kWideningMetadata)) {
    module.eraseNamedMetadata(note);
  }
}

}  // namespace lockstep::instrument
