// Loads from local memory that give what a work-item of the group found by an atomic operation and left there:
//
//   if (get_local_id(0) == 0) next = atomic_inc(queue);
//   barrier(CLK_LOCAL_MEM_FENCE);
//   i = next;
//
// All that is ever written there is the results of such operations, by work-items of one group, since local memory is
// the group's own; and the group's first work-item has written one before anybody reads, or the two race, or work-items
// have parted at the barrier. Nothing is said of which one it is, nor that all work-items read the same.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_HANDED_ON_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_HANDED_ON_H_

#include <map>
#include <vector>

namespace llvm {
class AtomicRMWInst;
class DominatorTree;
class Function;
class LoadInst;
}  // namespace llvm

namespace lockstep::instrument {

class RootAnalysis;

// For each such load of `kernel`, in which everything is inlined: the operations whose results it may give.
std::map<const llvm::LoadInst*, std::vector<const llvm::AtomicRMWInst*>> HandedOn(llvm::Function& kernel,
                                                                                  const llvm::DominatorTree& dominators,
                                                                                  RootAnalysis& roots);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_HANDED_ON_H_
