// The hooked launch calls: the twin if there is one, else the application's own kernel.
#include "device-lib/shared/log.h"
#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/launch/enqueue.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

// What the report calls functions that have no name we could know.
constexpr char kNativeKernel[] = "native kernel";

// Says what there is to say of a launch that went to the driver as it was.
void Report(const LaunchOutcome& outcome) {
  Session& session = Session::Get();
  const ls_log empty = {};
  switch (outcome.kind) {
    case LaunchOutcome::Kind::kClean:
      session.AddLaunch(outcome.clean, &empty, sizeof(empty));
      for (const std::string& note : outcome.clean->kernel->notes) {
        session.AddIncomplete(outcome.clean->kernel->name, note);
      }
      return;
    case LaunchOutcome::Kind::kNotInstrumented:
      session.AddNotInstrumented(outcome.kernel, outcome.reason);
      break;
    case LaunchOutcome::Kind::kIncomplete:
      session.AddIncomplete(outcome.kernel, outcome.reason);
      break;
    default:
      return;
  }
  session.AddUncheckedLaunch(outcome.launched_kernel);
}

template <typename Forward>
cl_int Launch(const char* name, const LaunchCall& call, Forward&& forward) {
  LaunchOutcome outcome;
  Guard(name, [&] { outcome = LaunchTwin(call); });
  if (outcome.kind == LaunchOutcome::Kind::kLaunched) return CL_SUCCESS;
  const cl_int result = forward();
  // A launch that the driver refuses is the application's affair.
  Guard(name, [&] {
    if (result == CL_SUCCESS) Report(outcome);
  });
  return result;
}

}  // namespace

cl_int Hook_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                   const size_t* offset, const size_t* global, const size_t* local,
                                   cl_uint waits, const cl_event* wait_list, cl_event* event) {
  const auto forward = [&] {
    return Next().clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, waits,
                                         wait_list, event);
  };
  const std::optional<Geometry> geometry = ReadGeometry(dimensions, offset, global, local);
  if (!geometry) return forward();
  LaunchCall call{queue, kernel, *geometry, false, waits, wait_list, event};
  return Launch("clEnqueueNDRangeKernel", call, forward);
}

cl_int Hook_clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint waits,
                          const cl_event* wait_list, cl_event* event) {
  const size_t one = 1;
  LaunchCall call{queue, kernel, *ReadGeometry(1, nullptr, &one, &one), true, waits, wait_list,
                  event};
  return Launch("clEnqueueTask", call, [&] {
    return Next().clEnqueueTask(queue, kernel, waits, wait_list, event);
  });
}

cl_int Hook_clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK* function)(void*),
                                  void* arguments, size_t size, cl_uint buffers,
                                  const cl_mem* list, const void** places, cl_uint waits,
                                  const cl_event* wait_list, cl_event* event) {
  const cl_int result = Next().clEnqueueNativeKernel(queue, function, arguments, size, buffers,
                                                     list, places, waits, wait_list, event);
  Guard("clEnqueueNativeKernel", [&] {
    if (result != CL_SUCCESS) return;
    Session::Get().AddNotInstrumented(kNativeKernel, "it is a function of the host program");
    Session::Get().AddUncheckedLaunch(kNativeKernel);
  });
  return result;
}

}  // namespace lockstep::host
