#include "instrument/passes/scalar_copy.h"

#include <algorithm>
#include <vector>

#include "instrument/analysis/slice_values.h"
#include "instrument/ir/analyses.h"
#include "instrument/ir/image_access.h"
#include "instrument/ir/kernels.h"
#include "instrument/passes/promote_private.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lockstep::instrument {
namespace {

using llvm::Instruction;
using llvm::Intrinsic::ID;

constexpr unsigned kMostInstructions = 2000;
// Arrays of strides, offsets, sizes of dimensions, and loops that go through them.
constexpr uint64_t kMostElements = 16;
constexpr unsigned kMostIterations = 16;
// Of more accesses less can be shown: what unrolling multiplies is left as it is.
constexpr unsigned kMostGrowth = 4;

bool IsIntegerVector(const llvm::Type* type) { return type->isVectorTy() && type->getScalarType()->isIntegerTy(); }

// Whether a number that decides about addresses may come out of a vector that was computed.
bool TakesApart(llvm::Function& kernel) {
  for (const Instruction& instruction : llvm::instructions(kernel)) {
    const auto* taken = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction);
    if (taken != nullptr && IsIntegerVector(taken->getVectorOperandType()) &&
        !llvm::isa<llvm::Argument, llvm::LoadInst>(taken->getVectorOperand())) {
      return true;
    }
  }
  return false;
}

// Where a kernel reads images, LLVM could drop the call of a read that nobody needs in the copy.
bool ReadsImages(llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return callee != nullptr && IsImageAccess(callee->getName());
  });
}

// Whether the kernel keeps integers in small private arrays.
bool HasArrays(llvm::Function& kernel) {
  bool arrays = false;
  for (const Instruction& instruction : llvm::instructions(kernel)) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const auto* array = variable == nullptr ? nullptr : llvm::dyn_cast<llvm::ArrayType>(variable->getAllocatedType());
    arrays |= array != nullptr && array->getElementType()->isIntegerTy() && array->getNumElements() <= kMostElements;
  }
  return arrays;
}

// The intrinsics that do what OpenCL's min, max or clamp of integer vectors does, in order; `name` as it is mangled.
std::vector<ID> IntrinsicsOf(llvm::StringRef name) {
  const bool clamp = name.consume_front("_Z5clamp"), min = !clamp && name.consume_front("_Z3min");
  const bool max = !clamp && !min && name.consume_front("_Z3max");
  // Dv4_i: four ints
  if (!(clamp || min || max) || !name.consume_front("Dv")) return {};
  const size_t letter = name.find('_') + 1;
  if (letter == 0 || letter >= name.size()) return {};
  const bool is_signed = llvm::StringRef("csil").contains(name[letter]);
  if (!is_signed && !llvm::StringRef("htjm").contains(name[letter])) return {};
  const ID least = is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin;
  const ID most = is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax;
  if (clamp) return {most, least};
  return {min ? least : most};
}

void ReplaceCalls(llvm::Function& function) {
  std::vector<llvm::CallInst*> calls;
  for (Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr && IsIntegerVector(call->getType()))
      calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) {
    const std::vector<ID> intrinsics = IntrinsicsOf(call->getCalledFunction()->getName());
    if (intrinsics.empty() || call->arg_size() != intrinsics.size() + 1) continue;
    const auto* type = llvm::cast<llvm::FixedVectorType>(call->getType());
    llvm::IRBuilder<> builder(call);
    const auto operand = [&](unsigned i) {
      llvm::Value* value = call->getArgOperand(i);
      return value->getType()->isVectorTy() ? value : builder.CreateVectorSplat(type->getNumElements(), value);
    };
    llvm::Value* result = operand(0);
    for (unsigned i = 0; i < intrinsics.size(); ++i) {
      result = builder.CreateBinaryIntrinsic(intrinsics[i], result, operand(i + 1));
    }
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
}

// What may touch memory, or be a call that does. (LLVM drops loads and calls whose results nobody needs, if it is let.)
size_t CountAccesses(llvm::Function& function) {
  const auto all = llvm::instructions(function);
  return std::count_if(all.begin(), all.end(), [](const Instruction& instruction) {
    return instruction.mayReadOrWriteMemory() ||
           (llvm::isa<llvm::CallInst>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction));
  });
}

