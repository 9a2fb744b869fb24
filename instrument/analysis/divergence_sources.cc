// The sources of divergence of OpenCL C kernels: ids, memory others may write, atomics.
#include "instrument/analysis/divergence_sources.h"

#include <cctype>
#include <map>
#include <optional>
#include <string_view>

#include "instrument/ir/collectives.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/reducible.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::instrument {
namespace {

// Built-ins whose results the group shares (kUniform), shares if the operands agree (kOperands)
// or does not share. Those not listed go by what they do to memory.
enum class Kind { kUniform, kOperands, kLocalId, kLinearId, kDivergent };
Kind KindOf(std::string_view name, bool& known) {
  static const auto* const kinds = new std::map<std::string_view, Kind>{
      {"get_local_id", Kind::kLocalId},
      {"get_global_id", Kind::kLocalId},
      {"get_local_linear_id", Kind::kLinearId},
      {"get_global_linear_id", Kind::kLinearId},
      {"get_group_id", Kind::kOperands},
      {"get_local_size", Kind::kOperands},
      {"get_enqueued_local_size", Kind::kOperands},
      {"get_global_size", Kind::kOperands},
      {"get_num_groups", Kind::kOperands},
      {"get_global_offset", Kind::kOperands},
      {"get_work_dim", Kind::kUniform},
      {"get_max_sub_group_size", Kind::kUniform},
      {"get_num_sub_groups", Kind::kUniform},
      {"get_enqueued_num_sub_groups", Kind::kUniform},
      {"work_group_all", Kind::kUniform},
      {"work_group_any", Kind::kUniform},
      {"work_group_broadcast", Kind::kUniform},
      {"work_group_reduce_add", Kind::kUniform},
      {"work_group_reduce_min", Kind::kUniform},
      {"work_group_reduce_max", Kind::kUniform},
      {"async_work_group_copy", Kind::kUniform},
      {"async_work_group_strided_copy", Kind::kUniform},
      {"work_group_scan_inclusive_add", Kind::kDivergent},
      {"work_group_scan_inclusive_min", Kind::kDivergent},
      {"work_group_scan_inclusive_max", Kind::kDivergent},
      {"work_group_scan_exclusive_add", Kind::kDivergent},
      {"work_group_scan_exclusive_min", Kind::kDivergent},
      {"work_group_scan_exclusive_max", Kind::kDivergent},
  };
  auto found = kinds->find(name);
  known = found != kinds->end();
  return known ? found->second : Kind::kDivergent;
}

// Operations through which an undefined operand reaches a condition. Vectors are built up from
// undefined ones, so insertelement and shufflevector are not among them.
bool PassesOnUndefined(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::FreezeInst, llvm::CmpInst,
                   llvm::BinaryOperator, llvm::CastInst, llvm::SwitchInst, llvm::BranchInst>(
      instruction);
}

// The dimension of `value` if it is get_global_id(d) or get_local_id(d), as `name` says, perhaps with
// its upper bits cut off.
std::optional<uint64_t> DimensionOf(const llvm::Value* value, llvm::StringRef name) {
  while (const auto* cut = llvm::dyn_cast<llvm::TruncInst>(value)) value = cut->getOperand(0);
  const auto* call = llvm::dyn_cast<llvm::CallBase>(value);
  if (call == nullptr || CalleeName(*call) != name) return std::nullopt;
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  return dimension == nullptr ? std::nullopt : std::optional(dimension->getZExtValue());
}

// get_global_id(d) - get_local_id(d) is where the group begins. Cutting bits off before or after makes
// no difference to a subtraction.
bool IsStartOfGroup(const llvm::Instruction& instruction) {
  if (instruction.getOpcode() != llvm::Instruction::Sub) return false;
  const std::optional<uint64_t> global = DimensionOf(instruction.getOperand(0), "get_global_id");
  return global.has_value() && global == DimensionOf(instruction.getOperand(1), "get_local_id");
}

std::string Quoted(llvm::StringRef name) { return "`" + name.str() + "`"; }

}  // namespace

std::string CalleeName(const llvm::CallBase& call) {
  const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  if (callee == nullptr) return "";
  llvm::StringRef name = callee->getName();
  llvm::StringRef rest = name;
  unsigned length = 0;
  if (!rest.consume_front("_Z") || rest.consumeInteger(10, length) || length > rest.size()) {
    return name.str();
  }
  return rest.substr(0, length).str();
}

DivergenceSources::DivergenceSources(const llvm::Function& kernel, bool frozen_arguments, Whose whose)
    : kernel_(kernel), frozen_arguments_(frozen_arguments), whose_(whose) {
  if (const llvm::MDNode* size = kernel.getMetadata("reqd_work_group_size")) {
    for (unsigned d = 0; d < 3 && d < size->getNumOperands(); ++d) {
      if (auto* value = llvm::mdconst::dyn_extract<llvm::ConstantInt>(size->getOperand(d))) {
        required_size_[d] = static_cast<unsigned>(value->getZExtValue());
      }
    }
  }
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) NoteWrites(instruction);
}

void DivergenceSources::NoteWrites(const llvm::Instruction& instruction) {
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    NoteWriteThrough(store->getPointerOperand());
  } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    NoteWriteThrough(rmw->getPointerOperand());
  } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    NoteWriteThrough(exchange->getPointerOperand());
  } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (call->onlyReadsMemory() || llvm::isa<llvm::DbgInfoIntrinsic>(call) ||
        call->isLifetimeStartOrEnd()) {
      return;
    }
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      const llvm::Value* argument = call->getArgOperand(i);
      if (argument->getType()->isPointerTy() && !call->onlyReadsMemory(i)) {
        NoteWriteThrough(argument);
      }
    }
  }
}

