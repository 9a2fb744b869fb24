// How many registers a checked kernel may take.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_PTX_REGISTERS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_PTX_REGISTERS_H_

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// The most 32-bit registers' worth of values that are alive at one place of `kernel`, but for those that only calls of
// the module's functions, its checks, use.
unsigned MostAlive(const llvm::Function& kernel);

// Bounds the registers of each kernel of the optimised `module` (.maxnreg) by what its own code needs without them. A
// kernel has as many as the most that any function needs which it may call, and the rare ways of checks need a hundred,
// with which few work-items run at one time: within the bound these keep some values in memory.
void BoundRegisters(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_PTX_REGISTERS_H_
