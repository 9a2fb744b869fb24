// Meetings of sub-groups in sync_block.cc, where the work-items of a group run together: as long as anybody is at a
// place where sub-groups meet, only those who are go on, and each work-item is compared with the first of its
// sub-group.
//
//   in front of the first barrier of a meeting   Say: everybody writes where it is, into words of its own
//                                                (device-lib/shared/part_words.h)
//   between the two, if anybody is there         Compare: who differs from the first of its sub-group lowers a word
//                                                of the sub-group to its id
//   behind the second, in the same case          Tell: the lowest of those reports; a barrier, since only now nobody
//                                                looks at these words any more
//
// As sync_serial.cc does, so that both find the same pairs. The device's own barriers of sub-groups are not used: those
// of the meeting are met by all.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_SYNC_PARTS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_SYNC_PARTS_H_

#include <vector>

#include "instrument/passes/sync_emitter.h"

namespace lockstep::instrument {

class PartsEmitter : public SyncEmitter {
 public:
  // `loops`: how many iteration counts work-items bring.
  PartsEmitter(llvm::Function& kernel, llvm::IRBuilder<>& builder, unsigned loops);

  // Where the kernel begins; a barrier has to follow.
  void Enter(const BarrierVariables& variables);

  void Say(const BarrierVariables& variables, llvm::Value* waiting);
  void Compare(const BarrierVariables& variables);
  void Tell(const BarrierVariables& variables);

  // Who goes on behind the meeting. `in_parts`: i1, somebody is where sub-groups meet.
  void GoOn(const BarrierVariables& variables, llvm::Value* in_parts);

 private:
  void EnterTable(const BarrierVariables& variables);
  llvm::Value* Load(llvm::AllocaInst* variable);
  llvm::Value* Word(llvm::Value* at);
  llvm::Value* Key(const BarrierVariables& variables);
  std::vector<llvm::Value*> Pair(const BarrierVariables& variables);

  const unsigned loops_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_SYNC_PARTS_H_
