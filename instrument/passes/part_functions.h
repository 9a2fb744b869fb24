// Sub-group functions where the work-items of a group run together: they stay the driver's. Those of a kernel in the
// resumable form get a place in front of each where the sub-group meets, so that they are compared like barriers, and
// the driver's function is called by all who are there together.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_PART_FUNCTIONS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_PART_FUNCTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "instrument/analysis/uniformity.h"
#include "instrument/ir/collectives.h"
#include "runtime/program/program.h"

namespace lockstep::instrument {

struct PartFunction {
  llvm::CallInst* call;
  Collective collective;
  std::optional<DivergenceCause> before;     // why not all of a sub-group may come to it
  std::optional<DivergenceCause> arguments;  // broadcasts: why not all may ask for the same work-item's value
};

// The kernel's, in program order, but for shuffles, ballots and the like, at which not all have to be.
std::vector<PartFunction> PartFunctionsOf(llvm::Function& kernel, bool frozen_arguments);

// "sub_group_any at 7:5: the branch at 6:5 depends on get_local_id (5:11)", of the first that is not proved to be
// met, with equal arguments, by all of a sub-group; "" if all are.
std::string ExplainPartFunctions(const std::vector<PartFunction>& functions, const std::string& main_file);

// Whether all of the group provably meet each barrier, the sub-groups' too, and all of a sub-group each of its
// functions. (The group at sub-groups' barriers: llvmpipe, Mesa 25.0, lets the whole group wait there, and work-items
// that wait for others which do not come never go on.)
bool AllProvablyMeet(llvm::Function& kernel, bool frozen_arguments);

// Puts a barrier in front of each that stands for a place where a sub-group meets (kPartMetadata).
void MakePlacesOfPartFunctions(llvm::Function& kernel, const std::vector<PartFunction>& functions,
                               KernelDescription& info);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_PART_FUNCTIONS_H_
