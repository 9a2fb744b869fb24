#include "host/launch/command_buffer.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "host/api/hooks.h"
#include "host/commands/launch_command.h"
#include "host/driver/query.h"
#include "host/launch/one_by_one.h"
#include "host/launch/process.h"
#include "host/launch/record_hooks.h"
#include "host/launch/recorded_commands.h"
#include "host/track/kernel.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

// The driver's functions. With two platforms that both have the extension, only the first that is
// asked for is watched: our functions could not tell for which of them they are called.
std::atomic<const CommandBufferFunctions*> g_functions{nullptr};

// For functions of ours, which the application has only once they are known.
const CommandBufferFunctions& Driver() { return *g_functions.load(); }

// `platform` may be null: the application named none, and so far nothing is known of the version.
const CommandBufferFunctions& KnowDriver(cl_platform_id platform) {
  const CommandBufferFunctions* known = g_functions;
  if (known != nullptr && (known->known_version || platform == nullptr)) return *known;
  auto driver = std::make_unique<CommandBufferFunctions>();
  const auto find = [&](const char* name, auto* function) {
    void* found = platform == nullptr ? Next().clGetExtensionFunctionAddress(name)
                                      : Next().clGetExtensionFunctionAddressForPlatform(platform, name);
    *function = reinterpret_cast<std::remove_reference_t<decltype(*function)>>(found);
  };
  driver->known_version = platform != nullptr && IsKnownVersion(platform);
  find("clCreateCommandBufferKHR", &driver->create);
  find("clCommandNDRangeKernelKHR", &driver->record);
  find("clFinalizeCommandBufferKHR", &driver->finalize);
  find("clEnqueueCommandBufferKHR", &driver->enqueue);
  find("clReleaseCommandBufferKHR", &driver->release);
  find("clRemapCommandBufferKHR", &driver->remap);
  find("clGetCommandBufferInfoKHR", &driver->info);
  find("clCommandBarrierWithWaitListKHR", &driver->barrier);
  if (known != nullptr && (!driver->known_version || driver->create != known->create)) return *known;
  if (g_functions.compare_exchange_strong(known, driver.get())) return *driver.release();
  return *known;
}

cl_command_buffer_khr CL_API_CALL Create(cl_uint count, const cl_command_queue* queues,
                                         const cl_command_buffer_properties_khr* properties,
                                         cl_int* error) {
  const cl_command_buffer_khr buffer = Driver().create(count, queues, properties, error);
  Guard("clCreateCommandBufferKHR", [&] {
    if (buffer == nullptr) return;
    BufferProperties kept;
    for (const auto* one = properties; one != nullptr && *one != 0; one += 2) kept.insert(kept.end(), one, one + 2);
    if (!kept.empty()) kept.push_back(0);
    NoteBufferMade(buffer, count == 1 && queues != nullptr ? queues[0] : nullptr, std::move(kept));
  });
  return buffer;
}

cl_command_buffer_khr CL_API_CALL Remap(cl_command_buffer_khr original, cl_bool automatic, cl_uint count,
                                        const cl_command_queue* queues, cl_uint handles,
                                        const cl_mutable_command_khr* theirs, cl_mutable_command_khr* ours,
                                        cl_int* error) {
  const cl_command_buffer_khr buffer = Driver().remap(original, automatic, count, queues, handles, theirs, ours, error);
  Guard("clRemapCommandBufferKHR", [&] {
    if (buffer != nullptr) NoteBufferRemapped(original, buffer, count == 1 ? queues[0] : nullptr);
  });
  return buffer;
}

// The properties' type has had two names in the headers.
cl_int CL_API_CALL Record(cl_command_buffer_khr buffer, cl_command_queue queue, const cl_properties* properties,
                          cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global,
                          const size_t* local, cl_uint waits, const cl_sync_point_khr* wait_list,
                          cl_sync_point_khr* point, cl_mutable_command_khr* handle) {
  const cl_int result = Driver().record(buffer, queue, properties, kernel, dimensions, offset, global, local, waits,
                                        wait_list, point, handle);
  Guard("clCommandNDRangeKernelKHR", [&] {
    if (result != CL_SUCCESS) return;
    const std::string name =
        QueryText(Of(Next().clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME));
    NoteRecordedLaunch(buffer, name);
    RecordedCommand command;
    command.call = "clCommandNDRangeKernelKHR";
    const std::shared_ptr<Kernel> known = FindKernel(kernel);
    if (!FollowsCommands()) {
      // Nothing asks what it touches.
    } else if (known != nullptr) {
      std::lock_guard<std::recursive_mutex> lock(known->mutex);
      command.record = DescribeUnknown(known.get(), name, LaunchId{});
    } else {
      command.record = DescribeUnknown(nullptr, name, LaunchId{});
    }
    // With properties it may be changed later.
    const bool stays = properties == nullptr || *properties == 0;
    EnqueueAlone alone =
        stays && Driver().all() ? LaunchAlone(kernel, dimensions, offset, global, local) : EnqueueAlone();
    NoteRecorded(buffer, {waits, wait_list, point}, std::move(command), std::move(alone));
  });
  return result;
}