void DivergenceSources::NoteWriteThrough(const llvm::Value* pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  for (const llvm::Value* object : objects) {
    if (auto* argument = llvm::dyn_cast<llvm::Argument>(object)) {
      written_.insert(argument);
    } else if (!llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(object)) {
      unknown_writes_ = true;
    }
  }
}

bool DivergenceSources::SizeIsOne(unsigned first_dimension, unsigned last_dimension) const {
  for (unsigned d = first_dimension; d <= last_dimension; ++d) {
    if (required_size_[d] != 1) return false;
  }
  return true;
}

std::optional<uint64_t> DivergenceSources::GroupSize(uint64_t dimension) const {
  if (dimension > 2) return 1;
  return required_size_[dimension] == 0 ? std::nullopt : std::optional<uint64_t>(required_size_[dimension]);
}

std::string DivergenceSources::Name(const llvm::Argument& argument) const {
  if (const llvm::MDNode* names = kernel_.getMetadata("kernel_arg_name")) {
    if (argument.getArgNo() < names->getNumOperands()) {
      if (auto* name = llvm::dyn_cast<llvm::MDString>(names->getOperand(argument.getArgNo()))) {
        return Quoted(name->getString());
      }
    }
  }
  if (argument.hasName()) return Quoted(argument.getName());
  return "number " + std::to_string(argument.getArgNo());
}

Source DivergenceSources::ClassifyCall(const llvm::CallBase& call) const {
  if (call.getType()->isVoidTy()) return {};
  if (const llvm::MDNode* collective = call.getMetadata(kCollectiveMetadata)) {  // lower-collectives has been here
    const auto word = [&](unsigned i) {
      return llvm::cast<llvm::MDString>(collective->getOperand(i))->getString().str();
    };
    if (word(1) == "shared") return {Spread::kUniform, ""};
    return {Spread::kDivergent, "the result of " + word(0)};
  }
  const std::string name = CalleeName(call);
  if (whose_ == Whose::kSubGroup && name == "get_sub_group_id") return {Spread::kUniform, ""};
  bool known = false;
  switch (KindOf(name, known)) {
    case Kind::kUniform:
      return {Spread::kUniform, ""};
    case Kind::kOperands:
      return {};
    case Kind::kLocalId: {
      // A dimension that has one work-item only, or that does not exist, is the same for all.
      auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
      if (dimension != nullptr &&
          (dimension->getZExtValue() > 2 ||
           required_size_[static_cast<unsigned>(dimension->getZExtValue())] == 1)) {
        return {Spread::kUniform, ""};
      }
      return {Spread::kDivergent, name};
    }
    case Kind::kLinearId:
      if (SizeIsOne(0, 2)) return {Spread::kUniform, ""};
      return {Spread::kDivergent, name};
    case Kind::kDivergent:
      break;
  }
  // Mathematics and the like: nothing but the operands goes in.
  const bool sub_group = name.find("sub_group") != std::string::npos;
  if (!known && !sub_group && !name.empty() && call.doesNotAccessMemory()) return {};
  return {Spread::kDivergent, name.empty() ? "an indirect call" : "the result of " + name};
}

std::string DivergenceSources::OriginOf(const llvm::LoadInst& load) const {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(load.getPointerOperand(), objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  const unsigned space = load.getPointerAddressSpace();
  std::string from = space == kLocal      ? "local memory"
                     : space == kConstant ? "constant memory"
                     : space == 0         ? "private memory"
                                          : "global memory";
  for (const llvm::Value* object : objects) {
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object)) {
      from = "argument " + Name(*argument);
    } else if (object->hasName() && llvm::isa<llvm::GlobalVariable>(object)) {
      from = (space == kLocal ? "local variable " : "variable ") +
             Quoted(object->getName().substr(object->getName().rfind('.') + 1));
    }
  }
  return from;
}

Source DivergenceSources::ClassifyLoad(const llvm::LoadInst& load) const {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(load.getPointerOperand(), objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  const unsigned space = load.getPointerAddressSpace();
  if (load.isSimple() && space == kConstant) return {};
  bool frozen = load.isSimple() && !objects.empty();
  for (const llvm::Value* object : objects) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
    if (argument != nullptr) {
      // A struct passed by value is the group's until somebody writes to their copy.
      const bool by_value = argument->hasByValAttr() && written_.count(argument) == 0;
      const bool never_written =
          frozen_arguments_ && !unknown_writes_ && space != kLocal && written_.count(argument) == 0;
      frozen = frozen && (by_value || never_written);
      continue;
    }
    frozen = false;
  }
  if (frozen) return {};
  return {Spread::kDivergent, "a load from " + OriginOf(load)};
}

Source DivergenceSources::Classify(const llvm::Instruction& instruction) const {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return ClassifyLoad(*load);
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return ClassifyCall(*call);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
    return {Spread::kDivergent, "the result of an atomic operation"};
  }
  if (llvm::isa<llvm::AllocaInst>(instruction)) {
    return {Spread::kDivergent, "the address of a private variable"};
  }
  if (IsStartOfGroup(instruction)) return {Spread::kUniform, ""};
  // Where loops with several entries were given a common one, a value that only some entries bring is
  // undefined for the others, which never look at it.
  const bool guard = llvm::isa<llvm::PHINode>(instruction) && IsGuard(*instruction.getParent());
  if (PassesOnUndefined(instruction) && !guard) {
    for (const llvm::Use& operand : instruction.operands()) {
      if (llvm::isa<llvm::UndefValue>(operand)) {
        return {Spread::kDivergent, "a value that is not initialised on every path"};
      }
    }
  }
  return {};
}

}  // namespace lockstep::instrument
