// The point where all work-items of a group meet in the resumable form: finds out whether they
// carry equal barrier variables, reports if not, and says whether all have left the kernel.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_SYNC_BLOCK_H_
#define LOCKSTEP_INSTRUMENT_PASSES_SYNC_BLOCK_H_

#include <vector>

namespace llvm {
class AllocaInst;
class BasicBlock;
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// What a work-item brings to the meeting, in private memory.
struct BarrierVariables {
  llvm::AllocaInst* waiting;              // i32, see WaitingWord
  std::vector<llvm::AllocaInst*> counts;  // i64 iterations of the loops, outermost first; 0: not in
  llvm::AllocaInst* half;                 // i32, which half of the words the next meeting uses
};

// The i32 that says where a work-item waits: at the barrier `site` with `flags` added to the
// result (3 bits), or nowhere because it has left through exit `site`.
constexpr unsigned WaitingWord(unsigned site, bool left) {
  return site << 3 | static_cast<unsigned>(left) << 27;
}

// Loops around one barrier that the group's meeting place has room for.
inline constexpr unsigned kMaxLoops = 11;

// Emits the preparation of the meeting place before `entry`'s terminator: words, then a barrier.
void EmitPreparation(llvm::Function& kernel, const BarrierVariables& variables,
                     llvm::BasicBlock* entry);

// Fills the empty block `sync`, with further blocks as needed. When all work-items have met, goes
// to `finish` if all have left the kernel, else to `again`. `fences`: flags of the barrier.
void EmitSync(llvm::Function& kernel, const BarrierVariables& variables, unsigned fences,
              llvm::BasicBlock* sync, llvm::BasicBlock* finish, llvm::BasicBlock* again);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_SYNC_BLOCK_H_
