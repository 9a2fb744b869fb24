// Drivers that take SPIR-V: rusticl in a container of its own, others through clCreateProgramWithIL.
// Built-in functions stay what they are: the translator makes SPIR-V instructions of them.
#include "instrument/backends/emit.h"

#include <sstream>
#include <string>

#include "LLVMSPIRVLib/LLVMSPIRVLib.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "instrument/backends/atomic_note.h"
#include "instrument/backends/kernel_removal.h"
#include "instrument/backends/spirv/atomics.h"
#include "instrument/backends/spirv/further_dimensions.h"
#include "instrument/backends/spirv/generic_pointers.h"
#include "instrument/backends/spirv/idle_lanes.h"
#include "instrument/backends/spirv/odd_widths.h"
#include "instrument/backends/spirv/padding_lanes.h"
#include "instrument/backends/spirv/pocl_images.h"
#include "instrument/backends/spirv/rusticl.h"
#include "instrument/backends/spirv/simd_orders.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/verify.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

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

// Events are pointers to an opaque structure, of which the translator makes OpTypeEvent, which no number converts to.
// The device library makes asynchronous copies, and their events are its numbers: pointers to a byte.
void UseNumbersForEvents(llvm::Module& module) {
  llvm::StructType* event = llvm::StructType::getTypeByName(module.getContext(), "opencl.event_t");
  if (event == nullptr) return;
  event->setName("lockstep.event");
  if (event->isOpaque()) event->setBody(llvm::Type::getInt8Ty(module.getContext()));
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

// SPIR-V wants a function's variables before all else; Mesa 25 refuses what has them elsewhere. What the kernel began
// with may stand behind blocks of ours.
void PutVariablesFirst(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::Instruction* first = &*function.getEntryBlock().getFirstInsertionPt();
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (&instruction == first) {
        if (llvm::isa<llvm::AllocaInst>(first)) first = first->getNextNode();
        continue;
      }
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr && llvm::isa<llvm::Constant>(variable->getArraySize())) instruction.moveBefore(first);
    }
  }
}

// The translator takes constant flags only. A barrier that orders more than the source's is one still; what the source
// asked for was recorded before.
void UseConstantFlags(llvm::Module& module) {
  constexpr uint32_t kAllFlags = 7;  // CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE, CLK_IMAGE_MEM_FENCE
  for (llvm::Function& function : module) {
    for (llvm::CallInst* barrier : BarriersOf(function)) {
      llvm::Value* flags = FlagsOf(*barrier);
      if (!llvm::isa<llvm::Constant>(flags))
        barrier->setArgOperand(0, llvm::ConstantInt::get(flags->getType(), kAllFlags));
    }
  }
}

absl::StatusOr<std::string> Translate(llvm::Module& module) {
  // The most that it may be. The translator takes as little as it needs: 1.0, or 1.3 where sub-groups shuffle or vote,
  // which drivers that have these functions take.
  SPIRV::TranslatorOpts options(SPIRV::VersionNumber::SPIRV_1_3);
  // rusticl reads the names of arguments' types from there, as from what its own compiler makes.
  options.setPreserveOCLKernelArgTypeMetadataThroughString(true);
  std::ostringstream stream;
  std::string error;
  if (!llvm::writeSpirv(&module, options, stream, error)) {
    return absl::InternalError(absl::StrCat("cannot be translated to SPIR-V: ", error));
  }
  return stream.str();
}

}  // namespace

absl::Status EmitSpirv(const Backend& backend, llvm::Module& module, bool optimize, InstrumentedProgram& program) {
  RemoveUnusableKernels(module, program);
  WidenOddIntegers(module);
  RefuseOddWidths(module, program);
  UseNumbersForEvents(module);
  AnswerForFurtherDimensions(module, backend.Has(Quirk::kZeroDimensions));
  llvm::StripDebugInfo(module);
  if (backend.Has(Quirk::kGenericPointers)) {
    RefuseOddGenericPointers(module, program);
    RemoveUnusableKernels(module, program);
    LowerGenericPointers(module);
  }
  if (backend.Has(Quirk::kLargeKernels)) RefuseLargeKernels(module, program);
  RemoveUnusableKernels(module, program);
  if (backend.Has(Quirk::kGroupFences)) UseVolatileOrders(module, program);
  if (backend.Has(Quirk::kPaddingLanes)) LeaveLoopsInPaddingLanes(module);
  if (backend.Has(Quirk::kIdleLanes)) ReadByLane(module);
  UseSpirvAtomics(module);
  DropFreezes(module);
  UseConstantFlags(module);
  if (backend.Has(Quirk::kPackedMembers)) UseBytesInPackedStructures(module);
  if (backend.Has(Quirk::kPastArrays)) UseBytesPastArrays(module);
  if (backend.Has(Quirk::kImageNames)) DefinePoclImageFunctions(module);
  FoldConstants(module);
  OrderBlocks(module);
  PutVariablesFirst(module);
  DropAtomicNotes(module);
  if (absl::Status status = Verify(module); !status.ok()) return status;
  absl::StatusOr<std::string> code = Translate(module);
  if (!code.ok()) return code.status();
  program.code = backend.Has(Quirk::kImageNames) ? NameAsInPocl(*code) : *std::move(code);
  return absl::OkStatus();
}

}  // namespace lockstep::instrument
