#include "instrument/analysis/slice_values.h"

#include <map>
#include <optional>
#include <utility>

#include "instrument/ir/work_item_symbol.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "runtime/prune/launch_numbers.h"

namespace lockstep::instrument {
namespace {

using llvm::dyn_cast;
using llvm::Value;

bool IsSmallInteger(const llvm::Type* type) {
  return type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
}

unsigned BitsOf(const Value* value) {
  return IsSmallInteger(value->getType()) ? value->getType()->getIntegerBitWidth() : 64;
}

std::optional<GroupOp> BinaryOp(const llvm::BinaryOperator& binary) {
  switch (binary.getOpcode()) {
    case llvm::Instruction::Add: return GroupOp::kAdd;
    case llvm::Instruction::Sub: return GroupOp::kSub;
    case llvm::Instruction::Mul: return GroupOp::kMul;
    case llvm::Instruction::UDiv: return GroupOp::kUDiv;
    case llvm::Instruction::SDiv: return GroupOp::kSDiv;
    case llvm::Instruction::URem: return GroupOp::kURem;
    case llvm::Instruction::SRem: return GroupOp::kSRem;
    case llvm::Instruction::And: return GroupOp::kAnd;
    case llvm::Instruction::Or: return GroupOp::kOr;
    case llvm::Instruction::Xor: return GroupOp::kXor;
    case llvm::Instruction::Shl: return GroupOp::kShl;
    case llvm::Instruction::LShr: return GroupOp::kLShr;
    case llvm::Instruction::AShr: return GroupOp::kAShr;
    default: return std::nullopt;
  }
}

// One or two operations that stand for a call: `first` of its first two operands (of abs: of its negation and it), then
// `second`, if there is one, of that and the third.
struct CalledOps {
  GroupOp first;
  std::optional<GroupOp> second = std::nullopt;
  bool of_negation = false;
};

// Minimum, maximum, absolute value, clamp and products of 24 bits: intrinsics, and OpenCL's functions on scalars.
std::optional<CalledOps> CalledOpsOf(const llvm::CallInst& call) {
  if (const auto* intrinsic = dyn_cast<llvm::IntrinsicInst>(&call)) {
    switch (intrinsic->getIntrinsicID()) {
      case llvm::Intrinsic::smin: return CalledOps{GroupOp::kSMin};
      case llvm::Intrinsic::smax: return CalledOps{GroupOp::kSMax};
      case llvm::Intrinsic::umin: return CalledOps{GroupOp::kUMin};
      case llvm::Intrinsic::umax: return CalledOps{GroupOp::kUMax};
      case llvm::Intrinsic::abs: return CalledOps{GroupOp::kSMax, std::nullopt, true};
      default: return std::nullopt;
    }
  }
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return std::nullopt;
  static const auto* ops = new std::map<llvm::StringRef, CalledOps>{
      {"_Z3minii", {GroupOp::kSMin}},
      {"_Z3minll", {GroupOp::kSMin}},
      {"_Z3maxii", {GroupOp::kSMax}},
      {"_Z3maxll", {GroupOp::kSMax}},
      {"_Z3minjj", {GroupOp::kUMin}},
      {"_Z3minmm", {GroupOp::kUMin}},
      {"_Z3maxjj", {GroupOp::kUMax}},
      {"_Z3maxmm", {GroupOp::kUMax}},
      {"_Z5clampiii", {GroupOp::kSMax, GroupOp::kSMin}},
      {"_Z5clamplll", {GroupOp::kSMax, GroupOp::kSMin}},
      {"_Z5clampjjj", {GroupOp::kUMax, GroupOp::kUMin}},
      {"_Z5clampmmm", {GroupOp::kUMax, GroupOp::kUMin}},
      {"_Z3absi", {GroupOp::kSMax, std::nullopt, true}},
      {"_Z3absl", {GroupOp::kSMax, std::nullopt, true}},
      {"_Z5mul24ii", {GroupOp::kSMul24}},
      {"_Z5mul24jj", {GroupOp::kUMul24}},
      {"_Z5mad24iii", {GroupOp::kSMul24, GroupOp::kAdd}},
      {"_Z5mad24jjj", {GroupOp::kUMul24, GroupOp::kAdd}},
  };
  const auto found = ops->find(callee->getName());
  return found == ops->end() ? std::nullopt : std::optional(found->second);
}

// Whether nothing but loads is done with what `pointer`, which leads into an argument, points to.
bool IsOnlyRead(const Value* pointer, int depth = 0) {
  if (depth > 4) return false;
  for (const llvm::User* user : pointer->users()) {
    if (llvm::isa<llvm::LoadInst>(user)) continue;
    const bool leads_on = llvm::isa<llvm::GetElementPtrInst, llvm::BitCastInst, llvm::AddrSpaceCastInst>(user);
    const auto* copy = dyn_cast<llvm::MemTransferInst>(user);
    const bool reads = copy != nullptr && copy->getRawDest() != pointer && copy->getRawSource() == pointer;
    if (!(leads_on && IsOnlyRead(user, depth + 1)) && !reads) return false;
  }
  return true;
}

// An integer that is a component of a vector, or a member of a structure, that is an argument (ArgumentPart).
std::optional<unsigned> PartOfArgument(const Value* value, const llvm::DataLayout& layout) {
  const llvm::Argument* argument = nullptr;
  uint64_t offset = 0;
  if (!IsSmallInteger(value->getType()) || value->getType()->getIntegerBitWidth() % 8 != 0) return std::nullopt;
  const uint64_t bytes = value->getType()->getIntegerBitWidth() / 8;
  if (const auto* taken = dyn_cast<llvm::ExtractElementInst>(value)) {
    argument = dyn_cast<llvm::Argument>(taken->getVectorOperand());
    const auto* index = dyn_cast<llvm::ConstantInt>(taken->getIndexOperand());
    if (argument == nullptr || index == nullptr) return std::nullopt;
    offset = index->getZExtValue() * bytes;
  } else if (const auto* load = dyn_cast<llvm::LoadInst>(value)) {
    llvm::APInt from(64, 0);
    argument =
        dyn_cast<llvm::Argument>(load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, from, true));
    if (argument == nullptr || !argument->hasByValAttr() || load->isVolatile() || !IsOnlyRead(argument))
      return std::nullopt;
    offset = from.getZExtValue();
  } else {
    return std::nullopt;
  }
  return ArgumentPart(argument->getArgNo(), offset, bytes);
}

// OpenCL's convert_int(x) and the like, of an integer to one of another width or none: as the instruction that does it.
std::optional<GroupOp> ConversionOf(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_size() != 1) return std::nullopt;
  const Value* from = call.getArgOperand(0);
  if (!IsSmallInteger(call.getType()) || !IsSmallInteger(from->getType())) return std::nullopt;
  llvm::StringRef name = callee->getName();
  const bool known = name.consume_front("_Z11convert_int") || name.consume_front("_Z12convert_uint") ||
                     name.consume_front("_Z12convert_long") || name.consume_front("_Z13convert_ulong");
  if (!known || name.size() != 1) return std::nullopt;
  const unsigned to_bits = BitsOf(&call), from_bits = BitsOf(from);
  if (to_bits < from_bits) return GroupOp::kTrunc;
  // Of one width: no change.
  return to_bits == from_bits || llvm::StringRef("csil").contains(name[0]) ? GroupOp::kSExt : GroupOp::kZExt;
}

