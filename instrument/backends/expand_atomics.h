// Atomic instructions of a finished module, for the back ends that replace them.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_EXPAND_ATOMICS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_EXPAND_ATOMICS_H_

#include <vector>

namespace llvm {
class Instruction;
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Makes a loop around a compare-and-swap of every atomic operation that devices have no instruction for: on
// floating-point numbers, and nand. The notes on it stay (atomic_note.h). The loop ends in lock step too: each round at
// least one work-item succeeds.
void ExpandToCompareExchange(llvm::Module& module);

// All atomic instructions and fences of `module`, function by function.
std::vector<llvm::Instruction*> AtomicInstructions(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_EXPAND_ATOMICS_H_
