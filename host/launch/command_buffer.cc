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
std::atomic<clCreateCommandBufferKHR_fn> g_create{nullptr};
std::atomic<clCommandNDRangeKernelKHR_fn> g_record{nullptr};
std::atomic<clEnqueueCommandBufferKHR_fn> g_enqueue{nullptr};
std::atomic<clReleaseCommandBufferKHR_fn> g_release{nullptr};
std::atomic<clGetCommandBufferInfoKHR_fn> g_info{nullptr};

// Whose functions these are, with those that we need ourselves: known once a platform was asked for one of a version
// that we know.
std::atomic<const CommandBufferFunctions*> g_functions{nullptr};

void KnowDriver(cl_platform_id platform) {
  if (platform == nullptr || g_functions != nullptr || !IsKnownVersion(platform)) return;
  auto* driver = new CommandBufferFunctions;
  const auto find = [&](const char* name, auto* function) {
    *function = reinterpret_cast<std::remove_reference_t<decltype(*function)>>(
        Next().clGetExtensionFunctionAddressForPlatform(platform, name));
  };
  find("clCreateCommandBufferKHR", &driver->create);
  find("clFinalizeCommandBufferKHR", &driver->finalize);
  find("clEnqueueCommandBufferKHR", &driver->enqueue);
  find("clReleaseCommandBufferKHR", &driver->release);
  find("clGetCommandBufferInfoKHR", &driver->info);
  find("clCommandBarrierWithWaitListKHR", &driver->barrier);
  const CommandBufferFunctions* none = nullptr;
  if (!g_functions.compare_exchange_strong(none, driver)) delete driver;
}

// The driver's functions, if those of `own` are the same driver's; else nothing.
template <typename Function>
CommandBufferFunctions DriverOf(Function CommandBufferFunctions::*own, Function used) {
  const CommandBufferFunctions* driver = g_functions;
  return driver != nullptr && driver->*own == used ? *driver : CommandBufferFunctions();
}

cl_command_buffer_khr CL_API_CALL Create(cl_uint count, const cl_command_queue* queues,
                                         const cl_command_buffer_properties_khr* properties,
                                         cl_int* error) {
  const cl_command_buffer_khr buffer = g_create.load()(count, queues, properties, error);
  Guard("clCreateCommandBufferKHR", [&] {
    if (buffer == nullptr) return;
    BufferProperties kept;
    for (const auto* one = properties; one != nullptr && *one != 0; one += 2) kept.insert(kept.end(), one, one + 2);
    if (!kept.empty()) kept.push_back(0);
    NoteBufferMade(buffer, count == 1 && queues != nullptr ? queues[0] : nullptr, std::move(kept));
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
        stays && g_functions != nullptr ? LaunchAlone(kernel, dimensions, offset, global, local) : EnqueueAlone();
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
  RecordedBuffer recorded;
  Guard("clEnqueueCommandBufferKHR", [&] {
    recorded = RecordedIn(buffer);
    if (queues == nullptr ? count != 0 : count != 1 || queues[0] == nullptr) return;
    if (RecordsUnseen()) return;
    const cl_command_queue queue = count == 0 ? nullptr : queues[0];
    answer = EnqueueOneByOne(DriverOf(&CommandBufferFunctions::enqueue, g_enqueue.load()), buffer, recorded,
                             {"clEnqueueCommandBufferKHR", queue, waits, wait_list, event});
  });
  if (answer) return *answer;
  const cl_int result = g_enqueue.load()(count, queues, buffer, waits, wait_list, event);
  Guard("clEnqueueCommandBufferKHR", [&] {
    const cl_command_queue queue = count == 0 ? recorded.queue : count == 1 ? queues[0] : nullptr;
    if (result == CL_SUCCESS) NoteEnqueued(queue, recorded, waits, wait_list, event);
  });
  return result;
}

cl_int CL_API_CALL Release(cl_command_buffer_khr buffer) {
  const CommandBufferFunctions driver = DriverOf(&CommandBufferFunctions::release, g_release.load());
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
  return g_release.load()(buffer);
}

cl_int CL_API_CALL Info(cl_command_buffer_khr buffer, cl_command_buffer_info_khr name, size_t size, void* value,
                        size_t* size_ret) {
  const cl_int result = g_info.load()(buffer, name, size, value, size_ret);
  Guard("clGetCommandBufferInfoKHR", [&] {
    const CommandBufferFunctions driver = DriverOf(&CommandBufferFunctions::info, g_info.load());
    if (result != CL_SUCCESS || value == nullptr || !driver.all()) return;
    auto* number = static_cast<cl_uint*>(value);
    if (name == CL_COMMAND_BUFFER_STATE_KHR) *number = StateOf(driver, buffer, *number);
    if (name == CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR) *number = ReferencesOf(driver, buffer, *number);
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
  KnowDriver(platform);
  if (std::strcmp(name, "clReleaseCommandBufferKHR") == 0) return Intercept(g_release, found, &Release);
  if (std::strcmp(name, "clGetCommandBufferInfoKHR") == 0) return Intercept(g_info, found, &Info);
  if (std::strcmp(name, "clCreateCommandBufferKHR") == 0) return Intercept(g_create, found, &Create);
  if (std::strcmp(name, "clCommandNDRangeKernelKHR") == 0) return Intercept(g_record, found, &Record);
  if (std::strcmp(name, "clEnqueueCommandBufferKHR") == 0) return Intercept(g_enqueue, found, &Enqueue);
  return RecordHook(platform, name, found);
}

}  // namespace lockstep::host
