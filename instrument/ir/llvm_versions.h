// What the versions of LLVM that this is built with (15 to 19) have in different places or under different names.
// Nothing else asks for the version.
#ifndef LOCKSTEP_INSTRUMENT_IR_LLVM_VERSIONS_H_
#define LOCKSTEP_INSTRUMENT_IR_LLVM_VERSIONS_H_

#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"
#if LLVM_VERSION_MAJOR >= 16
#include "llvm/IR/AttributeMask.h"
#endif
#if LLVM_VERSION_MAJOR >= 17
#include "llvm/TargetParser/Triple.h"
#else
#include "llvm/ADT/Triple.h"
#endif

namespace lockstep::instrument {

// StringRef's own is called startswith up to 15 and starts_with after.
inline bool StartsWith(llvm::StringRef text, llvm::StringRef prefix) {
  return text.take_front(prefix.size()) == prefix;
}

// Whether pointers have a type of what they point to: PoCL 3.1 and the SPIR-V translator of LLVM 15 want them so. No
// pass asks for it: casts to such a type are all that passes do for them, and no cast at all where they are opaque.
inline constexpr bool kTypedPointers = LLVM_VERSION_MAJOR < 17;

// Makes `context` one for the modules that our passes see; before anything is made in it.
inline void PrepareContext(llvm::LLVMContext& context) {
#if LLVM_VERSION_MAJOR < 17
  context.setOpaquePointers(false);
#endif
}

// Makes `context` one for libclc's bitcode, which has opaque pointers in every version.
inline void UseOpaquePointers(llvm::LLVMContext& context) {
#if LLVM_VERSION_MAJOR < 17
  context.setOpaquePointers(true);
#endif
}

// Whether a pointer of type `pointer` can be used as one to `pointee` without a cast.
inline bool MayPointTo(llvm::Type* pointer, llvm::Type* pointee) {
#if LLVM_VERSION_MAJOR < 17
  return llvm::cast<llvm::PointerType>(pointer)->isOpaqueOrPointeeTypeMatches(pointee);
#else
  return pointer->isPointerTy();
#endif
}

// The type of pointers like those of type `pointer`, but to memory in address space `space`.
inline llvm::Type* InAddressSpace(llvm::Type* pointer, unsigned space) {
#if LLVM_VERSION_MAJOR < 17
  return llvm::PointerType::getWithSamePointeeType(llvm::cast<llvm::PointerType>(pointer), space);
#else
  return llvm::PointerType::get(pointer->getContext(), space);
#endif
}

// The name of an image, a sampler, an event or another of OpenCL's types that are no memory of ours, as clang 15 has
// it: "image2d_ro_t", "sampler_t", "event_t"; only its beginning counts ("image_t" for all images of later versions).
// Empty for other types.
inline std::string OpenClTypeName(const llvm::Type* type) {
#if LLVM_VERSION_MAJOR < 17
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(type);
  if (pointer == nullptr || pointer->isOpaque()) return "";
  const auto* structure = llvm::dyn_cast<llvm::StructType>(pointer->getNonOpaquePointerElementType());
  if (structure == nullptr || !structure->hasName()) return "";
  llvm::StringRef name = structure->getName();
  return name.consume_front("opencl.") ? name.str() : "";
#else
  const auto* target = llvm::dyn_cast<llvm::TargetExtType>(type);
  if (target == nullptr) return "";
  llvm::StringRef name = target->getName();
  if (!name.consume_front("spirv.")) return "";
  return name == "DeviceEvent" ? "clk_event_t" : name.lower() + "_t";
#endif
}

// The address space of what is behind a pointer, or an image, which is in global memory and may be no pointer.
inline unsigned MemorySpaceOf(const llvm::Type* type) {
  constexpr unsigned kGlobalMemory = 1;
  return type->isPointerTy() ? type->getPointerAddressSpace() : kGlobalMemory;
}

// Whether `type` is one of its own for events, which no number converts to. Where it is not, they are pointers.
inline bool IsEventType(const llvm::Type* type) {
#if LLVM_VERSION_MAJOR < 17
  return false;
#else
  return OpenClTypeName(type) == "event_t";
#endif
}

// Moves all blocks of `from` behind those of `to`.
inline void MoveBlocks(llvm::Function& from, llvm::Function& to) {
#if LLVM_VERSION_MAJOR < 16
  to.getBasicBlockList().splice(to.end(), from.getBasicBlockList());
#else
  to.splice(to.end(), &from);
#endif
}

// Removes what the source promised of the memory that `function` touches.
inline void RemoveMemoryPromises(llvm::Function& function) {
#if LLVM_VERSION_MAJOR < 16
  for (const auto promise : {llvm::Attribute::ReadNone, llvm::Attribute::ReadOnly, llvm::Attribute::WriteOnly,
                             llvm::Attribute::ArgMemOnly}) {
    function.removeFnAttr(promise);
  }
#else
  function.removeFnAttr(llvm::Attribute::Memory);
#endif
}

// Puts the callee's body in the place of `call`, without marks of its variables' life times. Whether that could be
// done.
inline bool InlineCall(llvm::CallBase& call) {
  llvm::InlineFunctionInfo info;
#if LLVM_VERSION_MAJOR < 16
  return llvm::InlineFunction(call, info, /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false).isSuccess();
#else
  return llvm::InlineFunction(call, info, /*MergeAttributes=*/false, /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false)
      .isSuccess();
#endif
}

// Makes instructions of the constant expressions in `function`: of those that mention `variable` at least.
inline void UseInstructionsForConstants(llvm::Function& function, llvm::GlobalVariable& variable) {
#if LLVM_VERSION_MAJOR < 17
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    for (llvm::Use& operand : instruction.operands()) {
      auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(operand.get());
      if (expression != nullptr) llvm::convertConstantExprsToInstructions(&instruction, expression);
    }
  }
#else
  llvm::convertUsersOfConstantsToInstructions({&variable}, &function);
#endif
}

