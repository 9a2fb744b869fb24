#include "host/launch/command_buffer.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "host/api/hooks.h"
#include "host/commands/launch_command.h"
#include "host/driver/query.h"
#include "host/launch/process.h"
#include "host/launch/record_hooks.h"
#include "host/launch/recorded_commands.h"
#include "host/track/kernel.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

// The driver's functions. With two platforms that both have the extension, only the first that is
// asked for is watched: our functions could not tell for which of them they are called.
std::atomic<clCreateCommandBufferKHR_fn> g_create{nullptr};
std::atomic<clCommandNDRangeKernelKHR_fn> g_record{nullptr};
std::atomic<clEnqueueCommandBufferKHR_fn> g_enqueue{nullptr};

cl_command_buffer_khr CL_API_CALL Create(cl_uint count, const cl_command_queue* queues,
                                         const cl_command_buffer_properties_khr* properties,
                                         cl_int* error) {
  const cl_command_buffer_khr buffer = g_create.load()(count, queues, properties, error);
  Guard("clCreateCommandBufferKHR", [&] {
    if (buffer != nullptr) NoteBufferMade(buffer, count == 1 && queues != nullptr ? queues[0] : nullptr);
  });
  return buffer;
}

// The properties' type has had two names in the headers.
cl_int CL_API_CALL Record(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties,
                          cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global,
                          const size_t* local, cl_uint waits, const cl_sync_point_khr* wait_list,
                          cl_sync_point_khr* point, cl_mutable_command_khr* handle) {
  const cl_int result = g_record.load()(buffer, queue, properties, kernel, dimensions, offset,
                                        global, local, waits, wait_list, point, handle);
  Guard("clCommandNDRangeKernelKHR", [&] {
    if (result != CL_SUCCESS) return;
    const std::string name =
        QueryText(Of(Next().clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME));
    NoteRecordedLaunch(buffer, name);
    if (!FollowsCommands()) return;
    RecordedCommand command;
    command.call = "clCommandNDRangeKernelKHR";
    const std::shared_ptr<Kernel> known = FindKernel(kernel);
    if (known != nullptr) {
      std::lock_guard<std::recursive_mutex> lock(known->mutex);
      command.record = DescribeUnknown(known.get(), name, LaunchId{});
    } else {
      command.record = DescribeUnknown(nullptr, name, LaunchId{});
    }
    NoteRecorded(buffer, {waits, wait_list, point}, std::move(command));
  });
  return result;
}

cl_int CL_API_CALL Enqueue(cl_uint count, cl_command_queue* queues, cl_command_buffer_khr buffer,
                           cl_uint waits, const cl_event* wait_list, cl_event* event) {
  const cl_int result = g_enqueue.load()(count, queues, buffer, waits, wait_list, event);
  Guard("clEnqueueCommandBufferKHR", [&] {
    if (result != CL_SUCCESS) return;
    const RecordedBuffer recorded = RecordedIn(buffer);
    const cl_command_queue queue = count == 0 ? recorded.queue : count == 1 ? queues[0] : nullptr;
    // Of a command that is not seen, its event is behind everything.
    if (recorded.queue != nullptr && queue != nullptr && !RecordsUnseen()) {
      NoteCommandBuffer({"clEnqueueCommandBufferKHR", queue, waits, wait_list, event}, recorded.commands);
    }
    Session& session = Session::Get();
    for (const std::string& kernel : recorded.kernels) {
      if (!session.IsSelected(kernel)) {
        session.AddLeftOutLaunch(kernel, "");
        continue;
      }
      session.AddNotInstrumented(kernel, "it was recorded in a command buffer", kernel);
    }
  });
  return result;
}

// `ours` if `found` is the function that it stands for, or may become so.
template <typename Function>
void* Intercept(std::atomic<Function>& known, void* found, Function ours) {
  Function expected = nullptr;
  const auto theirs = reinterpret_cast<Function>(found);
  if (!known.compare_exchange_strong(expected, theirs) && expected != theirs) return nullptr;
  return reinterpret_cast<void*>(ours);
}

}  // namespace

void* CommandBufferHook(cl_platform_id platform, const char* name, void* found) {
  if (std::strcmp(name, "clCreateCommandBufferKHR") == 0) return Intercept(g_create, found, &Create);
  if (std::strcmp(name, "clCommandNDRangeKernelKHR") == 0) return Intercept(g_record, found, &Record);
  if (std::strcmp(name, "clEnqueueCommandBufferKHR") == 0) return Intercept(g_enqueue, found, &Enqueue);
  return RecordHook(platform, name, found);
}

}  // namespace lockstep::host
