// Loads from local memory that give what a work-item of the group found by an atomic operation and left there:
//
//   if (get_local_id(0) == 0) next = atomic_inc(queue);
//   barrier(CLK_LOCAL_MEM_FENCE);
//   i = next;
//
// All that is ever written there is the results of such operations, by work-items of one group, since local memory is
// the group's own; and the group's first work-item has written one before anybody reads, or the two race, or work-items
// have parted at the barrier. Nothing is said of which one it is, nor that all work-items read the same, unless the
// group provably meets all barriers and no phase between two of them both writes and reads there: then what is read is
// what was drawn in the same iterations of the loops around both, or two work-items have written there at once.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_HANDED_ON_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_HANDED_ON_H_

#include <map>
#include <vector>

namespace llvm {
class AtomicRMWInst;
class DominatorTree;
class Function;
class LoadInst;
class LoopInfo;
}  // namespace llvm

namespace lockstep::instrument {

class RootAnalysis;

// What a load gives.
struct HandedOnValue {
  std::vector<const llvm::AtomicRMWInst*> drawn;  // the result of one of these
  // There is one, and its pointer is for the work-item that drew what it is for whoever reads.
  bool alike = false;
};

// For each such load of `kernel`, in which everything is inlined, what it gives.
std::map<const llvm::LoadInst*, HandedOnValue> HandedOn(llvm::Function& kernel, const llvm::DominatorTree& dominators,
                                                        const llvm::LoopInfo& loops, RootAnalysis& roots);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_HANDED_ON_H_
