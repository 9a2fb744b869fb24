// The extension is provisional: from version 0.9.5 on, these functions take a list of properties as well. The headers
// that we are compiled with need not be the driver's, so its word on the version decides, and only what we know is
// hooked.
#include "host/launch/record_hooks.h"

#include <CL/cl_ext.h>

#include <array>
#include <atomic>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "host/api/extension_function.h"
#include "host/api/hooks.h"
#include "host/commands/touches.h"
#include "host/driver/query.h"
#include "host/launch/held_parts.h"
#include "host/launch/recorded_commands.h"
#include "host/track/content.h"

namespace lockstep::host {
namespace {

constexpr char kExtension[] = "cl_khr_command_buffer";
constexpr cl_version kFirst = CL_MAKE_VERSION(0, 9, 0), kLast = CL_MAKE_VERSION(0, 9, 4);

std::atomic<bool> g_unseen{false};

// `result` is what the driver answered; `memory`: the objects that the command names. `touches` fills in a Footprint,
// for --commands. `keep` returns the call that does the same at once, with all that it takes: what the application's
// pointers lead to is known to be there only once the driver has taken the command.
template <typename Touches, typename Keep>
cl_int Recorded(const char* call, cl_int result, cl_command_buffer_khr buffer, const SyncPoints& points,
                std::initializer_list<cl_mem> memory, Touches&& touches, Keep&& keep) {
  Guard(call, [&] {
    if (result != CL_SUCCESS) return;
    const auto held = std::make_shared<HeldParts>();
    for (const cl_mem mem : memory) held->Add(mem);
    RecordedCommand command;
    command.call = call;
    if (FollowsCommands()) touches(command.record.footprint);
    EnqueueAlone alone = [call, held, enqueue = keep(), record = command.record](
                             cl_command_queue queue, cl_uint waits, const cl_event* wait_list, cl_event* event) {
      ContentChange change;
      change.OfEverything();
      const cl_int error = enqueue(queue, waits, wait_list, event);
      Guard(call, [&] {
        if (error == CL_SUCCESS) NoteCommand({call, queue, waits, wait_list, event}, record);
      });
      return error;
    };
    NoteRecorded(buffer, points, std::move(command), std::move(alone));
  });
  return result;
}

// Three numbers of a call, kept.
using Triple = std::array<size_t, 3>;
Triple Kept(const size_t* three) { return {three[0], three[1], three[2]}; }

// Of the color that clEnqueueFillImage takes: four numbers, or a depth.
size_t ColorBytes(cl_mem image) {
  const auto format = QueryValue<cl_image_format>(Of(Next().clGetImageInfo, image, CL_IMAGE_FORMAT));
  return format.image_channel_order == CL_DEPTH ? sizeof(cl_float) : sizeof(cl_float4);
}

std::vector<unsigned char> Kept(const void* bytes, size_t size) {
  const auto* first = static_cast<const unsigned char*>(bytes);
  return std::vector<unsigned char>(first, first + size);
}

size_t TexelsOf(const size_t* region) { return region[0] * region[1] * region[2]; }

cl_int CL_API_CALL RecordBarrier(cl_command_buffer_khr commands, cl_command_queue queue, cl_uint waits,
                                 const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                 cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordBarrier>.load()(commands, queue, waits, wait_list, point, handle);
  Guard("clCommandBarrierWithWaitListKHR", [&] {
    if (result != CL_SUCCESS) return;
    RecordedCommand command;
    command.call = "clCommandBarrierWithWaitListKHR";
    command.barrier = true;
    NoteRecorded(commands, {waits, wait_list, point}, std::move(command), EnqueueAlone());
  });
  return result;
}

cl_int CL_API_CALL RecordCopyBuffer(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem from, cl_mem to,
                                    size_t from_offset, size_t to_offset, size_t size, cl_uint waits,
                                    const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                    cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordCopyBuffer>.load()(commands, queue, from, to, from_offset, to_offset, size,
                                                           waits, wait_list, point, handle);
  return Recorded(
      "clCommandCopyBufferKHR", result, commands, {waits, wait_list, point}, {from, to},
      [&](Footprint& touches) {
        AddBuffer(from, from_offset, size, false, &touches);
        AddBuffer(to, to_offset, size, true, &touches);
      },
      [&] {
        return [=](cl_command_queue in, cl_uint count, const cl_event* list, cl_event* event) {
          return Next().clEnqueueCopyBuffer(in, from, to, from_offset, to_offset, size, count, list, event);
        };
      });
}

cl_int CL_API_CALL RecordCopyBufferRect(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem from, cl_mem to,
                                        const size_t* from_origin, const size_t* to_origin, const size_t* region,
                                        size_t from_row, size_t from_slice, size_t to_row, size_t to_slice,
                                        cl_uint waits, const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                        cl_mutable_command_khr* handle) {
  const cl_int result =
      g_driver<&RecordCopyBufferRect>.load()(commands, queue, from, to, from_origin, to_origin, region, from_row,
                                             from_slice, to_row, to_slice, waits, wait_list, point, handle);
  return Recorded(
      "clCommandCopyBufferRectKHR", result, commands, {waits, wait_list, point}, {from, to},
      [&](Footprint& touches) {
        AddBufferBox(from, {from_origin, region, from_row, from_slice}, false, &touches);
        AddBufferBox(to, {to_origin, region, to_row, to_slice}, true, &touches);
      },
      [&] {
        return [=, from_origin = Kept(from_origin), to_origin = Kept(to_origin), region = Kept(region)](
                   cl_command_queue in, cl_uint count, const cl_event* list, cl_event* event) {
          return Next().clEnqueueCopyBufferRect(in, from, to, from_origin.data(), to_origin.data(), region.data(),
                                                from_row, from_slice, to_row, to_slice, count, list, event);
        };
      });
}

cl_int CL_API_CALL RecordFillBuffer(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem buffer,
                                    const void* pattern, size_t pattern_size, size_t offset, size_t size, cl_uint waits,
                                    const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                    cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordFillBuffer>.load()(commands, queue, buffer, pattern, pattern_size, offset, size,
                                                           waits, wait_list, point, handle);
  return Recorded(
      "clCommandFillBufferKHR", result, commands, {waits, wait_list, point}, {buffer},
      [&](Footprint& touches) {
        AddBuffer(buffer, offset, size, true, &touches);
        NoteFill(pattern, pattern_size, &touches);
      },
      [&] {
        return [=, pattern = Kept(pattern, pattern_size)](cl_command_queue in, cl_uint count, const cl_event* list,
                                                          cl_event* event) {
          return Next().clEnqueueFillBuffer(in, buffer, pattern.data(), pattern.size(), offset, size, count, list,
                                            event);
        };
      });
}

cl_int CL_API_CALL RecordCopyImage(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem from, cl_mem to,
                                   const size_t* from_origin, const size_t* to_origin, const size_t* region,
                                   cl_uint waits, const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                   cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordCopyImage>.load()(commands, queue, from, to, from_origin, to_origin, region,
                                                          waits, wait_list, point, handle);
  return Recorded(
      "clCommandCopyImageKHR", result, commands, {waits, wait_list, point}, {from, to},
      [&](Footprint& touches) {
        AddImage(from, from_origin, region, false, &touches);
        AddImage(to, to_origin, region, true, &touches);
      },
      [&] {
        return [=, from_origin = Kept(from_origin), to_origin = Kept(to_origin), region = Kept(region)](
                   cl_command_queue in, cl_uint count, const cl_event* list, cl_event* event) {
          return Next().clEnqueueCopyImage(in, from, to, from_origin.data(), to_origin.data(), region.data(), count,
                                           list, event);
        };
      });
}

cl_int CL_API_CALL RecordCopyImageToBuffer(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem from,
                                           cl_mem to, const size_t* origin, const size_t* region, size_t offset,
                                           cl_uint waits, const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                           cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordCopyImageToBuffer>.load()(commands, queue, from, to, origin, region, offset,
                                                                  waits, wait_list, point, handle);
  return Recorded(
      "clCommandCopyImageToBufferKHR", result, commands, {waits, wait_list, point}, {from, to},
      [&](Footprint& touches) {
        AddImage(from, origin, region, false, &touches);
        AddBuffer(to, offset, TexelsOf(region) * TexelBytes(from), true, &touches);
      },
      [&] {
        return [=, origin = Kept(origin), region = Kept(region)](cl_command_queue in, cl_uint count,
                                                                 const cl_event* list, cl_event* event) {
          return Next().clEnqueueCopyImageToBuffer(in, from, to, origin.data(), region.data(), offset, count, list,
                                                   event);
        };
      });
}

cl_int CL_API_CALL RecordCopyBufferToImage(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem from,
                                           cl_mem to, size_t offset, const size_t* origin, const size_t* region,
                                           cl_uint waits, const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                           cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordCopyBufferToImage>.load()(commands, queue, from, to, offset, origin, region,
                                                                  waits, wait_list, point, handle);
  return Recorded(
      "clCommandCopyBufferToImageKHR", result, commands, {waits, wait_list, point}, {from, to},
      [&](Footprint& touches) {
        AddBuffer(from, offset, TexelsOf(region) * TexelBytes(to), false, &touches);
        AddImage(to, origin, region, true, &touches);
      },
      [&] {
        return [=, origin = Kept(origin), region = Kept(region)](cl_command_queue in, cl_uint count,
                                                                 const cl_event* list, cl_event* event) {
          return Next().clEnqueueCopyBufferToImage(in, from, to, offset, origin.data(), region.data(), count, list,
                                                   event);
        };
      });
}

cl_int CL_API_CALL RecordFillImage(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem image,
                                   const void* color, const size_t* origin, const size_t* region, cl_uint waits,
                                   const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                   cl_mutable_command_khr* handle) {
  const cl_int result =
      g_driver<&RecordFillImage>.load()(commands, queue, image, color, origin, region, waits, wait_list, point, handle);
  return Recorded(
      "clCommandFillImageKHR", result, commands, {waits, wait_list, point}, {image},
      [&](Footprint& touches) { AddImage(image, origin, region, true, &touches); },
      [&] {
        return [=, color = Kept(color, ColorBytes(image)), origin = Kept(origin), region = Kept(region)](
                   cl_command_queue in, cl_uint count, const cl_event* list, cl_event* event) {
          return Next().clEnqueueFillImage(in, image, color.data(), origin.data(), region.data(), count, list, event);
        };
      });
}

cl_int CL_API_CALL RecordSvmCopy(cl_command_buffer_khr commands, cl_command_queue queue, void* to, const void* from,
                                 size_t size, cl_uint waits, const cl_sync_point_khr* wait_list,
                                 cl_sync_point_khr* point, cl_mutable_command_khr* handle) {
  const cl_int result =
      g_driver<&RecordSvmCopy>.load()(commands, queue, to, from, size, waits, wait_list, point, handle);
  return Recorded(
      "clCommandSVMMemcpyKHR", result, commands, {waits, wait_list, point}, {},
      [&](Footprint& touches) {
        AddSvm(from, size, false, &touches);
        AddSvm(to, size, true, &touches);
      },
      [&] {
        return [=](cl_command_queue in, cl_uint count, const cl_event* list, cl_event* event) {
          return Next().clEnqueueSVMMemcpy(in, CL_FALSE, to, from, size, count, list, event);
        };
      });
}

cl_int CL_API_CALL RecordSvmFill(cl_command_buffer_khr commands, cl_command_queue queue, void* at, const void* pattern,
                                 size_t pattern_size, size_t size, cl_uint waits, const cl_sync_point_khr* wait_list,
                                 cl_sync_point_khr* point, cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordSvmFill>.load()(commands, queue, at, pattern, pattern_size, size, waits,
                                                        wait_list, point, handle);
  return Recorded(
      "clCommandSVMMemFillKHR", result, commands, {waits, wait_list, point}, {},
      [&](Footprint& touches) {
        AddSvm(at, size, true, &touches);
        NoteFill(pattern, pattern_size, &touches);
      },
      [&] {
        return [=, pattern = Kept(pattern, pattern_size)](cl_command_queue in, cl_uint count, const cl_event* list,
                                                          cl_event* event) {
          return Next().clEnqueueSVMMemFill(in, at, pattern.data(), pattern.size(), size, count, list, event);
        };
      });
}

// The extension's version on the platform's first device that has it; 0: none has, or the driver does not say.
cl_version VersionOn(cl_platform_id platform) {
  cl_uint count = 0;
  if (Next().clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS || count == 0) return 0;
  std::vector<cl_device_id> devices(count);
  if (Next().clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr) != CL_SUCCESS) return 0;
  for (cl_device_id device : devices) {
    const auto extensions =
        QueryArray<std::vector<cl_name_version>>(Of(Next().clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS_WITH_VERSION));
    for (const cl_name_version& one : extensions) {
      if (std::strcmp(one.name, kExtension) == 0) return one.version;
    }
  }
  return 0;
}

}  // namespace

