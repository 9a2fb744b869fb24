// Atomic operations that devices have no instruction for.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_EXPAND_ATOMICS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_EXPAND_ATOMICS_H_

namespace llvm {
class AtomicRMWInst;
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Makes a loop around a compare-and-swap of every atomic operation for which `missing` says true;
// the notes on it stay (atomic_note.h). The loop ends in lock step too: each round at least one
// work-item succeeds.
void ExpandToCompareExchange(llvm::Module& module, bool (*missing)(const llvm::AtomicRMWInst&));

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_EXPAND_ATOMICS_H_
