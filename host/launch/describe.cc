#include "host/launch/describe.h"

#include "device-lib/shared/exchange.h"
#include "host/plan/model.h"
#include "host/track/host_stack.h"
#include "runtime/base/hex.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

// What was decided about root number `i`, in words.
RootDecision DecisionOn(const Preparation& launch, size_t i) {
  const RootFacts& root = launch.roots.plan.roots[i];
  RootDecision decision = root.decision;
  const ls_root& planned = launch.plan.roots[i];
  const bool proofs = Session::Get().options().prune == PruneMode::kOn;
  if (planned.size != 0) {
    if (!proofs) decision.why = "--prune=off";
    return decision;
  }
  if (!root.pruned) {
    const bool memory = root.space == RootFacts::Space::kGlobal && root.object_size > 0;
    decision = {memory ? Decision::kUnwritten : Decision::kNotAsked, "", ""};
  }
  if ((planned.flags & LS_ROOT_STAYS) == 0) {
    decision.bounds = proofs ? root.why_open : "--prune=off";
    if (decision.bounds.empty()) decision.bounds = "where its accesses go cannot be told before the launch";
  }
  return decision;
}

// Longer structs are of no use to a reader, and a report has one for each finding.
constexpr size_t kMostValue = 128;

std::vector<LaunchArgument> ArgumentsOf(const Preparation& launch) {
  const std::vector<ArgumentDescription>& described = launch.loaded->args;
  const std::vector<Argument>& set = launch.kernel->arguments;
  std::vector<LaunchArgument> arguments;
  for (size_t i = 0; i < described.size() && i < set.size(); ++i) {
    LaunchArgument& one = arguments.emplace_back();
    switch (described[i].space) {
      case ArgumentSpace::kPrivate:
        one.size = set[i].bytes.size();
        if (one.size <= kMostValue) {
          one.value = HexEncode({reinterpret_cast<const char*>(set[i].bytes.data()), set[i].bytes.size()});
        }
        break;
      case ArgumentSpace::kLocal: one.size = set[i].size; break;
      default:
        if (i < launch.roots.memory.size()) {
          one.object = launch.roots.memory[i].object;
          one.size = launch.roots.memory[i].size;
        }
    }
  }
  return arguments;
}

}  // namespace

std::shared_ptr<Launch> Describe(const Preparation& launch) {
  auto described = std::make_shared<Launch>();
  described->id = launch.id;
  described->program = launch.build->source();
  described->kernel = launch.loaded;
  described->device = launch.facts->name;
  described->test = TestNow();
  described->dimensions = launch.geometry.dimensions;
  for (int d = 0; d < 3; ++d) {
    described->global_size[d] = launch.geometry.global[d];
    described->global_offset[d] = launch.geometry.offset[d];
    described->local_size[d] = launch.geometry.local[d];
  }
  described->enqueued = StackHere();
  described->built = launch.build->built();
  described->proofs = launch.roots.plan.proofs.cost;
  described->roots = launch.roots.memory;
  for (MemoryRoot& root : described->roots) root.created = CreationOf(root.object);
  for (size_t i = 0; i < described->roots.size(); ++i) {
    described->roots[i].first_cell = launch.plan.roots[i].first_cell;
    described->roots[i].shift = launch.plan.roots[i].shift;
    described->roots[i].start = launch.plan.starts[i];
    described->roots[i].limit = launch.plan.roots[i].limit;
    if (launch.plan.roots[i].size == 0) described->roots[i].size = 0;
    if (Session::Get().options().explain_pruning) described->roots[i].decision = DecisionOn(launch, i);
  }
  if (Session::Get().options().warn != Warnings::kNone) {
    PlanRequest proof = launch.roots.plan;
    proof.group = launch.loaded->local_apart.get();
    proof.sites = launch.loaded->global_apart.get();
    proof.shows_counters = false;
    for (RootFacts& root : proof.roots) root.pruned = false;
    Prune(NumbersOf(launch.geometry, launch.kernel->arguments), proof);
    for (size_t i = 0; i < described->roots.size() && i < proof.roots.size(); ++i) {
      described->roots[i].not_changed_by_others = proof.roots[i].pruned;
    }
  }
  described->group_size = ItemsPerGroup(launch.geometry.group_size()) + CopySlots(launch);
  described->lockstep_width = LockstepWidth();
  described->simd_width = launch.simd_width;
  described->bounds_counted = Session::Get().options().bounds == BoundsMode::kCount;
  return described;
}

std::shared_ptr<Launch> Describe(const Preparation& launch, const Lease& lease, const Certificate& certificate) {
  std::shared_ptr<Launch> described = Describe(launch);
  described->certificate_key = certificate.key;
  described->certificate_on_disk = certificate.content.empty();
  described->arguments = ArgumentsOf(launch);
  described->segment_shift = lease.layout().segment_shift;
  described->actor_shift = lease.layout().actor_shift;
  described->together = !launch.row->backend->serial_groups();
  described->first_actor = lease.first_actor();
  described->log_slots = lease.slot().log_slots;
  described->log_mark = lease.log_mark();
  described->log_in_place = lease.place() == Place::kInPlace;
  described->shadow_bytes = launch.plan.cells * sizeof(ls_u64) + launch.plan.value_bytes;
  return described;
}

}  // namespace lockstep::host