void* RecordHook(cl_platform_id platform, const char* name, void* found) {
  if (std::strncmp(name, "clCommand", 9) != 0 || std::strcmp(name, "clCommandNDRangeKernelKHR") == 0) return nullptr;
  void* ours = nullptr;
  const bool known = platform != nullptr && IsKnownVersion(platform) &&
                     (StandIn<&RecordBarrier>(name, "clCommandBarrierWithWaitListKHR", found, &ours) ||
                      StandIn<&RecordCopyBuffer>(name, "clCommandCopyBufferKHR", found, &ours) ||
                      StandIn<&RecordCopyBufferRect>(name, "clCommandCopyBufferRectKHR", found, &ours) ||
                      StandIn<&RecordFillBuffer>(name, "clCommandFillBufferKHR", found, &ours) ||
                      StandIn<&RecordCopyImage>(name, "clCommandCopyImageKHR", found, &ours) ||
                      StandIn<&RecordCopyImageToBuffer>(name, "clCommandCopyImageToBufferKHR", found, &ours) ||
                      StandIn<&RecordCopyBufferToImage>(name, "clCommandCopyBufferToImageKHR", found, &ours) ||
                      StandIn<&RecordFillImage>(name, "clCommandFillImageKHR", found, &ours) ||
                      StandIn<&RecordSvmCopy>(name, "clCommandSVMMemcpyKHR", found, &ours) ||
                      StandIn<&RecordSvmFill>(name, "clCommandSVMMemFillKHR", found, &ours));
  if (!known || ours == nullptr) g_unseen = true;
  return ours;
}

bool IsKnownVersion(cl_platform_id platform) {
  const cl_version version = VersionOn(platform);
  return version >= kFirst && version <= kLast;
}

bool RecordsUnseen() { return g_unseen; }

}  // namespace lockstep::host
