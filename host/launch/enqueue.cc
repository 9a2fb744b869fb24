#include "host/launch/enqueue.h"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <optional>

#include "device-lib/shared/control.h"
#include "device-lib/shared/exchange.h"
#include "device-lib/shared/parted.h"
#include "device-lib/shared/record.h"
#include "host/api/cl_error.h"
#include "host/api/hooks.h"
#include "host/build/service.h"
#include "host/driver/query.h"
#include "host/launch/process.h"
#include "host/launch/resident.h"
#include "host/launch/transfers.h"
#include "host/plan/certify.h"
#include "host/plan/model.h"
#include "host/running/event_drain.h"
#include "host/running/watchdog.h"
#include "runtime/base/text.h"
#include "runtime/session/board.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

using Kind = LaunchOutcome::Kind;

// All that a launch is made of, put together step by step.
struct Preparation {
  const LaunchCall* call;
  LaunchId id;
  std::shared_ptr<Kernel> kernel;
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  bool in_order = true;
  std::shared_ptr<const Device> facts;
  const DeviceRow* row = nullptr;  // that serves the device
  std::shared_ptr<TwinSet> build;
  Variant variant = Variant::kDefault;
  std::shared_ptr<const LoadedProgram> program;  // the twin's, and in it the kernel
  std::shared_ptr<const LoadedKernel> loaded;
  std::shared_ptr<const Twin> twin;
  Geometry geometry;
  Roots roots;
  Plan plan;
  uint32_t simd_width = 0;
};

// What is compiled for us: by lockstep-cc, then by the driver.
constexpr char kChecks[] = "the checks";

constexpr char kNoMemory[] = "launches of which there was no memory to keep the arguments";

LaunchOutcome Refused() { return {}; }

LaunchOutcome Decline(const Preparation& launch, Kind kind, std::string reason) {
  return {kind, launch.kernel->name, std::move(reason), launch.kernel->name};
}

uint32_t LogSlots() {
  uint32_t slots = 1;
  while (slots < Session::Get().options().log_slots) slots <<= 1;
  return slots;
}

// The build for `device`, or for the device it is a part of.
std::shared_ptr<TwinSet> BuildOf(const Builds& builds, cl_device_id device) {
  while (device != nullptr) {
    const auto found = builds.find(device);
    if (found != builds.end()) return found->second;
    device = QueryValue<cl_device_id>(
        Of(Next().clGetDeviceInfo, device, CL_DEVICE_PARENT_DEVICE));
  }
  return nullptr;
}

// Notes for the report that a launch goes to this device.
void NoteDevice(const Device& device) {
  Session::Get().AddDevice(device.name, device.platform, device.driver_version, device.version);
}

// 1. Who is to run where, and is there a twin of it at all?
bool FindBuild(Preparation& launch, LaunchOutcome& outcome) {
  const auto info = Next().clGetCommandQueueInfo;
  const cl_command_queue queue = launch.call->queue;
  launch.context = QueryValue<cl_context>(Of(info, queue, CL_QUEUE_CONTEXT));
  launch.device = QueryValue<cl_device_id>(Of(info, queue, CL_QUEUE_DEVICE));
  if (launch.context == nullptr || launch.device == nullptr) return false;
  const auto properties =
      QueryValue<cl_command_queue_properties>(Of(info, queue, CL_QUEUE_PROPERTIES));
  launch.in_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
  launch.facts = DeviceFacts(launch.device);
  NoteDevice(*launch.facts);
  KeepDevice(launch.device, *launch.facts);
  const Service service = ServiceOf(*launch.facts);
  if (service.row == nullptr) {
    outcome = {Kind::kNotInstrumented, "", service.why, launch.kernel->name};
    return false;
  }
  launch.row = service.row;
  launch.build = BuildOf(launch.kernel->builds, launch.device);
  if (!launch.build) {
    const std::string why = launch.kernel->program->why_unknown();
    outcome = Decline(launch, Kind::kNotInstrumented,
                      why.empty() ? "lockstep did not see its program being built for this device"
                                  : why);
    return false;
  }
  return true;
}

std::shared_ptr<const Device> FactsOf(cl_command_queue queue) {
  const auto device = QueryValue<cl_device_id>(Of(Next().clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE));
  return device == nullptr ? nullptr : DeviceFacts(device);
}

