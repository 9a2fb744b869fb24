// Maps and unmaps. From the one to the other the region is the host's.
#include <memory>
#include <optional>
#include <utility>

#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/build/service.h"
#include "host/commands/touches.h"
#include "host/driver/device.h"
#include "host/driver/query.h"
#include "host/launch/followed.h"
#include "host/track/content.h"
#include "host/track/memory.h"

namespace lockstep::host {
namespace {

bool Writes(cl_map_flags flags) { return (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0; }

CommandCall Map(const char* name, cl_command_queue queue, cl_bool blocking, cl_uint waits, const cl_event* wait_list,
                cl_event* event) {
  return {name, queue, waits, wait_list, event, blocking != CL_FALSE, blocking != CL_FALSE};
}

// Whether what is mapped of `mem` lies in memory that is the buffer's own as long as it lives, and the application's at
// no time: on CPU devices of PoCL, whose back ends alone run groups one after the other.
bool MapsOwnMemory(cl_command_queue queue, cl_mem mem) {
  const auto device = QueryValue<cl_device_id>(Of(Next().clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE));
  const std::shared_ptr<const Device> facts = device != nullptr ? DeviceFacts(device) : nullptr;
  if (facts == nullptr) return false;
  const DeviceRow* row = ServiceOf(*facts).row;
  if (row == nullptr || row->backend == nullptr || !row->backend->serial_groups()) return false;
  const std::optional<BufferFacts> buffer = BufferBehind(mem);
  return buffer && buffer->host == 0 && buffer->svm == 0;
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
    if (!FollowsCommands()) return;
    NoteUnmap({"clEnqueueUnmapMemObject", queue, waits, wait_list, event}, object, pointer,
              MapsOwnMemory(queue, object));
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
    // Only coarse-grained memory is copied by a map, and kept from devices while it lasts [OpenCL 3.0, 5.6.3].
    const std::optional<SvmAllocation> svm = SvmAt(reinterpret_cast<uint64_t>(memory));
    if (!svm || !svm->fine) AddSvm(memory, size, Writes(flags), &touches);
    NoteMap(Map("clEnqueueSVMMap", queue, blocking, waits, wait_list, event), nullptr, memory, std::move(touches));
  });
  return result;
}

cl_int Hook_clEnqueueSVMUnmap(cl_command_queue queue, void* memory, cl_uint waits, const cl_event* wait_list,
                              cl_event* event) {
  const cl_int result = Next().clEnqueueSVMUnmap(queue, memory, waits, wait_list, event);
  Guard("clEnqueueSVMUnmap", [&] {
    if (result != CL_SUCCESS) return;
    NoteUnmap({"clEnqueueSVMUnmap", queue, waits, wait_list, event}, nullptr, memory, false);
  });
  return result;
}

}  // namespace lockstep::host
