// Keeps PoCL 7 from making loads again behind a barrier.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_REPEATED_LOADS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_REPEATED_LOADS_H_

namespace llvm {
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Makes those loads of `kernel` volatile whose value, or something computed from it, is used behind a barrier that
// stands behind them, or behind one that PoCL may put at a loop.
void LoadOnce(llvm::Function& kernel);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_REPEATED_LOADS_H_
