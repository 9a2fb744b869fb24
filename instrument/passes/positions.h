// Source positions out of debug locations.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_POSITIONS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_POSITIONS_H_

#include "instrument/image.h"

namespace llvm {
class DebugLoc;
class GlobalVariable;
}  // namespace llvm

namespace lockstep::instrument {

// Sets `site`'s position and inlined_at (innermost call first); leaves them empty if `location` is.
void SetPosition(const llvm::DebugLoc& location, Site& site);

// Where the variable is declared; line 0 if there is no debug information.
SourcePosition PositionOf(const llvm::GlobalVariable& variable);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_POSITIONS_H_
