#include "host/launch/recorded_commands.h"

#include <map>
#include <mutex>
#include <numeric>
#include <utility>

namespace lockstep::host {
namespace {

struct KnownBuffer {
  // Whoever runs the commands may hold it, so it is changed through Change() alone.
  std::shared_ptr<RecordedBuffer> recorded = std::make_shared<RecordedBuffer>();
  std::map<cl_sync_point_khr, size_t> points;  // which command is behind each
  cl_command_buffer_khr tail = nullptr;
};

RecordedBuffer& Change(KnownBuffer& buffer) {
  if (buffer.recorded.use_count() != 1) buffer.recorded = std::make_shared<RecordedBuffer>(*buffer.recorded);
  return *buffer.recorded;
}

struct Buffers {
  std::mutex mutex;
  std::map<cl_command_buffer_khr, KnownBuffer> by_handle;
};

Buffers& GetBuffers() {
  static Buffers* buffers = new Buffers;
  return *buffers;
}

// Runs `body` on the buffer, of which we know from then on.
template <typename Body>
void WithBuffer(cl_command_buffer_khr handle, Body&& body) {
  Buffers& buffers = GetBuffers();
  std::lock_guard<std::mutex> lock(buffers.mutex);
  body(buffers.by_handle[handle]);
}

}  // namespace

void NoteBufferMade(cl_command_buffer_khr handle, cl_command_queue queue, BufferProperties properties) {
  ForgetBuffer(handle);
  WithBuffer(handle, [&](KnownBuffer& buffer) {
    RecordedBuffer& recorded = Change(buffer);
    recorded.queue = queue;
    recorded.properties = std::move(properties);
  });
}

void NoteBufferRemapped(cl_command_buffer_khr original, cl_command_buffer_khr handle, cl_command_queue queue) {
  const std::shared_ptr<const RecordedBuffer> recorded = RecordedIn(original);
  ForgetBuffer(handle);
  WithBuffer(handle, [&](KnownBuffer& buffer) {
    buffer.recorded = std::make_shared<RecordedBuffer>(*recorded);
    buffer.recorded->queue = queue;
  });
}

void ForgetBuffer(cl_command_buffer_khr handle) {
  KnownBuffer gone;  // what its commands hold is released after the lock
  Buffers& buffers = GetBuffers();
  std::lock_guard<std::mutex> lock(buffers.mutex);
  const auto known = buffers.by_handle.find(handle);
  if (known == buffers.by_handle.end()) return;
  gone = std::move(known->second);
  buffers.by_handle.erase(known);
}

void NoteRecorded(cl_command_buffer_khr handle, const SyncPoints& points, RecordedCommand command, EnqueueAlone alone) {
  WithBuffer(handle, [&](KnownBuffer& buffer) {
    RecordedBuffer& recorded = Change(buffer);
    const size_t number = recorded.commands.size();
    for (cl_uint i = 0; points.wait_list != nullptr && i < points.waits; ++i) {
      const auto known = buffer.points.find(points.wait_list[i]);
      if (known != buffer.points.end()) {
        command.waits.push_back(known->second);
        continue;
      }
      // Of a command that we do not know, which may itself wait for all before it.
      command.waits.resize(number);
      std::iota(command.waits.begin(), command.waits.end(), 0);
      break;
    }
    if (points.point != nullptr) buffer.points[*points.point] = number;
    recorded.commands.push_back(std::move(command));
    recorded.alone.push_back(std::move(alone));
  });
}

void NoteRecordedLaunch(cl_command_buffer_khr handle, const std::string& kernel) {
  WithBuffer(handle, [&](KnownBuffer& buffer) { Change(buffer).kernels.push_back(kernel); });
}

std::shared_ptr<const RecordedBuffer> RecordedIn(cl_command_buffer_khr handle) {
  Buffers& buffers = GetBuffers();
  std::lock_guard<std::mutex> lock(buffers.mutex);
  const auto known = buffers.by_handle.find(handle);
  return known == buffers.by_handle.end() ? std::make_shared<RecordedBuffer>() : known->second.recorded;
}

cl_command_buffer_khr TailOf(cl_command_buffer_khr handle) {
  cl_command_buffer_khr tail = nullptr;
  WithBuffer(handle, [&](KnownBuffer& buffer) { tail = buffer.tail; });
  return tail;
}

void SetTail(cl_command_buffer_khr handle, cl_command_buffer_khr tail) {
  WithBuffer(handle, [&](KnownBuffer& buffer) { buffer.tail = tail; });
}

}  // namespace lockstep::host
