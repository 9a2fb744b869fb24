// The returns of a kernel, told apart by where the source returns.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_EXITS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_EXITS_H_

#include <vector>

#include "instrument/pipeline_state.h"

namespace llvm {
class Function;
class ReturnInst;
}  // namespace llvm

namespace lockstep::instrument {

struct Exit {
  llvm::ReturnInst* instruction;
  unsigned site;  // op "exit"
};

// Gives each return statement a block of its own (clang leads them all to one) and a site.
std::vector<Exit> SeparateExits(llvm::Function& kernel, KernelDescription& info);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_EXITS_H_
