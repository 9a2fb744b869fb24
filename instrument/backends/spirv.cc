// Drivers that take SPIR-V: rusticl in a container of its own, others through clCreateProgramWithIL.
// Built-in functions stay what they are: the translator makes SPIR-V instructions of them.
#include <sstream>
#include <string>

#include "LLVMSPIRVLib/LLVMSPIRVLib.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "instrument/backends/atomic_note.h"
#include "instrument/backends/backends.h"
#include "instrument/backends/kernel_removal.h"
#include "instrument/backends/padding_lanes.h"
#include "instrument/backends/simd_orders.h"
#include "instrument/backends/spirv_atomics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"


namespace lockstep::instrument {
namespace {

bool IsOddInteger(const llvm::Type* type) {
  if (!type->isIntOrIntVectorTy()) return false;
  const unsigned bits = type->getScalarSizeInBits();
  return bits != 1 && bits != 8 && bits != 16 && bits != 32 && bits != 64;
}

// SPIR-V has only the usual widths, and the translator of LLVM 15 fails on others.
unsigned OddWidthIn(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (IsOddInteger(instruction.getType())) return instruction.getType()->getScalarSizeInBits();
    for (const llvm::Use& operand : instruction.operands()) {
      if (IsOddInteger(operand->getType())) return operand->getType()->getScalarSizeInBits();
    }
  }
  return 0;
}

void RefuseOddWidths(llvm::Module& module, InstrumentedProgram& program) {
  for (const llvm::Function& function : module) {
    const unsigned bits = OddWidthIn(function);
    if (bits == 0) continue;
    for (const std::string& kernel : KernelsUsing(module, function.getName().str())) {
      RefuseKernel(program, kernel, absl::StrCat("SPIR-V has no integers of ", bits, " bits"));
    }
    RefuseKernel(program, function.getName().str(),
                 absl::StrCat("SPIR-V has no integers of ", bits, " bits"));
  }
}

bool IsPacked(const llvm::Type* type) {
  while (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
  const auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (structure == nullptr) return false;
  return structure->isPacked() || llvm::any_of(structure->elements(), IsPacked);
}

// rusticl (Mesa 22.3) takes the members of packed structures to lie where they would without packing if
// their addresses become numbers, as they do for checks. So those are computed in bytes.
void UseBytesInPackedStructures(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      if (address == nullptr || !IsPacked(address->getSourceElementType())) continue;
      llvm::IRBuilder<> builder(address);
      llvm::Value* offset = llvm::EmitGEPOffset(&builder, module.getDataLayout(), address);
      llvm::Value* start =
          builder.CreatePtrToInt(address->getPointerOperand(), offset->getType());
      address->replaceAllUsesWith(
          builder.CreateIntToPtr(builder.CreateAdd(start, offset), address->getType()));
      address->eraseFromParent();
    }
  }
}

// Events are pointers to an opaque structure, of which the translator makes OpTypeEvent, which no number converts to.
// The device library makes asynchronous copies, and their events are its numbers: pointers to a byte.
void UseNumbersForEvents(llvm::Module& module) {
  llvm::StructType* event = llvm::StructType::getTypeByName(module.getContext(), "opencl.event_t");
  if (event == nullptr) return;
  event->setName("lockstep.event");
  if (event->isOpaque()) event->setBody({llvm::Type::getInt8Ty(module.getContext())});
}

bool IsGeneric(const llvm::Type* type) {
  constexpr unsigned kGeneric = 4;
  return type->isPointerTy() && type->getPointerAddressSpace() == kGeneric;
}

// rusticl crashes when it compiles what the checks of an access through a generic pointer do.
void RefuseGenericPointers(llvm::Module& module, InstrumentedProgram& program) {
  for (const llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) continue;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const bool generic = IsGeneric(instruction.getType()) ||
                           llvm::any_of(instruction.operands(), [](const llvm::Use& operand) {
                             return IsGeneric(operand->getType());
                           });
      if (!generic) continue;
      RefuseKernel(program, function.getName().str(),
                   "accesses through generic pointers are not supported on SPIR-V devices");
      break;
    }
  }
}

