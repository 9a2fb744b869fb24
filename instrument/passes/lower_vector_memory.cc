// vload, vstore, their half forms, and functions that return a second result through a pointer.
//
// A vload or vstore is element-aligned and touches its elements only: three of them for width 3,
// where a float3 variable takes four [CL, C spec 6.15.7]. Conversions from and to half, and
// functions such as fract(x, &whole), keep the driver's own arithmetic: they are called on a
// private copy, and the copy's access to shared memory stands in the open.
#include <string>

#include "instrument/ir/kernels.h"
#include "instrument/passes/lower_builtins.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::Value;

// A variable in the entry block, so that a loop around the access does not grow the stack.
llvm::AllocaInst* PrivateVariable(llvm::CallInst& call, llvm::Type* type, llvm::Align align) {
  llvm::BasicBlock& entry = call.getFunction()->getEntryBlock();
  auto* variable = new llvm::AllocaInst(type, kPrivate, nullptr, align, "lockstep.copy",
                                        &*entry.getFirstInsertionPt());
  return variable;
}

llvm::PointerType* PointerTo(llvm::Type* type, const Value* like) {
  return type->getPointerTo(like->getType()->getPointerAddressSpace());
}

// `pointer + elements` in units of `element`, as a pointer to `type`.
Value* ElementAddress(llvm::IRBuilder<>& builder, Value* pointer, llvm::Type* element, Value* elements,
                      llvm::Type* type) {
  return builder.CreateBitCast(builder.CreateGEP(element, pointer, elements),
                               PointerTo(type, pointer));
}

// The built-in's twin for private pointers, declared on demand. Its last parameter is the pointer.
llvm::FunctionCallee PrivateForm(const llvm::CallInst& call, llvm::Type* pointee) {
  llvm::Function* callee = call.getCalledFunction();
  llvm::FunctionType* type = callee->getFunctionType();
  llvm::SmallVector<llvm::Type*, 4> parameters(type->params().begin(), type->params().end());
  parameters.back() = pointee->getPointerTo(kPrivate);
  auto* private_type = llvm::FunctionType::get(type->getReturnType(), parameters, false);
  llvm::FunctionCallee form = callee->getParent()->getOrInsertFunction(
      WithPrivatePointers(callee->getName().str()), private_type, callee->getAttributes());
  if (auto* function = llvm::dyn_cast<llvm::Function>(form.getCallee())) {
    function->setCallingConv(callee->getCallingConv());
  }
  return form;
}

bool LowerPlainLoad(const BuiltinCall& builtin, Value* index, Value* pointer) {
  llvm::CallInst* call = builtin.call;
  const llvm::DataLayout& layout = call->getModule()->getDataLayout();
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(call->getType());
  if (type == nullptr || type->getNumElements() != builtin.width) return false;
  if (PointeeOfArgument(builtin, 1) != type->getElementType()) return false;
  llvm::IRBuilder<> builder(call);
  Value* elements = builder.CreateMul(index, builder.getInt64(builtin.width));
  Value* address = ElementAddress(builder, pointer, type->getElementType(), elements, type);
  const llvm::Align align(layout.getTypeAllocSize(type->getElementType()).getFixedValue());
  call->replaceAllUsesWith(builder.CreateAlignedLoad(type, address, align));
  call->eraseFromParent();
  return true;
}

bool LowerPlainStore(const BuiltinCall& builtin, Value* value, Value* index, Value* pointer) {
  llvm::CallInst* call = builtin.call;
  const llvm::DataLayout& layout = call->getModule()->getDataLayout();
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (type == nullptr || type->getNumElements() != builtin.width) return false;
  if (PointeeOfArgument(builtin, 2) != type->getElementType()) return false;
  llvm::IRBuilder<> builder(call);
  Value* elements = builder.CreateMul(index, builder.getInt64(builtin.width));
  Value* address = ElementAddress(builder, pointer, type->getElementType(), elements, type);
  const llvm::Align align(layout.getTypeAllocSize(type->getElementType()).getFixedValue());
  builder.CreateAlignedStore(value, address, align);
  call->eraseFromParent();
  return true;
}