// A comparison as an operation, perhaps with its operands exchanged.
std::pair<GroupOp, bool> ComparisonOf(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ: return {GroupOp::kEq, false};
    case llvm::CmpInst::ICMP_NE: return {GroupOp::kNe, false};
    case llvm::CmpInst::ICMP_SLT: return {GroupOp::kSLt, false};
    case llvm::CmpInst::ICMP_SLE: return {GroupOp::kSLe, false};
    case llvm::CmpInst::ICMP_SGT: return {GroupOp::kSLt, true};
    case llvm::CmpInst::ICMP_SGE: return {GroupOp::kSLe, true};
    case llvm::CmpInst::ICMP_ULT: return {GroupOp::kULt, false};
    case llvm::CmpInst::ICMP_ULE: return {GroupOp::kULe, false};
    case llvm::CmpInst::ICMP_UGT: return {GroupOp::kULt, true};
    default: return {GroupOp::kULe, true};
  }
}

}  // namespace

// What is not listed here is a leaf, and unknown unless Leaf() knows it.
std::vector<const Value*> SliceValues::OperandsOf(const Value* value) const {
  const auto* instruction = dyn_cast<llvm::Instruction>(value);
  const bool pointer = value->getType()->isPointerTy();
  if (instruction == nullptr || (!pointer && !IsSmallInteger(value->getType()))) return {};
  if (const auto* gep = dyn_cast<llvm::GEPOperator>(instruction)) {
    llvm::MapVector<Value*, llvm::APInt> variables;
    llvm::APInt constant(64, 0);
    if (!gep->collectOffset(layout_, 64, variables, constant)) return {};
    std::vector<const Value*> operands = {gep->getPointerOperand()};
    for (const auto& [index, scale] : variables) {
      if (!IsSmallInteger(index->getType())) return {};
      operands.push_back(index);
    }
    return operands;
  }
  const auto all = [&] {
    return std::vector<const Value*>(instruction->op_begin(), instruction->op_end());
  };
  if (llvm::isa<llvm::PHINode>(instruction)) return all();
  if (llvm::isa<llvm::SelectInst>(instruction)) return all();
  if (const auto* cast = dyn_cast<llvm::CastInst>(instruction)) {
    const llvm::Type* source = cast->getOperand(0)->getType();
    const bool same = pointer && source->isPointerTy();
    const bool number = (llvm::isa<llvm::TruncInst, llvm::SExtInst, llvm::ZExtInst>(cast)) &&
                        IsSmallInteger(source);
    return same || number ? all() : std::vector<const Value*>();
  }
  if (pointer) return {};
  if (const auto* binary = dyn_cast<llvm::BinaryOperator>(instruction)) {
    return BinaryOp(*binary) ? all() : std::vector<const Value*>();
  }
  if (const auto* compare = dyn_cast<llvm::ICmpInst>(instruction)) {
    const Value *left = compare->getOperand(0), *right = compare->getOperand(1);
    const bool pointers = left->getType()->isPointerTy() && same_object_ && same_object_(left, right);
    return pointers || IsSmallInteger(left->getType()) ? all() : std::vector<const Value*>();
  }
  if (const auto* call = dyn_cast<llvm::CallInst>(instruction)) {
    if (ConversionOf(*call)) return {call->getArgOperand(0)};
    const std::optional<CalledOps> ops = CalledOpsOf(*call);
    if (!ops) return {};
    if (ops->of_negation) return {call->getArgOperand(0)};  // llvm.abs has a second, which is none of these
    return std::vector<const Value*>(call->arg_begin(), call->arg_end());
  }
  return {};
}

