// Transfers between the host's memory and objects. A blocking read is complete when it returns; a blocking write has
// given back its host memory, and no more is known of it.
#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/commands/touches.h"
#include "host/launch/followed.h"
#include "host/track/content.h"

namespace lockstep::host {
namespace {

CommandCall Read(const char* name, cl_command_queue queue, cl_bool blocking, cl_uint waits, const cl_event* wait_list,
                 cl_event* event) {
  return {name, queue, waits, wait_list, event, blocking != CL_FALSE, blocking != CL_FALSE};
}

CommandCall Write(const char* name, cl_command_queue queue, cl_bool blocking, cl_uint waits, const cl_event* wait_list,
                  cl_event* event) {
  return {name, queue, waits, wait_list, event, blocking != CL_FALSE, false};
}

}  // namespace

cl_int Hook_clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                                void* data, cl_uint waits, const cl_event* wait_list, cl_event* event) {
  return Followed(
      Read("clEnqueueReadBuffer", queue, blocking, waits, wait_list, event),
      [&] { return Next().clEnqueueReadBuffer(queue, buffer, blocking, offset, size, data, waits, wait_list, event); },
      [&](Footprint& touches) {
        AddBuffer(buffer, offset, size, false, &touches);
        AddHost(data, size, true, false, &touches);
      });
}

cl_int Hook_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                                 const void* data, cl_uint waits, const cl_event* wait_list, cl_event* event) {
  const ContentChange change(buffer);
  CommandCall call = Write("clEnqueueWriteBuffer", queue, blocking, waits, wait_list, event);
  call.source = data;
  call.source_bytes = size;
  return Followed(
      call,
      [&] { return Next().clEnqueueWriteBuffer(queue, buffer, blocking, offset, size, data, waits, wait_list, event); },
      [&](Footprint& touches) {
        AddBuffer(buffer, offset, size, true, &touches);
        AddHost(data, size, false, blocking != CL_FALSE, &touches);
      });
}

cl_int Hook_clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                                    size_t buffer_row, size_t buffer_slice, size_t host_row, size_t host_slice,
                                    void* data, cl_uint waits, const cl_event* wait_list, cl_event* event) {
  return Followed(
      Read("clEnqueueReadBufferRect", queue, blocking, waits, wait_list, event),
      [&] {
        return Next().clEnqueueReadBufferRect(queue, buffer, blocking, buffer_origin, host_origin, region, buffer_row,
                                              buffer_slice, host_row, host_slice, data, waits, wait_list, event);
      },
      [&](Footprint& touches) {
        AddBufferBox(buffer, {buffer_origin, region, buffer_row, buffer_slice}, false, &touches);
        AddHostBox(data, {host_origin, region, host_row, host_slice}, true, false, &touches);
      });
}

cl_int Hook_clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                     const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                                     size_t buffer_row, size_t buffer_slice, size_t host_row, size_t host_slice,
                                     const void* data, cl_uint waits, const cl_event* wait_list, cl_event* event) {
  const ContentChange change(buffer);
  return Followed(
      Write("clEnqueueWriteBufferRect", queue, blocking, waits, wait_list, event),
      [&] {
        return Next().clEnqueueWriteBufferRect(queue, buffer, blocking, buffer_origin, host_origin, region, buffer_row,
                                               buffer_slice, host_row, host_slice, data, waits, wait_list, event);
      },
      [&](Footprint& touches) {
        AddBufferBox(buffer, {buffer_origin, region, buffer_row, buffer_slice}, true, &touches);
        AddHostBox(data, {host_origin, region, host_row, host_slice}, false, blocking != CL_FALSE, &touches);
      });
}

cl_int Hook_clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin,
                               const size_t* region, size_t row, size_t slice, void* data, cl_uint waits,
                               const cl_event* wait_list, cl_event* event) {
  return Followed(
      Read("clEnqueueReadImage", queue, blocking, waits, wait_list, event),
      [&] {
        return Next().clEnqueueReadImage(queue, image, blocking, origin, region, row, slice, data, waits, wait_list,
                                         event);
      },
      [&](Footprint& touches) {
        AddImage(image, origin, region, false, &touches);
        AddHostImage(data, image, region, row, slice, true, false, &touches);
      });
}

cl_int Hook_clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin,
                                const size_t* region, size_t row, size_t slice, const void* data, cl_uint waits,
                                const cl_event* wait_list, cl_event* event) {
  const ContentChange change(image);
  return Followed(
      Write("clEnqueueWriteImage", queue, blocking, waits, wait_list, event),
      [&] {
        return Next().clEnqueueWriteImage(queue, image, blocking, origin, region, row, slice, data, waits, wait_list,
                                          event);
      },
      [&](Footprint& touches) {
        AddImage(image, origin, region, true, &touches);
        AddHostImage(data, image, region, row, slice, false, blocking != CL_FALSE, &touches);
      });
}

cl_int Hook_clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void* to, const void* from, size_t size,
                               cl_uint waits, const cl_event* wait_list, cl_event* event) {
  return Followed(
      Read("clEnqueueSVMMemcpy", queue, blocking, waits, wait_list, event),
      [&] { return Next().clEnqueueSVMMemcpy(queue, blocking, to, from, size, waits, wait_list, event); },
      [&](Footprint& touches) {
        AddSvm(from, size, false, &touches);
        AddSvm(to, size, true, &touches);
      });
}

}  // namespace lockstep::host
