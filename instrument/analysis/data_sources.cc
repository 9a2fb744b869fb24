// The sources of dependence on data: memory that others can write, atomics, addresses, and what is
// not initialised.
#include "instrument/analysis/data_sources.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "instrument/analysis/undefined_lanes.h"
#include "instrument/ir/image_access.h"
#include "instrument/ir/kernels.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

namespace lockstep::instrument {
namespace {

using llvm::Value;

// The offset of `pointer` from the object it is made of, if constant. `base`: that object.
std::optional<int64_t> ConstantOffset(const Value* pointer, const llvm::DataLayout& layout,
                                      const Value*& base) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  base = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  return offset.getSExtValue();
}

// Size of a private variable; 0 if that is not known.
uint64_t SizeOf(const Value* variable, const llvm::DataLayout& layout) {
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(variable)) {
    const auto size = alloca->getAllocationSizeInBits(layout);
    return size && !size->isScalable() ? size->getFixedValue() / 8 : 0;
  }
  return 0;
}

bool IsPrivateVariable(const Value* object) {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
  return llvm::isa<llvm::AllocaInst>(object) || (argument != nullptr && argument->hasByValAttr());
}

// Whether [pointer, pointer + bytes) lies in a constant of the program for certain. Beyond it lies
// what the driver put there.
bool WithinConstant(const Value* pointer, uint64_t bytes, const llvm::DataLayout& layout) {
  uint64_t high = 0;  // the largest offset that is possible; the smallest is 0
  for (int depth = 0; depth < 16; ++depth) {
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer)) {
      return variable->isConstant() && variable->hasDefinitiveInitializer() &&
             high + bytes <= layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
    }
    const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer);
    if (gep == nullptr) {
      const auto* cast = llvm::dyn_cast<llvm::BitCastOperator>(pointer);
      if (cast == nullptr) return false;
      pointer = cast->getOperand(0);
      continue;
    }
    llvm::MapVector<Value*, llvm::APInt> variables;
    llvm::APInt constant(64, 0);
    if (!gep->collectOffset(layout, 64, variables, constant) || constant.isNegative()) return false;
    high += constant.getZExtValue();
    for (const auto& [index, scale] : variables) {
      const llvm::KnownBits bits = llvm::computeKnownBits(index, layout);
      constexpr uint64_t kMuch = uint64_t{1} << 31;
      if (!bits.isNonNegative() || scale.isNegative() || scale.ugt(kMuch) ||
          bits.getMaxValue().ugt(kMuch))
        return false;
      high += bits.getMaxValue().getZExtValue() * scale.getZExtValue();
      if (high > kMuch) return false;
    }
    pointer = gep->getPointerOperand();
  }
  return false;
}

}  // namespace

DataSources::DataSources(llvm::Function& kernel, std::function<bool(const Value*)> settled)
    : kernel_(kernel), settled_(std::move(settled)), dominators_(std::make_unique<llvm::DominatorTree>(kernel)) {
  CollectPrivateWrites();
}
DataSources::~DataSources() = default;

bool DataSources::IsProgramConstant(const Value* pointer, uint64_t bytes) const {
  return WithinConstant(pointer, bytes, kernel_.getParent()->getDataLayout());
}

// An order, or a look at what others change meanwhile, is more than a content.
bool DataSources::IsSettled(const Value* pointer, const llvm::Instruction& read) const {
  return !read.isAtomic() && !read.isVolatile() && settled_(pointer);
}

std::string DataSources::Name(const Value& value) const {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(&value);
  if (argument != nullptr) {
    if (const llvm::MDNode* names = kernel_.getMetadata("kernel_arg_name");
        names != nullptr && argument->getArgNo() < names->getNumOperands()) {
      if (auto* name = llvm::dyn_cast<llvm::MDString>(names->getOperand(argument->getArgNo())))
        return "argument `" + name->getString().str() + "`";
    }
    return "argument number " + std::to_string(argument->getArgNo());
  }
  const llvm::StringRef name = value.getName();
  return "variable `" + name.substr(name.rfind('.') + 1).str() + "`";
}

bool DataSources::Mark(const Value* pointer, const std::string& why) {
  llvm::SmallVector<const Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  bool news = false, unknown = false;
  for (const Value* object : objects) {
    if (IsPrivateVariable(object)) {
      news |= tainted_.emplace(object, why).second;
    } else {
      unknown = true;
    }
  }
  if (!unknown) return news;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel_)) {
    if (llvm::isa<llvm::AllocaInst>(instruction)) news |= tainted_.emplace(&instruction, why).second;
  }
  for (const llvm::Argument& argument : kernel_.args()) {
    if (argument.hasByValAttr()) news |= tainted_.emplace(&argument, why).second;
  }
  return news;
}

// Those of a size and at a place that are known.
void DataSources::CollectPrivateWrites() {
  const llvm::DataLayout& layout = kernel_.getParent()->getDataLayout();
  for (const llvm::Instruction& write : llvm::instructions(kernel_)) {
    const Value* to = nullptr;
    uint64_t length = 0;
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&write)) {
      to = store->getPointerOperand();
      length = layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue();
    } else if (auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&write)) {
      const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(set->getLength());
      if (constant == nullptr) continue;
      to = set->getRawDest();
      length = constant->getZExtValue();
    } else {
      continue;
    }
    const Value* object = nullptr;
    const std::optional<int64_t> start = ConstantOffset(to, layout, object);
    if (!llvm::isa<llvm::AllocaInst>(object)) continue;
    private_writes_[object].push_back({&write, *start, *start + static_cast<int64_t>(length)});
  }
}

