// What the source said of an atomic instruction.
#include "instrument/ir/atomic_metadata.h"

#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"

namespace lockstep::instrument {

bool IsRemote(const llvm::Instruction& instruction) {
  const llvm::MDNode* note = instruction.getMetadata(kAtomicMetadata);
  if (note == nullptr || note->getNumOperands() < 3) return false;
  const auto* word = llvm::dyn_cast<llvm::MDString>(note->getOperand(2));
  return word != nullptr && word->getString() == kRemoteWord;
}

}  // namespace lockstep::instrument
