// Source positions out of debug locations.
#ifndef LOCKSTEP_INSTRUMENT_IR_POSITIONS_H_
#define LOCKSTEP_INSTRUMENT_IR_POSITIONS_H_

#include <string>

#include "runtime/program/program.h"

namespace llvm {
class DIScope;
class DebugLoc;
class Function;
class GlobalVariable;
}  // namespace llvm

namespace lockstep::instrument {

// The name of the file in which a scope's or function's text stands, as reports call it; "" if unknown.
std::string FileOf(const llvm::DIScope& scope);
std::string FileOf(const llvm::Function& function);

// Sets `site`'s position and inlined_at (innermost call first); leaves them empty if `location` is.
void SetPosition(const llvm::DebugLoc& location, Site& site);

// Where the variable is declared; line 0 if there is no debug information.
SourcePosition PositionOf(const llvm::GlobalVariable& variable);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_POSITIONS_H_
