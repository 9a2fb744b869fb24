// Commands that stay on the device: copies, fills, migrations. They are followed for --commands alone.
#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/commands/touches.h"
#include "host/launch/followed.h"
#include "host/track/content.h"

namespace lockstep::host {
namespace {

size_t Texels(const size_t* region) { return region[0] * region[1] * region[2]; }

}  // namespace

cl_int Hook_clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                                size_t size, cl_uint waits, const cl_event* wait_list, cl_event* event) {
  const ContentChange change(to);
  return Followed(
      {"clEnqueueCopyBuffer", queue, waits, wait_list, event},
      [&] {
        return Next().clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, size, waits, wait_list, event);
      },
      [&](Footprint& touches) {
        AddBuffer(from, from_offset, size, false, &touches);
        AddBuffer(to, to_offset, size, true, &touches);
      });
}

cl_int Hook_clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                                    const size_t* to_origin, const size_t* region, size_t from_row, size_t from_slice,
                                    size_t to_row, size_t to_slice, cl_uint waits, const cl_event* wait_list,
                                    cl_event* event) {
  const ContentChange change(to);
  return Followed(
      {"clEnqueueCopyBufferRect", queue, waits, wait_list, event},
      [&] {
        return Next().clEnqueueCopyBufferRect(queue, from, to, from_origin, to_origin, region, from_row, from_slice,
                                              to_row, to_slice, waits, wait_list, event);
      },
      [&](Footprint& touches) {
        AddBufferBox(from, {from_origin, region, from_row, from_slice}, false, &touches);
        AddBufferBox(to, {to_origin, region, to_row, to_slice}, true, &touches);
      });
}

cl_int Hook_clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                               const size_t* to_origin, const size_t* region, cl_uint waits, const cl_event* wait_list,
                               cl_event* event) {
  const ContentChange change(to);
  return Followed(
      {"clEnqueueCopyImage", queue, waits, wait_list, event},
      [&] {
        return Next().clEnqueueCopyImage(queue, from, to, from_origin, to_origin, region, waits, wait_list, event);
      },
      [&](Footprint& touches) {
        AddImage(from, from_origin, region, false, &touches);
        AddImage(to, to_origin, region, true, &touches);
      });
}

cl_int Hook_clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* origin,
                                       const size_t* region, size_t offset, cl_uint waits, const cl_event* wait_list,
                                       cl_event* event) {
  const ContentChange change(to);
  return Followed(
      {"clEnqueueCopyImageToBuffer", queue, waits, wait_list, event},
      [&] {
        return Next().clEnqueueCopyImageToBuffer(queue, from, to, origin, region, offset, waits, wait_list, event);
      },
      [&](Footprint& touches) {
        AddImage(from, origin, region, false, &touches);
        AddBuffer(to, offset, Texels(region) * TexelBytes(from), true, &touches);
      });
}

cl_int Hook_clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset,
                                       const size_t* origin, const size_t* region, cl_uint waits,
                                       const cl_event* wait_list, cl_event* event) {
  const ContentChange change(to);
  return Followed(
      {"clEnqueueCopyBufferToImage", queue, waits, wait_list, event},
      [&] {
        return Next().clEnqueueCopyBufferToImage(queue, from, to, offset, origin, region, waits, wait_list, event);
      },
      [&](Footprint& touches) {
        AddBuffer(from, offset, Texels(region) * TexelBytes(to), false, &touches);
        AddImage(to, origin, region, true, &touches);
      });
}

cl_int Hook_clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                                size_t offset, size_t size, cl_uint waits, const cl_event* wait_list, cl_event* event) {
  const ContentChange change(buffer);
  return Followed(
      {"clEnqueueFillBuffer", queue, waits, wait_list, event},
      [&] {
        return Next().clEnqueueFillBuffer(queue, buffer, pattern, pattern_size, offset, size, waits, wait_list, event);
      },
      [&](Footprint& touches) {
        AddBuffer(buffer, offset, size, true, &touches);
        NoteFill(pattern, pattern_size, &touches);
      });
}

cl_int Hook_clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void* color, const size_t* origin,
                               const size_t* region, cl_uint waits, const cl_event* wait_list, cl_event* event) {
  const ContentChange change(image);
  return Followed(
      {"clEnqueueFillImage", queue, waits, wait_list, event},
      [&] { return Next().clEnqueueFillImage(queue, image, color, origin, region, waits, wait_list, event); },
      [&](Footprint& touches) { AddImage(image, origin, region, true, &touches); });
}

cl_int Hook_clEnqueueSVMMemFill(cl_command_queue queue, void* to, const void* pattern, size_t pattern_size, size_t size,
                                cl_uint waits, const cl_event* wait_list, cl_event* event) {
  return Followed(
      {"clEnqueueSVMMemFill", queue, waits, wait_list, event},
      [&] { return Next().clEnqueueSVMMemFill(queue, to, pattern, pattern_size, size, waits, wait_list, event); },
      [&](Footprint& touches) {
        AddSvm(to, size, true, &touches);
        NoteFill(pattern, pattern_size, &touches);
      });
}

// Where bytes are is no access to them, unless they need not come along.
cl_int Hook_clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint count, const cl_mem* objects,
                                       cl_mem_migration_flags flags, cl_uint waits, const cl_event* wait_list,
                                       cl_event* event) {
  const bool loses = (flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) != 0;
  for (cl_uint i = 0; loses && objects != nullptr && i < count; ++i) NoteContentUndefined(objects[i]);
  return Followed(
      {"clEnqueueMigrateMemObjects", queue, waits, wait_list, event},
      [&] { return Next().clEnqueueMigrateMemObjects(queue, count, objects, flags, waits, wait_list, event); },
      [](Footprint&) {});
}

cl_int Hook_clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint count, const void** pointers, const size_t* sizes,
                                   cl_mem_migration_flags flags, cl_uint waits, const cl_event* wait_list,
                                   cl_event* event) {
  return Followed(
      {"clEnqueueSVMMigrateMem", queue, waits, wait_list, event},
      [&] { return Next().clEnqueueSVMMigrateMem(queue, count, pointers, sizes, flags, waits, wait_list, event); },
      [](Footprint&) {});
}

}  // namespace lockstep::host