// Writes of all the bytes that are read must come first on every path.
bool DataSources::Initialised(const Value* variable, const Value* pointer, uint64_t bytes,
                              const llvm::Instruction& at) const {
  if (llvm::isa<llvm::Argument>(variable)) return true;
  const llvm::DataLayout& layout = kernel_.getParent()->getDataLayout();
  const uint64_t size = SizeOf(variable, layout);
  const auto writes = private_writes_.find(variable);
  if (size == 0 || writes == private_writes_.end()) return false;
  const Value* base = nullptr;
  const std::optional<int64_t> offset = ConstantOffset(pointer, layout, base);
  const bool known = base == variable && bytes > 0;
  const int64_t low = known ? *offset : 0;
  const int64_t high = known ? low + static_cast<int64_t>(bytes) : static_cast<int64_t>(size);
  std::map<int64_t, int64_t> missing = {{low, high}};  // half-open, apart
  for (const PrivateWrite& write : writes->second) {
    if (write.to <= low || write.from >= high || !dominators_->dominates(write.instruction, &at)) continue;
    auto hole = missing.upper_bound(write.from);
    if (hole != missing.begin()) --hole;
    while (hole != missing.end() && hole->first < write.to) {
      const auto [from, to] = *hole;
      if (to <= write.from) {
        ++hole;
        continue;
      }
      hole = missing.erase(hole);
      if (from < write.from) missing.emplace(from, write.from);
      if (write.to < to) hole = missing.emplace(write.to, to).first;
    }
    if (missing.empty()) return true;  // kernels that write much in front of much that they read
  }
  return false;
}

std::string DataSources::PrivateContent(const Value* pointer, uint64_t bytes,
                                        const llvm::Instruction& at) const {
  llvm::SmallVector<const Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  for (const Value* object : objects) {
    if (!IsPrivateVariable(object)) return "a load through a pointer that may lead anywhere";
    if (auto found = tainted_.find(object); found != tainted_.end()) {
      return found->second + ", kept in private memory";
    }
    if (!Initialised(object, pointer, bytes, at)) {
      return "private memory that is not initialised on every path";
    }
  }
  return objects.empty() ? "a load through a pointer that may lead anywhere" : "";
}

Source DataSources::ClassifyLoad(const llvm::LoadInst& load) const {
  const Value* pointer = load.getPointerOperand();
  const llvm::DataLayout& layout = kernel_.getParent()->getDataLayout();
  const uint64_t bytes = layout.getTypeStoreSize(load.getType()).getFixedValue();
  const unsigned space = load.getPointerAddressSpace();
  if (space == kPrivate) {
    std::string why = PrivateContent(pointer, bytes, load);
    if (why.empty()) return {};
    return {Spread::kDivergent, std::move(why)};
  }
  if (space == kConstant && WithinConstant(pointer, bytes, layout)) return {};
  if (IsSettled(pointer, load)) return {};
  if (space == kGeneric) return {Spread::kDivergent, "a load through a generic pointer"};
  llvm::SmallVector<const Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  if (objects.size() == 1 &&
      llvm::isa<llvm::Argument, llvm::GlobalVariable>(objects.front())) {
    return {Spread::kDivergent, "a load from " + Name(*objects.front())};
  }
  return {Spread::kDivergent, space == kLocal      ? "a load from local memory"
                              : space == kConstant ? "a load from constant memory"
                                                   : "a load from global memory"};
}

Source DataSources::Classify(const llvm::Instruction& instruction) const {
  if (instruction.getType()->isVoidTy() && !instruction.isTerminator()) return {};
  if (MayBeUndefined(instruction)) {
    return {Spread::kDivergent, "a value that is not initialised on every path"};
  }
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return ClassifyLoad(*load);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
    return {Spread::kDivergent, "the result of an atomic operation"};
  }
  if (llvm::isa<llvm::PtrToIntInst>(instruction)) {
    return {Spread::kDivergent, "the address of memory"};
  }
  if (llvm::isa<llvm::IntToPtrInst>(instruction)) {
    return {Spread::kDivergent, "a pointer made from a number"};
  }
  if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
      compare != nullptr && compare->getOperand(0)->getType()->isPointerTy()) {
    // Within one object the order of addresses is that of the offsets; with null, whether there is
    // an object at all.
    const Value* left = roots_.RootsOf(compare->getOperand(0)).Single();
    const Value* right = roots_.RootsOf(compare->getOperand(1)).Single();
    const auto is_null = [&](unsigned i) {
      return llvm::isa<llvm::ConstantPointerNull>(compare->getOperand(i));
    };
    if ((left != nullptr && (left == right || (is_null(1) && compare->isEquality()))) ||
        (right != nullptr && is_null(0) && compare->isEquality()))
      return {};
    return {Spread::kDivergent, "where memory lies"};
  }
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const std::string name = CalleeName(*call);
    if (TranslatesSampler(*call) && llvm::isa<llvm::Constant>(call->getArgOperand(0))) return {};
    if (name == "async_work_group_copy" || name == "async_work_group_strided_copy") return {};
    // Work-item functions, mathematics, queries: nothing but the operands goes in. (OpenCL C 2.0's work-item functions
    // clang's header does not declare so.)
    if (name == "get_global_linear_id" || name == "get_local_linear_id" || name == "get_enqueued_local_size") return {};
    const bool collective =
        name.find("sub_group") != std::string::npos || name.rfind("work_group_", 0) == 0;
    if (!collective && !name.empty() && call->doesNotAccessMemory()) return {};
    return {Spread::kDivergent, name.empty() ? "an indirect call" : "the result of " + name};
  }
  if (llvm::isa<llvm::VAArgInst>(instruction)) return {Spread::kDivergent, "a variable argument"};
  return {};
}

}  // namespace lockstep::instrument
