// Keeps PoCL from putting barriers of its own into loops.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_POCL_DISGUISE_LOOPS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_POCL_DISGUISE_LOOPS_H_

#include <vector>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Makes every decision to leave the loops with these headers depend, by its form, on the work-item.
// `headers`: blocks of `kernel`; those that head no loop are left alone.
void DisguiseLoops(llvm::Function& kernel, const std::vector<llvm::BasicBlock*>& headers);

// Makes what each of these blocks decides, at its end, a value that is computed there and nowhere else.
void DisguiseTests(const std::vector<llvm::BasicBlock*>& blocks);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_POCL_DISGUISE_LOOPS_H_
