// Makes a kernel's site program (runtime/prune/site_program.h): of each access to global memory its address
// and the conditions of the branches that lead to it, with the counters of the loops around it.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_SITE_SLICE_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_SITE_SLICE_H_

#include <optional>

#include "runtime/prune/site_program.h"

namespace llvm {
class Function;
}

namespace lockstep::instrument {

// `kernel`: behind lower-builtins, before anything of ours is put in, without unreachable blocks. nullopt if
// it writes no global argument, if something in it may touch one that is not understood, or if a loop of it has
// several entries.
std::optional<SiteProgram> MakeSiteProgram(llvm::Function& kernel);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_SITE_SLICE_H_
