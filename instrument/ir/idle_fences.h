// Fences that can order nothing for other work-items: mem_fence written for a barrier, or for the compiler. A kernel
// that has no others needs no event log, and what it touches may be proven like that of a kernel without fences.
#ifndef LOCKSTEP_INSTRUMENT_IR_IDLE_FENCES_H_
#define LOCKSTEP_INSTRUMENT_IR_IDLE_FENCES_H_

#include <vector>

namespace llvm {
class FenceInst;
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Notes the fences of `kernel`, whose built-ins are lowered, that order nothing; from semantics section 2 (paper 002,
// Sect. 4.2). A fence releases only what an atomic behind it hands on, and acquires only what an atomic before it read,
// both in its own work-item. So, in a kernel that does not synchronise otherwise (Synchronises), fences order only if
// one of them may do the one and one (the same or another) the other. Two that are seq_cst do without an atomic. Where
// sub-groups have barriers all fences stay: the log follows more sub-groups than the cells do (limitations.md).
// True if a note was made: on all of them, and the kernel does not synchronise.
bool NoteIdleFences(llvm::Function& kernel);

// Whether `fence` is one of those.
bool IsIdle(const llvm::FenceInst& fence);

// Those of `kernel`, in the order of the instructions.
std::vector<llvm::FenceInst*> IdleFencesOf(llvm::Function& kernel);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_IDLE_FENCES_H_
