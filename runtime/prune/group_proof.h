// Can two work-items of one group touch the same byte of local memory between two barriers, one of them
// writing? Proves that they cannot, by running the kernel's group program (group_program.h) for all
// work-items of a group, barrier interval by barrier interval, and listing which bytes each touches.
//
// What memory holds is not known then, and the number of the group is not either. A value that depends on
// them is a range of values; a branch on one goes both ways, and what both ways touch counts. A branch
// that the whole group provably takes together is followed each way on its own. So what is listed is all
// that may happen in any group, whatever the data, and perhaps more: "not proven" says nothing.
#ifndef LOCKSTEP_RUNTIME_PRUNE_GROUP_PROOF_H_
#define LOCKSTEP_RUNTIME_PRUNE_GROUP_PROOF_H_

#include <cstdint>
#include <map>
#include <memory>

#include "runtime/prune/group_program.h"
#include "runtime/prune/launch_numbers.h"
#include "runtime/prune/launch_proofs.h"

namespace lockstep {

// In ProveGroup()'s answer: that each group meets all its barriers, if the program leaves that open.
inline constexpr int kBarriersMet = -1;

// Root number -> whether no two work-items of a group can be in conflict through it, for every local root
// that `program` speaks of. (Where barriers are open, it also shows that at each the whole group waits, each
// work-item in the same iteration of the loops around it: it follows every work-item from barrier to barrier,
// all of which must come to the same one through the same loop headers.) `sizes`: root number -> bytes. `budget`: steps after which nothing more is
// tried; a step takes some 10 ns.
std::map<int, RootProof> ProveGroup(const GroupProgram& program, const LaunchNumbers& launch,
                                    const std::map<int, uint64_t>& sizes, uint64_t budget,
                                    uint64_t* steps = nullptr);

// `program` without its barriers, and with its atomic operations taken for writes: a proof about it shows that no two
// work-items of a group meet at all where one of them changes something.
GroupProgram ApartOf(GroupProgram program);

// ProveGroup() of launch after launch.
std::shared_ptr<LaunchProofs> GroupProofs(GroupProgram program);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_GROUP_PROOF_H_
