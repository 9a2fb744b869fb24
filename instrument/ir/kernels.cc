// Reads what clang says of kernels (calling convention, kernel_arg_* metadata) into their descriptions.
#include "instrument/ir/kernels.h"

#include <algorithm>
#include <set>

#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/positions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// Operand `index` of the kernel's metadata node `name`; nullptr if there is none.
const llvm::Metadata* ArgumentMetadata(const llvm::Function& kernel, const char* name,
                                       unsigned index) {
  const llvm::MDNode* node = kernel.getMetadata(name);
  if (node == nullptr || index >= node->getNumOperands()) return nullptr;
  return node->getOperand(index).get();
}

ArgumentSpace SpaceOf(const llvm::Argument& argument, std::string base_type) {
  // Code that comes as IR may lack argument metadata.
  if (base_type.empty()) base_type = OpenClTypeName(argument.getType());
  if (StartsWith(base_type, "image")) return ArgumentSpace::kImage;
  if (StartsWith(base_type, "sampler_t")) return ArgumentSpace::kSampler;
  if (StartsWith(base_type, "pipe")) return ArgumentSpace::kPipe;
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
  if (pointer == nullptr) return ArgumentSpace::kPrivate;
  switch (pointer->getAddressSpace()) {
    case kGlobal:
      return ArgumentSpace::kGlobal;
    case kConstant:
      return ArgumentSpace::kConstant;
    case kLocal:
      return ArgumentSpace::kLocal;
    default:
      return ArgumentSpace::kPrivate;  // a structure passed by value
  }
}

KernelDescription Describe(const llvm::Function& kernel) {
  KernelDescription info;
  info.name = kernel.getName().str();
  for (const llvm::Argument& argument : kernel.args()) {
    if (argument.getArgNo() >= NumSourceArguments(kernel)) break;
    ArgumentDescription& arg = info.args.emplace_back();
    arg.index = argument.getArgNo();
    arg.name = ArgumentText(kernel, "kernel_arg_name", arg.index);
    if (arg.name.empty()) arg.name = argument.getName().str();
    arg.type = ArgumentText(kernel, "kernel_arg_type", arg.index);
    arg.space = SpaceOf(argument, ArgumentText(kernel, "kernel_arg_base_type", arg.index));
    if (arg.space == ArgumentSpace::kImage) arg.access = ArgumentText(kernel, "kernel_arg_access_qual", arg.index);
  }
  return info;
}

// Adds the kernels whose code mentions `constant`, also from within constant expressions.
void CollectUsers(const llvm::Constant& constant, llvm::SmallPtrSetImpl<const llvm::User*>& seen,
                  llvm::SmallPtrSetImpl<const llvm::Function*>& functions) {
  for (const llvm::User* user : constant.users()) {
    if (!seen.insert(user).second) continue;
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      functions.insert(instruction->getFunction());
    } else if (const auto* outer = llvm::dyn_cast<llvm::Constant>(user)) {
      CollectUsers(*outer, seen, functions);
    }
  }
}

}  // namespace

std::string ArgumentText(const llvm::Function& kernel, const char* name, unsigned index) {
  const auto* text = llvm::dyn_cast_or_null<llvm::MDString>(ArgumentMetadata(kernel, name, index));
  return text == nullptr ? std::string() : text->getString().str();
}

bool MayBeLocal(const llvm::Value& pointer) {
  const unsigned space = pointer.getType()->getPointerAddressSpace();
  return space == kLocal || space == kGeneric;
}

std::vector<llvm::Function*> AllKernels(llvm::Module& module) {
  std::vector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() &&
        function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      kernels.push_back(&function);
    }
  }
  return kernels;
}

std::vector<llvm::Function*> KernelsToInstrument(llvm::Module& module, PipelineState& state) {
  std::vector<llvm::Function*> kernels;
  for (llvm::Function* kernel : AllKernels(module)) {
    if (InfoOf(*kernel, state).instrumented) kernels.push_back(kernel);
  }
  return kernels;
}

KernelDescription& InfoOf(const llvm::Function& kernel, PipelineState& state) {
  const std::string name = kernel.getName().str();
  auto found = state.kernels.find(name);
  if (found == state.kernels.end()) found = state.kernels.emplace(name, Describe(kernel)).first;
  return found->second;
}

void GiveUp(KernelDescription& kernel, const std::string& reason) {
  if (!kernel.instrumented) return;
  kernel.instrumented = false;
  kernel.reason = reason;
}

void AddNote(KernelDescription& kernel, const std::string& note) {
  if (std::find(kernel.notes.begin(), kernel.notes.end(), note) == kernel.notes.end()) {
    kernel.notes.push_back(note);
  }
}

unsigned NumSourceArguments(const llvm::Function& kernel) {
  unsigned first_hidden = 0;
  const llvm::Attribute attribute = kernel.getFnAttribute(kHiddenArgumentsAttribute);
  if (attribute.isValid() && !attribute.getValueAsString().getAsInteger(10, first_hidden)) {
    return first_hidden;
  }
  return static_cast<unsigned>(kernel.arg_size());
}