void SliceValues::AddClosure(const Value* value, std::set<const Value*>& closure) const {
  std::vector<const Value*> work = {value};
  while (!work.empty()) {
    const Value* at = work.back();
    work.pop_back();
    if (!closure.insert(at).second) continue;
    for (const Value* operand : OperandsOf(at)) work.push_back(operand);
  }
}

GroupValue SliceValues::Leaf(const Value* value) const {
  GroupValue leaf;
  leaf.bits = BitsOf(value);
  if (value->getType()->isPointerTy()) {
    // A root's address is offset 0 from it, and so on.
    llvm::APInt offset(64, 0);
    const Value* base = value->stripAndAccumulateConstantOffsets(layout_, offset, true);
    if (llvm::isa<llvm::Argument>(base) || llvm::isa<llvm::GlobalVariable>(base)) {
      leaf.op = GroupOp::kConstant;
      leaf.immediate = offset.getSExtValue();
    }
    return leaf;
  }
  if (const auto* constant = dyn_cast<llvm::ConstantInt>(value); constant && constant->getBitWidth() <= 64) {
    leaf.op = GroupOp::kConstant;
    leaf.immediate = leaf.bits == 1 ? static_cast<int64_t>(constant->getZExtValue()) : constant->getSExtValue();
  } else if (const auto* argument = dyn_cast<llvm::Argument>(value)) {
    if (!IsSmallInteger(argument->getType())) return leaf;
    leaf.op = GroupOp::kArgument;
    leaf.immediate = argument->getArgNo();
  } else if (const std::optional<unsigned> part = PartOfArgument(value, layout_)) {
    leaf.op = GroupOp::kArgument;
    leaf.immediate = *part;
  } else if (const auto* call = dyn_cast<llvm::CallInst>(value)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr) return leaf;
    char symbol = 0;
    uint64_t dimension = 0;
    if (call->arg_size() == 1) {
      const auto* constant = dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
      if (constant == nullptr) return leaf;
      symbol = WorkItemSymbol(callee->getName());
      dimension = constant->getZExtValue();
    } else {
      symbol = LinearIdSymbol(callee->getName());
    }
    if (symbol == 0 || dimension > 2) return leaf;
    leaf.op = GroupOp::kId;
    leaf.immediate = symbol * 4 + static_cast<int64_t>(dimension);
  }
  return leaf;
}

