// Where the ways past a loop and out of it come together, for PoCL 6.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_LOOP_EXITS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_LOOP_EXITS_H_

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Gives what follows a loop of `kernel`, if it has no barriers, one more way there, which nobody goes. `control`: its
// control block.
void GiveLoopExitsAThirdWay(llvm::Function& kernel, llvm::Value& control);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_LOOP_EXITS_H_
