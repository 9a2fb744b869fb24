// C's calling conventions pass those of at most four bytes among the integers, and there PoCL's printf, which is
// written in C, looks for them; a SPIR module has them as vectors, which go where floating-point numbers do. Three
// elements take the room of four, but LLVM passes three of two bytes each by itself:
//   printf("%v4hhd", <4 x i8> %v)  ->  printf("%v4hhd", i32 bitcast(%v))
//   printf("%v3hd", <3 x i16> %v)  ->  printf("%v3hd", <4 x i16> shuffle(%v))
#include "instrument/backends/pocl/narrow_vectors.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// What is passed for `vector`, at the builder's place; nullptr if it is that itself.
llvm::Value* Passed(llvm::IRBuilder<>& builder, llvm::Value* vector) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector->getType());
  if (type == nullptr) return nullptr;
  const unsigned elements = type->getNumElements() == 3 ? 4 : type->getNumElements();
  const unsigned bits = elements * type->getScalarSizeInBits();
  if (bits == 0 || bits > 64 || (bits > 32 && elements == type->getNumElements())) return nullptr;
  if (elements != type->getNumElements()) vector = builder.CreateShuffleVector(vector, {0, 1, 2, 2});
  if (bits > 32) return vector;
  return builder.CreateZExt(builder.CreateBitCast(vector, builder.getIntNTy(bits)), builder.getInt32Ty());
}

}  // namespace

void PassNarrowVectorsAsInC(llvm::Module& module) {
  llvm::Function* printf = module.getFunction("printf");
  if (printf == nullptr || !printf->isDeclaration()) return;
  for (llvm::User* user : printf->users()) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call == nullptr || call->getCalledOperand() != printf) continue;
    llvm::IRBuilder<> builder(call);
    for (unsigned i = 1; i < call->arg_size(); ++i) {
      if (llvm::Value* passed = Passed(builder, call->getArgOperand(i))) call->setArgOperand(i, passed);
    }
  }
}

}  // namespace lockstep::instrument
