// Positions for code that came without any: the lines of its own listing.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_LISTING_POSITIONS_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_LISTING_POSITIONS_H_

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Gives every function of `module` that has no debug info one: each instruction lies in the file
// `name`, in the line where `llvm-dis` shows it (column 0). Functions with debug info keep theirs.
void AddListingPositions(llvm::Module& module, const std::string& name);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_LISTING_POSITIONS_H_