// The basic blocks of `function` and of what it calls, once for each call: rusticl inlines all.
size_t InlinedBlocks(const llvm::Function& function,
                     llvm::DenseMap<const llvm::Function*, size_t>& known) {
  const auto found = known.find(&function);
  if (found != known.end()) return found->second;
  size_t blocks = function.size();
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && callee != &function) blocks += InlinedBlocks(*callee, known);
  }
  return known[&function] = blocks;
}

// What rusticl needs to compile a kernel grows with the square of its basic blocks: beyond this many an
// application would stand still for minutes.
void RefuseLargeKernels(llvm::Module& module, InstrumentedProgram& program) {
  constexpr size_t kMostBlocks = 10000;
  llvm::DenseMap<const llvm::Function*, size_t> known;
  for (const llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) continue;
    const size_t blocks = InlinedBlocks(function, known);
    if (blocks <= kMostBlocks) continue;
    RefuseKernel(program, function.getName().str(),
                 absl::StrCat("its checks have ", blocks, " basic blocks, more than the ",
                              kMostBlocks, " that SPIR-V devices are given"));
  }
}

// The translator of LLVM 15 has no freeze. Undefined values are no trap representations in SPIR-V:
// computing with one is harmless there, and our checks ignore the lanes that hold them.
void DropFreezes(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (!llvm::isa<llvm::FreezeInst>(instruction)) continue;
      instruction.replaceAllUsesWith(instruction.getOperand(0));
      instruction.eraseFromParent();
    }
  }
}

// Constants that LLVM left unfolded go through vectors of one element, which SPIR-V does not have.
void FoldConstants(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      for (llvm::Use& operand : instruction.operands()) {
        auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(operand.get());
        if (expression == nullptr) continue;
        operand.set(llvm::ConstantFoldConstant(expression, module.getDataLayout()));
      }
    }
  }
}

// SPIR-V wants a block behind those that dominate it; LLVM keeps blocks in any order. Notes on loops
// would become merge instructions that the changed loops no longer have the form for.
void OrderBlocks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::EliminateUnreachableBlocks(function);
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    llvm::BasicBlock* last = nullptr;
    for (llvm::BasicBlock* block : order) {
      if (last != nullptr) block->moveAfter(last);
      last = block;
      block->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    }
  }
}

absl::Status Translate(llvm::Module& module, std::string& code) {
  // 1.2 belongs to OpenCL 2.2; every driver that takes SPIR-V at all has been taking it for years.
  SPIRV::TranslatorOpts options(SPIRV::VersionNumber::SPIRV_1_2);
  // rusticl reads the names of arguments' types from there, as from what its own compiler makes.
  options.setPreserveOCLKernelArgTypeMetadataThroughString(true);
  std::ostringstream stream;
  std::string error;
  if (!llvm::writeSpirv(&module, options, stream, error)) {
    return absl::InternalError(absl::StrCat("cannot be translated to SPIR-V: ", error));
  }
  code = stream.str();
  return absl::OkStatus();
}

// What takes the code.
enum class Driver { kAny, kLlvmpipe };

absl::Status Emit(llvm::Module& module, Driver driver, bool optimize, InstrumentedProgram& program) {
  RemoveUnusableKernels(module, program);
  RefuseOddWidths(module, program);
  UseNumbersForEvents(module);
  RefuseGenericPointers(module, program);
  RefuseLargeKernels(module, program);
  RemoveUnusableKernels(module, program);
  llvm::StripDebugInfo(module);
  if (driver == Driver::kLlvmpipe) {
    UseVolatileOrders(module, program);
    LeaveLoopsInPaddingLanes(module);
  }
  UseSpirvAtomics(module);
  DropFreezes(module);
  UseBytesInPackedStructures(module);
  FoldConstants(module);
  OrderBlocks(module);
  DropAtomicNotes(module);
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(module, &stream)) {
    return absl::InternalError(absl::StrCat("instrumented module is not valid: ", stream.str()));
  }
  return Translate(module, program.code);
}

}  // namespace

absl::Status EmitSpirv(llvm::Module& module, bool optimize, InstrumentedProgram& program) {
  return Emit(module, Driver::kAny, optimize, program);
}

absl::Status EmitSpirvLlvmpipe(llvm::Module& module, bool optimize, InstrumentedProgram& program) {
  return Emit(module, Driver::kLlvmpipe, optimize, program);
}

}  // namespace lockstep::instrument
