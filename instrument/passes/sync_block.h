// The point where all work-items of a group meet in the resumable form: finds out whether they
// carry equal barrier variables, reports if not, and says whether all have left the kernel.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_SYNC_BLOCK_H_
#define LOCKSTEP_INSTRUMENT_PASSES_SYNC_BLOCK_H_

#include <vector>

#include "device-lib/shared/meeting.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// What stays the same for a work-item of a kernel whose sub-groups meet, where work-items run together: all i32, in
// private memory; nullptr elsewhere. Words are those of device-lib/shared/part_words.h, by their place in the hidden
// local argument.
struct PartVariables {
  llvm::AllocaInst* number = nullptr;    // of the sub-group
  llvm::AllocaInst* self = nullptr;      // local linear id
  llvm::AllocaInst* first = nullptr;     // that of the sub-group's first work-item
  llvm::AllocaInst* own_at = nullptr;    // the work-item's own words
  llvm::AllocaInst* first_at = nullptr;  // those of that first one
  llvm::AllocaInst* part_at = nullptr;   // the sub-group's word
  llvm::AllocaInst* asked = nullptr;     // not the same: whose value a broadcast asks for; nullptr if none is compared
};

// What a work-item brings to the meeting, in private memory.
struct BarrierVariables {
  llvm::AllocaInst* state;                // i64: WaitingWord, above it (32) the resume point
  std::vector<llvm::AllocaInst*> counts;  // i64 iterations of the loops, outermost first; 0: not in
  llvm::AllocaInst* half = nullptr;       // i32, which half of the words the next meeting uses
  // In lock step, else nullptr: i32 number of the step that the work-item is at, kNoStep if at a barrier
  // or gone; and i32, set by the meeting: 0 if others have to make their step, or their sub-groups to meet, first.
  llvm::AllocaInst* step = nullptr;
  llvm::AllocaInst* goes = nullptr;
  // Where not all places to meet are barriers of the whole group, but not in lock step, else nullptr: i32 LS_STOP_*,
  // what the work-item waits at; and i32, set by the meeting: 1 if the group has parted in it or before. Then each
  // meeting begins a new segment, for all.
  llvm::AllocaInst* stop = nullptr;
  llvm::AllocaInst* apart = nullptr;
  // i32, in kernels that log what sub-groups do, and beside `part`: meetings so far, the same for all who have not
  // left.
  llvm::AllocaInst* round = nullptr;
  bool parts = false;  // sub-groups meet at some of the places; `goes` is there then
  PartVariables part;
  // LS_WAITS_PARTED if the group has parted, else 0; and the counters of count-segments. All nullptr in lock step, and
  // in kernels that are not to be checked.
  llvm::AllocaInst* parted = nullptr;
  // Beside `parted` where work-items run together: i32 LS_GROUP_*, the same for the whole group.
  llvm::AllocaInst* group = nullptr;
  llvm::AllocaInst* segment = nullptr;
  llvm::AllocaInst* global_from = nullptr;
  llvm::AllocaInst* local_from = nullptr;
  llvm::AllocaInst* image_from = nullptr;
};

// The i32 that says where a work-item waits: at the barrier `site` with `flags` added to the
// result (3 bits), or nowhere because it has left through exit `site`.
constexpr unsigned WaitingWord(unsigned site, bool left) {
  return site << LS_WAITING_SITE_SHIFT | static_cast<unsigned>(left) << LS_WAITING_LEFT_SHIFT;
}

inline constexpr unsigned kNoStep = 0xffffffff;

// Loops around one barrier that the group's meeting place has room for.
inline constexpr unsigned kMaxLoops = LS_MEET_LOOPS;

// Emits the preparation of the meeting place before `entry`'s terminator: words, then a barrier.
void EmitPreparation(llvm::Function& kernel, const BarrierVariables& variables,
                     llvm::BasicBlock* entry);

// Fills the empty block `sync`, with further blocks as needed. When all work-items have met, goes
// to `finish` if all have left the kernel, else to `again`. `fences`: flags of the barrier.
// As long as anybody is at a step, nothing is compared, and those at the least step go on.
void EmitSync(llvm::Function& kernel, const BarrierVariables& variables, unsigned fences,
              llvm::BasicBlock* sync, llvm::BasicBlock* finish, llvm::BasicBlock* again);

// The same for devices that run the work-items of a group one after the other (sync_serial.cc), but
// without steps. `again`, which only this meeting and the kernel's first block lead to, gets a
// barrier in front.
void EmitSerialPreparation(llvm::Function& kernel, const BarrierVariables& variables, llvm::BasicBlock* entry);
void EmitSerialSync(llvm::Function& kernel, const BarrierVariables& variables, unsigned fences,
                    llvm::BasicBlock* sync, llvm::BasicBlock* finish, llvm::BasicBlock* again);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_SYNC_BLOCK_H_
