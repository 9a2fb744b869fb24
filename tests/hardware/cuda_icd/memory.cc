// Buffers: memory of the device; what the application gives of its own memory is copied.
#include <cstdlib>

#include "tests/hardware/cuda_icd/answer.h"
#include "tests/hardware/cuda_icd/entry_points.h"
#include "tests/hardware/cuda_icd/queue.h"

using namespace lockstep::cuda_icd;

namespace {

// Copies `bytes` there and waits; outside any queue, before the buffer is anybody's.
CuResult CopyIn(CuPointer to, const void* from, size_t bytes) {
  CuStream stream = nullptr;
  CuResult error = Cuda()->cuStreamCreate(&stream, kStreamNonBlocking);
  if (error != 0) return error;
  error = Cuda()->cuMemcpyHtoDAsync(to, from, bytes, stream);
  const CuResult end = Cuda()->cuStreamSynchronize(stream);
  Cuda()->cuStreamDestroy(stream);
  return error != 0 ? error : end;
}

}  // namespace

_cl_mem::~_cl_mem() {
  for (auto last = destructors.rbegin(); last != destructors.rend(); ++last) {
    last->first(this, last->second);
  }
  for (const auto& [pointer, mapping] : mappings) {
    if (host_pointer == nullptr) std::free(pointer);
  }
  if (parent.get() == nullptr && memory != 0) {
    const CurrentContext current(context->device->context);
    Cuda()->cuMemFree(memory);
  }
}

cl_mem Icd_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* host,
                          cl_int* error) {
  if (context == nullptr) return Give<_cl_mem>(nullptr, CL_INVALID_CONTEXT, error);
  if (bytes == 0) return Give<_cl_mem>(nullptr, CL_INVALID_BUFFER_SIZE, error);
  const bool wants_host = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  if (wants_host != (host != nullptr)) return Give<_cl_mem>(nullptr, CL_INVALID_HOST_PTR, error);
  auto* buffer = new _cl_mem;
  buffer->context = Ref<_cl_context>(context);
  buffer->flags = flags;
  buffer->size = bytes;
  if ((flags & CL_MEM_USE_HOST_PTR) != 0) buffer->host_pointer = static_cast<char*>(host);
  const CurrentContext current(context->device->context);
  CuResult result = Cuda()->cuMemAlloc(&buffer->memory, bytes);
  if (result == 0 && host != nullptr) result = CopyIn(buffer->memory, host, bytes);
  if (result == 0) return Give(buffer, CL_SUCCESS, error);
  Drop(buffer);
  return Give<_cl_mem>(nullptr, FromCuda(result, "a buffer"), error);
}

cl_mem Icd_clCreateBufferWithProperties(cl_context context, const cl_mem_properties* properties,
                                        cl_mem_flags flags, size_t bytes, void* host,
                                        cl_int* error) {
  if (properties != nullptr && *properties != 0) {
    return Give<_cl_mem>(nullptr, CL_INVALID_PROPERTY, error);
  }
  return Icd_clCreateBuffer(context, flags, bytes, host, error);
}

cl_mem Icd_clCreateSubBuffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
                             const void* what, cl_int* error) {
  if (parent == nullptr || parent->parent.get() != nullptr) {
    return Give<_cl_mem>(nullptr, CL_INVALID_MEM_OBJECT, error);
  }
  const auto* region = static_cast<const cl_buffer_region*>(what);
  if (type != CL_BUFFER_CREATE_TYPE_REGION || region == nullptr || region->origin > parent->size ||
      region->size > parent->size - region->origin) {
    return Give<_cl_mem>(nullptr, CL_INVALID_VALUE, error);
  }
  if (region->size == 0) return Give<_cl_mem>(nullptr, CL_INVALID_BUFFER_SIZE, error);
  if (region->origin % 128 != 0) {
    return Give<_cl_mem>(nullptr, CL_MISALIGNED_SUB_BUFFER_OFFSET, error);
  }
  auto* buffer = new _cl_mem;
  buffer->context = parent->context;
  buffer->parent = Ref<_cl_mem>(parent);
  buffer->origin = region->origin;
  buffer->size = region->size;
  constexpr cl_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  buffer->flags = (flags & kAccess) != 0 ? flags : flags | (parent->flags & kAccess);
  buffer->memory = parent->memory + region->origin;
  if (parent->host_pointer != nullptr) buffer->host_pointer = parent->host_pointer + region->origin;
  return Give(buffer, CL_SUCCESS, error);
}

cl_int Icd_clRetainMemObject(cl_mem memory) {
  if (memory == nullptr) return CL_INVALID_MEM_OBJECT;
  ++memory->references;
  return CL_SUCCESS;
}

cl_int Icd_clReleaseMemObject(cl_mem memory) {
  if (memory == nullptr) return CL_INVALID_MEM_OBJECT;
  Drop(memory);
  return CL_SUCCESS;
}

cl_int Icd_clSetMemObjectDestructorCallback(cl_mem memory,
                                            void(CL_CALLBACK* function)(cl_mem, void*),
                                            void* data) {
  if (memory == nullptr) return CL_INVALID_MEM_OBJECT;
  if (function == nullptr) return CL_INVALID_VALUE;
  std::lock_guard<std::mutex> lock(memory->mutex);
  memory->destructors.emplace_back(function, data);
  return CL_SUCCESS;
}

cl_int Icd_clGetMemObjectInfo(cl_mem memory, cl_mem_info name, size_t room, void* value,
                              size_t* size) {
  if (memory == nullptr) return CL_INVALID_MEM_OBJECT;
  const Answer answer{room, value, size};
  std::lock_guard<std::mutex> lock(memory->mutex);
  switch (name) {
    case CL_MEM_TYPE:
      return answer.Value<cl_mem_object_type>(CL_MEM_OBJECT_BUFFER);
    case CL_MEM_FLAGS:
      return answer.Value(memory->flags);
    case CL_MEM_SIZE:
      return answer.Value(memory->size);
    case CL_MEM_HOST_PTR:
      return answer.Value(memory->host_pointer);
    case CL_MEM_MAP_COUNT:
      return answer.Value(static_cast<cl_uint>(memory->mappings.size()));
    case CL_MEM_REFERENCE_COUNT:
      return answer.Value<cl_uint>(memory->references);
    case CL_MEM_CONTEXT:
      return answer.Value(static_cast<cl_context>(memory->context.get()));
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return answer.Value(static_cast<cl_mem>(memory->parent.get()));
    case CL_MEM_OFFSET:
      return answer.Value(memory->origin);
    case CL_MEM_USES_SVM_POINTER:
      return answer.Value<cl_bool>(CL_FALSE);
    case CL_MEM_PROPERTIES:
      return answer.Bytes(nullptr, 0);
    default:
      return CL_INVALID_VALUE;
  }
}

// CL_DEVICE_SVM_CAPABILITIES says that there is none.
void* Icd_clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint) { return nullptr; }
void Icd_clSVMFree(cl_context, void*) {}

cl_int Icd_clGetSupportedImageFormats(cl_context context, cl_mem_flags, cl_mem_object_type, cl_uint,
                                      cl_image_format*, cl_uint* count) {
  if (context == nullptr) return CL_INVALID_CONTEXT;
  if (count != nullptr) *count = 0;
  return CL_SUCCESS;
}