// So that no load is dropped whose value nobody needs.
void KeepLoads(llvm::Function& function) {
  for (Instruction& instruction : llvm::instructions(function)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load != nullptr && load->getPointerAddressSpace() != kPrivate) load->setVolatile(true);
  }
}

// Whether a branch goes by a number that was chosen on the way to it: `while (a && b)`, `bool inside = a && b;`. (What
// loops carry round is not. Of what was never set LLVM could choose another value than it does for the kernel itself.)
bool HasChosenBranches(llvm::Function& kernel) {
  const llvm::DominatorTree dominators(kernel);
  for (const Instruction& instruction : llvm::instructions(kernel)) {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
    if (phi != nullptr &&
        llvm::any_of(phi->incoming_values(), [](const llvm::Use& use) { return llvm::isa<llvm::UndefValue>(use); })) {
      return false;
    }
  }
  for (const llvm::BasicBlock& block : kernel) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || !branch->isConditional()) continue;
    const llvm::Value* condition = branch->getCondition();
    if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition)) {
      if (llvm::isa<llvm::Constant>(compare->getOperand(1))) condition = compare->getOperand(0);
    }
    while (llvm::isa<llvm::ZExtInst, llvm::TruncInst>(condition)) {
      condition = llvm::cast<llvm::CastInst>(condition)->getOperand(0);
    }
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(condition);
    if (phi == nullptr) continue;
    bool constant = false, round = false;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      constant |= llvm::isa<llvm::ConstantInt>(phi->getIncomingValue(i));
      round |= dominators.dominates(phi->getParent(), phi->getIncomingBlock(i));
    }
    if (constant && !round) return true;
  }
  return false;
}

// Lets ways that lead to a branch whose side is known by then go there directly.
void ShortenWays(llvm::Function& function) {
  KeepLoads(function);
  // A sum that overflows is one in the checked kernel, whatever C says of it.
  for (Instruction& instruction : llvm::instructions(function)) {
    if (!llvm::isa<llvm::OverflowingBinaryOperator>(instruction)) continue;
    instruction.setHasNoSignedWrap(false);
    instruction.setHasNoUnsignedWrap(false);
  }
  Analyses analyses;
  llvm::JumpThreadingPass().run(function, analyses.functions);
}

// Makes variables of private arrays that are gone through in loops of a known number of iterations.
void TakeArraysApart(llvm::Function& function) {
  KeepLoads(function);
  // Without optimisation clang asks for loops to be left alone.
  for (llvm::BasicBlock& block : function) block.getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
  llvm::LoopUnrollOptions options;
  options.setPartial(false).setPeeling(false).setRuntime(false).setUpperBound(false);
  options.setFullUnrollMaxCount(kMostIterations);
  Analyses analyses;
  llvm::LoopUnrollPass(options).run(function, analyses.functions);
  PromotePrivateMemory(function);
}

}  // namespace

ScalarCopy::ScalarCopy(llvm::Function& kernel, bool branches) : function_(&kernel) {
  if (kernel.getInstructionCount() > kMostInstructions) return;
  const bool vectors = TakesApart(kernel), loads_alone = !ReadsImages(kernel);
  const bool arrays = loads_alone && HasArrays(kernel);
  if (branches && loads_alone && HasChosenBranches(kernel)) {
    Copy(kernel);
    ShortenWays(*function_);
  }
  if (arrays) {
    if (!copied_) Copy(kernel);
    TakeArraysApart(*function_);
    if (function_->getInstructionCount() > kMostGrowth * kernel.getInstructionCount()) Drop(kernel);
  }
  if (!vectors) return;
  if (!copied_) Copy(kernel);
  ReplaceCalls(*function_);
  const size_t accesses = CountAccesses(*function_);
  Analyses analyses;
  llvm::ScalarizerPass().run(*function_, analyses.functions);
  if (CountAccesses(*function_) != accesses || function_->getInstructionCount() > kMaxSlicedInstructions) Drop(kernel);
}

ScalarCopy::~ScalarCopy() {
  if (copied_) function_->eraseFromParent();
}

void ScalarCopy::Copy(llvm::Function& kernel) {
  llvm::ValueToValueMapTy map;
  function_ = llvm::CloneFunction(&kernel, map);
  copied_ = true;
}

void ScalarCopy::Drop(llvm::Function& kernel) {
  function_->eraseFromParent();
  function_ = &kernel;
  copied_ = false;
}

}  // namespace lockstep::instrument