// The kernel's name in the source, and in the twin's program, which is made without the driver's headers: see
// Quirk::kKernelNames. The driver's name holds in queries too.
std::string NameInSource(const Kernel& kernel, const Device& facts) {
  return KernelNameInSource(kernel.name, facts.identity());
}

std::shared_ptr<const LoadedKernel> FindKernelAsDriverCallsIt(const Preparation& launch) {
  std::shared_ptr<const LoadedKernel> found = launch.program->FindKernel(launch.kernel->name);
  return found ? found : launch.program->FindKernel(NameInSource(*launch.kernel, *launch.facts));
}

// Since this was called first, which the first launch does.
double SecondsSinceFirstLaunch() {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point first = Clock::now();
  return std::chrono::duration<double>(Clock::now() - first).count();
}

std::string ThreadName() {
  char name[64] = "";
  (void)pthread_getname_np(pthread_self(), name, sizeof name);
  return name;
}

// For a launch whose kernel's name leaves it out; nullopt for others. The filters may name the kernel as the source
// does.
std::optional<LaunchOutcome> LeftOut(const Preparation& launch) {
  std::string name = launch.kernel->name;
  if (Session::Get().IsSelected(name)) return std::nullopt;
  if (const auto facts = FactsOf(launch.call->queue)) {
    name = NameInSource(*launch.kernel, *facts);
    if (Session::Get().IsSelected(name)) return std::nullopt;
    NoteDevice(*facts);
  }
  return LaunchOutcome{Kind::kLeftOut, name, "", name};
}

LaunchOutcome LeftOutBy(const Preparation& launch, std::string option) {
  return {Kind::kLeftOut, launch.kernel->name, std::move(option), launch.kernel->name};
}

// Where a program-scope variable keeps values from one launch to the next, all launches go to the twin, which has its
// own. Before its program is known nothing is left out, unless no launch of it will be checked.
std::optional<LaunchOutcome> LeftOutUnseen(const Preparation& launch) {
  std::string option;
  const bool spent = Session::Get().launch_filter().IsSpent(SecondsSinceFirstLaunch(), &option);
  if (!spent || launch.build->asked()) return std::nullopt;
  return LeftOutBy(launch, std::move(option));
}

// For a launch that the options on launches leave out; nullopt for others.
std::optional<LaunchOutcome> LeftOutByLaunch(const Preparation& launch) {
  if (!launch.loaded->variables.empty()) return std::nullopt;
  LaunchCandidate candidate;
  candidate.kernel = launch.kernel->name;
  candidate.number = launch.id.value;
  if (launch.loaded->sites.size() > 1) candidate.file = launch.loaded->sites[1].position.file;  // site 0 is none
  candidate.thread = ThreadName();
  candidate.seconds = SecondsSinceFirstLaunch();
  std::string option = Session::Get().launch_filter().LeavesOut(candidate);
  if (option.empty()) return std::nullopt;
  return LeftOutBy(launch, std::move(option));
}

