// insert-checks: in front of every access to shared memory a call that tells the device library.
//
//   store i32 %v, %p   ->   call @__lockstep_global_write(<hidden>, root, %p - %root, 4, site,
//                                                         zext %v, segment, from)
//                           store i32 %v, %p
//
// Runs after the barrier passes, which keep the counters `segment` and `from`, and before any
// optimisation. The plan (check_plan.h) is made first, for the whole kernel: whether a root needs
// checks depends on all accesses.
#include <algorithm>
#include <vector>

#include "device-lib/shared/control.h"
#include "instrument/backends/pocl/private_loads.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/image_access.h"
#include "instrument/ir/kernels.h"
#include "instrument/passes/check_emitter.h"
#include "instrument/passes/check_plan.h"
#include "instrument/passes/hoist_checks.h"
#include "instrument/passes/join_checks.h"
#include "instrument/passes/merge_checks.h"
#include "instrument/passes/note_guesses.h"
#include "instrument/passes/pair_reads.h"
#include "instrument/passes/passes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

// With more checks than this the library is called, not inlined: drivers' compile times grow faster than the code. A
// resumable kernel of 34 checks (connected components of ArrayFire) took PoCL 3.1 ten times as long as its native code,
// and 1.5 times with calls; those of 34 in straight line 3.6 and 1.7 times, and ran as fast.
constexpr size_t kMaxInlinedChecks = 24;

// The check of the side of `copy` that reads or writes; nullptr if there is none.
const PlannedCheck* CheckOf(const CheckPlan& plan, const CopyCall& copy, AccessKind kind) {
  for (const PlannedCheck& check : plan.checks) {
    if (check.access.instruction == copy.call && check.access.kind == kind) return &check;
  }
  return nullptr;
}

// Whether some plain write is to an image, or its root is only known when it happens.
// (A copy is no work-item's write.)
bool HasWritesNotCompared(const CheckPlan& plan) {
  for (const PlannedImageCheck& check : plan.image_checks) {
    if (check.access.writes) return true;
  }
  for (const PlannedCheck& check : plan.checks) {
    if (check.access.copy) continue;
    if (check.root < 0 && check.access.kind == AccessKind::kWrite && !check.access.atomic) return true;
  }
  return false;
}

// The loads that may race and that the driver may take for one of the whole group: those of a kernel with barriers.
// (In the resumable form what lives across a barrier goes through private memory.)
std::vector<llvm::LoadInst*> LoadsTakenForOne(llvm::Function& kernel, const CheckPlan& plan,
                                              const KernelDescription& info,
                                              const PipelineState& state) {
  std::vector<llvm::LoadInst*> loads;
  if (!state.backend->Has(Quirk::kOneLoadForAll) || info.transformed || BarriersOf(kernel).empty()) return loads;
  for (const PlannedCheck& check : plan.checks) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(check.access.instruction);
    if (load != nullptr && !load->isAtomic() && !check.bounds_only) loads.push_back(load);
  }
  return loads;
}

// Asynchronous copies stay: the library makes them.
void LeaveOutAccesses(CheckPlan& plan, KernelDescription& info) {
  AddNote(info, "data races were not looked for (--races=off)");
  plan.checks.clear();
  plan.image_checks.clear();
}

}  // namespace

bool InsertChecks(llvm::Module& module, PipelineState& state) {
  bool changed = false;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    if (HiddenArgument(*kernel, LS_HIDDEN_LOCAL) == nullptr) continue;
    KernelDescription& info = InfoOf(*kernel, state);
    CheckPlan plan = PlanChecks(*kernel, info, state.options.variant, state.macros);
    if (!state.options.races) LeaveOutAccesses(plan, info);
    // One number says what a sub-group's barriers order, by region.
    const auto either = [](const PlannedCheck& check) { return check.region == Region::kEither; };
    if (FindVariable(*kernel, kPartGlobalFrom) != nullptr &&
        std::any_of(plan.checks.begin(), plan.checks.end(), either)) {
      GiveUp(info, "it uses sub_group_barrier beside accesses through generic pointers");
      continue;
    }
    if (state.backend->Has(Quirk::kImageFrames) && WritesImages(*kernel) && !BarriersOf(*kernel).empty()) {
      GiveUp(info, "it has barriers and writes images, over whose checks this driver's code ends the process");
      continue;
    }
    PairReads(*kernel, plan, info);
    NoteGuesses(plan, info);
    const std::vector<llvm::LoadInst*> loads = LoadsTakenForOne(*kernel, plan, info, state);
    if (state.options.merge_checks && !state.options.lockstep) {
      MergeChecks(*kernel, plan);
      HoistChecks(*kernel, plan);
      JoinChecks(*kernel, plan);
    }
    const std::vector<CopyCall> copies = CopiesOf(*kernel);
    const std::vector<llvm::CallInst*> waits = WaitsOf(*kernel);
    size_t checks = plan.checks.size() + plan.image_checks.size() + plan.fences.size();
    for (const PlannedCheck& check : plan.checks) checks += check.pieces.empty() ? 0 : check.pieces.size() - 1;
    if (checks == 0 && copies.empty() && waits.empty()) continue;
    CheckEmitter emitter(*kernel, plan,
                         !state.optimize || checks > kMaxInlinedChecks || state.backend->calls == Calls::kOutOfLine,
                         *state.backend);
    for (const PlannedCheck& check : plan.checks) {
      if (!check.access.copy) emitter.EmitCheck(check);
    }
    for (const PlannedImageCheck& check : plan.image_checks) emitter.EmitImageCheck(check);
    for (const PlannedFence& fence : plan.fences) emitter.EmitFence(fence);
    for (const CopyCall& copy : copies) {
      emitter.EmitCopy(copy, CheckOf(plan, copy, AccessKind::kWrite),
                       CheckOf(plan, copy, AccessKind::kRead));
    }
    for (llvm::CallInst* wait : waits) emitter.EmitWait(*wait);
    if (!copies.empty() || !waits.empty()) emitter.EmitCopiesEntry();
    emitter.EmitEntry();
    LoadForEachWorkItem(loads);
    emitter.EmitExits();
    emitter.KeepResults();
    if (state.options.lockstep && HasWritesNotCompared(plan)) {
      AddNote(InfoOf(*kernel, state),
              "writes to images and through pointers that may lead to several arguments are not "
              "compared within lock-step blocks");
    }
    changed = true;
  }
  return changed;
}

}  // namespace lockstep::instrument
