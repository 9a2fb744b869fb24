#include "host/launch/preparation.h"

#include <utility>

#include "device-lib/shared/control.h"
#include "device-lib/shared/exchange.h"
#include "host/driver/query.h"
#include "host/plan/certify.h"
#include "host/plan/model.h"
#include "host/running/watchdog.h"
#include "runtime/base/text.h"
#include "runtime/session/board.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

using Kind = LaunchOutcome::Kind;

// What is compiled for us: by lockstep-cc, then by the driver.
constexpr char kChecks[] = "the checks";

// The build for `device`, or for the device it is a part of.
std::shared_ptr<TwinSet> BuildOf(const Builds& builds, cl_device_id device) {
  while (device != nullptr) {
    const auto found = builds.find(device);
    if (found != builds.end()) return found->second;
    device = QueryValue<cl_device_id>(Of(Next().clGetDeviceInfo, device, CL_DEVICE_PARENT_DEVICE));
  }
  return nullptr;
}

std::shared_ptr<const LoadedKernel> FindKernelAsDriverCallsIt(const Preparation& launch) {
  std::shared_ptr<const LoadedKernel> found = launch.program->FindKernel(launch.kernel->name);
  return found ? found : launch.program->FindKernel(NameInSource(*launch.kernel, *launch.facts));
}

}  // namespace

LaunchOutcome Decline(const Preparation& launch, Kind kind, std::string reason) {
  return {kind, launch.kernel->name, std::move(reason), launch.kernel->name};
}

void NoteDevice(const Device& device) {
  Session::Get().AddDevice(device.name, device.platform, device.driver_version, device.version);
}

std::string NameInSource(const Kernel& kernel, const Device& facts) {
  return KernelNameInSource(kernel.name, facts.identity);
}

uint32_t CopySlots(const Preparation& launch) { return launch.loaded->async_copies ? LS_COPY_SLOTS : 0; }

bool FindBuild(Preparation& launch, LaunchOutcome& outcome) {
  const auto info = Next().clGetCommandQueueInfo;
  const cl_command_queue queue = launch.call->queue;
  launch.context = QueryValue<cl_context>(Of(info, queue, CL_QUEUE_CONTEXT));
  launch.device = QueryValue<cl_device_id>(Of(info, queue, CL_QUEUE_DEVICE));
  if (launch.context == nullptr || launch.device == nullptr) return false;
  const auto properties = QueryValue<cl_command_queue_properties>(Of(info, queue, CL_QUEUE_PROPERTIES));
  launch.in_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
  launch.facts = DeviceFacts(launch.device);
  NoteDevice(*launch.facts);
  KeepDevice(launch.device, *launch.facts);
  const Service& service = ServiceOf(*launch.facts);
  if (service.row == nullptr) {
    outcome = {Kind::kNotInstrumented, "", service.why, launch.kernel->name};
    return false;
  }
  launch.row = service.row;
  launch.build = BuildOf(launch.kernel->builds, launch.device);
  if (!launch.build) {
    const std::string why = launch.kernel->program->why_unknown();
    outcome = Decline(launch, Kind::kNotInstrumented,
                      why.empty() ? "lockstep did not see its program being built for this device" : why);
    return false;
  }
  return true;
}

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

