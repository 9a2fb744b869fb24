// A thread of its own for each queue, because completion callbacks may call OpenCL and so CUDA, which
// CUDA's own callbacks must not.
#include "tests/hardware/cuda_icd/queue.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <cstdio>
#include <thread>

#include "tests/hardware/cuda_icd/answer.h"
#include "tests/hardware/cuda_icd/entry_points.h"

namespace lockstep::cuda_icd {

struct Command {
  Ref<_cl_event> event;
  std::vector<Ref<_cl_event>> waits;
  Work work;
};

// What the thread and the queue object share; the thread may outlive the object.
struct Worker {
  CuContext context = nullptr;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Command> commands;
  bool closing = false;
};

namespace {

cl_ulong Now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<cl_ulong>(now.tv_sec) * 1000000000u + static_cast<cl_ulong>(now.tv_nsec);
}

cl_int Perform(Command& command, CuStream stream) {
  for (const Ref<_cl_event>& wait : command.waits) {
    if (WaitFor(wait.get()) < 0) return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  SetStatus(command.event.get(), CL_RUNNING);
  cl_int error = CL_SUCCESS;
  if (command.work) {
    error = command.work(stream);
    const cl_int end = FromCuda(Cuda()->cuStreamSynchronize(stream), "a command");
    if (error == CL_SUCCESS) error = end;
  }
  return error;
}

void Run(std::shared_ptr<Worker> worker) {
  const CurrentContext current(worker->context);
  CuStream stream = nullptr;
  FromCuda(Cuda()->cuStreamCreate(&stream, kStreamNonBlocking), "cuStreamCreate");
  for (;;) {
    Command command;
    {
      std::unique_lock<std::mutex> lock(worker->mutex);
      worker->changed.wait(lock, [&] { return worker->closing || !worker->commands.empty(); });
      if (worker->commands.empty()) break;
      command = std::move(worker->commands.front());
      worker->commands.pop_front();
    }
    SetStatus(command.event.get(), CL_SUBMITTED);
    const cl_int error = Perform(command, stream);
    command.work = nullptr;  // and with it what it used, before anybody learns of the end
    SetStatus(command.event.get(), error < 0 ? error : CL_COMPLETE);
  }
  Cuda()->cuStreamDestroy(stream);
}

}  // namespace

cl_int FromCuda(CuResult error, const char* what) {
  if (error == 0) return CL_SUCCESS;
  static std::atomic<bool> told{false};
  if (!told.exchange(true)) {
    std::fprintf(stderr, "lockstep CUDA loader: %s: %s\n", what, CudaError(error).c_str());
  }
  constexpr CuResult kOutOfMemory = 2;
  return error == kOutOfMemory ? CL_MEM_OBJECT_ALLOCATION_FAILURE : CL_OUT_OF_RESOURCES;
}

void SetStatus(cl_event event, cl_int status) {
  std::vector<_cl_event::Callback> due;
  {
    std::lock_guard<std::mutex> lock(event->mutex);
    event->status = status;
    event->times[static_cast<size_t>(CL_QUEUED - (status < 0 ? CL_COMPLETE : status))] = Now();
    std::vector<_cl_event::Callback> later;
    for (const _cl_event::Callback& callback : event->callbacks) {
      (callback.status >= status ? due : later).push_back(callback);
    }
    event->callbacks.swap(later);
  }
  event->changed.notify_all();
  for (const _cl_event::Callback& callback : due) {
    callback.function(event, status < 0 ? status : callback.status, callback.data);
  }
}

cl_int WaitFor(cl_event event) {
  std::unique_lock<std::mutex> lock(event->mutex);
  event->changed.wait(lock, [&] { return event->status <= CL_COMPLETE; });
  return event->status;
}

cl_int Enqueue(cl_command_queue queue, cl_command_type type, cl_uint waits,
               const cl_event* wait_list, cl_event* event, bool blocking, Work work) {
  if ((waits == 0) != (wait_list == nullptr)) return CL_INVALID_EVENT_WAIT_LIST;
  Command command;
  for (cl_uint i = 0; i < waits; ++i) {
    if (wait_list[i] == nullptr) return CL_INVALID_EVENT_WAIT_LIST;
    if (wait_list[i]->context.get() != queue->context.get()) return CL_INVALID_CONTEXT;
    command.waits.emplace_back(wait_list[i]);
  }
  auto* made = new _cl_event;
  made->context = queue->context;
  made->queue = Ref<_cl_command_queue>(queue);
  made->type = type;
  made->times[0] = Now();
  command.event = Ref<_cl_event>(made);
  command.work = std::move(work);
  {
    std::lock_guard<std::mutex> lock(queue->worker->mutex);
    queue->worker->commands.push_back(std::move(command));
  }
  queue->worker->changed.notify_all();
  const cl_int status = blocking ? WaitFor(made) : CL_SUCCESS;
  if (event != nullptr && status >= 0) {
    *event = made;
  } else {
    Drop(made);
  }
  return status < 0 ? status : CL_SUCCESS;
}

}  // namespace lockstep::cuda_icd

