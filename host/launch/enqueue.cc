#include "host/launch/enqueue.h"

#include <atomic>
#include <cstring>
#include <utility>
#include <vector>

#include "device-lib/shared/control.h"
#include "device-lib/shared/exchange.h"
#include "device-lib/shared/parted.h"
#include "device-lib/shared/record.h"
#include "device-lib/shared/sync_cell.h"
#include "host/api/cl_error.h"
#include "host/api/hooks.h"
#include "host/capture/snapshot.h"
#include "host/commands/follow.h"
#include "host/commands/launch_command.h"
#include "host/driver/query.h"
#include "host/launch/describe.h"
#include "host/launch/left_out.h"
#include "host/launch/preparation.h"
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

constexpr char kNoMemory[] = "launches of which there was no memory to keep the arguments";
constexpr char kForeignPointer[] =
    "an argument was set by a function of an extension, so that it is not known what it leads to";

LaunchOutcome Refused() { return {}; }

uint32_t LogSlots() {
  uint32_t slots = 1;
  while (slots < Session::Get().options().log_slots) slots <<= 1;
  return slots;
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
  if (launch.variant == Variant::kApart) {
    const cl_mem rooms = lease.slot().rooms ? lease.slot().rooms->handle() : nullptr;
    return Next().clSetKernelArg(twin, first + LS_HIDDEN_LOCAL, sizeof(cl_mem), &rooms);
  }
  return Next().clSetKernelArg(twin, first + LS_HIDDEN_LOCAL,
                               launch.plan.local_words * sizeof(ls_u64), nullptr);
}

// The control block of docs/abi.md, section 2, with its root and image tables.
void WriteControl(const Preparation& launch, const Lease& lease) {
  ls_control control = {};
  control.abi = LS_ABI_VERSION;
  control.num_roots = static_cast<ls_u32>(launch.plan.roots.size());
  control.num_ranges = launch.roots.plan.ranges;
  control.site_shift = LS_SITE_SHIFT;
  control.shifts = lease.layout().segment_shift | lease.layout().actor_shift << 8;
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
  control.room_words = static_cast<ls_u32>(launch.plan.room_words);
  control.log_slots = lease.slot().log_slots;
  control.flags = LockstepWidth() != 0 ? LS_CONTROL_IN_BLOCKS : 0;
  control.resident = ResidentTable();
  if (lease.slot().rooms) std::memset(lease.slot().rooms->data(), 0, 2 * launch.plan.local_slabs * sizeof(ls_u64));
  auto* at = static_cast<unsigned char*>(lease.slot().control->data());
  std::memcpy(at, &control, sizeof(control));
  at += sizeof(control);
  const size_t roots = launch.plan.roots.size() * sizeof(ls_root);
  std::memcpy(at, launch.plan.roots.data(), roots);
  if (launch.plan.images.empty()) return;
  std::memcpy(at + roots, launch.plan.images.data(), launch.plan.images.size() * sizeof(ls_image));
}

// What a certificate would say of this launch; its key is empty if there can be none.
Certificate CertificateOf(const Preparation& launch) {
  // A launch that can be ended must run as its twin.
  if (Session::Get().options().certify == CertifyMode::kOff || LaunchesAreWatched()) return {};
  if (LockstepWidth() != 0) return {};  // there equal values, which are data, excuse writes
  return MakeCertificate({*launch.kernel, *launch.program, *launch.loaded, launch.geometry, launch.roots, *launch.facts,
                          launch.context, launch.in_order});
}

// What the kernel may write, whoever runs it. Local memory and program-scope variables are nobody else's.
void NoteWrites(const Preparation& launch, ContentChange& change) {
  change.OfNothing();
  if (launch.loaded->unknown_writes || !launch.roots.out_of_sight.empty()) change.OfEverything();
  for (size_t i = 0; i < launch.loaded->args.size(); ++i) {
    const RootFacts& root = launch.roots.plan.roots[i];
    if (root.writes && root.space == RootFacts::Space::kGlobal) change.OfObject(root.object);
  }
}

