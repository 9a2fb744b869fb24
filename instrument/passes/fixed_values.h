// Stores whose values another launch alike writes, too: what that makes of a launch's writes of equal values.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_FIXED_VALUES_H_
#define LOCKSTEP_INSTRUMENT_PASSES_FIXED_VALUES_H_

#include <functional>

namespace llvm {
class Function;
class StoreInst;
}  // namespace llvm

namespace lockstep::instrument {

// Metadata on a store that MarkFixedValues() speaks for.
inline constexpr char kFixedValueMetadata[] = "lockstep.fixed_value";

// Marks the plain stores of `kernel`, which is independent of data, whose comparison with what others write there
// comes out the same in every launch with the same geometry and arguments: `fixed` says of a store that its value does
// not depend on what is in memory, and no other write that may meet it has a value that does. In local memory only
// those meet that no barrier keeps apart; in global memory all do.
void MarkFixedValues(llvm::Function& kernel, const std::function<bool(const llvm::StoreInst&)>& fixed);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_FIXED_VALUES_H_
