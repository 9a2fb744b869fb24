// Can two work-items of a launch touch the same byte of global memory through one root, one of them
// writing? Proves for a launch that they cannot, access by access: summarise-sites says where each goes and
// under which conditions (site_program.h), the launch's numbers make affine forms of that (site_forms.h),
// and of each two accesses that would conflict a search shows that no two work-items meet (meeting.h).
//
// Barriers are not looked at: the proof holds for work-items of any groups, in whatever order they run. Two
// reads do not conflict, nor do two atomic operations whose scopes reach all work-items. Whether every access stays in
// the memory that it names is another question, which is answered along the way.
#ifndef LOCKSTEP_RUNTIME_PRUNE_SITE_PROOF_H_
#define LOCKSTEP_RUNTIME_PRUNE_SITE_PROOF_H_

#include <cstdint>
#include <map>
#include <memory>

#include "runtime/prune/launch_numbers.h"
#include "runtime/prune/launch_proofs.h"
#include "runtime/prune/site_program.h"

namespace lockstep {

// Root number -> whether no two work-items can be in conflict through it, for every root that `program`
// speaks of. `sizes`: bytes that belong to each, and through which alone its memory is come to. `budget`: steps after
// which nothing more is tried; a step takes some 10 ns.
std::map<int, RootProof> ProveSites(const SiteProgram& program, const LaunchNumbers& launch,
                                    const std::map<int, uint64_t>& sizes, uint64_t budget,
                                    uint64_t* steps = nullptr);

// A site program speaks of the accesses to `roots`, of which it is to be shown that nobody meets there, and of others, of
// which only matters where they go. These are the two parts: `roots` of the second are all of which it has accesses.
SiteProgram MeetingsOf(SiteProgram program);
SiteProgram PlacesOf(SiteProgram program);
// `program` with its atomic operations taken for writes: then no two of them may meet, either.
SiteProgram ApartOf(SiteProgram program);

// Root number -> whether all accesses through it stay within its `sizes`, for every root that `program` speaks of.
std::map<int, RootProof> ProvePlaces(const SiteProgram& program, const LaunchNumbers& launch,
                                     const std::map<int, uint64_t>& sizes, uint64_t budget,
                                     uint64_t* steps = nullptr);

// ProveSites() and ProvePlaces() of launch after launch.
std::shared_ptr<LaunchProofs> MeetingProofs(SiteProgram program);
std::shared_ptr<LaunchProofs> PlaceProofs(SiteProgram program);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_SITE_PROOF_H_
