// Runs the passes of passes.def in the table's order. Why this order:
//
// prepare                 first: all others look at one function per kernel, and at SSA values
// narrow-vector-access    before anything looks at the bytes of an access
// lower-builtins          before add-hidden-args only because it finds kernels to leave alone
// judge-data-independence after lower-builtins, which makes plain accesses of all; before anything of
//                         ours is put in
// summarise-groups        like judge-data-independence: on accesses, and on the source's own barriers
// summarise-sites         likewise
// add-hidden-args         before the barrier passes, which need the local shadow argument
// count-segments          on the kernel's own barriers, before they are taken apart
// lower-async-copies      after count-segments: a wait is no barrier; before the flattening, since
//                         the group must meet at copies and waits as well
// lower-collectives       likewise: work-group functions order nothing, and the group must meet at them
// find-irregular-loops    after lower-async-copies, whose copies are writes too; before the flattening
//                         makes one loop of everything
// count-iterations        on the source's loops, before flattening changes them
// flatten-divergent-barriers   keeps the counters, which insert-checks then reads
// insert-checks           after flattening, so that checks are not demoted and copied; before any
//                         optimisation, so that every access of the source is there; checks of which
//                         another says as much are merged here (merge_checks.cc, hoist_checks.cc,
//                         join_checks.cc), not accesses
// place-apart             when all that asks for the hidden argument, and all returns, are there
// link-device-library     gives the calls their bodies
// cleanup                 last
#include "instrument/passes/pipeline.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/verify.h"
#include "instrument/passes/passes.h"
#include "instrument/timed.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// `status` with the name of the pass that it comes from.
absl::Status In(absl::string_view pass, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(pass, ": ", status.message()));
}

}  // namespace

absl::StatusOr<std::vector<KernelDescription>> RunPipeline(llvm::Module& module, const PipelineInput& input) {
  // The passes find each other's variables by name.
  module.getContext().setDiscardValueNames(false);
  PipelineState state{input};
  std::vector<std::string> names;
  for (const llvm::Function* kernel : AllKernels(module)) names.push_back(kernel->getName().str());

  for (const PassRow& pass : AllPasses()) {
    const Timed timed(pass.name);
    pass.run(module, state);
    if (!state.status.ok()) return In(pass.name, state.status);
  }
  if (absl::Status status = Verify(module); !status.ok()) return status;
  std::vector<KernelDescription> kernels;
  for (const std::string& name : names) kernels.push_back(std::move(state.kernels[name]));
  return kernels;
}

absl::Status LowerForOwnBuild(llvm::Module& module) {
  module.getContext().setDiscardValueNames(false);
  PipelineState state;
  for (const char* name : {"prepare", "narrow-vector-access", "lower-builtins"}) {
    FindPass(name)->run(module, state);
    if (!state.status.ok()) return In(name, state.status);
  }
  return absl::OkStatus();
}

}  // namespace lockstep::instrument