LaunchOutcome Proven(const Preparation& launch, Kind kind, const Certificate& certificate = {}) {
  LaunchOutcome outcome;
  outcome.kind = kind;
  const std::shared_ptr<Launch> described = Describe(launch);
  described->certificate_key = certificate.key;
  outcome.proven = described;
  outcome.content = certificate.content;
  return outcome;
}

// For how long a work-item waits for room in an event log that is read through a queue of the driver.
constexpr uint64_t kPatienceSeconds = 20;

// Readies the event log. `beside`: what it can be read through; null: in place, or not before the launch is complete.
void PrepareLog(const Preparation& launch, Lease& lease, const SideQueue* beside) {
  const SharedBuffer& log = *lease.slot().events;
  const bool along = (lease.place() == Place::kInPlace || beside != nullptr) && EventDrain::CanReadAlong();
  const uint64_t patience = beside != nullptr ? kPatienceSeconds * beside->looks_per_second() : 0;
  const bool blocks = launch.row->backend->calls == Calls::kOutOfLine;
  PrepareEventLog(log.data(), log.size(), along, patience, blocks, &lease.slot().event_places);
}

// Its reader, once the log is attached.
std::unique_ptr<EventDrain> StartDrain(const Preparation& launch, const Lease& lease,
                                       const std::shared_ptr<SideQueue>& beside,
                                       const std::shared_ptr<const Launch>& described, AwaitedTouches* awaited) {
  const SharedBuffer& log = *lease.slot().events;
  ReplayOptions options;
  options.group_items = ItemsPerGroup(launch.geometry.group_size());
  options.group_size = options.group_items + CopySlots(launch);
  options.actors = launch.geometry.actors(CopySlots(launch));
  options.cells = launch.plan.cells;
  options.fences = launch.loaded->fences_logged;
  options.inclusion = Session::Get().options().scope_inclusion;
  options.objects = ObjectStarts(ObjectsOf(launch.plan, /*local=*/false));
  options.local_objects = ObjectStarts(ObjectsOf(launch.plan, /*local=*/true));
  options.counters = CountersOf(launch.roots.plan, launch.plan);
  if (awaited != nullptr) options.touched = awaited->FollowLog(options.objects);
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

// For --capture; null without it.
std::unique_ptr<Snapshot> TakeSnapshot(const Preparation& launch) {
  if (!Snapshot::Wanted()) return nullptr;
  SnapshotRequest request;
  request.queue = launch.call->queue;
  request.context = launch.context;
  request.in_order = launch.in_order;
  request.waits = launch.call->waits;
  request.wait_list = launch.call->wait_list;
  request.id = launch.id;
  request.kernel = launch.kernel.get();
  request.loaded = launch.loaded.get();
  request.recipe = launch.build->recipe();
  request.device = launch.facts.get();
  request.geometry = launch.geometry;
  request.looks = launch.recorded;
  std::unique_ptr<Snapshot> snapshot;
  Guard("--capture", [&] { snapshot = Snapshot::Take(request); });
  return snapshot;
}

// For --capture, has the records say all that the launch touches, unless that cannot be: the rest of its memory need
// not be kept.
void RecordAll(Preparation& launch) {
  const LoadedKernel& kernel = *launch.loaded;
  if (!Snapshot::Wanted() || !Snapshot::MayLook() || LockstepWidth() != 0) return;
  if (kernel.synchronises || kernel.unknown_reads || kernel.unknown_writes) return;
  if (PlaceFor(launch.context, launch.device, launch.row->IsProven(launch.facts->identity)) != Place::kInPlace) return;
  Preparation whole = launch;
  LaunchOutcome ignored;
  whole.recorded = true;
  if (FindVariant(whole, Variant::kDefault, ignored) && WithinLimits(whole, ignored)) launch = std::move(whole);
}

// The launch as a command. `touched`: what it touches, as far as that is known or will be; else null.
std::shared_ptr<CommandRecord> CommandOf(const Preparation& launch, std::shared_ptr<LaunchTouches> touched) {
  auto command =
      std::make_shared<CommandRecord>(DescribeCommand(*launch.kernel, *launch.loaded, launch.roots, launch.id));
  command->touched = std::move(touched);
  return command;
}

// Has what the launch touches found in its records, which `back` says how much of is to be fetched for; null if that
// would be too much at one time.
std::unique_ptr<AwaitedTouches> Await(const Preparation& launch, Place place, const std::string& key,
                                      RecordsBack* back) {
  if (place == Place::kInPlace) return AwaitedTouches::Begin(key, 0);
  const uint64_t cells = GlobalCells(launch.plan);
  // Their further records are mixed.
  const uint64_t block = launch.loaded->synchronises ? LS_SYNC_MORE_BLOCK : LS_MORE_ROW;
  back->heads = cells * sizeof(ls_u64);
  back->more = (cells + block - 1) / block * block * LS_MORE_RECORDS * sizeof(ls_u64);
  if (auto awaited = AwaitedTouches::Begin(key, back->heads + back->more)) return awaited;
  back->more = 0;  // most cells need none
  return AwaitedTouches::Begin(key, back->heads);
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

LaunchOutcome LaunchTwin(const LaunchCall& call, ContentChange& change) {
  StartProcess();
  // A driver may not be able to compile a twin any more.
  if (Session::Get().IsTooLate()) return Refused();
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
  if (const auto left_out = LeftOutByName(launch)) return *left_out;
  std::lock_guard<std::recursive_mutex> lock(launch.kernel->mutex);
  for (const Argument& argument : launch.kernel->arguments) {
    if (argument.kind == Argument::Kind::kUnset) return Refused();  // the driver's to refuse
    if (argument.kind == Argument::Kind::kForeign) return Decline(launch, Kind::kNotInstrumented, kForeignPointer);
    if (argument.lost) return Decline(launch, Kind::kIncomplete, kNoMemory);
  }
  if (launch.kernel->infos_lost) return Decline(launch, Kind::kIncomplete, kNoMemory);
  if (!FindBuild(launch, outcome)) return outcome;
  DecideLocalSize(launch.geometry, *launch.facts, launch.device, call.kernel);
  if (const auto left_out = LeftOutUnseen(launch)) return *left_out;
  const bool can_meet = LockstepWidth() == 0 && LaunchesCanMeet(launch.context);
  launch.followed = can_meet && IsWorthALook(launch.kernel->name);
  if (!FindVariant(launch, Variant::kDefault, outcome)) return outcome;
  // Before the certificate asks: a launch does not decide about itself.
  NoteWrites(launch, change);
  if (const auto left_out = LeftOutByLaunch(launch)) return *left_out;
  const bool named = IsNamedForCapture(id);  // its twin runs, whatever is known
  const bool nothing = !named && NothingToCheck(launch);
  if (!nothing && !WithinLimits(launch, outcome)) return outcome;
  std::shared_ptr<LaunchTouches> known;  // by an equal launch
  const auto with_command = [&](LaunchOutcome proven) {
    if (FollowsCommands()) proven.command = CommandOf(launch, known);
    return proven;
  };
  if (nothing && !can_meet) return with_command(Proven(launch, Kind::kPruned));
  const Certificate certificate = CertificateOf(launch);
  const bool certified =
      !nothing && !named && (IsCertified(certificate) || (WaitForEqual(certificate.key) && IsCertified(certificate)));
  if (can_meet) known = KnownTouches(certificate.key);
  if (nothing) return with_command(Proven(launch, Kind::kPruned));
  if (certified && (!launch.followed || known != nullptr)) {
    return with_command(Proven(launch, Kind::kCertified, certificate));
  }
  RecordAll(launch);
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
  request.place = PlaceFor(launch.context, launch.device, launch.row->IsProven(launch.facts->identity));
  // Its records are to be looked at before another launch's are there.
  std::unique_ptr<AwaitedTouches> awaited;
  RecordsBack back;
  if (known == nullptr && launch.followed) {
    NoteLook(launch.kernel->name);
    awaited = Await(launch, request.place, certificate.key, &back);
  }
  if (awaited == nullptr) back = {};
  if (awaited != nullptr || launch.recorded) request.in_order_queue = nullptr;
  const std::shared_ptr<CommandRecord> command =
      FollowsCommands() ? CommandOf(launch, awaited != nullptr ? awaited->touches() : known) : nullptr;
  request.cells = launch.plan.cells;
  request.value_bytes = launch.plan.value_bytes;
  request.control_bytes = sizeof(ls_control) + launch.plan.roots.size() * sizeof(ls_root) +
                          launch.plan.images.size() * sizeof(ls_image);
  request.room_bytes = launch.plan.words_of_rooms * sizeof(ls_u64);
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

  std::shared_ptr<const Launch> described;
  std::unique_ptr<Lease> held;
  TwinEvents events;
  BoardPlace place;
  std::unique_ptr<EventDrain> drain;
  std::unique_ptr<Snapshot> snapshot;
  if (request.place == Place::kDevice && (launch.loaded->synchronises || LaunchesAreWatched())) {
    events.beside = SideQueueFor(ContextOf(launch.context), launch.device,
                                 launch.geometry.groups());
  }
  {
    const std::shared_ptr<Pool> pool = PoolOf(launch.context);
    std::lock_guard<std::recursive_mutex> order(pool->order());
    StatusOr<std::unique_ptr<Lease>> lease = pool->Acquire(request);
    if (!lease.ok() && awaited != nullptr) {  // it is checked all the same, with others' records beside its own
      awaited.reset();
      back = {};
      if (launch.in_order && !launch.recorded) request.in_order_queue = call.queue;
      lease = pool->Acquire(request);
    }
    if (!lease.ok()) return Decline(launch, Kind::kIncomplete, lease.status().message());
    held = std::move(*lease);
    WriteControl(launch, *held);
    if (launch.loaded->synchronises) PrepareLog(launch, *held, events.beside.get());
    const Status attached = held->AttachControl();
    if (!attached.ok()) return Decline(launch, Kind::kIncomplete, attached.message());
    described = Describe(launch, *held, certificate);
    if (launch.loaded->synchronises) drain = StartDrain(launch, *held, events.beside, described, awaited.get());
    if (BoxRegion* region = held->slot().log->region()) {
      Session::Get().NoteUnderWay(described, *region);
    }
    error = SetHiddenArguments(launch, *held, twin->handle());
    if (error == CL_SUCCESS) {
      place = NoteBegun(*described, call.waits);
      const Activity enqueuing(Doing::kWaiting, "clEnqueueNDRangeKernel");
      snapshot = TakeSnapshot(launch);
      LaunchCall behind = call;
      if (snapshot != nullptr && !snapshot->waits().empty()) {
        behind.waits = static_cast<cl_uint>(snapshot->waits().size());
        behind.wait_list = snapshot->waits().data();
      }
      error = EnqueueTwin(behind, launch.geometry, twin->handle(), *held, back, &events);
      if (snapshot != nullptr) snapshot->NoteEnqueued();
      if (error != CL_SUCCESS) {
        NoteRefused(place);
        Snapshot::Abandon(std::move(snapshot));
      }
    }
  }
  if (error != CL_SUCCESS) {
    return Decline(launch, Kind::kNotInstrumented,
                   StrCat("the driver refuses to run the twin: ", ClErrorName(error)));
  }
  // It runs: whatever fails from here on, the application must not be made to launch it once more.
  outcome = {Kind::kLaunched, "", "", ""};
  outcome.command = command;
  Guard("clEnqueueNDRangeKernel", [&] { NoteLaunched(launch, events); });
  Guard("clEnqueueNDRangeKernel", [&] { Session::Get().AddWarnings(described); });
  if (events.records_error != CL_SUCCESS) awaited.reset();
  LaunchProofs* const counting = launch.roots.plan.counters.empty() ? nullptr : launch.roots.plan.sites;
  TrackLaunch({std::move(described), counting, std::move(held), std::move(drain), std::move(snapshot),
               std::move(awaited), back},
              events, place, call.event);
  return outcome;
}

}  // namespace lockstep::host
