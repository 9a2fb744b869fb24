// Puts everything a kernel calls into the kernel.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_INLINE_CALLS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_INLINE_CALLS_H_

#include "instrument/pipeline_state.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// A kernel that is called like a function gets a plain copy for its callers, because inlining or
// changing the kernel itself must not depend on who else runs it. Returns whether there was one.
bool SeparateCalledKernels(llvm::Module& module);

// Inlines, bottom-up, every call of a function with a body into the kernels of `state`. A kernel
// that reaches recursion, a call through a pointer, or that would grow beyond
// `max_instructions` is given up. Debug locations keep their call chains (inlinedAt).
bool InlineCallsIntoKernels(llvm::Module& module, PipelineState& state, unsigned max_instructions);

// Kernel-scope local variables of a kernel that another kernel calls become variables of the
// caller too: each kernel has its own copy, named `<kernel>.<variable>` as drivers expect.
bool GiveKernelsTheirOwnLocals(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_INLINE_CALLS_H_
