// Events: those of commands (queue.cc sets their status) and the application's own.
#include "tests/hardware/cuda_icd/answer.h"
#include "tests/hardware/cuda_icd/entry_points.h"
#include "tests/hardware/cuda_icd/queue.h"

using namespace lockstep::cuda_icd;

cl_event Icd_clCreateUserEvent(cl_context context, cl_int* error) {
  if (context == nullptr) return Give<_cl_event>(nullptr, CL_INVALID_CONTEXT, error);
  auto* event = new _cl_event;
  event->context = Ref<_cl_context>(context);
  event->status = CL_SUBMITTED;
  return Give(event, CL_SUCCESS, error);
}

cl_int Icd_clSetUserEventStatus(cl_event event, cl_int status) {
  if (event == nullptr || event->queue.get() != nullptr) return CL_INVALID_EVENT;
  if (status > CL_COMPLETE) return CL_INVALID_VALUE;
  {
    std::lock_guard<std::mutex> lock(event->mutex);
    if (event->status <= CL_COMPLETE) return CL_INVALID_OPERATION;
  }
  SetStatus(event, status);
  return CL_SUCCESS;
}

cl_int Icd_clRetainEvent(cl_event event) {
  if (event == nullptr) return CL_INVALID_EVENT;
  ++event->references;
  return CL_SUCCESS;
}

cl_int Icd_clReleaseEvent(cl_event event) {
  if (event == nullptr) return CL_INVALID_EVENT;
  Drop(event);
  return CL_SUCCESS;
}

cl_int Icd_clWaitForEvents(cl_uint count, const cl_event* events) {
  if (count == 0 || events == nullptr) return CL_INVALID_VALUE;
  cl_int result = CL_SUCCESS;
  for (cl_uint i = 0; i < count; ++i) {
    if (events[i] == nullptr) return CL_INVALID_EVENT;
    if (WaitFor(events[i]) < 0) result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  return result;
}

cl_int Icd_clSetEventCallback(cl_event event, cl_int status,
                              void(CL_CALLBACK* function)(cl_event, cl_int, void*), void* data) {
  if (event == nullptr) return CL_INVALID_EVENT;
  if (function == nullptr || status < CL_COMPLETE || status > CL_SUBMITTED) return CL_INVALID_VALUE;
  cl_int now = CL_COMPLETE;
  {
    std::lock_guard<std::mutex> lock(event->mutex);
    now = event->status;
    if (now > status) event->callbacks.push_back({status, function, data});
  }
  if (now <= status) function(event, now < 0 ? now : status, data);
  return CL_SUCCESS;
}

cl_int Icd_clGetEventInfo(cl_event event, cl_event_info name, size_t room, void* value,
                          size_t* size) {
  if (event == nullptr) return CL_INVALID_EVENT;
  const Answer answer{room, value, size};
  std::lock_guard<std::mutex> lock(event->mutex);
  switch (name) {
    case CL_EVENT_COMMAND_QUEUE:
      return answer.Value(static_cast<cl_command_queue>(event->queue.get()));
    case CL_EVENT_CONTEXT:
      return answer.Value(static_cast<cl_context>(event->context.get()));
    case CL_EVENT_COMMAND_TYPE:
      return answer.Value(event->type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
      return answer.Value(event->status);
    case CL_EVENT_REFERENCE_COUNT:
      return answer.Value<cl_uint>(event->references);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int Icd_clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t room, void* value,
                                   size_t* size) {
  if (event == nullptr) return CL_INVALID_EVENT;
  const bool profiled = event->queue.get() != nullptr &&
                        (event->queue->properties & CL_QUEUE_PROFILING_ENABLE) != 0;
  std::lock_guard<std::mutex> lock(event->mutex);
  if (!profiled || event->status != CL_COMPLETE) return CL_PROFILING_INFO_NOT_AVAILABLE;
  // The names are numbered in the order of the times; CL_PROFILING_COMMAND_COMPLETE is the end too.
  const size_t which = name - CL_PROFILING_COMMAND_QUEUED;
  if (which > 4) return CL_INVALID_VALUE;
  return Answer{room, value, size}.Value(event->times[which < 4 ? which : 3]);
}
