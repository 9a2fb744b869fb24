// Polls by which the host can end a launch: --launch-timeout.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_STOP_POLLS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_STOP_POLLS_H_

#include "instrument/pipeline_state.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Makes every work-item of `kernel` leave, at the next turn of whatever loop it is in or behind the
// barrier it waits at, once the host has set `stop` in the log; what leaves tells the log where it was.
// In a kernel with barriers work-items may then leave at different places: it must be made resumable
// afterwards. Needs the hidden arguments.
void InsertStopPolls(llvm::Function& kernel, KernelDescription& info);

// Whether `kernel` has a loop, of whatever form.
bool HasLoop(const llvm::Function& kernel);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_STOP_POLLS_H_