llvm::Argument* HiddenArgument(llvm::Function& kernel, unsigned hidden) {
  const unsigned index = NumSourceArguments(kernel) + hidden;
  return index < kernel.arg_size() ? kernel.getArg(index) : nullptr;
}

llvm::DebugLoc NobodysLine(const llvm::Function& kernel) {
  llvm::DISubprogram* const function = kernel.getSubprogram();
  if (function == nullptr) return {};
  return llvm::DILocation::get(kernel.getContext(), 0, 0, function);
}

void GoBehindVariables(llvm::IRBuilderBase& builder, llvm::Function& kernel) {
  llvm::BasicBlock::iterator at = kernel.getEntryBlock().getFirstInsertionPt();
  while (llvm::isa<llvm::AllocaInst>(*at)) ++at;
  builder.SetInsertPoint(&*at);
  builder.SetCurrentDebugLocation(NobodysLine(kernel));
}

std::vector<llvm::GlobalVariable*> LocalVariables(const llvm::Function& kernel) {
  std::vector<llvm::GlobalVariable*> variables;
  auto& module = const_cast<llvm::Module&>(*kernel.getParent());
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != kLocal) continue;
    llvm::SmallPtrSet<const llvm::User*, 16> seen;
    llvm::SmallPtrSet<const llvm::Function*, 4> functions;
    CollectUsers(variable, seen, functions);
    if (functions.contains(&kernel)) variables.push_back(&variable);
  }
  return variables;
}

std::vector<llvm::GlobalVariable*> ProgramVariables(const llvm::Function& kernel) {
  llvm::SmallPtrSet<const llvm::Value*, 32> seen;
  std::vector<const llvm::Value*> work;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    for (const llvm::Use& operand : instruction.operands()) {
      if (llvm::isa<llvm::Constant>(operand) && !llvm::isa<llvm::Function>(operand)) {
        work.push_back(operand);
      }
    }
  }
  while (!work.empty()) {
    const llvm::Value* value = work.back();
    work.pop_back();
    if (!seen.insert(value).second) continue;
    // Also the initial value of a variable.
    for (const llvm::Use& operand : llvm::cast<llvm::User>(value)->operands()) {
      if (!llvm::isa<llvm::Function>(operand)) work.push_back(operand);
    }
  }
  std::vector<llvm::GlobalVariable*> variables;
  auto& module = const_cast<llvm::Module&>(*kernel.getParent());
  for (llvm::GlobalVariable& variable : module.globals()) {
    const bool shared = variable.getAddressSpace() == kGlobal && !variable.isConstant();
    if (shared && seen.contains(&variable)) variables.push_back(&variable);
  }
  return variables;
}

std::string LocalVariableName(const llvm::GlobalVariable& variable, const llvm::Function& kernel) {
  std::string name = variable.getName().str();
  const std::string prefix = kernel.getName().str() + ".";
  if (StartsWith(name, prefix)) name.erase(0, prefix.size());
  return name;
}

namespace {

// What tells roots apart that have numbers behind the arguments'.
std::vector<std::string> VariableNames(const KernelDescription& info) {
  std::vector<std::string> names;
  for (const LocalDescription& local : info.locals) names.push_back("local " + local.name);
  for (const VariableDescription& variable : info.variables) names.push_back("variable " + variable.name);
  return names;
}

void Renumber(const std::vector<std::string>& before, const std::vector<std::string>& now, KernelDescription& info) {
  const auto renumber = [&](Site& site) {
    for (unsigned& root : site.roots) {
      if (root < info.args.size()) continue;
      const auto found = std::find(now.begin(), now.end(), before[root - info.args.size()]);
      if (found == now.end()) {
        site.roots.clear();  // not known
        return;
      }
      root = static_cast<unsigned>(info.args.size() + static_cast<size_t>(found - now.begin()));
    }
  };
  for (IrregularLoop& loop : info.irregular_loops) {
    for (LoopPair& pair : loop.pairs) {
      renumber(pair.read);
      renumber(pair.write);
    }
  }
}

}  // namespace

void DescribeVariables(const llvm::Function& kernel, KernelDescription& info) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  const std::vector<std::string> before = VariableNames(info);
  info.locals.clear();
  info.variables.clear();
  const auto describe = [&](const llvm::GlobalVariable& variable, auto& description) {
    description.name = LocalVariableName(variable, kernel);
    description.size = layout.getTypeAllocSize(variable.getValueType()).getFixedValue();
    description.position = PositionOf(variable);
  };
  for (const llvm::GlobalVariable* local : LocalVariables(kernel)) describe(*local, info.locals.emplace_back());
  for (const llvm::GlobalVariable* variable : ProgramVariables(kernel)) {
    describe(*variable, info.variables.emplace_back());
  }
  const std::vector<std::string> now = VariableNames(info);
  if (!before.empty() && before != now) Renumber(before, now, info);
}

}  // namespace lockstep::instrument
