// The hooked launch calls: the twin if there is one, else the application's own kernel.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "host/api/hooks.h"
#include "host/api/own_memory.h"
#include "host/api/table.h"
#include "host/commands/follow.h"
#include "host/commands/launch_command.h"
#include "host/commands/touches.h"
#include "host/driver/query.h"
#include "host/launch/enqueue.h"
#include "host/running/watchdog.h"
#include "host/track/content.h"
#include "runtime/session/board.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

// Of launches that LaunchTwin took for the driver's to refuse, or did not come to the end of.
constexpr char kNotSeen[] = "lockstep could not tell what the launch call means";

// What the report calls functions that have no name we could know.
constexpr char kNativeKernel[] = "native kernel";

std::string NameOf(cl_kernel kernel) {
  return QueryText(Of(Next().clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME));
}

// True where a launch that is not checked must not run either: the self-test of `lockstep doctor` has
// kernels that some devices never come back from.
bool OnlyCheckedLaunches() {
  static const bool only = [] {
    const char* asked = std::getenv("LOCKSTEP_UNCHECKED");
    return asked != nullptr && std::string_view(asked) == "refuse";
  }();
  return only;
}

bool IsProven(const LaunchOutcome& outcome) {
  return outcome.kind == LaunchOutcome::Kind::kPruned || outcome.kind == LaunchOutcome::Kind::kCertified;
}

// Says what there is to say of a launch that went to the driver as it was.
void Report(const LaunchOutcome& outcome, cl_kernel kernel) {
  Session& session = Session::Get();
  switch (outcome.kind) {
    case LaunchOutcome::Kind::kLaunched:
      return;
    case LaunchOutcome::Kind::kPruned:
      session.AddWarnings(outcome.proven);
      session.AddProvenLaunch(*outcome.proven, Proof::kPruned);
      return;
    case LaunchOutcome::Kind::kCertified:
      session.AddWarnings(outcome.proven);
      session.AddProvenLaunch(*outcome.proven, Proof::kCertified);
      return;
    case LaunchOutcome::Kind::kNotInstrumented:
      session.AddNotInstrumented(outcome.kernel, outcome.reason, outcome.launched_kernel);
      return;
    case LaunchOutcome::Kind::kIncomplete:
      session.AddIncomplete(outcome.kernel, outcome.reason);
      session.AddUncheckedLaunch(outcome.launched_kernel);
      return;
    case LaunchOutcome::Kind::kLeftOut: session.AddLeftOutLaunch(outcome.launched_kernel, outcome.reason); return;
    case LaunchOutcome::Kind::kRefused: {
      const std::string name = NameOf(kernel);
      session.AddNotInstrumented(name, kNotSeen, name);
      return;
    }
  }
}

// The launch as a command, for --commands.
void Note(const char* name, const LaunchCall& call, const LaunchOutcome& outcome) {
  if (!FollowsCommands()) return;
  if (const std::optional<SetAtOnce> calls = TakeSetAtOnce(call.kernel)) {
    NoteSetAtOnce(NameOf(call.kernel), calls->first, calls->second);
  }
  const CommandCall command{name, call.queue, call.waits, call.wait_list, call.event};
  if (outcome.command != nullptr) {
    NoteCommand(command, std::move(*outcome.command));
    return;
  }
  const std::shared_ptr<Kernel> kernel = FindKernel(call.kernel);
  if (kernel == nullptr) {
    NoteCommand(command, DescribeUnknown(nullptr, NameOf(call.kernel), LaunchId{}));
    return;
  }
  std::lock_guard<std::recursive_mutex> lock(kernel->mutex);
  NoteCommand(command, DescribeUnknown(kernel.get(), kernel->name, LaunchId{}));
}

// What decided about a certified launch may have changed until the driver had it, if another thread changes it
// meanwhile.
void LookAgain(const LaunchOutcome& outcome) {
  if (std::all_of(outcome.content.begin(), outcome.content.end(), IsStill)) return;
  Session::Get().AddIncomplete(
      outcome.proven->kernel->name,
      "launches that were not checked, as equal ones had been, while another thread changed what "
      "is in their memory");
}

bool HasWorkItems(cl_uint dimensions, const size_t* global) {
  return global != nullptr && std::count(global, global + std::min(dimensions, 3u), 0u) == 0;
}

}  // namespace

