// flatten-divergent-barriers: finds the kernels with a barrier that is not provably met by the
// whole group and puts them into the resumable form. The others are left as they are; with
// flatten-all-barriers, for tests and measurements, they are put into that form as well.
#include "device-lib/shared/control.h"
#include "instrument/analysis/divergence_sources.h"
#include "instrument/analysis/uniformity.h"
#include "instrument/passes/async_copies.h"
#include "instrument/passes/barriers.h"
#include "instrument/passes/compare_copies.h"
#include "instrument/passes/kernels.h"
#include "instrument/passes/passes.h"
#include "instrument/passes/reducible.h"
#include "instrument/passes/resumable_form.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

std::string FileOf(const llvm::Function& kernel) {
  const llvm::DISubprogram* subprogram = kernel.getSubprogram();
  return subprogram == nullptr ? "" : subprogram->getFilename().str();
}

// Operations other than barriers that the group must meet together; no work-item may wait at one
// of them while others wait at a barrier, and the resumable form does not carry them.
std::string OtherCollective(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || IsBarrier(*call)) continue;
    const std::string name = CalleeName(*call);
    for (const char* prefix : {"work_group_", "sub_group_", "intel_sub_group_"}) {
      if (name.rfind(prefix, 0) == 0) return name;
    }
  }
  return "";
}

// "barrier at 7:5: the branch at 6:5 depends on get_local_id (5:11)", and the same without the
// barrier's place on the barrier's site.
std::string ExplainBarriers(llvm::Function& kernel, const std::vector<llvm::CallInst*>& barriers,
                            bool frozen_arguments, KernelInfo& info) {
  const Uniformity uniformity(kernel, frozen_arguments);
  std::string first;
  for (llvm::CallInst* barrier : barriers) {
    Site& site = info.sites[SiteOf(*barrier, info)];
    for (const auto& parting : {uniformity.Before(*barrier), uniformity.AtFlags(*barrier)}) {
      if (!parting) continue;
      if (!site.condition.empty()) site.condition += "; ";
      site.condition += Describe(*parting, FileOf(kernel));
    }
    if (site.condition.empty()) continue;
    if (!first.empty()) continue;
    first = "barrier";
    if (site.position.line != 0) {
      first += " at " + std::to_string(site.position.line) + ":" +
               std::to_string(site.position.column);
    }
    first += ": " + site.condition;
  }
  return first;
}

bool Flatten(llvm::Function& kernel, PipelineState& state, bool all) {
  KernelInfo& info = InfoOf(kernel, state);
  if (BarriersOf(kernel).empty()) return false;
  llvm::EliminateUnreachableBlocks(kernel);
  if (!MakeReducible(kernel)) {
    GiveUp(info, "its control flow is irreducible and it contains barriers");
    return true;
  }
  const std::vector<llvm::CallInst*> barriers = BarriersOf(kernel);
  std::string why = ExplainBarriers(kernel, barriers, state.variant == "default", info);
  CompareCopies(kernel, state.variant == "default", FileOf(kernel), info);
  if (!info.instrumented) return true;
  if (why.empty() && !all) {
    RemoveCopyMarkers(kernel);
    return info.async_copies;
  }
  if (why.empty()) why = "asked for, although all barriers are provably uniform";
  if (const std::string collective = OtherCollective(kernel); !collective.empty()) {
    GiveUp(info, "it uses " + collective + " and not provably uniform barriers (" + why + ")");
    return true;
  }
  if (HiddenArgument(kernel, LS_HIDDEN_LOCAL) == nullptr) {
    GiveUp(info, "it has no hidden arguments to synchronise through (" + why + ")");
    return true;
  }
  if (absl::Status status = MakeResumable(kernel, info); !status.ok()) {
    GiveUp(info, std::string(status.message()) + " (" + why + ")");
    return true;
  }
  info.transformed = true;
  info.transform_reason = why;
  return true;
}

bool FlattenKernels(llvm::Module& module, PipelineState& state, bool all) {
  bool changed = false;
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    changed |= Flatten(*kernel, state, all);
  }
  return changed;
}

}  // namespace

bool FlattenDivergentBarriers(llvm::Module& module, PipelineState& state) {
  return FlattenKernels(module, state, /*all=*/false);
}

bool FlattenAllBarriers(llvm::Module& module, PipelineState& state) {
  return FlattenKernels(module, state, /*all=*/true);
}

}  // namespace lockstep::instrument
