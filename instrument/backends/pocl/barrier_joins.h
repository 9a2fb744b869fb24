// Keeps PoCL 6 from making phis where its compiler does not survive it.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BARRIER_JOINS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BARRIER_JOINS_H_

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Gives each block of `kernel` that two ways lead to, of which one has just passed a barrier or which bring many
// values, a third that is never taken; none, if there are no barriers. `control`: a pointer to global memory, which
// nothing is written to either.
void GiveJoinsAThirdWay(llvm::Function& kernel, llvm::Value& control);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_BARRIER_JOINS_H_