using namespace lockstep::cuda_icd;  // the OpenCL functions below stand outside

_cl_command_queue::~_cl_command_queue() {
  std::lock_guard<std::mutex> lock(worker->mutex);
  worker->closing = true;
  worker->changed.notify_all();
}

cl_command_queue Icd_clCreateCommandQueue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int* error) {
  if (context == nullptr) return Give<_cl_command_queue>(nullptr, CL_INVALID_CONTEXT, error);
  if (device != context->device) return Give<_cl_command_queue>(nullptr, CL_INVALID_DEVICE, error);
  auto* queue = new _cl_command_queue;
  queue->context = Ref<_cl_context>(context);
  queue->properties = properties;
  queue->worker = std::make_shared<Worker>();
  queue->worker->context = device->context;
  // The application's signals are not for this thread.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread(Run, queue->worker).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return Give(queue, CL_SUCCESS, error);
}

cl_command_queue Icd_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                        const cl_queue_properties* properties,
                                                        cl_int* error) {
  cl_command_queue_properties wanted = 0;
  for (; properties != nullptr && *properties != 0; properties += 2) {
    if (properties[0] != CL_QUEUE_PROPERTIES) {
      return Give<_cl_command_queue>(nullptr, CL_INVALID_QUEUE_PROPERTIES, error);
    }
    wanted = properties[1];
  }
  return Icd_clCreateCommandQueue(context, device, wanted, error);
}

cl_int Icd_clRetainCommandQueue(cl_command_queue queue) {
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  ++queue->references;
  return CL_SUCCESS;
}

cl_int Icd_clReleaseCommandQueue(cl_command_queue queue) {
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  Drop(queue);
  return CL_SUCCESS;
}

cl_int Icd_clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info name, size_t room,
                                 void* value, size_t* size) {
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  const Answer answer{room, value, size};
  switch (name) {
    case CL_QUEUE_CONTEXT:
      return answer.Value(static_cast<cl_context>(queue->context.get()));
    case CL_QUEUE_DEVICE:
      return answer.Value(queue->context->device);
    case CL_QUEUE_REFERENCE_COUNT:
      return answer.Value<cl_uint>(queue->references);
    case CL_QUEUE_PROPERTIES:
      return answer.Value(queue->properties);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int Icd_clFlush(cl_command_queue queue) {
  return queue == nullptr ? CL_INVALID_COMMAND_QUEUE : CL_SUCCESS;
}

cl_int Icd_clFinish(cl_command_queue queue) {
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  return Enqueue(queue, CL_COMMAND_MARKER, 0, nullptr, nullptr, /*blocking=*/true, nullptr);
}

cl_int Icd_clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint waits,
                                       const cl_event* wait_list, cl_event* event) {
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  return Enqueue(queue, CL_COMMAND_MARKER, waits, wait_list, event, /*blocking=*/false, nullptr);
}

cl_int Icd_clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint waits,
                                        const cl_event* wait_list, cl_event* event) {
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  return Enqueue(queue, CL_COMMAND_BARRIER, waits, wait_list, event, /*blocking=*/false, nullptr);
}