int SliceValues::Add(GroupValue value, const Value* owner) {
  program_.values.push_back(value);
  owners_.push_back(owner);
  return static_cast<int>(program_.values.size()) - 1;
}

int SliceValues::Constant(int64_t value, const Value* owner) {
  GroupValue constant;
  constant.op = GroupOp::kConstant;
  constant.immediate = value;
  return Add(constant, owner);
}

int SliceValues::NumberOf(const Value* value) {
  const auto found = numbers_.find(value);
  if (found != numbers_.end()) return found->second;
  GroupValue fresh;
  if (OperandsOf(value).empty()) {
    fresh = Leaf(value);
  } else {
    fresh.op = GroupOp::kPhi;  // until its step is made, and for good if it is one
    fresh.bits = BitsOf(value);
  }
  return numbers_[value] = Add(fresh, value);
}

int SliceValues::Step(GroupValue value, const Value* owner, std::vector<GroupStep>& steps) {
  GroupStep step;
  step.value = Add(value, owner);
  steps.push_back(step);
  return step.value;
}

// sum + index * scale + ..., in 64 bits.
int SliceValues::AddIndices(const llvm::GEPOperator& gep, int sum, std::vector<GroupStep>& steps) {
  llvm::MapVector<Value*, llvm::APInt> variables;
  llvm::APInt constant(64, 0);
  gep.collectOffset(layout_, 64, variables, constant);
  for (const auto& [index, scale] : variables) {
    int wide = NumberOf(index);
    if (BitsOf(index) < 64) {
      wide = Step({GroupOp::kSExt, 64, false, {wide, -1, -1}, BitsOf(index)}, &gep, steps);
    }
    const int factor = Constant(scale.getSExtValue(), &gep);
    const int product = Step({GroupOp::kMul, 64, false, {wide, factor, -1}, 0}, &gep, steps);
    sum = Step({GroupOp::kAdd, 64, false, {sum, product, -1}, 0}, &gep, steps);
  }
  return sum;
}

int SliceValues::Stride(const llvm::GEPOperator& gep, std::vector<GroupStep>& steps) {
  llvm::MapVector<Value*, llvm::APInt> variables;
  llvm::APInt constant(64, 0);
  if (!gep.collectOffset(layout_, 64, variables, constant)) return Add(GroupValue(), &gep);  // anything
  return AddIndices(gep, Constant(constant.getSExtValue(), &gep), steps);
}

