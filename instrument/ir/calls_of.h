// The calls of a function.
#ifndef LOCKSTEP_INSTRUMENT_IR_CALLS_OF_H_
#define LOCKSTEP_INSTRUMENT_IR_CALLS_OF_H_

#include <vector>

namespace llvm {
class CallInst;
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// The instructions that call `function` itself, as it is declared; what else uses it, its address as an argument say,
// is not among them. A list of its own, so the calls may be changed or erased.
std::vector<llvm::CallInst*> CallsOf(llvm::Function& function);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_CALLS_OF_H_
