// The calls that return when commands are complete (OpenCL 3.0, section 5.11: blocking commands,
// clFinish, clWaitForEvents, and the status of an event): what launches covered by them found is
// recorded before they return, so that a process that ends without exit() right then does not lose it.
#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/launch/process.h"
#include "runtime/session/board.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

// Calls on, and if that was a `blocking` call, records what is complete behind it.
template <typename Forward>
auto Blocking(const char* name, cl_bool blocking, Forward&& forward) {
  if (!blocking) return forward();
  Guard(name, [] { Session::Get().NoteMayTakeLong(); });
  const auto result = [&] {
    const Activity waiting(Doing::kWaiting, name);
    return forward();
  }();
  Guard(name, RecordCompleted);
  return result;
}

}  // namespace

cl_int Hook_clFinish(cl_command_queue queue) {
  return Blocking("clFinish", CL_TRUE, [&] { return Next().clFinish(queue); });
}

cl_int Hook_clWaitForEvents(cl_uint count, const cl_event* events) {
  return Blocking("clWaitForEvents", CL_TRUE,
                  [&] { return Next().clWaitForEvents(count, events); });
}

cl_int Hook_clGetEventInfo(cl_event event, cl_event_info name, size_t size, void* value,
                           size_t* size_ret) {
  const cl_int result = Next().clGetEventInfo(event, name, size, value, size_ret);
  if (result == CL_SUCCESS && name == CL_EVENT_COMMAND_EXECUTION_STATUS && value != nullptr &&
      *static_cast<const cl_int*>(value) <= CL_COMPLETE) {
    Guard("clGetEventInfo", RecordCompleted);
  }
  return result;
}

cl_int Hook_clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                size_t offset, size_t size, void* data, cl_uint waits,
                                const cl_event* wait_list, cl_event* event) {
  return Blocking("clEnqueueReadBuffer", blocking, [&] {
    return Next().clEnqueueReadBuffer(queue, buffer, blocking, offset, size, data, waits, wait_list,
                                      event);
  });
}

cl_int Hook_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                 size_t offset, size_t size, const void* data, cl_uint waits,
                                 const cl_event* wait_list, cl_event* event) {
  return Blocking("clEnqueueWriteBuffer", blocking, [&] {
    return Next().clEnqueueWriteBuffer(queue, buffer, blocking, offset, size, data, waits,
                                       wait_list, event);
  });
}

cl_int Hook_clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    const size_t* buffer_origin, const size_t* host_origin,
                                    const size_t* region, size_t buffer_row, size_t buffer_slice,
                                    size_t host_row, size_t host_slice, void* data, cl_uint waits,
                                    const cl_event* wait_list, cl_event* event) {
  return Blocking("clEnqueueReadBufferRect", blocking, [&] {
    return Next().clEnqueueReadBufferRect(queue, buffer, blocking, buffer_origin, host_origin,
                                          region, buffer_row, buffer_slice, host_row, host_slice,
                                          data, waits, wait_list, event);
  });
}

cl_int Hook_clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                     const size_t* buffer_origin, const size_t* host_origin,
                                     const size_t* region, size_t buffer_row, size_t buffer_slice,
                                     size_t host_row, size_t host_slice, const void* data,
                                     cl_uint waits, const cl_event* wait_list, cl_event* event) {
  return Blocking("clEnqueueWriteBufferRect", blocking, [&] {
    return Next().clEnqueueWriteBufferRect(queue, buffer, blocking, buffer_origin, host_origin,
                                           region, buffer_row, buffer_slice, host_row, host_slice,
                                           data, waits, wait_list, event);
  });
}

cl_int Hook_clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                               const size_t* origin, const size_t* region, size_t row, size_t slice,
                               void* data, cl_uint waits, const cl_event* wait_list,
                               cl_event* event) {
  return Blocking("clEnqueueReadImage", blocking, [&] {
    return Next().clEnqueueReadImage(queue, image, blocking, origin, region, row, slice, data, waits,
                                     wait_list, event);
  });
}

cl_int Hook_clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                                const size_t* origin, const size_t* region, size_t row,
                                size_t slice, const void* data, cl_uint waits,
                                const cl_event* wait_list, cl_event* event) {
  return Blocking("clEnqueueWriteImage", blocking, [&] {
    return Next().clEnqueueWriteImage(queue, image, blocking, origin, region, row, slice, data,
                                      waits, wait_list, event);
  });
}

void* Hook_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                              cl_map_flags flags, size_t offset, size_t size, cl_uint waits,
                              const cl_event* wait_list, cl_event* event, cl_int* error) {
  return Blocking("clEnqueueMapBuffer", blocking, [&] {
    return Next().clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, size, waits, wait_list,
                                     event, error);
  });
}

void* Hook_clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                             cl_map_flags flags, const size_t* origin, const size_t* region,
                             size_t* row, size_t* slice, cl_uint waits, const cl_event* wait_list,
                             cl_event* event, cl_int* error) {
  return Blocking("clEnqueueMapImage", blocking, [&] {
    return Next().clEnqueueMapImage(queue, image, blocking, flags, origin, region, row, slice, waits,
                                    wait_list, event, error);
  });
}

cl_int Hook_clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags,
                            void* memory, size_t size, cl_uint waits, const cl_event* wait_list,
                            cl_event* event) {
  return Blocking("clEnqueueSVMMap", blocking, [&] {
    return Next().clEnqueueSVMMap(queue, blocking, flags, memory, size, waits, wait_list, event);
  });
}

cl_int Hook_clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void* to, const void* from,
                               size_t size, cl_uint waits, const cl_event* wait_list,
                               cl_event* event) {
  return Blocking("clEnqueueSVMMemcpy", blocking, [&] {
    return Next().clEnqueueSVMMemcpy(queue, blocking, to, from, size, waits, wait_list, event);
  });
}

}  // namespace lockstep::host
