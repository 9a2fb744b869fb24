#include "host/launch/one_by_one.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "host/api/hooks.h"
#include "host/commands/follow.h"
#include "host/driver/query.h"
#include "host/launch/enqueue.h"
#include "host/launch/held_parts.h"
#include "host/plan/launch_facts.h"
#include "host/track/kernel.h"
#include "host/track/memory.h"

namespace lockstep::host {
namespace {

cl_uint ReferencesOf(cl_program program) {
  return QueryValue<cl_uint>(Of(Next().clGetProgramInfo, program, CL_PROGRAM_REFERENCE_COUNT));
}

// A kernel object of ours of the application's program, whose references to that the application does not see.
class Clone {
 public:
  // Null if the driver makes none.
  static std::shared_ptr<Clone> Of(cl_kernel kernel) {
    const std::shared_ptr<Kernel> original = FindKernel(kernel);
    if (original == nullptr || original->program == nullptr) return nullptr;
    const cl_uint before = ReferencesOf(original->program->handle());
    cl_int error = CL_SUCCESS;
    const cl_kernel clone = Hook_clCloneKernel(kernel, &error);
    if (clone == nullptr || error != CL_SUCCESS) return nullptr;
    const int more = static_cast<int>(ReferencesOf(original->program->handle()) - before);
    std::shared_ptr<Clone> made(new Clone(clone, original->program, more));
    made->HoldArguments(*original);
    return made;
  }
  ~Clone() {
    program_->own_references -= more_;
    Hook_clReleaseKernel(kernel_);
  }
  Clone(const Clone&) = delete;
  Clone& operator=(const Clone&) = delete;

  cl_kernel kernel() const { return kernel_; }

 private:
  Clone(cl_kernel kernel, std::shared_ptr<Program> program, int more)
      : kernel_(kernel), program_(std::move(program)), more_(more) {
    program_->own_references += more_;
  }

  void HoldArguments(Kernel& original) {
    std::lock_guard<std::recursive_mutex> lock(original.mutex);
    for (const Argument& argument : original.arguments) {
      const auto mem = HandleIn<cl_mem>(argument);
      if (IsKnownMemory(mem)) parts_.Add(mem);
    }
  }