// 2. The twin's program, in the variant that this launch needs, and the plan that says so.
bool FindVariant(Preparation& launch, Variant variant, LaunchOutcome& outcome) {
  const StatusOr<std::shared_ptr<const LoadedProgram>> program = [&] {
    const Activity compiling(Doing::kCompiling, kChecks, launch.kernel->name, launch.id.value);
    return launch.build->program(variant);
  }();
  if (!program.ok()) {
    outcome = Decline(launch, Kind::kNotInstrumented, program.status().message());
    return false;
  }
  launch.variant = variant;
  launch.program = *program;
  launch.loaded = FindKernelAsDriverCallsIt(launch);
  if (!launch.loaded || !launch.loaded->instrumented) {
    outcome = Decline(launch, Kind::kNotInstrumented,
                      launch.loaded ? launch.loaded->reason : "the compiler did not find the kernel");
    return false;
  }
  // Each program that the driver builds has variables of its own, which keep their values between
  // launches: all launches go to one twin.
  if (!launch.loaded->variables.empty() && variant != Variant::kFull) {
    return FindVariant(launch, Variant::kFull, outcome);
  }
  if (launch.loaded->args.size() != launch.kernel->arguments.size()) {
    outcome = Decline(launch, Kind::kNotInstrumented,
                      StrCat("the compiler found ", launch.loaded->args.size(),
                             " arguments, the driver ", launch.kernel->arguments.size()));
    return false;
  }
  const ProofCost spent = launch.roots.plan.proofs.cost;  // on another variant
  launch.roots = FindRoots(*launch.kernel, *launch.loaded, launch.context, variant == Variant::kFull);
  launch.roots.plan.serial_groups = launch.row->backend->serial_groups();
  launch.roots.plan.transformed = launch.loaded->transformed;
  launch.roots.plan.groups = launch.geometry.groups();
  launch.roots.plan.running_groups = RunningGroups(*launch.facts, launch.roots.local_bytes);
  const uint64_t offered = (launch.loaded->collectives ? LS_OFFER_WORDS : 0) + launch.loaded->part_words;
  launch.roots.plan.offer_words = launch.geometry.group_size() * offered;
  launch.roots.plan.proofs = {ProcessProofStore(), spent};
  const bool bounds = Session::Get().options().bounds == BoundsMode::kReport &&
                      Session::Get().options().races == RaceMode::kOn;
  launch.roots.plan.bounds = bounds;
  if (Session::Get().options().races == RaceMode::kOff) {
    for (RootFacts& root : launch.roots.plan.roots) {
      root.pruned = true;
      root.decision.decision = Decision::kNotAsked;
    }
  } else if (Session::Get().options().prune == PruneMode::kOn) {
    const LaunchNumbers numbers = NumbersOf(launch.geometry, launch.kernel->arguments);
    Prune(numbers, launch.roots.plan);
    if (bounds) ProveBounds(numbers, launch.roots.plan);
  }
  launch.plan = MakePlan(launch.roots.plan);
  if (launch.plan.needs_full) return FindVariant(launch, Variant::kFull, outcome);
  if (launch.plan.needs_bounds) return FindVariant(launch, Variant::kBounds, outcome);
  return true;
}

// 3. Limits that keep this launch from being checked.
bool WithinLimits(const Preparation& launch, LaunchOutcome& outcome) {
  const uint64_t shadow = launch.plan.local_words * sizeof(ls_u64);
  if (!launch.plan.local_fits || launch.roots.local_bytes + shadow > launch.facts->local_memory) {
    outcome = Decline(launch, Kind::kNotInstrumented,
                      StrCat("its ", launch.roots.local_bytes, " bytes of local memory and ",
                             shadow, " bytes of shadow exceed the device's ",
                             launch.facts->local_memory));
    return false;
  }
  if (launch.row->backend->Has(Quirk::kUntriedOrders)) {
    const char* what = launch.loaded->synchronises   ? "kernels that synchronise with atomics or fences"
                       : launch.loaded->async_copies ? "asynchronous copies"
                                                    : nullptr;
    if (what != nullptr) {
      outcome = Decline(launch, Kind::kNotInstrumented, StrCat(what, " are not supported on SPIR-V devices"));
      return false;
    }
  }
  if (launch.geometry.group_size() > UINT32_MAX) return false;  // the driver's to refuse
  return true;
}

// The twin, built by the driver, and the kernel object of it that belongs to this kernel object.
TwinKernel* KernelOfTwin(Preparation& launch, LaunchOutcome& outcome) {
  const StatusOr<std::shared_ptr<const Twin>> twin = [&] {
    const Activity compiling(Doing::kCompiling, kChecks, launch.kernel->name, launch.id.value);
    return launch.build->twin(launch.variant);
  }();
  if (!twin.ok()) {
    outcome = Decline(launch, Kind::kNotInstrumented, twin.status().message());
    return nullptr;
  }
  launch.twin = *twin;
  std::unique_ptr<TwinKernel>& kernel = launch.kernel->twins[launch.twin.get()];
  if (!kernel) {
    cl_int error = CL_SUCCESS;
    cl_kernel handle =
        Next().clCreateKernel(launch.twin->handle(), launch.loaded->name.c_str(), &error);
    if (handle == nullptr) {
      outcome = Decline(launch, Kind::kNotInstrumented, "the driver does not find the twin kernel");
      return nullptr;
    }
    kernel = std::make_unique<TwinKernel>(launch.twin, handle);
  }
  return kernel.get();
}