// base + indices + constant
void SliceValues::ComputeOffset(const llvm::GEPOperator& gep, GroupStep last, std::vector<GroupStep>& steps) {
  llvm::MapVector<Value*, llvm::APInt> variables;
  llvm::APInt constant(64, 0);
  gep.collectOffset(layout_, 64, variables, constant);
  const int sum = AddIndices(gep, NumberOf(gep.getPointerOperand()), steps);
  const int offset = Constant(constant.getSExtValue(), &gep);
  GroupValue& value = program_.values[last.value];
  value.op = GroupOp::kAdd;
  value.operands = {sum, offset, -1};
  steps.push_back(last);
}

void SliceValues::Compute(const llvm::Instruction& instruction, std::vector<GroupStep>& steps) {
  const std::vector<const Value*> operands = OperandsOf(&instruction);
  if (operands.empty()) return;
  GroupStep step;
  step.value = NumberOf(&instruction);
  if (const auto* gep = dyn_cast<llvm::GEPOperator>(&instruction)) return ComputeOffset(*gep, step, steps);
  GroupValue made;
  made.bits = BitsOf(&instruction);
  for (size_t i = 0; i < operands.size(); ++i) made.operands[i] = NumberOf(operands[i]);
  const unsigned source_bits = BitsOf(operands[0]);
  if (const auto* binary = dyn_cast<llvm::BinaryOperator>(&instruction)) {
    made.op = *BinaryOp(*binary);
  } else if (const auto* compare = dyn_cast<llvm::ICmpInst>(&instruction)) {
    const auto [op, exchanged] = ComparisonOf(compare->getPredicate());
    made.op = op;
    made.immediate = source_bits;
    // Addresses in one object are as their distances from its start, which are negative before it.
    if (operands[0]->getType()->isPointerTy()) {
      if (op == GroupOp::kULt) made.op = GroupOp::kSLt;
      if (op == GroupOp::kULe) made.op = GroupOp::kSLe;
    }
    if (exchanged) std::swap(made.operands[0], made.operands[1]);
  } else if (llvm::isa<llvm::SelectInst>(instruction)) {
    made.op = GroupOp::kSelect;
  } else if (const auto* call = dyn_cast<llvm::CallInst>(&instruction); call && ConversionOf(*call)) {
    made.op = *ConversionOf(*call);
    made.immediate = source_bits;
  } else if (const auto* call = dyn_cast<llvm::CallInst>(&instruction)) {
    const CalledOps ops = *CalledOpsOf(*call);
    made.op = ops.first;
    if (ops.of_negation) {
      const int zero = Constant(0, &instruction);
      const int number = made.operands[0];
      made.operands[1] = Step({GroupOp::kSub, made.bits, false, {zero, number, -1}, 0}, &instruction, steps);
    }
    if (ops.second) {
      const int third = std::exchange(made.operands[2], -1);
      const int first = Step(made, &instruction, steps);
      made.op = *ops.second;
      made.operands = {first, third, -1};
    }
  } else if (llvm::isa<llvm::ZExtInst>(instruction)) {
    made.op = GroupOp::kZExt;
    made.immediate = source_bits;
  } else if (llvm::isa<llvm::TruncInst>(instruction)) {
    made.op = GroupOp::kTrunc;
  } else {  // a sign extension, or a cast of pointers, which changes nothing
    made.op = GroupOp::kSExt;
    made.immediate = source_bits;
  }
  program_.values[step.value] = made;
  steps.push_back(step);
}

void SliceValues::MarkCore(const std::set<const Value*>& core) {
  for (size_t i = 0; i < owners_.size(); ++i) program_.values[i].core = core.count(owners_[i]) != 0;
}

}  // namespace lockstep::instrument
