// prepare: one function per kernel, private scalars in SSA form, every shared access still there.
//
//   kernel k { f(a); }   f(p) { g(p); *p = 1; }      ->     kernel k { <g's code>; *a = 1; }
//
// What later passes rely on: no call of a function with a body, no noinline or optnone, debug
// locations with their call chains. What they must be able to rely on above all: no access to
// global or local memory was deleted, merged or moved (semantics: instrument before optimising).
#include <vector>

#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/whole_reads.h"
#include "instrument/passes/inline_calls.h"
#include "instrument/passes/passes.h"
#include "instrument/passes/promote_private.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

// Kernels beyond this take minutes in any driver; they run as they are.
constexpr unsigned kMaxInstructions = 200000;

}  // namespace

bool Prepare(llvm::Module& module, PipelineState& state) {
  NoteWholeReads(module);
  DropVariableNotes(module);
  bool changed = SeparateCalledKernels(module);
  for (const llvm::Function* kernel : AllKernels(module)) InfoOf(*kernel, state);
  changed |= InlineCallsIntoKernels(module, state, kMaxInstructions);
  changed |= GiveKernelsTheirOwnLocals(module);
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    // Code that is never reached may hold values that are defined by themselves.
    changed |= llvm::EliminateUnreachableBlocks(*kernel);
    changed |= PromotePrivateMemory(*kernel);
  }
  return changed;
}

}  // namespace lockstep::instrument