// Hands on what the application has set since this twin was last used.
cl_int MirrorArguments(Kernel& kernel, TwinKernel& twin) {
  for (cl_uint i = 0; i < kernel.arguments.size(); ++i) {
    const Argument& argument = kernel.arguments[i];
    if (argument.version <= twin.mirrored) continue;
    const cl_int error =
        argument.kind == Argument::Kind::kSvm
            ? Next().clSetKernelArgSVMPointer(twin.handle(), i, argument.svm)
            : Next().clSetKernelArg(
                  twin.handle(), i, argument.size,
                  argument.kind == Argument::Kind::kNull ? nullptr : argument.bytes.data());
    if (error != CL_SUCCESS) return error;
  }
  for (const auto& [name, info] : kernel.exec_infos) {
    if (info.version <= twin.mirrored) continue;
    const cl_int error =
        Next().clSetKernelExecInfo(twin.handle(), name, info.bytes.size(), info.bytes.data());
    if (error != CL_SUCCESS) return error;
  }
  twin.mirrored = kernel.version;
  return CL_SUCCESS;
}

cl_int SetHiddenArguments(const Preparation& launch, const Lease& lease, cl_kernel twin) {
  const cl_uint first = static_cast<cl_uint>(launch.kernel->arguments.size());
  const cl_mem buffers[] = {lease.slot().control->handle(), lease.arena().heads->handle(),
                            lease.arena().values->handle(), lease.arena().more->handle(),
                            lease.slot().log->handle()};
  static_assert(LS_HIDDEN_CONTROL == 0 && LS_HIDDEN_HEADS == 1 && LS_HIDDEN_VALUES == 2 &&
                LS_HIDDEN_MORE == 3 && LS_HIDDEN_LOG == 4 && LS_HIDDEN_LOCAL == 5 &&
                LS_HIDDEN_COUNT == 6 && LS_HIDDEN_EVENTS == 6 && LS_HIDDEN_MOST == 7);
  for (cl_uint i = 0; i < LS_HIDDEN_LOCAL; ++i) {
    const cl_int error = Next().clSetKernelArg(twin, first + i, sizeof(cl_mem), &buffers[i]);
    if (error != CL_SUCCESS) return error;
  }
  if (launch.loaded->synchronises) {
    const cl_mem events = lease.slot().events->handle();
    const cl_int error =
        Next().clSetKernelArg(twin, first + LS_HIDDEN_EVENTS, sizeof(cl_mem), &events);
    if (error != CL_SUCCESS) return error;
  }
  return Next().clSetKernelArg(twin, first + LS_HIDDEN_LOCAL,
                               launch.plan.local_words * sizeof(ls_u64), nullptr);
}

// Actors of each group besides its work-items.
uint32_t CopySlots(const Preparation& launch) {
  return launch.loaded->async_copies ? LS_COPY_SLOTS : 0;
}

// The control block of docs/abi.md, section 2, with its root and image tables.
void WriteControl(const Preparation& launch, const Lease& lease) {
  ls_control control = {};
  control.abi = LS_ABI_VERSION;
  control.num_roots = static_cast<ls_u32>(launch.plan.roots.size());
  control.num_ranges = launch.roots.plan.ranges;
  control.site_shift = LS_SITE_SHIFT;
  control.segment_shift = lease.layout().segment_shift;
  control.actor_shift = lease.layout().actor_shift;
  control.segment_limit = lease.layout().segment_limit();
  control.group_items = static_cast<ls_u32>(ItemsPerGroup(launch.geometry.group_size()));
  control.group_size = control.group_items + static_cast<ls_u32>(CopySlots(launch));
  control.simd_width = LockstepWidth() != 0 ? LockstepWidth() : launch.simd_width;
  control.written_slots = WrittenSlots(*launch.loaded, launch.geometry.actors(0));
  control.parted_tables = PartedTables(*launch.loaded, *launch.facts, launch.geometry.groups());
  for (int d = 0; d < 3; ++d) {
    control.local_size[d] = static_cast<ls_u32>(launch.geometry.local[d]);
  }
  control.local_cells = launch.plan.local_cells;
  control.first_actor = lease.first_actor();
  control.total_cells = launch.plan.cells;
  control.local_first_cell = launch.plan.local_first_cell;
  control.local_first_value = launch.plan.local_first_value;
  control.local_values = launch.plan.local_values;
  control.local_slabs = launch.plan.local_slabs;
  control.local_slab_at = launch.plan.local_slab_at;
  control.local_values_at = launch.plan.local_values_at;
  control.local_more_at = launch.plan.local_more_at;
  control.local_copies_at = launch.plan.local_copies_at;
  control.local_offers_at = launch.plan.local_offers_at;
  control.log_slots = lease.slot().log_slots;
  control.flags = LockstepWidth() != 0 ? LS_CONTROL_IN_BLOCKS : 0;
  control.resident = ResidentTable();
  auto* at = static_cast<unsigned char*>(lease.slot().control->data());
  std::memcpy(at, &control, sizeof(control));
  at += sizeof(control);
  const size_t roots = launch.plan.roots.size() * sizeof(ls_root);
  std::memcpy(at, launch.plan.roots.data(), roots);
  if (launch.plan.images.empty()) return;
  std::memcpy(at + roots, launch.plan.images.data(), launch.plan.images.size() * sizeof(ls_image));
}

