// Keeps PoCL 6 from taking a loop for its own loop over the work-items.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_LOOP_ENTRIES_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_LOOP_ENTRIES_H_

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Puts something that stays in front of each loop of `kernel` to which no value is brought; nothing, if there are no
// barriers. `control`: a pointer to at least four bytes of global memory.
void KeepLoopEntries(llvm::Function& kernel, llvm::Value& control);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_LOOP_ENTRIES_H_