bool FindVariant(Preparation& launch, Variant variant, LaunchOutcome& outcome) {
  const StatusOr<std::shared_ptr<const LoadedProgram>> program = [&] {
    const Activity compiling(Doing::kCompiling, kChecks, launch.kernel->name, launch.id.value, launch.build->Part());
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
  if (!launch.loaded->variables.empty() && !ChecksAll(variant)) {
    return FindVariant(launch, Variant::kFull, outcome);
  }
  if (launch.loaded->args.size() != launch.kernel->arguments.size()) {
    outcome = Decline(launch, Kind::kNotInstrumented,
                      StrCat("the compiler found ", launch.loaded->args.size(), " arguments, the driver ",
                             launch.kernel->arguments.size()));
    return false;
  }
  const ProofCost spent = launch.roots.plan.proofs.cost;  // on another variant
  launch.roots = FindRoots(*launch.kernel, *launch.loaded, launch.context, launch.device, ChecksAll(variant));
  launch.roots.plan.apart = variant == Variant::kApart;
  launch.roots.plan.local_left = LocalMemoryLeft(*launch.facts, launch.roots.local_bytes);
  launch.roots.plan.serial_groups = launch.row->backend->serial_groups();
  launch.roots.plan.footprints = launch.followed || launch.recorded;
  launch.roots.plan.transformed = launch.loaded->transformed;
  launch.roots.plan.groups = launch.geometry.groups();
  launch.roots.plan.running_groups =
      RunningGroups(*launch.facts, launch.roots.plan.serial_groups, launch.roots.local_bytes);
  const uint64_t offered = (launch.loaded->collectives ? LS_OFFER_WORDS : 0) + launch.loaded->part_words;
  launch.roots.plan.offer_words = launch.geometry.group_size() * offered;
  launch.roots.plan.proofs = {ProcessProofStore(), spent};
  launch.roots.plan.shows_counters = launch.loaded->synchronises;
  const bool bounds =
      Session::Get().options().bounds == BoundsMode::kReport && Session::Get().options().races == RaceMode::kOn;
  launch.roots.plan.bounds = bounds;
  if (Session::Get().options().races == RaceMode::kOff) {
    for (RootFacts& root : launch.roots.plan.roots) {
      root.pruned = true;
      root.decision.decision = Decision::kNotAsked;
    }
  } else if (Session::Get().options().prune == PruneMode::kOn) {
    const LaunchNumbers numbers = NumbersOf(launch.geometry, launch.kernel->arguments);
    Prune(numbers, launch.roots.plan);
    PruneAtomics(launch.roots.plan);
    if (bounds) ProveBounds(numbers, launch.roots.plan);
  }
  launch.plan = MakePlan(launch.roots.plan);
  if (launch.plan.needs_full) return FindVariant(launch, Variant::kFull, outcome);
  if (launch.plan.needs_bounds) return FindVariant(launch, Variant::kBounds, outcome);
  // A program-scope variable lives in one twin only.
  if (launch.plan.needs_apart && launch.loaded->variables.empty() && !NothingToCheck(launch))
    return FindVariant(launch, Variant::kApart, outcome);
  return true;
}

bool WithinLimits(const Preparation& launch, LaunchOutcome& outcome) {
  const uint64_t shadow = launch.plan.local_words * sizeof(ls_u64);
  const uint64_t rooms = launch.plan.words_of_rooms * sizeof(ls_u64);
  if (rooms > launch.facts->max_allocation) {
    outcome = Decline(launch, Kind::kNotInstrumented,
                      StrCat("the records of its local memory need ", rooms, " bytes, more than the ",
                             launch.facts->max_allocation, " of the device's largest buffer"));
    return false;
  }
  if (!launch.plan.local_fits || shadow > launch.roots.plan.local_left) {
    outcome = Decline(launch, Kind::kNotInstrumented,
                      StrCat("its ", launch.roots.local_bytes, " bytes of local memory and ", shadow,
                             " bytes of shadow exceed the device's ", launch.facts->local_memory));
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

TwinKernel* KernelOfTwin(Preparation& launch, LaunchOutcome& outcome) {
  const StatusOr<std::shared_ptr<const Twin>> twin = [&] {
    const Activity compiling(Doing::kCompiling, kChecks, launch.kernel->name, launch.id.value, launch.build->Part());
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
    cl_kernel handle = Next().clCreateKernel(launch.twin->handle(), launch.loaded->name.c_str(), &error);
    if (handle == nullptr) {
      outcome = Decline(launch, Kind::kNotInstrumented, "the driver does not find the twin kernel");
      return nullptr;
    }
    kernel = std::make_unique<TwinKernel>(launch.twin, handle);
  }
  return kernel.get();
}

cl_int MirrorArguments(Kernel& kernel, TwinKernel& twin) {
  for (cl_uint i = 0; i < kernel.arguments.size(); ++i) {
    const Argument& argument = kernel.arguments[i];
    if (argument.version <= twin.mirrored) continue;
    const cl_int error =
        argument.kind == Argument::Kind::kSvm
            ? Next().clSetKernelArgSVMPointer(twin.handle(), i, argument.svm)
            : Next().clSetKernelArg(twin.handle(), i, argument.size,
                                    argument.kind == Argument::Kind::kNull ? nullptr : argument.bytes.data());
    if (error != CL_SUCCESS) return error;
  }
  for (const auto& [name, info] : kernel.exec_infos) {
    if (info.version <= twin.mirrored) continue;
    const cl_int error = Next().clSetKernelExecInfo(twin.handle(), name, info.bytes.size(), info.bytes.data());
    if (error != CL_SUCCESS) return error;
  }
  twin.mirrored = kernel.version;
  return CL_SUCCESS;
}

}  // namespace lockstep::host
