// flatten-divergent-barriers: finds the kernels with a barrier that is not provably met by the
// whole group, or with one that the driver would compile wrongly, and puts them into the resumable
// form. The others are left as they are; with --barriers=transform and in flatten-all-barriers they
// are put into that form as well.
#include <algorithm>
#include <optional>

#include "device-lib/shared/control.h"
#include "instrument/analysis/divergence_sources.h"
#include "instrument/analysis/uniformity.h"
#include "instrument/backends/pocl/barrier_shapes.h"
#include "instrument/backends/pocl/branch_ends.h"
#include "instrument/backends/pocl/disguise_loops.h"
#include "instrument/ir/async_copies.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/collectives.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/positions.h"
#include "instrument/ir/reducible.h"
#include "instrument/passes/compare_copies.h"
#include "instrument/passes/lockstep_steps.h"
#include "instrument/passes/part_functions.h"
#include "instrument/passes/passes.h"
#include "instrument/passes/resumable_form.h"
#include "instrument/passes/stop_polls.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

// The driver's compile time grows faster than the number of places to stop at (docs/barriers.md).
constexpr size_t kMaxSteps = 128;

// Operations other than barriers that the group must meet together; no work-item may wait at one
// of them while others wait at a barrier, and the resumable form does not carry them, but for those that it has
// places for (`with_places`).
std::string OtherCollective(llvm::Function& kernel, bool with_places) {
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || IsBarrier(*call) || IsSubGroupBarrier(*call)) continue;
    if (with_places && AsPartFunction(*call)) continue;
    const std::string name = CalleeName(*call);
    for (const char* prefix : {"work_group_", "sub_group_", "intel_sub_group_"}) {
      if (name.rfind(prefix, 0) == 0) return name;
    }
  }
  return "";
}

// Notes which work-group and sub-group functions are not provably met by the whole group or sub-group: they are not
// compared like barriers, but that is said. `with_places`: not those of which that is not so.
void NoteUnprovedCollectives(llvm::Function& kernel, bool frozen_arguments, bool with_places, KernelDescription& info) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || IsBarrier(*call) || IsSubGroupBarrier(*call)) continue;
    if (with_places && AsPartFunction(*call)) continue;
    const std::string name = CalleeName(*call);
    if (IsCollectiveName(name) || name.rfind("intel_sub_group_", 0) == 0) calls.push_back(call);
  }
  if (calls.empty()) return;
  const Uniformity of_group(kernel, frozen_arguments), of_part(kernel, frozen_arguments, Whose::kSubGroup);
  for (const llvm::CallInst* call : calls) {
    const std::string name = CalleeName(*call);
    const Uniformity& uniformity = name.rfind("work_group_", 0) == 0 ? of_group : of_part;
    auto cause = uniformity.Before(*call);
    if (!cause && name == "sub_group_broadcast") cause = uniformity.AtArgument(*call, 1);
    if (!cause) continue;
    const std::string place = PlaceOf(*call, FileOf(kernel));
    AddNote(info, "whether the whole " + std::string(name.rfind("work_group_", 0) == 0 ? "group" : "sub-group") +
                      " meets " + name + (place.empty() ? "" : " at " + place) + " is not checked (" +
                      Describe(*cause, FileOf(kernel)) + ")");
  }
}

// Whether there are places where a sub-group meets and not the whole group.
bool MeetsInParts(llvm::Function& kernel) {
  const std::vector<llvm::CallInst*> barriers = BarriersOf(kernel);
  return !SubGroupBarriersOf(kernel).empty() ||
         std::any_of(barriers.begin(), barriers.end(),
                     [](const llvm::CallInst* barrier) { return barrier->hasMetadata(kPartMetadata); });
}