// The driver has taken a buffer of whose commands we enqueue none.
void NoteEnqueued(cl_command_queue queue, const RecordedBuffer& recorded, cl_uint waits, const cl_event* wait_list,
                  cl_event* event) {
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
}

cl_int CL_API_CALL Enqueue(cl_uint count, cl_command_queue* queues, cl_command_buffer_khr buffer,
                           cl_uint waits, const cl_event* wait_list, cl_event* event) {
  std::optional<cl_int> answer;
  std::shared_ptr<const RecordedBuffer> recorded;
  Guard("clEnqueueCommandBufferKHR", [&] {
    recorded = RecordedIn(buffer);
    if (queues == nullptr ? count != 0 : count != 1 || queues[0] == nullptr) return;
    if (RecordsUnseen()) return;
    const cl_command_queue queue = count == 0 ? nullptr : queues[0];
    answer =
        EnqueueOneByOne(Driver(), buffer, *recorded, {"clEnqueueCommandBufferKHR", queue, waits, wait_list, event});
  });
  if (answer) return *answer;
  const cl_int result = Driver().enqueue(count, queues, buffer, waits, wait_list, event);
  Guard("clEnqueueCommandBufferKHR", [&] {
    if (result != CL_SUCCESS || recorded == nullptr) return;
    const cl_command_queue queue = count == 0 ? recorded->queue : count == 1 ? queues[0] : nullptr;
    NoteEnqueued(queue, *recorded, waits, wait_list, event);
  });
  return result;
}

cl_int CL_API_CALL Release(cl_command_buffer_khr buffer) {
  const CommandBufferFunctions& driver = Driver();
  cl_command_buffer_khr tail = nullptr;
  Guard("clReleaseCommandBufferKHR", [&] {
    cl_uint references = 0;
    if (!driver.all() || driver.info(buffer, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, sizeof(references), &references,
                                     nullptr) != CL_SUCCESS)
      return;
    if (references != 1) return;
    tail = TailOf(buffer);
    ForgetBuffer(buffer);
  });
  if (tail != nullptr) driver.release(tail);
  return driver.release(buffer);
}

cl_int CL_API_CALL Info(cl_command_buffer_khr buffer, cl_command_buffer_info_khr name, size_t size, void* value,
                        size_t* size_ret) {
  const cl_int result = Driver().info(buffer, name, size, value, size_ret);
  Guard("clGetCommandBufferInfoKHR", [&] {
    const CommandBufferFunctions& driver = Driver();
    if (result != CL_SUCCESS || value == nullptr || !driver.all()) return;
    auto* number = static_cast<cl_uint*>(value);
    if (name == CL_COMMAND_BUFFER_STATE_KHR) *number = StateOf(driver, buffer, *number);
    if (name == CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR) *number = ReferencesOf(driver, buffer, *number);
  });
  return result;
}

// `ours` if `found` is the function that it stands for.
template <typename Function>
void* Intercept(Function known, void* found, Function ours) {
  return reinterpret_cast<void*>(known) == found ? reinterpret_cast<void*>(ours) : nullptr;
}

}  // namespace

void* CommandBufferHook(cl_platform_id platform, const char* name, void* found) {
  const auto is = [&](const char* one) { return std::strcmp(name, one) == 0; };
  if (is("clReleaseCommandBufferKHR")) return Intercept(KnowDriver(platform).release, found, &Release);
  if (is("clGetCommandBufferInfoKHR")) return Intercept(KnowDriver(platform).info, found, &Info);
  if (is("clCreateCommandBufferKHR")) return Intercept(KnowDriver(platform).create, found, &Create);
  if (is("clRemapCommandBufferKHR")) return Intercept(KnowDriver(platform).remap, found, &Remap);
  if (is("clCommandNDRangeKernelKHR")) return Intercept(KnowDriver(platform).record, found, &Record);
  if (is("clEnqueueCommandBufferKHR")) return Intercept(KnowDriver(platform).enqueue, found, &Enqueue);
  return RecordHook(platform, name, found);
}

}  // namespace lockstep::host