// What was decided about root number `i`, in words.
RootDecision DecisionOn(const Preparation& launch, size_t i) {
  const RootFacts& root = launch.roots.plan.roots[i];
  RootDecision decision = root.decision;
  const bool checked = launch.plan.roots[i].size != 0;
  if (checked && Session::Get().options().prune == PruneMode::kOff) decision.why = "--prune=off";
  if (!checked && !root.pruned) decision = {Decision::kNotAsked, ""};
  return decision;
}

// What a report says of the launch; the records' layout is added where there are records.
std::shared_ptr<Launch> Describe(const Preparation& launch, LaunchId id) {
  auto described = std::make_shared<Launch>();
  described->id = id;
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
  described->proofs = launch.roots.plan.proofs.cost;
  described->roots = launch.roots.memory;
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

std::shared_ptr<Launch> Describe(const Preparation& launch, const Lease& lease, LaunchId id,
                                 const std::string& certificate) {
  std::shared_ptr<Launch> described = Describe(launch, id);
  described->certificate_key = certificate;
  described->segment_shift = lease.layout().segment_shift;
  described->actor_shift = lease.layout().actor_shift;
  described->first_actor = lease.first_actor();
  described->log_slots = lease.slot().log_slots;
  described->log_mark = lease.log_mark();
  described->log_in_place = lease.place() == Place::kInPlace;
  described->shadow_bytes = launch.plan.cells * sizeof(ls_u64) + launch.plan.value_bytes;
  return described;
}

// No access is left to check, none goes to memory that we do not know, no barrier can diverge, no variable's
// value stays with the program, and nobody wants to end the launch: the application's own kernel may run.
bool NothingToCheck(const Preparation& launch) {
  const LoadedKernel& kernel = *launch.loaded;
  if (!launch.roots.out_of_sight.empty()) return false;
  if (!kernel.variables.empty() || LaunchesAreWatched()) return false;
  if (kernel.compares_arguments || (kernel.transformed && !launch.roots.plan.barriers_met)) return false;
  if (kernel.unknown_reads || kernel.unknown_writes) return false;
  for (const ls_root& root : launch.plan.roots) {
    if (root.size != 0 || (root.flags & LS_ROOT_STAYS) == 0) return false;
  }
  return true;
}

// What a certificate would say of this launch; empty if there can be none.
std::string KeyOf(const Preparation& launch) {
  // A launch that can be ended must run as its twin.
  if (Session::Get().options().certify == CertifyMode::kOff || LaunchesAreWatched()) return "";
  if (LockstepWidth() != 0) return "";  // there equal values, which are data, excuse writes
  return CertificateKey(*launch.kernel, *launch.program, *launch.loaded, launch.geometry,
                        launch.roots, *launch.facts);
}

LaunchOutcome Proven(const Preparation& launch, LaunchId id, Kind kind) {
  LaunchOutcome outcome;
  outcome.kind = kind;
  outcome.proven = Describe(launch, id);
  return outcome;
}

// For how long a work-item waits for room in an event log that is read through a queue of the driver.
constexpr uint64_t kPatienceSeconds = 20;

// Readies the event log. `beside`: what it can be read through; null: in place, or not before the launch is complete.
void PrepareLog(Lease& lease, const SideQueue* beside) {
  const SharedBuffer& log = *lease.slot().events;
  const bool along = (lease.place() == Place::kInPlace || beside != nullptr) && EventDrain::CanReadAlong();
  const uint64_t patience = beside != nullptr ? kPatienceSeconds * beside->looks_per_second() : 0;
  PrepareEventLog(log.data(), log.size(), along, patience, &lease.slot().event_places);
}

// Its reader, once the log is attached.
std::unique_ptr<EventDrain> StartDrain(const Preparation& launch, const Lease& lease,
                                       const std::shared_ptr<SideQueue>& beside,
                                       const std::shared_ptr<const Launch>& described) {
  const SharedBuffer& log = *lease.slot().events;
  ReplayOptions options;
  options.group_items = ItemsPerGroup(launch.geometry.group_size());
  options.group_size = options.group_items + CopySlots(launch);
  options.actors = launch.geometry.actors(CopySlots(launch));
  options.cells = launch.plan.cells;
  options.inclusion = Session::Get().options().scope_inclusion;
  // In case the process does not live to tell.
  OnNews on_news;
  if (Session::Get().LeavesState()) {
    on_news = [described](const ReplayResult& so_far) {
      Session::Get().NoteFoundSoFar(described, CheckReplay(described, so_far));
    };
  }
  if (beside && EventDrain::CanReadAlong()) {
    return std::make_unique<EventDrain>(log.data(), beside, log.handle(), options, std::move(on_news));
  }
  const bool along = lease.place() == Place::kInPlace && EventDrain::CanReadAlong();
  return std::make_unique<EventDrain>(log.data(), along, options, std::move(on_news));
}

// What is missing of a launch that has been enqueued.
void NoteLaunched(const Preparation& launch, const TwinEvents& events) {
  for (const std::string& argument : launch.roots.out_of_sight) {
    Session::Get().AddIncomplete(
        launch.kernel->name,
        StrCat("launches with memory unknown to lockstep in argument ", argument));
  }
  if (events.log_error != CL_SUCCESS) {
    Session::Get().AddIncomplete(
        launch.kernel->name,
        StrCat("launches whose log the driver did not give back: ", ClErrorName(events.log_error)));
  }
}

std::shared_ptr<Pool> PoolOf(cl_context handle) {
  const std::shared_ptr<Context> context = ContextOf(handle);
  return std::static_pointer_cast<Pool>(
      context->Resources([&] { return std::make_shared<Pool>(context); }));
}

}  // namespace

