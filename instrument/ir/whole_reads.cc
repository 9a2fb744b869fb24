#include "instrument/ir/whole_reads.h"

#include <algorithm>

#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {

static constexpr char kMetadata[] = "lockstep.whole_read";

void NoteWholeReads(llvm::Module& module) {
  // What takes components out of a vector that was loaded for their sake, or puts others in.
  const auto is_part = [](const llvm::User* user) {
    return llvm::isa<llvm::ExtractElementInst, llvm::ShuffleVectorInst, llvm::InsertElementInst>(user);
  };
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load == nullptr || !load->getType()->isVectorTy()) continue;
      if (std::all_of(load->user_begin(), load->user_end(), is_part)) continue;
      load->setMetadata(kMetadata, llvm::MDNode::get(module.getContext(), {}));
    }
  }
}

bool IsWholeRead(const llvm::LoadInst& load) { return load.hasMetadata(kMetadata); }

}  // namespace lockstep::instrument
