// Makes loops with several entries into loops with one.
#ifndef LOCKSTEP_INSTRUMENT_IR_REDUCIBLE_H_
#define LOCKSTEP_INSTRUMENT_IR_REDUCIBLE_H_

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Rewrites irreducible control flow of `function`, if it has any, with LLVM's FixIrreducible
// (a dispatching block before each such loop). Returns whether the flow is reducible now.
bool MakeReducible(llvm::Function& function);

// Whether some loop of `function` has several entries.
bool IsIrreducible(llvm::Function& function);

// Whether MakeReducible made `block`: the common entry of a loop that had several. All edges to any of
// them lead by here, so that passing it is no iteration of anything in the source.
bool IsGuard(const llvm::BasicBlock& block);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_REDUCIBLE_H_