// "barrier at 7:5: the branch at 6:5 depends on get_local_id (5:11)", and the same without the
// barrier's place on the barrier's site. `parts_together`: it is the sub-group that has to meet at its barriers.
std::string ExplainBarriers(llvm::Function& kernel, const std::vector<llvm::CallInst*>& barriers, bool frozen_arguments,
                            bool parts_together, KernelDescription& info) {
  const Uniformity of_group(kernel, frozen_arguments);
  std::optional<Uniformity> of_part;
  if (parts_together) of_part.emplace(kernel, frozen_arguments, Whose::kSubGroup);
  std::string first;
  for (llvm::CallInst* barrier : barriers) {
    const Uniformity& uniformity = of_part && IsSubGroupBarrier(*barrier) ? *of_part : of_group;
    Site& site = info.sites[SiteOf(*barrier, info)];
    for (const auto& cause : {uniformity.Before(*barrier), uniformity.AtFlags(*barrier)}) {
      if (!cause) continue;
      if (!site.condition.empty()) site.condition += "; ";
      site.condition += Describe(*cause, FileOf(kernel));
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

bool MayUseLocalMemory(llvm::Function& kernel) {
  for (unsigned i = 0; i < NumSourceArguments(kernel); ++i) {
    const llvm::Type* type = kernel.getArg(i)->getType();
    if (type->isPointerTy() && type->getPointerAddressSpace() == kLocal) return true;
  }
  return !LocalVariables(kernel).empty();
}

// What the driver would compile wrongly although the whole group meets its barriers; nothing for drivers that do not.
// It comes after count-segments, and no pass looks at barriers behind this one.
ShapesMistakenByPocl FindMistakenShapes(llvm::Function& kernel, const Backend& backend, bool frozen_arguments) {
  if (!backend.Has(Quirk::kBarrierShapes)) return {};
  ShapesMistakenByPocl shapes = FindShapesMistakenByPocl(kernel, Uniformity(kernel, frozen_arguments));
  if (!backend.Has(Quirk::kLoopBarriers)) shapes.loops_to_disguise.clear();
  if (backend.Has(Quirk::kReplicatedLoops)) {  // a kernel is compiled once for groups of all sizes
    shapes.loops_to_disguise.insert(shapes.loops_to_disguise.end(), shapes.loops_together.begin(),
                                    shapes.loops_together.end());
  }
  return shapes;
}

// Makes of what was found something that the driver compiles rightly. Returns whether anything changed.
bool AvoidMistakes(llvm::Function& kernel, const ShapesMistakenByPocl& shapes) {
  DisguiseLoops(kernel, shapes.loops_to_disguise);
  DisguiseTests(shapes.tests_to_disguise);
  MarkBranches(kernel, shapes.ends_to_mark, shapes.joins_to_mark);
  return !shapes.loops_to_disguise.empty() || !shapes.tests_to_disguise.empty() || !shapes.ends_to_mark.empty() ||
         !shapes.joins_to_mark.empty();
}

// Whether count-segments counted the barriers of sub-groups, or logs them, as the device's own, which stay.
bool SubGroupsKeepBarriers(llvm::Function& kernel) {
  return FindVariable(kernel, kPartGlobalFrom) != nullptr || FindVariable(kernel, kMeeting) != nullptr;
}

bool Flatten(llvm::Function& kernel, PipelineState& state, bool all) {
  KernelDescription& info = InfoOf(kernel, state);
  const bool frozen_arguments = !ChecksAll(state.options.variant);
  const bool sub_groups = !SubGroupBarriersOf(kernel).empty();
  const bool together = !state.backend->serial_groups(), with_places = together && !state.options.lockstep;
  std::vector<PartFunction> functions;
  if (with_places) functions = PartFunctionsOf(kernel, frozen_arguments);
  const std::string why_functions = ExplainPartFunctions(functions, FileOf(kernel));
  const bool only_ours = BarriersOf(kernel).empty() && !sub_groups && !state.options.lockstep && why_functions.empty();
  NoteUnprovedCollectives(kernel, frozen_arguments, with_places, info);
  bool polled = false;
  if (only_ours) {
    polled = state.options.watch && OtherCollective(kernel, /*with_places=*/false).empty() &&
             HiddenArgument(kernel, LS_HIDDEN_LOG) != nullptr;
    if (polled) InsertStopPolls(kernel, info);
    // A kernel that touches local memory gets a barrier from us (check_emitter.cc), where the driver's
    // errors begin.
    if (!state.backend->Has(Quirk::kBarrierShapes) || !MayUseLocalMemory(kernel)) return polled;
  }
  llvm::EliminateUnreachableBlocks(kernel);
  if (!MakeReducible(kernel)) {
    if (only_ours) return polled;
    GiveUp(info, state.options.lockstep ? "its control flow is irreducible, which lock step cannot follow"
                                : "its control flow is irreducible and it contains barriers");
    return true;
  }
  if (only_ours) {
    const ShapesMistakenByPocl shapes = FindMistakenShapes(kernel, *state.backend, frozen_arguments);
    if (shapes.reason.empty()) return AvoidMistakes(kernel, shapes) || polled;
  }
  std::vector<llvm::Instruction*> steps;
  if (state.options.lockstep) {
    steps = StepsOf(kernel, frozen_arguments);
    AddLoopEnds(kernel, steps);
  }
  if (steps.size() > kMaxSteps) {
    GiveUp(info, "it has " + std::to_string(steps.size()) + " accesses to shared memory and loops around "
                 "them, and lock step follows at most " + std::to_string(kMaxSteps));
    return true;
  }
  std::vector<llvm::CallInst*> barriers = AllBarriersOf(kernel);
  std::string why = ExplainBarriers(kernel, barriers, frozen_arguments, together && sub_groups, info);
  CompareCopies(kernel, frozen_arguments, FileOf(kernel), info);
  if (!info.instrumented) return true;
  ShapesMistakenByPocl shapes;
  if (why.empty()) why = why_functions;
  if (together && sub_groups && SubGroupsKeepBarriers(kernel)) {
    if (why.empty() && !all) {
      RemoveCopyMarkers(kernel);
    } else {
      GiveUp(info, "it uses sub_group_barrier, whose order is kept only where no barrier is transformed" +
                       (why.empty() ? "" : " (" + why + ")"));
    }
    return true;
  }
  if (why.empty() && sub_groups) why = "it has barriers of sub-groups";
  if (why.empty() && steps.empty()) {
    shapes = FindMistakenShapes(kernel, *state.backend, frozen_arguments);
    why = shapes.reason;
  }
  // A kernel that is to leave when the host says so may leave at different places.
  const bool open = !why.empty() || all;
  const bool stops =
      state.options.watch && !polled && HasLoop(kernel) && OtherCollective(kernel, open && with_places).empty();
  if (why.empty() && !all && steps.empty() && !stops) {
    RemoveCopyMarkers(kernel);
    return AvoidMistakes(kernel, shapes) || info.async_copies;
  }
  if (why.empty() && !steps.empty()) why = "its work-items run in lock step";
  if (why.empty()) why = "asked for, although all barriers are provably uniform";
  if (stops && HiddenArgument(kernel, LS_HIDDEN_LOCAL) != nullptr) InsertStopPolls(kernel, info);
  if (const std::string collective = OtherCollective(kernel, with_places); !collective.empty()) {
    GiveUp(info, steps.empty() ? "it uses " + collective + " and not provably uniform barriers (" + why + ")"
                               : "it uses " + collective + ", which lock step cannot follow");
    return true;
  }
  MakePlacesOfPartFunctions(kernel, functions, info);
  if (info.async_copies && MeetsInParts(kernel) && !info.synchronises) {
    GiveUp(info, "it makes asynchronous copies beside meetings of sub-groups (" + why + ")");
    return true;
  }
  if (HiddenArgument(kernel, LS_HIDDEN_LOCAL) == nullptr) {
    GiveUp(info, "it has no hidden arguments to synchronise through (" + why + ")");
    return true;
  }
  if (absl::Status status = MakeResumable(kernel, info, steps, *state.backend, frozen_arguments);
      !status.ok()) {
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
  return FlattenKernels(module, state, /*all=*/state.options.all_barriers);
}

bool FlattenAllBarriers(llvm::Module& module, PipelineState& state) {
  return FlattenKernels(module, state, /*all=*/true);
}

}  // namespace lockstep::instrument
