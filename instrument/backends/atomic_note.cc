#include "instrument/backends/atomic_note.h"

#include "instrument/ir/atomic_metadata.h"
#include "instrument/ir/remote_scope.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {

std::optional<AtomicNote> NoteOf(const llvm::Instruction& instruction) {
  const llvm::MDNode* node = instruction.getMetadata(kAtomicMetadata);
  if (node == nullptr) return std::nullopt;
  const auto text = [node](unsigned i) {
    return llvm::cast<llvm::MDString>(node->getOperand(i))->getString().str();
  };
  AtomicNote note{text(0), text(1)};
  if (llvm::isa<llvm::FenceInst>(instruction) && node->getNumOperands() > 2) {
    const auto* flags = llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(2));
    note.flags = static_cast<unsigned>(flags->getZExtValue());
  }
  const std::string widened = Widening(*instruction.getModule());
  if (!widened.empty() && note.scope != "all_svm_devices") note.scope = widened;
  return note;
}

void DropAtomicNotes(llvm::Module& module) {
  DropWidening(module);
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (instruction.hasMetadata()) instruction.setMetadata(kAtomicMetadata, nullptr);
    }
  }
}

}  // namespace lockstep::instrument
