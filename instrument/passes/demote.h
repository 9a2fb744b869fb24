// Keeps values in private memory across control flow that SSA cannot express, without losing
// which object a pointer points into.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_DEMOTE_H_
#define LOCKSTEP_INSTRUMENT_PASSES_DEMOTE_H_

namespace llvm {
class Function;
class Instruction;
class PHINode;
}  // namespace llvm

namespace lockstep::instrument {

// Moves every alloca of constant size to the front of the entry block. Returns the first
// instruction behind them.
llvm::Instruction* GatherAllocas(llvm::Function& function);

// Replaces `phi` by a slot that the predecessors store to and its block loads from.
void DemotePhi(llvm::PHINode& phi);

// Makes `function` valid SSA again after edges were added: values whose definition no longer
// dominates a use go through slots; what can be computed anew from constants and arguments is.
// The entry block's definitions must dominate everything.
void RepairDominance(llvm::Function& function);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_DEMOTE_H_
