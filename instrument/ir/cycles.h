// Which blocks run more than once.
#ifndef LOCKSTEP_INSTRUMENT_IR_CYCLES_H_
#define LOCKSTEP_INSTRUMENT_IR_CYCLES_H_

#include <set>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// The blocks from which a way leads back to them: those of loops, also of loops with several entries, which LLVM's
// LoopInfo does not know. Takes linear time.
std::set<const llvm::BasicBlock*> BlocksInCycles(const llvm::Function& function);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_CYCLES_H_
