// The fake driver's transfers between host and memory: nothing moves, everything is complete at once.
#include "calls.h"

// What they share: the failure asked for, and handles that live.
#define TRANSFER(name, memory)                                    \
  FAIL_HERE(name);                                                \
  NEED(queue, kQueue, CL_INVALID_COMMAND_QUEUE);                  \
  NEED(memory, kMemory, CL_INVALID_MEM_OBJECT);                   \
  return CL_SUCCESS

#define WAITS cl_uint waits, const cl_event *list, cl_event *event
#define UNUSED_WAITS (void)waits, (void)list, (void)event

static char g_mapped[64];

static cl_int ReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                         size_t size, void* data, WAITS) {
  (void)blocking, (void)offset, (void)size, (void)data, UNUSED_WAITS;
  TRANSFER("clEnqueueReadBuffer", memory);
}

static cl_int WriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                          size_t size, const void* data, WAITS) {
  (void)blocking, (void)offset, (void)size, (void)data, UNUSED_WAITS;
  TRANSFER("clEnqueueWriteBuffer", memory);
}

static cl_int ReadBufferRect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                             const size_t* origin, const size_t* host_origin, const size_t* region,
                             size_t row, size_t slice, size_t host_row, size_t host_slice,
                             void* data, WAITS) {
  (void)blocking, (void)origin, (void)host_origin, (void)region, (void)row, (void)slice;
  (void)host_row, (void)host_slice, (void)data, UNUSED_WAITS;
  TRANSFER("clEnqueueReadBufferRect", memory);
}

static cl_int WriteBufferRect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                              const size_t* origin, const size_t* host_origin, const size_t* region,
                              size_t row, size_t slice, size_t host_row, size_t host_slice,
                              const void* data, WAITS) {
  (void)blocking, (void)origin, (void)host_origin, (void)region, (void)row, (void)slice;
  (void)host_row, (void)host_slice, (void)data, UNUSED_WAITS;
  TRANSFER("clEnqueueWriteBufferRect", memory);
}

static cl_int ReadImage(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                        const size_t* origin, const size_t* region, size_t row, size_t slice,
                        void* data, WAITS) {
  (void)blocking, (void)origin, (void)region, (void)row, (void)slice, (void)data, UNUSED_WAITS;
  TRANSFER("clEnqueueReadImage", memory);
}

static cl_int WriteImage(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                         const size_t* origin, const size_t* region, size_t row, size_t slice,
                         const void* data, WAITS) {
  (void)blocking, (void)origin, (void)region, (void)row, (void)slice, (void)data, UNUSED_WAITS;
  TRANSFER("clEnqueueWriteImage", memory);
}

static void* MapBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, cl_map_flags flags,
                       size_t offset, size_t size, WAITS, cl_int* error) {
  (void)blocking, (void)flags, (void)offset, (void)size, UNUSED_WAITS;
  FAIL_NULL("clEnqueueMapBuffer", error);
  NEED_NULL(queue, kQueue, error, CL_INVALID_COMMAND_QUEUE);
  NEED_NULL(memory, kMemory, error, CL_INVALID_MEM_OBJECT);
  return g_mapped;
}

static void* MapImage(cl_command_queue queue, cl_mem memory, cl_bool blocking, cl_map_flags flags,
                      const size_t* origin, const size_t* region, size_t* row, size_t* slice, WAITS,
                      cl_int* error) {
  (void)blocking, (void)flags, (void)origin, (void)region, (void)row, (void)slice, UNUSED_WAITS;
  FAIL_NULL("clEnqueueMapImage", error);
  NEED_NULL(queue, kQueue, error, CL_INVALID_COMMAND_QUEUE);
  NEED_NULL(memory, kMemory, error, CL_INVALID_MEM_OBJECT);
  return g_mapped;
}

static cl_int SvmMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void* memory,
                     size_t size, WAITS) {
  (void)blocking, (void)flags, (void)memory, (void)size, UNUSED_WAITS;
  FAIL_HERE("clEnqueueSVMMap");
  NEED(queue, kQueue, CL_INVALID_COMMAND_QUEUE);
  return CL_SUCCESS;
}

static cl_int SvmMemcpy(cl_command_queue queue, cl_bool blocking, void* to, const void* from,
                        size_t size, WAITS) {
  (void)blocking, (void)to, (void)from, (void)size, UNUSED_WAITS;
  FAIL_HERE("clEnqueueSVMMemcpy");
  NEED(queue, kQueue, CL_INVALID_COMMAND_QUEUE);
  return CL_SUCCESS;
}

void FillTransfers(void) {
  ENTRY(clEnqueueReadBuffer, ReadBuffer);
  ENTRY(clEnqueueWriteBuffer, WriteBuffer);
  ENTRY(clEnqueueReadBufferRect, ReadBufferRect);
  ENTRY(clEnqueueWriteBufferRect, WriteBufferRect);
  ENTRY(clEnqueueReadImage, ReadImage);
  ENTRY(clEnqueueWriteImage, WriteImage);
  ENTRY(clEnqueueMapBuffer, MapBuffer);
  ENTRY(clEnqueueMapImage, MapImage);
  ENTRY(clEnqueueSVMMap, SvmMap);
  ENTRY(clEnqueueSVMMemcpy, SvmMemcpy);
}
