// Comparing at run time what the work-items of a group bring to an asynchronous copy.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_COMPARE_COPIES_H_
#define LOCKSTEP_INSTRUMENT_PASSES_COMPARE_COPIES_H_

#include <string>

#include "instrument/pipeline_state.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Lets the work-items compare the arguments of those asynchronous copies for which the group does
// not provably have the same. `frozen_arguments`: see DivergenceSources. True: some were found.
bool CompareCopies(llvm::Function& kernel, bool frozen_arguments, const std::string& main_file,
                   KernelDescription& info);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_COMPARE_COPIES_H_
