// Makes loops with several entries into loops with one.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_REDUCIBLE_H_
#define LOCKSTEP_INSTRUMENT_PASSES_REDUCIBLE_H_

namespace llvm {
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Rewrites irreducible control flow of `function`, if it has any, with LLVM's FixIrreducible
// (a dispatching block before each such loop). Returns whether the flow is reducible now.
bool MakeReducible(llvm::Function& function);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_REDUCIBLE_H_