  const cl_kernel kernel_;
  const std::shared_ptr<Program> program_;
  const int more_;
  HeldParts parts_;  // of its arguments
};

// Events of ours, in the order of a buffer's commands; null where one waits for nothing.
class Events {
 public:
  Events() = default;
  ~Events() {
    for (const cl_event event : events_) {
      if (event != nullptr) Hook_clReleaseEvent(event);
    }
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  void Add(cl_event event) { events_.push_back(event); }
  cl_event at(size_t number) const { return events_[number]; }
  std::vector<cl_event> All() const {
    std::vector<cl_event> all;
    std::copy_if(events_.begin(), events_.end(), std::back_inserter(all), [](cl_event e) { return e != nullptr; });
    return all;
  }

 private:
  std::vector<cl_event> events_;
};

// The driver's answer about `buffer`.
template <typename T>
T Answer(const CommandBufferFunctions& driver, cl_command_buffer_khr buffer, cl_command_buffer_info_khr name) {
  return QueryValue<T>(
      [&](size_t size, void* out, size_t* size_ret) { return driver.info(buffer, name, size, out, size_ret); });
}

bool IsIn(const CommandBufferFunctions& driver, cl_command_buffer_khr buffer, cl_command_buffer_state_khr state) {
  return Answer<cl_command_buffer_state_khr>(driver, buffer, CL_COMMAND_BUFFER_STATE_KHR) == state;
}

// The flags of the buffer; nullopt: it has properties that we do not know.
std::optional<cl_command_buffer_flags_khr> FlagsOf(const RecordedBuffer& recorded) {
  cl_command_buffer_flags_khr flags = 0;
  for (size_t i = 0; i + 1 < recorded.properties.size(); i += 2) {
    if (recorded.properties[i] != CL_COMMAND_BUFFER_FLAGS_KHR) return std::nullopt;
    flags = recorded.properties[i + 1];
  }
  return flags;
}

// Whether we can do all that is in there: one queue, nothing that changes afterwards, a way for each command.
bool CanRun(const RecordedBuffer& recorded) {
  const auto flags = FlagsOf(recorded);
  if (recorded.queue == nullptr || recorded.kernels.empty() || !flags) return false;
  if ((*flags & ~cl_command_buffer_flags_khr{CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR}) != 0) return false;
  for (size_t i = 0; i < recorded.commands.size(); ++i) {
    if (!recorded.commands[i].barrier && !recorded.alone[i]) return false;
  }
  return true;
}

template <typename T>
bool AgreeOn(cl_command_queue_info name, cl_command_queue a, cl_command_queue b) {
  return QueryValue<T>(Of(Next().clGetCommandQueueInfo, a, name)) ==
         QueryValue<T>(Of(Next().clGetCommandQueueInfo, b, name));
}

// Whether a buffer made for the one may be enqueued in the other. The driver says what is wrong with it if not.
bool AreCompatible(cl_command_queue a, cl_command_queue b) {
  return a == b || (AgreeOn<cl_context>(CL_QUEUE_CONTEXT, a, b) && AgreeOn<cl_device_id>(CL_QUEUE_DEVICE, a, b) &&
                    AgreeOn<cl_command_queue_properties>(CL_QUEUE_PROPERTIES, a, b));
}

// A command buffer with nothing but a barrier: PoCL 3.1 lets one without any command wait for nothing.
cl_command_buffer_khr MakeTail(const CommandBufferFunctions& driver, const RecordedBuffer& recorded) {
  cl_int error = CL_SUCCESS;
  const auto* properties = recorded.properties.empty() ? nullptr : recorded.properties.data();
  const cl_command_buffer_khr tail = driver.create(1, &recorded.queue, properties, &error);
  if (tail == nullptr || error != CL_SUCCESS) return nullptr;
  if (driver.barrier(tail, nullptr, 0, nullptr, nullptr, nullptr) == CL_SUCCESS &&
      driver.finalize(tail) == CL_SUCCESS) {
    return tail;
  }
  driver.release(tail);
  return nullptr;
}

// What command `number` waits for.
std::vector<cl_event> WaitsOf(const RecordedBuffer& recorded, size_t number, const Events& events, cl_event barrier,
                              const std::vector<cl_event>& outside) {
  const RecordedCommand& command = recorded.commands[number];
  std::vector<cl_event> waits;
  if (command.barrier && command.waits.empty()) {
    waits = events.All();
  } else {
    for (const size_t other : command.waits) {
      if (events.at(other) != nullptr) waits.push_back(events.at(other));
    }
  }
  if (barrier != nullptr) waits.push_back(barrier);
  return waits.empty() ? outside : waits;
}

cl_int EnqueueOne(cl_command_queue queue, const RecordedBuffer& recorded, size_t number,
                  const std::vector<cl_event>& waits, cl_event* event) {
  const RecordedCommand& command = recorded.commands[number];
  const auto count = static_cast<cl_uint>(waits.size());
  const cl_event* list = waits.empty() ? nullptr : waits.data();
  if (!command.barrier) return recorded.alone[number](queue, count, list, event);
  if (waits.empty()) return CL_SUCCESS;  // nothing to wait for: all else in the queue is not the buffer's affair
  const cl_int error = Next().clEnqueueMarkerWithWaitList(queue, count, list, event);
  if (error == CL_SUCCESS) NoteCommand({command.call, queue, count, list, event}, CommandRecord());
  return error;
}

// All of the commands, and the tail; `unnamed`: the application named no queue.
cl_int EnqueueAll(const CommandBufferFunctions& driver, const RecordedBuffer& recorded, cl_command_buffer_khr tail,
                  bool unnamed, CommandCall call) {
  const std::vector<cl_event> outside(call.wait_list, call.wait_list + call.waits);
  Events events;
  cl_event barrier = nullptr;
  for (size_t i = 0; i < recorded.commands.size(); ++i) {
    cl_event done = nullptr;
    const cl_int error = EnqueueOne(call.queue, recorded, i, WaitsOf(recorded, i, events, barrier, outside), &done);
    if (error != CL_SUCCESS) return error;
    events.Add(done);
    if (recorded.commands[i].barrier && done != nullptr) barrier = done;
  }
  const std::vector<cl_event> all = events.All();
  call.waits = static_cast<cl_uint>(all.size());
  call.wait_list = all.data();
  const cl_int error =
      driver.enqueue(unnamed ? 0 : 1, unnamed ? nullptr : &call.queue, tail, call.waits, call.wait_list, call.event);
  if (error == CL_SUCCESS) NoteCommand(call, CommandRecord());
  return error;
}

}  // namespace

EnqueueAlone LaunchAlone(cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global,
                         const size_t* local) {
  const std::optional<Geometry> geometry = ReadGeometry(dimensions, offset, global, local);
  const std::shared_ptr<Clone> clone = geometry ? Clone::Of(kernel) : nullptr;
  if (clone == nullptr) return {};
  const auto kept = [&](const size_t* sizes) {
    return sizes == nullptr ? std::vector<size_t>() : std::vector<size_t>(sizes, sizes + dimensions);
  };
  return [clone, geometry = *geometry, dimensions, offset = kept(offset), global = kept(global), local = kept(local)](
             cl_command_queue queue, cl_uint waits, const cl_event* wait_list, cl_event* event) {
    const LaunchCall call{queue, clone->kernel(), geometry, false, waits, wait_list, event};
    const auto forward = [&](cl_event* place) {
      return Next().clEnqueueNDRangeKernel(queue, clone->kernel(), dimensions, offset.empty() ? nullptr : offset.data(),
                                           global.data(), local.empty() ? nullptr : local.data(), waits, wait_list,
                                           place);
    };
    return EnqueueLaunch("clCommandNDRangeKernelKHR", call, std::cref(forward));
  };
}

std::optional<cl_int> EnqueueOneByOne(const CommandBufferFunctions& driver, cl_command_buffer_khr buffer,
                                      const RecordedBuffer& recorded, CommandCall call) {
  if (!driver.all() || !CanRun(recorded)) return std::nullopt;
  const cl_uint queues = call.queue == nullptr ? 0 : 1;  // as the application named it
  if (queues == 0) call.queue = recorded.queue;
  if (!AreCompatible(call.queue, recorded.queue)) return std::nullopt;
  if (!IsIn(driver, buffer, CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR)) return std::nullopt;
  if ((call.waits == 0) != (call.wait_list == nullptr)) return std::nullopt;
  cl_command_buffer_khr tail = TailOf(buffer);
  if (tail == nullptr) {
    tail = MakeTail(driver, recorded);
    if (tail == nullptr) return std::nullopt;
    SetTail(buffer, tail);
  }
  if (*FlagsOf(recorded) == 0 && IsIn(driver, tail, CL_COMMAND_BUFFER_STATE_PENDING_KHR)) {
    return CL_INVALID_OPERATION;
  }
  try {
    return EnqueueAll(driver, recorded, tail, queues == 0, call);
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;  // the driver must not do once more what it has got already
  }
}

cl_command_buffer_state_khr StateOf(const CommandBufferFunctions& driver, cl_command_buffer_khr buffer,
                                    cl_command_buffer_state_khr state) {
  const cl_command_buffer_khr tail = TailOf(buffer);
  const bool runs = state == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR && tail != nullptr &&
                    IsIn(driver, tail, CL_COMMAND_BUFFER_STATE_PENDING_KHR);
  return runs ? CL_COMMAND_BUFFER_STATE_PENDING_KHR : state;
}

// A driver may hold one more while the buffer runs; of the tail one reference is ours.
cl_uint ReferencesOf(const CommandBufferFunctions& driver, cl_command_buffer_khr buffer, cl_uint references) {
  const cl_command_buffer_khr tail = TailOf(buffer);
  if (tail == nullptr) return references;
  return references + Answer<cl_uint>(driver, tail, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR) - 1;
}

}  // namespace lockstep::host
