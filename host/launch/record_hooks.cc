// The extension is provisional: from version 0.9.5 on, these functions take a list of properties as well. The headers
// that we are compiled with need not be the driver's, so its word on the version decides, and only what we know is
// hooked.
#include "host/launch/record_hooks.h"

#include <CL/cl_ext.h>

#include <atomic>
#include <cstring>
#include <utility>
#include <vector>

#include "host/api/hooks.h"
#include "host/commands/touches.h"
#include "host/driver/query.h"
#include "host/launch/recorded_commands.h"

namespace lockstep::host {
namespace {

constexpr char kExtension[] = "cl_khr_command_buffer";
constexpr cl_version kFirst = CL_MAKE_VERSION(0, 9, 0), kLast = CL_MAKE_VERSION(0, 9, 4);

std::atomic<bool> g_unseen{false};

// The driver's function in whose place `ours` stands: of the first platform that is asked for.
template <auto ours>
std::atomic<decltype(ours)> g_driver{nullptr};

// `result` is what the driver answered. `touches` fills in a Footprint.
template <typename Touches>
cl_int Recorded(const char* call, cl_int result, cl_command_buffer_khr buffer, const SyncPoints& points,
                Touches&& touches) {
  Guard(call, [&] {
    if (result != CL_SUCCESS || !FollowsCommands()) return;
    RecordedCommand command;
    command.call = call;
    touches(command);
    NoteRecorded(buffer, points, std::move(command));
  });
  return result;
}

size_t TexelsOf(const size_t* region) { return region[0] * region[1] * region[2]; }

cl_int CL_API_CALL RecordBarrier(cl_command_buffer_khr commands, cl_command_queue queue, cl_uint waits,
                                 const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                 cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordBarrier>.load()(commands, queue, waits, wait_list, point, handle);
  return Recorded("clCommandBarrierWithWaitListKHR", result, commands, {waits, wait_list, point},
                  [&](RecordedCommand& command) { command.barrier = true; });
}

cl_int CL_API_CALL RecordCopyBuffer(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem from, cl_mem to,
                                    size_t from_offset, size_t to_offset, size_t size, cl_uint waits,
                                    const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                    cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordCopyBuffer>.load()(commands, queue, from, to, from_offset, to_offset, size,
                                                           waits, wait_list, point, handle);
  return Recorded("clCommandCopyBufferKHR", result, commands, {waits, wait_list, point}, [&](RecordedCommand& command) {
    AddBuffer(from, from_offset, size, false, &command.record.footprint);
    AddBuffer(to, to_offset, size, true, &command.record.footprint);
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
  return Recorded("clCommandCopyBufferRectKHR", result, commands, {waits, wait_list, point},
                  [&](RecordedCommand& command) {
                    AddBufferBox(from, {from_origin, region, from_row, from_slice}, false, &command.record.footprint);
                    AddBufferBox(to, {to_origin, region, to_row, to_slice}, true, &command.record.footprint);
                  });
}

cl_int CL_API_CALL RecordFillBuffer(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem buffer,
                                    const void* pattern, size_t pattern_size, size_t offset, size_t size, cl_uint waits,
                                    const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                    cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordFillBuffer>.load()(commands, queue, buffer, pattern, pattern_size, offset, size,
                                                           waits, wait_list, point, handle);
  return Recorded("clCommandFillBufferKHR", result, commands, {waits, wait_list, point}, [&](RecordedCommand& command) {
    AddBuffer(buffer, offset, size, true, &command.record.footprint);
    NoteFill(pattern, pattern_size, &command.record.footprint);
  });
}

cl_int CL_API_CALL RecordCopyImage(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem from, cl_mem to,
                                   const size_t* from_origin, const size_t* to_origin, const size_t* region,
                                   cl_uint waits, const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                   cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordCopyImage>.load()(commands, queue, from, to, from_origin, to_origin, region,
                                                          waits, wait_list, point, handle);
  return Recorded("clCommandCopyImageKHR", result, commands, {waits, wait_list, point}, [&](RecordedCommand& command) {
    AddImage(from, from_origin, region, false, &command.record.footprint);
    AddImage(to, to_origin, region, true, &command.record.footprint);
  });
}

cl_int CL_API_CALL RecordCopyImageToBuffer(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem from,
                                           cl_mem to, const size_t* origin, const size_t* region, size_t offset,
                                           cl_uint waits, const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                           cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordCopyImageToBuffer>.load()(commands, queue, from, to, origin, region, offset,
                                                                  waits, wait_list, point, handle);
  return Recorded("clCommandCopyImageToBufferKHR", result, commands, {waits, wait_list, point},
                  [&](RecordedCommand& command) {
                    AddImage(from, origin, region, false, &command.record.footprint);
                    AddBuffer(to, offset, TexelsOf(region) * TexelBytes(from), true, &command.record.footprint);
                  });
}

cl_int CL_API_CALL RecordCopyBufferToImage(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem from,
                                           cl_mem to, size_t offset, const size_t* origin, const size_t* region,
                                           cl_uint waits, const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                           cl_mutable_command_khr* handle) {
  const cl_int result = g_driver<&RecordCopyBufferToImage>.load()(commands, queue, from, to, offset, origin, region,
                                                                  waits, wait_list, point, handle);
  return Recorded("clCommandCopyBufferToImageKHR", result, commands, {waits, wait_list, point},
                  [&](RecordedCommand& command) {
                    AddBuffer(from, offset, TexelsOf(region) * TexelBytes(to), false, &command.record.footprint);
                    AddImage(to, origin, region, true, &command.record.footprint);
                  });
}

cl_int CL_API_CALL RecordFillImage(cl_command_buffer_khr commands, cl_command_queue queue, cl_mem image,
                                   const void* color, const size_t* origin, const size_t* region, cl_uint waits,
                                   const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                   cl_mutable_command_khr* handle) {
  const cl_int result =
      g_driver<&RecordFillImage>.load()(commands, queue, image, color, origin, region, waits, wait_list, point, handle);
  return Recorded("clCommandFillImageKHR", result, commands, {waits, wait_list, point},
                  [&](RecordedCommand& command) { AddImage(image, origin, region, true, &command.record.footprint); });
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

template <auto ours>
bool Take(const char* name, const char* mine, void* found, void** result) {
  if (std::strcmp(name, mine) != 0) return false;
  decltype(ours) expected = nullptr;
  const auto theirs = reinterpret_cast<decltype(ours)>(found);
  if (g_driver<ours>.compare_exchange_strong(expected, theirs) || expected == theirs) {
    *result = reinterpret_cast<void*>(ours);
  }
  return true;
}

}  // namespace

void* RecordHook(cl_platform_id platform, const char* name, void* found) {
  const size_t length = std::strlen(name);
  const bool records = length > 12 && std::strncmp(name, "clCommand", 9) == 0 &&
                       std::strcmp(name + length - 3, "KHR") == 0 &&
                       std::strcmp(name, "clCommandNDRangeKernelKHR") != 0;
  if (!records || !FollowsCommands()) return nullptr;
  const cl_version version = platform != nullptr ? VersionOn(platform) : 0;
  void* ours = nullptr;
  const bool known = version >= kFirst && version <= kLast &&
                     (Take<&RecordBarrier>(name, "clCommandBarrierWithWaitListKHR", found, &ours) ||
                      Take<&RecordCopyBuffer>(name, "clCommandCopyBufferKHR", found, &ours) ||
                      Take<&RecordCopyBufferRect>(name, "clCommandCopyBufferRectKHR", found, &ours) ||
                      Take<&RecordFillBuffer>(name, "clCommandFillBufferKHR", found, &ours) ||
                      Take<&RecordCopyImage>(name, "clCommandCopyImageKHR", found, &ours) ||
                      Take<&RecordCopyImageToBuffer>(name, "clCommandCopyImageToBufferKHR", found, &ours) ||
                      Take<&RecordCopyBufferToImage>(name, "clCommandCopyBufferToImageKHR", found, &ours) ||
                      Take<&RecordFillImage>(name, "clCommandFillImageKHR", found, &ours));
  if (!known || ours == nullptr) g_unseen = true;
  return ours;
}

bool RecordsUnseen() { return g_unseen; }

}  // namespace lockstep::host
