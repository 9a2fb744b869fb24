// Makes a kernel's group program (runtime/prune/group_program.h): the backward slice (Weiser, ICSE'81) of the
// kernel for the addresses of its accesses to local memory, the branches that decide whether they are
// made, and the barriers between them.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_GROUP_SLICE_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_GROUP_SLICE_H_

#include <optional>

#include "runtime/prune/group_program.h"

namespace llvm {
class Function;
}

namespace lockstep::instrument {

// `kernel`: behind lower-builtins, before anything of ours is put in, without unreachable blocks.
// `frozen_arguments`: see DivergenceSources. nullopt if there is no local memory, or if not everything
// that may touch it, or every barrier that orders it, is understood: then nothing can be proved of it.
// `open_barriers`: also of a kernel with barriers that the group does not provably meet, if they all order
// local memory; the program says so.
std::optional<GroupProgram> MakeGroupProgram(llvm::Function& kernel, bool frozen_arguments, bool open_barriers);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_GROUP_SLICE_H_