// Half elements travel as 16-bit integers; width 3 of the aligned forms (vloada, vstorea) steps
// by 4 elements.
bool LowerHalf(const BuiltinCall& builtin, Value* index, Value* pointer, bool store) {
  llvm::CallInst* call = builtin.call;
  llvm::Type* element = PointeeOfArgument(builtin, store ? 2 : 1);
  if (element == nullptr || element->getPrimitiveSizeInBits() != 16) return false;
  const unsigned width = builtin.width;
  const bool aligned = builtin.name.base[store ? 6 : 5] == 'a';  // vstorea, vloada
  const unsigned step = aligned && width == 3 ? 4 : width;
  llvm::IRBuilder<> builder(call);
  llvm::Type* word = builder.getInt16Ty();
  llvm::Type* words = width == 1 ? word : llvm::FixedVectorType::get(word, width);
  const llvm::Align align(aligned ? 2 * step : 2);

  auto* storage = llvm::ArrayType::get(element, 16);
  llvm::AllocaInst* copy = PrivateVariable(*call, storage, llvm::Align(32));
  Value* copy_element = builder.CreateConstInBoundsGEP2_64(storage, copy, 0, 0);
  Value* copy_words = builder.CreateBitCast(copy, words->getPointerTo(kPrivate));
  Value* shared = ElementAddress(builder, pointer, element, builder.CreateMul(index, builder.getInt64(step)), words);
  const llvm::FunctionCallee form = PrivateForm(*call, element);
  llvm::SmallVector<Value*, 3> arguments(call->args());
  arguments[arguments.size() - 2] = builder.getInt64(0);
  arguments[arguments.size() - 1] = copy_element;
  if (!store) {
    builder.CreateAlignedStore(builder.CreateAlignedLoad(words, shared, align), copy_words,
                               llvm::Align(32));
  }
  llvm::CallInst* convert = builder.CreateCall(form, arguments);
  convert->setCallingConv(call->getCallingConv());
  if (store) {
    builder.CreateAlignedStore(builder.CreateAlignedLoad(words, copy_words, llvm::Align(32)),
                               shared, align);
  } else {
    call->replaceAllUsesWith(convert);
  }
  call->eraseFromParent();
  return true;
}

}  // namespace

bool LowerVectorMemory(const BuiltinCall& builtin) {
  llvm::CallInst* call = builtin.call;
  const unsigned count = call->arg_size();
  const bool store =
      builtin.lowering == Lowering::kVectorStore || builtin.lowering == Lowering::kHalfStore;
  if (count != (store ? 3u : 2u)) return false;
  Value* index = call->getArgOperand(count - 2);
  Value* pointer = call->getArgOperand(count - 1);
  if (!pointer->getType()->isPointerTy() || !index->getType()->isIntegerTy(64)) return false;
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  switch (builtin.lowering) {
    case Lowering::kVectorLoad:
      return LowerPlainLoad(builtin, index, pointer);
    case Lowering::kVectorStore:
      return LowerPlainStore(builtin, call->getArgOperand(0), index, pointer);
    default:
      // Private memory needs no check: the function itself does. Constant memory needs none either, but libclc has
      // no such function for it where that is global memory (PTX).
      if (space == kPrivate) return false;
      return LowerHalf(builtin, index, pointer, store);
  }
}

bool LowerResultThroughPointer(const BuiltinCall& builtin) {
  llvm::CallInst* call = builtin.call;
  if (call->arg_size() == 0) return false;
  Value* pointer = call->getArgOperand(call->arg_size() - 1);
  auto* type = llvm::dyn_cast<llvm::PointerType>(pointer->getType());
  if (type == nullptr || type->getAddressSpace() == kPrivate) return false;
  llvm::Type* pointee = PointeeOfArgument(builtin, call->arg_size() - 1);
  if (pointee == nullptr) return false;
  const llvm::DataLayout& layout = call->getModule()->getDataLayout();
  const llvm::Align align = layout.getABITypeAlign(pointee);
  llvm::IRBuilder<> builder(call);
  llvm::AllocaInst* copy = PrivateVariable(*call, pointee, align);
  llvm::SmallVector<Value*, 3> arguments(call->args());
  arguments.back() = copy;
  llvm::CallInst* result = builder.CreateCall(PrivateForm(*call, pointee), arguments);
  result->setCallingConv(call->getCallingConv());
  builder.CreateAlignedStore(builder.CreateAlignedLoad(pointee, copy, align), pointer, align);
  call->replaceAllUsesWith(result);
  call->eraseFromParent();
  return true;
}

}  // namespace lockstep::instrument
