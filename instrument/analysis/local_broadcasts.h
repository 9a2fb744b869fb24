// Loads from local memory that give every work-item of a group the same value, because nobody writes
// there meanwhile:
//
//   if (get_local_id(0) == 0) next = atomic_inc(queue);
//   barrier(CLK_LOCAL_MEM_FENCE);                     <- behind it nobody writes `next` …
//   i = next;                                         <- … so that these loads see one value
//   barrier(CLK_LOCAL_MEM_FENCE);                     <- … until everybody is here
//
// Phases run from one barrier with the local flag to the next. While the group has met every barrier
// together, all its work-items are in one phase of one barrier's instance, and what no store of that
// phase can reach does not change. Loads of one instruction in the same iterations of the loops
// around it are in the same phase: otherwise one work-item came to it before a barrier's instance and
// another one behind it, within one iteration of the innermost common loop, which is a way round that
// has no header.
//
// So the answer holds only where all barriers are met together, and may itself be what proves that:
// by induction over the barriers that the group meets, since a phase's loads decide nothing but which
// barrier ends it. The caller takes all barriers to be met, proves that they are, and drops every
// answer given here if one of them is not (uniformity.cc).
//
// Taken for granted, as everywhere: no access leaves its object.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_LOCAL_BROADCASTS_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_LOCAL_BROADCASTS_H_

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class LoadInst;
}  // namespace llvm

namespace lockstep::instrument {

class LocalBroadcasts {
 public:
  // `kernel`: everything inlined, reducible flow.
  explicit LocalBroadcasts(llvm::Function& kernel);

  bool empty() const { return loads_.empty(); }

  // Whether `load` gives all work-items that execute it in the same iterations the same value if
  // its address is the same and the group meets all barriers together. Safe default: false.
  bool Contains(const llvm::LoadInst& load) const { return loads_.count(&load) != 0; }

 private:
  llvm::SmallPtrSet<const llvm::LoadInst*, 8> loads_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_LOCAL_BROADCASTS_H_
