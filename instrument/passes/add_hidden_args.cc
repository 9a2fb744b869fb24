// add-hidden-args: every kernel becomes its twin with six more arguments, one that
// synchronises with atomics or fences with seven (docs/abi.md, section 1).
//
//   kernel void k(global int *a)   ->   kernel void k(global int *a, ls_control, heads, values,
//                                                     more, log, local shadow)
//
// Name, calling convention, debug information and kernel_arg_* metadata move over: drivers find
// kernel-scope local variables by the kernel's name and argument kinds by the metadata.
#include <array>
#include <vector>

#include "device-lib/shared/control.h"
#include "instrument/ir/builtin_name.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/retype.h"
#include "instrument/ir/synchronisation.h"
#include "instrument/passes/passes.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

struct Hidden {
  const char* name;
  const char* type;
  unsigned address_space;
};

// In the order of LS_HIDDEN_*.
constexpr std::array<Hidden, LS_HIDDEN_MOST> kHidden = {{
    {"lockstep.control", "ls_control*", kGlobal},
    {"lockstep.heads", "ulong*", kGlobal},
    {"lockstep.values", "uchar*", kGlobal},
    {"lockstep.more", "ulong*", kGlobal},
    {"lockstep.log", "ls_log*", kGlobal},
    {"lockstep.local", "ulong*", kLocal},
    {"lockstep.events", "ls_event_log*", kGlobal},
}};

// The structure called `name`; opaque until the device library brings its definition.
llvm::Type* Structure(llvm::Module& module, const char* name) {
  llvm::LLVMContext& context = module.getContext();
  if (auto* known = llvm::StructType::getTypeByName(context, name)) return known;
  return llvm::StructType::create(context, name);
}

llvm::Type* HiddenType(llvm::Module& module, unsigned hidden) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointee = llvm::Type::getInt64Ty(context);
  if (hidden == LS_HIDDEN_CONTROL) pointee = Structure(module, "struct.ls_control");
  if (hidden == LS_HIDDEN_VALUES) pointee = llvm::Type::getInt8Ty(context);
  if (hidden == LS_HIDDEN_LOG) pointee = Structure(module, "struct.ls_log");
  if (hidden == LS_HIDDEN_EVENTS) pointee = Structure(module, "struct.ls_event_log");
  return pointee->getPointerTo(kHidden[hidden].address_space);
}

// Appends one operand for each hidden argument to the kernel's node `name`, if it has one.
template <typename MakeOperand>
void ExtendMetadata(llvm::Function& kernel, unsigned count, const char* name, MakeOperand make) {
  const llvm::MDNode* node = kernel.getMetadata(name);
  if (node == nullptr) return;
  llvm::SmallVector<llvm::Metadata*, 16> operands(node->op_begin(), node->op_end());
  for (unsigned i = 0; i < count; ++i) operands.push_back(make(kHidden[i]));
  kernel.setMetadata(name, llvm::MDNode::get(kernel.getContext(), operands));
}

void ExtendArgumentMetadata(llvm::Function& kernel, unsigned count) {
  llvm::LLVMContext& context = kernel.getContext();
  const auto text = [&context](const char* value) -> llvm::Metadata* {
    return llvm::MDString::get(context, value);
  };
  ExtendMetadata(kernel, count, "kernel_arg_addr_space", [&](const Hidden& hidden) -> llvm::Metadata* {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), hidden.address_space));
  });
  ExtendMetadata(kernel, count, "kernel_arg_access_qual", [&](const Hidden&) { return text("none"); });
  ExtendMetadata(kernel, count, "kernel_arg_type", [&](const Hidden& hidden) { return text(hidden.type); });
  ExtendMetadata(kernel, count, "kernel_arg_base_type",
                 [&](const Hidden& hidden) { return text(hidden.type); });
  ExtendMetadata(kernel, count, "kernel_arg_type_qual", [&](const Hidden&) { return text(""); });
  ExtendMetadata(kernel, count, "kernel_arg_name", [&](const Hidden& hidden) { return text(hidden.name); });
  ExtendMetadata(kernel, count, "spirv.ParameterDecorations",
                 [&](const Hidden&) { return llvm::MDNode::get(context, {}); });
}

constexpr std::array<llvm::StringRef, 6> kKnownLists = {"kernel_arg_addr_space", "kernel_arg_access_qual",
                                                        "kernel_arg_type",       "kernel_arg_base_type",
                                                        "kernel_arg_type_qual",  "kernel_arg_name"};

// What else producers say of arguments one by one (`kernel_arg_buffer_location` of SYCL for FPGAs) are hints; a list
// that is shorter than the twin's arguments is an error to those who read it.
void DropOtherArgumentLists(llvm::Function& kernel) {
  llvm::SmallVector<llvm::StringRef, 32> names;
  kernel.getContext().getMDKindNames(names);
  for (const llvm::StringRef name : names) {
    if (StartsWith(name, "kernel_arg_") && !llvm::is_contained(kKnownLists, name)) kernel.setMetadata(name, nullptr);
  }
}

// The hidden arguments point to memory of our own, apart from all of the application's, so that
// the checks do not keep the driver from optimising the application's code.
void MarkHiddenArguments(llvm::Function& kernel, unsigned first, unsigned count) {
  for (unsigned hidden = 0; hidden < count; ++hidden) {
    llvm::Argument* argument = kernel.getArg(first + hidden);
    argument->setName(kHidden[hidden].name);
    argument->addAttr(llvm::Attribute::NoAlias);
    argument->addAttr(llvm::Attribute::getWithAlignment(kernel.getContext(), llvm::Align(8)));
  }
  kernel.addFnAttr(kHiddenArgumentsAttribute, std::to_string(first));
  // The twin writes the log, whatever the source promised of the kernel.
  RemoveMemoryPromises(kernel);
}

void MakeTwin(llvm::Function& kernel, unsigned count) {
  llvm::Module& module = *kernel.getParent();
  const unsigned first = static_cast<unsigned>(kernel.arg_size());
  std::vector<llvm::Type*> parameters;
  for (const llvm::Argument& argument : kernel.args()) parameters.push_back(argument.getType());
  for (unsigned hidden = 0; hidden < count; ++hidden) {
    parameters.push_back(HiddenType(module, hidden));
  }
  auto* type = llvm::FunctionType::get(kernel.getReturnType(), parameters, /*isVarArg=*/false);
  llvm::Function* twin = Retype(kernel, type);
  Replace(kernel, *twin);
  MarkHiddenArguments(*twin, first, count);
  ExtendArgumentMetadata(*twin, count);
  DropOtherArgumentLists(*twin);
}

}  // namespace

bool AddHiddenArgs(llvm::Module& module, PipelineState& state) {
  bool changed = false;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    if (HiddenArgument(*kernel, LS_HIDDEN_CONTROL) != nullptr) continue;  // has them
    KernelDescription& info = InfoOf(*kernel, state);
    info.synchronises = state.options.races && Synchronises(*kernel);
    if (info.synchronises && state.options.lockstep) {
      GiveUp(info, "it synchronises with atomics or fences, which --model=lockstep:N does not cover");
      continue;
    }
    if (info.synchronises && HasGuessedOperations(*kernel)) {
      AddNote(info, "orders, scopes and fence flags that are not constants are taken as the strongest");
    }
    MakeTwin(*kernel, info.synchronises ? LS_HIDDEN_MOST : LS_HIDDEN_COUNT);
    changed = true;
  }
  return changed;
}

}  // namespace lockstep::instrument
