// Commands on buffers.
#include <algorithm>
#include <cstdlib>

#include "tests/hardware/cuda_icd/answer.h"
#include "tests/hardware/cuda_icd/entry_points.h"
#include "tests/hardware/cuda_icd/queue.h"

using namespace lockstep::cuda_icd;

namespace {

// CL_SUCCESS if `bytes` from `offset` lie in `buffer` and both belong to the queue's context.
cl_int Check(cl_command_queue queue, cl_mem buffer, size_t offset, size_t bytes) {
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  if (buffer == nullptr) return CL_INVALID_MEM_OBJECT;
  if (buffer->context.get() != queue->context.get()) return CL_INVALID_CONTEXT;
  if (bytes == 0 || offset > buffer->size || bytes > buffer->size - offset) return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

bool AllEqual(const std::vector<char>& pattern) {
  return std::all_of(pattern.begin(), pattern.end(), [&](char c) { return c == pattern[0]; });
}

// Writes the pattern once, then copies what is there behind itself, twice as much each time.
CuResult Fill(CuPointer to, const std::vector<char>& pattern, size_t bytes, CuStream stream) {
  if (AllEqual(pattern)) {
    return Cuda()->cuMemsetD8Async(to, static_cast<unsigned char>(pattern[0]), bytes, stream);
  }
  CuResult error = Cuda()->cuMemcpyHtoDAsync(to, pattern.data(), pattern.size(), stream);
  for (size_t done = pattern.size(); error == 0 && done < bytes;) {
    const size_t next = std::min(done, bytes - done);
    error = Cuda()->cuMemcpyDtoDAsync(to + done, to, next, stream);
    done += next;
  }
  return error;
}

}  // namespace

cl_int Icd_clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               size_t offset, size_t bytes, void* to, cl_uint waits,
                               const cl_event* wait_list, cl_event* event) {
  const cl_int error = Check(queue, buffer, offset, bytes);
  if (error != CL_SUCCESS) return error;
  if (to == nullptr) return CL_INVALID_VALUE;
  return Enqueue(queue, CL_COMMAND_READ_BUFFER, waits, wait_list, event, blocking != CL_FALSE,
                 [held = Ref<_cl_mem>(buffer), to, offset, bytes](CuStream stream) {
                   return FromCuda(
                       Cuda()->cuMemcpyDtoHAsync(to, held->memory + offset, bytes, stream),
                       "reading a buffer");
                 });
}

cl_int Icd_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                size_t offset, size_t bytes, const void* from, cl_uint waits,
                                const cl_event* wait_list, cl_event* event) {
  const cl_int error = Check(queue, buffer, offset, bytes);
  if (error != CL_SUCCESS) return error;
  if (from == nullptr) return CL_INVALID_VALUE;
  return Enqueue(queue, CL_COMMAND_WRITE_BUFFER, waits, wait_list, event, blocking != CL_FALSE,
                 [held = Ref<_cl_mem>(buffer), from, offset, bytes](CuStream stream) {
                   return FromCuda(
                       Cuda()->cuMemcpyHtoDAsync(held->memory + offset, from, bytes, stream),
                       "writing a buffer");
                 });
}

cl_int Icd_clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                               size_t to_offset, size_t bytes, cl_uint waits,
                               const cl_event* wait_list, cl_event* event) {
  cl_int error = Check(queue, from, from_offset, bytes);
  if (error == CL_SUCCESS) error = Check(queue, to, to_offset, bytes);
  if (error != CL_SUCCESS) return error;
  const CuPointer source = from->memory + from_offset, target = to->memory + to_offset;
  if (source < target + bytes && target < source + bytes) return CL_MEM_COPY_OVERLAP;
  return Enqueue(queue, CL_COMMAND_COPY_BUFFER, waits, wait_list, event, /*blocking=*/false,
                 [held = Ref<_cl_mem>(from), held_too = Ref<_cl_mem>(to), source, target,
                  bytes](CuStream stream) {
                   return FromCuda(Cuda()->cuMemcpyDtoDAsync(target, source, bytes, stream),
                                   "copying a buffer");
                 });
}