cl_int EnqueueLaunch(const char* name, const LaunchCall& call, const std::function<cl_int(cl_event* place)>& forward) {
  LaunchOutcome outcome;
  ContentChange change;
  bool known = false;
  Guard(name, [&] {
    if (MemoryIsShort()) return;
    outcome = LaunchTwin(call, change);
    known = true;
  });
  if (!change.begun()) change.OfEverything();
  if (outcome.kind == LaunchOutcome::Kind::kLaunched) {
    Guard(name, [&] { Note(name, call, outcome); });
    return CL_SUCCESS;
  }
  if (OnlyCheckedLaunches() && !IsProven(outcome)) {
    Guard(name, [&] { Report(outcome, call.kernel); });
    return CL_INVALID_OPERATION;
  }
  bool watched = false;
  Guard(name, [&] { watched = LaunchesAreWatched(); });
  cl_event own = nullptr;
  cl_event* event = watched && call.event == nullptr ? &own : call.event;
  const cl_int result = [&] {
    const Activity enqueuing(Doing::kWaiting, name);
    return forward(event);
  }();
  // A launch that the driver refuses is the application's affair.
  Guard(name, [&] {
    if (result != CL_SUCCESS) return;
    if (!known) Session::Get().CountLostLaunch();
    if (outcome.proven) {
      PostNative(outcome.proven->kernel->name, outcome.proven->id.value);
    } else if (!outcome.launched_kernel.empty()) {
      PostNative(outcome.launched_kernel, 0);
    }
    Report(outcome, call.kernel);
    LookAgain(outcome);
    if (watched) Watch(*event, NameOf(call.kernel), nullptr, nullptr);
    Note(name, call, outcome);
  });
  if (own != nullptr) Next().clReleaseEvent(own);
  return result;
}

cl_int Hook_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                   const size_t* offset, const size_t* global, const size_t* local,
                                   cl_uint waits, const cl_event* wait_list, cl_event* event) {
  const auto forward = [&](cl_event* place) {
    return Next().clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, waits,
                                         wait_list, place);
  };
  const std::optional<Geometry> geometry = ReadGeometry(dimensions, offset, global, local);
  if (!geometry) {
    ContentChange change;
    change.OfEverything();
    const cl_int result = forward(event);
    Guard("clEnqueueNDRangeKernel", [&] {
      // Sizes that only a lax driver takes; one of OpenCL 2.1 on takes a launch of no work-items.
      if (result == CL_SUCCESS && HasWorkItems(dimensions, global)) Report({}, kernel);
    });
    return result;
  }
  LaunchCall call{queue, kernel, *geometry, false, waits, wait_list, event};
  return EnqueueLaunch("clEnqueueNDRangeKernel", call, std::cref(forward));
}

cl_int Hook_clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint waits,
                          const cl_event* wait_list, cl_event* event) {
  const size_t one = 1;
  LaunchCall call{queue, kernel, *ReadGeometry(1, nullptr, &one, &one), true, waits, wait_list,
                  event};
  const auto forward = [&](cl_event* place) { return Next().clEnqueueTask(queue, kernel, waits, wait_list, place); };
  return EnqueueLaunch("clEnqueueTask", call, std::cref(forward));
}

cl_int Hook_clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK* function)(void*),
                                  void* arguments, size_t size, cl_uint buffers,
                                  const cl_mem* list, const void** places, cl_uint waits,
                                  const cl_event* wait_list, cl_event* event) {
  ContentChange change;
  change.OfEverything();
  const cl_int result = Next().clEnqueueNativeKernel(queue, function, arguments, size, buffers,
                                                     list, places, waits, wait_list, event);
  Guard("clEnqueueNativeKernel", [&] {
    if (result != CL_SUCCESS) return;
    CommandRecord record;
    for (cl_uint i = 0; FollowsCommands() && list != nullptr && i < buffers; ++i) {
      AddWhole(list[i], true, &record.footprint);
    }
    NoteCommand({"clEnqueueNativeKernel", queue, waits, wait_list, event}, std::move(record));
    Session::Get().AddNotInstrumented(kNativeKernel, "it is a function of the host program",
                                      kNativeKernel);
  });
  return result;
}

}  // namespace lockstep::host
