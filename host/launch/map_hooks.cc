// Maps and unmaps. From the one to the other the region is the host's.
#include <utility>

#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/commands/touches.h"
#include "host/launch/followed.h"
#include "host/track/content.h"

namespace lockstep::host {
namespace {

bool Writes(cl_map_flags flags) { return (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0; }

CommandCall Map(const char* name, cl_command_queue queue, cl_bool blocking, cl_uint waits, const cl_event* wait_list,
                cl_event* event) {
  return {name, queue, waits, wait_list, event, blocking != CL_FALSE, blocking != CL_FALSE};
}

}  // namespace

void* Hook_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                              size_t offset, size_t size, cl_uint waits, const cl_event* wait_list, cl_event* event,
                              cl_int* error) {
  Guard("clEnqueueMapBuffer", [&] { NoteContentMapped(buffer, Writes(flags)); });
  void* const pointer = Blocking("clEnqueueMapBuffer", blocking != CL_FALSE, [&] {
    return Next().clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, size, waits, wait_list, event, error);
  });
  Guard("clEnqueueMapBuffer", [&] {
    if (pointer == nullptr) NoteContentUnmapped(buffer);
    if (pointer == nullptr || !FollowsCommands()) return;
    Footprint touches;
    AddBuffer(buffer, offset, size, Writes(flags), &touches);
    NoteMap(Map("clEnqueueMapBuffer", queue, blocking, waits, wait_list, event), buffer, pointer, std::move(touches));
  });
  return pointer;
}

void* Hook_clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                             const size_t* origin, const size_t* region, size_t* row, size_t* slice, cl_uint waits,
                             const cl_event* wait_list, cl_event* event, cl_int* error) {
  Guard("clEnqueueMapImage", [&] { NoteContentMapped(image, Writes(flags)); });
  void* const pointer = Blocking("clEnqueueMapImage", blocking != CL_FALSE, [&] {
    return Next().clEnqueueMapImage(queue, image, blocking, flags, origin, region, row, slice, waits, wait_list, event,
                                    error);
  });
  Guard("clEnqueueMapImage", [&] {
    if (pointer == nullptr) NoteContentUnmapped(image);
    if (pointer == nullptr || !FollowsCommands()) return;
    Footprint touches;
    AddImage(image, origin, region, Writes(flags), &touches);
    NoteMap(Map("clEnqueueMapImage", queue, blocking, waits, wait_list, event), image, pointer, std::move(touches));
  });
  return pointer;
}

cl_int Hook_clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem object, void* pointer, cl_uint waits,
                                    const cl_event* wait_list, cl_event* event) {
  const cl_int result = Next().clEnqueueUnmapMemObject(queue, object, pointer, waits, wait_list, event);
  Guard("clEnqueueUnmapMemObject", [&] {
    if (result != CL_SUCCESS) return;
    NoteContentUnmapped(object);
    NoteUnmap({"clEnqueueUnmapMemObject", queue, waits, wait_list, event}, object, pointer);
  });
  return result;
}

cl_int Hook_clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void* memory, size_t size,
                            cl_uint waits, const cl_event* wait_list, cl_event* event) {
  const cl_int result = Blocking("clEnqueueSVMMap", blocking != CL_FALSE, [&] {
    return Next().clEnqueueSVMMap(queue, blocking, flags, memory, size, waits, wait_list, event);
  });
  Guard("clEnqueueSVMMap", [&] {
    if (result != CL_SUCCESS || !FollowsCommands()) return;
    Footprint touches;
    AddSvm(memory, size, Writes(flags), &touches);
    NoteMap(Map("clEnqueueSVMMap", queue, blocking, waits, wait_list, event), nullptr, memory, std::move(touches));
  });
  return result;
}

cl_int Hook_clEnqueueSVMUnmap(cl_command_queue queue, void* memory, cl_uint waits, const cl_event* wait_list,
                              cl_event* event) {
  const cl_int result = Next().clEnqueueSVMUnmap(queue, memory, waits, wait_list, event);
  Guard("clEnqueueSVMUnmap", [&] {
    if (result == CL_SUCCESS) NoteUnmap({"clEnqueueSVMUnmap", queue, waits, wait_list, event}, nullptr, memory);
  });
  return result;
}

}  // namespace lockstep::host