cl_int Icd_clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                               size_t pattern_bytes, size_t offset, size_t bytes, cl_uint waits,
                               const cl_event* wait_list, cl_event* event) {
  const cl_int error = Check(queue, buffer, offset, bytes);
  if (error != CL_SUCCESS) return error;
  const bool power = pattern_bytes != 0 && (pattern_bytes & (pattern_bytes - 1)) == 0;
  if (pattern == nullptr || !power || pattern_bytes > 128 || offset % pattern_bytes != 0 ||
      bytes % pattern_bytes != 0) {
    return CL_INVALID_VALUE;
  }
  const auto* first = static_cast<const char*>(pattern);
  return Enqueue(queue, CL_COMMAND_FILL_BUFFER, waits, wait_list, event, /*blocking=*/false,
                 [held = Ref<_cl_mem>(buffer), offset, bytes,
                  copy = std::vector<char>(first, first + pattern_bytes)](CuStream stream) {
                   return FromCuda(Fill(held->memory + offset, copy, bytes, stream),
                                   "filling a buffer");
                 });
}

void* Icd_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                             cl_map_flags flags, size_t offset, size_t bytes, cl_uint waits,
                             const cl_event* wait_list, cl_event* event, cl_int* error) {
  cl_int status = Check(queue, buffer, offset, bytes);
  if (status != CL_SUCCESS) return Give<void>(nullptr, status, error);
  const bool owned = buffer->host_pointer == nullptr;
  char* pointer = owned ? static_cast<char*>(std::malloc(bytes)) : buffer->host_pointer + offset;
  if (pointer == nullptr) return Give<void>(nullptr, CL_OUT_OF_HOST_MEMORY, error);
  {
    std::lock_guard<std::mutex> lock(buffer->mutex);
    buffer->mappings.insert({pointer, {offset, bytes, flags}});
  }
  const bool fetch = (flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0;
  status = Enqueue(queue, CL_COMMAND_MAP_BUFFER, waits, wait_list, event, blocking != CL_FALSE,
                   [held = Ref<_cl_mem>(buffer), pointer, offset, bytes, fetch](CuStream stream) {
                     if (!fetch) return CL_SUCCESS;
                     return FromCuda(
                         Cuda()->cuMemcpyDtoHAsync(pointer, held->memory + offset, bytes, stream),
                         "mapping a buffer");
                   });
  if (status == CL_SUCCESS) return Give<void>(pointer, status, error);
  std::lock_guard<std::mutex> lock(buffer->mutex);
  buffer->mappings.erase(buffer->mappings.find(pointer));
  if (owned) std::free(pointer);
  return Give<void>(nullptr, status, error);
}

cl_int Icd_clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void* pointer,
                                   cl_uint waits, const cl_event* wait_list, cl_event* event) {
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  if (buffer == nullptr) return CL_INVALID_MEM_OBJECT;
  _cl_mem::Mapping mapping{};
  {
    std::lock_guard<std::mutex> lock(buffer->mutex);
    const auto found = buffer->mappings.find(pointer);
    if (found == buffer->mappings.end()) return CL_INVALID_VALUE;
    mapping = found->second;
    buffer->mappings.erase(found);
  }
  const bool store = (mapping.flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  const bool owned = buffer->host_pointer == nullptr;
  return Enqueue(queue, CL_COMMAND_UNMAP_MEM_OBJECT, waits, wait_list, event, /*blocking=*/false,
                 [held = Ref<_cl_mem>(buffer), pointer, mapping, store, owned](CuStream stream) {
                   CuResult error = 0;
                   if (store) {
                     error = Cuda()->cuMemcpyHtoDAsync(held->memory + mapping.offset, pointer,
                                                       mapping.size, stream);
                     // The copy has to be over before its source goes.
                     if (error == 0) error = Cuda()->cuStreamSynchronize(stream);
                   }
                   if (owned) std::free(pointer);
                   return FromCuda(error, "unmapping a buffer");
                 });
}