LaunchId NextLaunchId() {
  static std::atomic<uint64_t> last{0};
  return LaunchId{++last};
}

LaunchOutcome LaunchTwin(const LaunchCall& call) {
  StartProcess();
  const LaunchId id = NextLaunchId();
  Preparation launch;
  LaunchOutcome outcome;
  launch.call = &call;
  launch.id = id;
  launch.geometry = call.geometry;
  launch.kernel = FindKernel(call.kernel);
  if (!launch.kernel) {
    const std::string name =
        QueryText(Of(Next().clGetKernelInfo, call.kernel, CL_KERNEL_FUNCTION_NAME));
    if (name.empty()) return Refused();  // not a kernel: the driver's to refuse
    return {Kind::kNotInstrumented, name, "lockstep did not see it being created", name};
  }
  if (const auto left_out = LeftOut(launch)) return *left_out;
  std::lock_guard<std::recursive_mutex> lock(launch.kernel->mutex);
  for (const Argument& argument : launch.kernel->arguments) {
    if (argument.kind == Argument::Kind::kUnset) return Refused();  // the driver's to refuse
    if (argument.lost) return Decline(launch, Kind::kIncomplete, kNoMemory);
  }
  if (launch.kernel->infos_lost) return Decline(launch, Kind::kIncomplete, kNoMemory);
  if (!FindBuild(launch, outcome)) return outcome;
  DecideLocalSize(launch.geometry, *launch.facts, launch.device, call.kernel);
  if (const auto left_out = LeftOutUnseen(launch)) return *left_out;
  if (!FindVariant(launch, Variant::kDefault, outcome)) return outcome;
  if (const auto left_out = LeftOutByLaunch(launch)) return *left_out;
  if (!WithinLimits(launch, outcome)) return outcome;
  if (NothingToCheck(launch)) return Proven(launch, id, Kind::kPruned);
  const std::string certificate = KeyOf(launch);
  if (!certificate.empty() && ProcessCertificates().Covers(certificate)) {
    return Proven(launch, id, Kind::kCertified);
  }
  TwinKernel* twin = KernelOfTwin(launch, outcome);
  if (twin == nullptr) return outcome;
  launch.simd_width = SimdWidth(*launch.facts, launch.device, call.kernel);
  cl_int error = MirrorArguments(*launch.kernel, *twin);
  if (error != CL_SUCCESS) {
    return Decline(launch, Kind::kNotInstrumented,
                   StrCat("the driver refuses an argument of the twin: ", ClErrorName(error)));
  }

  LeaseRequest request;
  request.in_order_queue = launch.in_order ? call.queue : nullptr;
  request.cells = launch.plan.cells;
  request.value_bytes = launch.plan.value_bytes;
  request.control_bytes = sizeof(ls_control) + launch.plan.roots.size() * sizeof(ls_root) +
                          launch.plan.images.size() * sizeof(ls_image);
  request.log_slots = LogSlots();
  request.written_slots = WrittenSlots(*launch.loaded, launch.geometry.actors(0));
  const uint64_t group_items = ItemsPerGroup(launch.geometry.group_size());
  request.parted_bytes =
      PartedTables(*launch.loaded, *launch.facts, launch.geometry.groups()) * ls_parted_bytes(group_items) +
      (launch.loaded->fixed_parts ? group_items * sizeof(ls_u64) : 0);
  request.need = {launch.loaded->sites.size(), launch.geometry.actors(CopySlots(launch)),
                  launch.loaded->barriers > 0 || launch.loaded->collectives || launch.loaded->async_copies ||
                      launch.loaded->synchronises};
  if (launch.loaded->synchronises) {
    request.event_bytes = EventLogBytes(Session::Get().options().event_log);
  }
  request.max_allocation = launch.facts->max_allocation;
  request.place = PlaceFor(launch.context, launch.device, launch.row->IsProven(launch.facts->identity()));

  std::shared_ptr<const Launch> described;
  std::unique_ptr<Lease> held;
  TwinEvents events;
  BoardPlace place;
  std::unique_ptr<EventDrain> drain;
  if (request.place == Place::kDevice && (launch.loaded->synchronises || LaunchesAreWatched())) {
    events.beside = SideQueueFor(ContextOf(launch.context), launch.device,
                                 launch.geometry.groups());
  }
  {
    const std::shared_ptr<Pool> pool = PoolOf(launch.context);
    std::lock_guard<std::recursive_mutex> order(pool->order());
    StatusOr<std::unique_ptr<Lease>> lease = pool->Acquire(request);
    if (!lease.ok()) return Decline(launch, Kind::kIncomplete, lease.status().message());
    held = std::move(*lease);
    WriteControl(launch, *held);
    if (launch.loaded->synchronises) PrepareLog(*held, events.beside.get());
    const Status attached = held->AttachControl();
    if (!attached.ok()) return Decline(launch, Kind::kIncomplete, attached.message());
    described = Describe(launch, *held, id, certificate);
    if (launch.loaded->synchronises) drain = StartDrain(launch, *held, events.beside, described);
    if (BoxRegion* region = held->slot().log->region()) {
      Session::Get().NoteUnderWay(described, *region);
    }
    error = SetHiddenArguments(launch, *held, twin->handle());
    if (error == CL_SUCCESS) {
      place = NoteBegun(*described, call.waits);
      const Activity enqueuing(Doing::kWaiting, "clEnqueueNDRangeKernel");
      error = EnqueueTwin(call, launch.geometry, twin->handle(), *held, &events);
      if (error != CL_SUCCESS) NoteRefused(place);
    }
  }
  if (error != CL_SUCCESS) {
    return Decline(launch, Kind::kNotInstrumented,
                   StrCat("the driver refuses to run the twin: ", ClErrorName(error)));
  }
  // It runs: whatever fails from here on, the application must not be made to launch it once more.
  outcome = {Kind::kLaunched, "", "", ""};
  Guard("clEnqueueNDRangeKernel", [&] { NoteLaunched(launch, events); });
  Guard("clEnqueueNDRangeKernel", [&] { Session::Get().AddWarnings(described); });
  TrackLaunch(std::move(described), std::move(held), std::move(drain), events, place, call.event);
  return outcome;
}

}  // namespace lockstep::host