// The bytes from the pointer that `address` starts from to what it computes; instructions for them at the builder's
// place.
inline llvm::Value* OffsetOf(llvm::IRBuilder<>& builder, llvm::GetElementPtrInst& address) {
  const llvm::DataLayout& layout = address.getModule()->getDataLayout();
#if LLVM_VERSION_MAJOR < 18
  return llvm::EmitGEPOffset(&builder, layout, &address);
#else
  return llvm::emitGEPOffset(&builder, layout, &address);
#endif
}

// Removes the notes on where variables are, which no pass looks at: since LLVM 19 they hang on instructions, and
// whoever removes the last of a block has to move them.
inline void DropVariableNotes(llvm::Module& module) {
#if LLVM_VERSION_MAJOR >= 19
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) instruction.dropDbgRecords();
  }
#endif
}

// The pass that takes private variables apart and keeps in registers what can be.
inline llvm::SROAPass PromotionPass() {
#if LLVM_VERSION_MAJOR < 16
  return llvm::SROAPass();
#else
  return llvm::SROAPass(llvm::SROAOptions::PreserveCFG);
#endif
}

// Makes a loop of `move`, which stays behind it.
inline void ExpandMemMoveAsLoop(llvm::MemMoveInst& move, const llvm::TargetTransformInfo& target) {
#if LLVM_VERSION_MAJOR < 17
  llvm::expandMemMoveAsLoop(&move);
#else
  llvm::expandMemMoveAsLoop(&move, target);
#endif
}

// How much the code generator optimises.
#if LLVM_VERSION_MAJOR < 18
inline constexpr auto kOptimizedCode = llvm::CodeGenOpt::Default;
inline constexpr auto kUnoptimizedCode = llvm::CodeGenOpt::None;
inline constexpr auto kAssemblyFile = llvm::CGFT_AssemblyFile;
#else
inline constexpr auto kOptimizedCode = llvm::CodeGenOptLevel::Default;
inline constexpr auto kUnoptimizedCode = llvm::CodeGenOptLevel::None;
inline constexpr auto kAssemblyFile = llvm::CodeGenFileType::AssemblyFile;
#endif

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_LLVM_VERSIONS_H_
