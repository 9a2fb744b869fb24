// The fake driver's commands that move nothing between host and memory, user events, and queues as they were made once.
#include "calls.h"

#define LIST cl_uint waits, const cl_event *list, cl_event *event
#define UNUSED_LIST (void)waits, (void)list

// A command of `queue`, complete at once; its event is the application's, if it wants one.
#define COMMAND(name)                                                                     \
  FAIL_HERE(name);                                                                        \
  NEED(queue, kQueue, CL_INVALID_COMMAND_QUEUE);                                          \
  if (event != NULL) *event = (cl_event)NewObject(&g_dispatch, kEvent, queue, NULL);      \
  return CL_SUCCESS

static cl_int CopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                         size_t size, LIST) {
  (void)from, (void)to, (void)from_offset, (void)to_offset, (void)size, UNUSED_LIST;
  COMMAND("clEnqueueCopyBuffer");
}

static cl_int CopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                             const size_t* to_origin, const size_t* region, size_t from_row, size_t from_slice,
                             size_t to_row, size_t to_slice, LIST) {
  (void)from, (void)to, (void)from_origin, (void)to_origin, (void)region, UNUSED_LIST;
  (void)from_row, (void)from_slice, (void)to_row, (void)to_slice;
  COMMAND("clEnqueueCopyBufferRect");
}

static cl_int CopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                        const size_t* to_origin, const size_t* region, LIST) {
  (void)from, (void)to, (void)from_origin, (void)to_origin, (void)region, UNUSED_LIST;
  COMMAND("clEnqueueCopyImage");
}

static cl_int CopyImageToBuffer(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* origin,
                                const size_t* region, size_t offset, LIST) {
  (void)from, (void)to, (void)origin, (void)region, (void)offset, UNUSED_LIST;
  COMMAND("clEnqueueCopyImageToBuffer");
}

static cl_int CopyBufferToImage(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset, const size_t* origin,
                                const size_t* region, LIST) {
  (void)from, (void)to, (void)origin, (void)region, (void)offset, UNUSED_LIST;
  COMMAND("clEnqueueCopyBufferToImage");
}

static cl_int FillBuffer(cl_command_queue queue, cl_mem memory, const void* pattern, size_t pattern_size, size_t offset,
                         size_t size, LIST) {
  (void)memory, (void)pattern, (void)pattern_size, (void)offset, (void)size, UNUSED_LIST;
  COMMAND("clEnqueueFillBuffer");
}

static cl_int FillImage(cl_command_queue queue, cl_mem memory, const void* color, const size_t* origin,
                        const size_t* region, LIST) {
  (void)memory, (void)color, (void)origin, (void)region, UNUSED_LIST;
  COMMAND("clEnqueueFillImage");
}

static cl_int SvmMemFill(cl_command_queue queue, void* to, const void* pattern, size_t pattern_size, size_t size,
                         LIST) {
  (void)to, (void)pattern, (void)pattern_size, (void)size, UNUSED_LIST;
  COMMAND("clEnqueueSVMMemFill");
}

static cl_int Migrate(cl_command_queue queue, cl_uint count, const cl_mem* objects, cl_mem_migration_flags flags,
                      LIST) {
  (void)count, (void)objects, (void)flags, UNUSED_LIST;
  COMMAND("clEnqueueMigrateMemObjects");
}

static cl_int SvmMigrate(cl_command_queue queue, cl_uint count, const void** pointers, const size_t* sizes,
                         cl_mem_migration_flags flags, LIST) {
  (void)count, (void)pointers, (void)sizes, (void)flags, UNUSED_LIST;
  COMMAND("clEnqueueSVMMigrateMem");
}

static cl_int SvmUnmap(cl_command_queue queue, void* memory, LIST) {
  (void)memory, UNUSED_LIST;
  COMMAND("clEnqueueSVMUnmap");
}

static cl_int Unmap(cl_command_queue queue, cl_mem memory, void* pointer, LIST) {
  (void)memory, (void)pointer, UNUSED_LIST;
  COMMAND("clEnqueueUnmapMemObject");
}

static cl_int Marker(cl_command_queue queue, cl_event* event) { COMMAND("clEnqueueMarker"); }

static cl_int MarkerWithWaitList(cl_command_queue queue, LIST) {
  UNUSED_LIST;
  COMMAND("clEnqueueMarkerWithWaitList");
}

static cl_int Barrier(cl_command_queue queue) {
  cl_event* const event = NULL;
  COMMAND("clEnqueueBarrier");
}

static cl_int BarrierWithWaitList(cl_command_queue queue, LIST) {
  UNUSED_LIST;
  COMMAND("clEnqueueBarrierWithWaitList");
}

static cl_int WaitInQueue(cl_command_queue queue, cl_uint count, const cl_event* events) {
  cl_event* const event = NULL;
  (void)count, (void)events;
  COMMAND("clEnqueueWaitForEvents");
}

static cl_command_queue CreateOldQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                                       cl_int* error) {
  (void)device, (void)properties;
  FAIL_NULL("clCreateCommandQueue", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return (cl_command_queue)NewObject(&g_dispatch, kQueue, context, NULL);
}

static cl_event CreateUserEvent(cl_context context, cl_int* error) {
  FAIL_NULL("clCreateUserEvent", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return (cl_event)NewObject(&g_dispatch, kEvent, context, NULL);
}

static cl_int SetUserEventStatus(cl_event event, cl_int status) {
  (void)status;
  FAIL_HERE("clSetUserEventStatus");
  NEED(event, kEvent, CL_INVALID_EVENT);
  return CL_SUCCESS;
}

void FillCommands(void) {
  ENTRY(clEnqueueCopyBuffer, CopyBuffer);
  ENTRY(clEnqueueCopyBufferRect, CopyBufferRect);
  ENTRY(clEnqueueCopyImage, CopyImage);
  ENTRY(clEnqueueCopyImageToBuffer, CopyImageToBuffer);
  ENTRY(clEnqueueCopyBufferToImage, CopyBufferToImage);
  ENTRY(clEnqueueFillBuffer, FillBuffer);
  ENTRY(clEnqueueFillImage, FillImage);
  ENTRY(clEnqueueSVMMemFill, SvmMemFill);
  ENTRY(clEnqueueMigrateMemObjects, Migrate);
  ENTRY(clEnqueueSVMMigrateMem, SvmMigrate);
  ENTRY(clEnqueueSVMUnmap, SvmUnmap);
  ENTRY(clEnqueueUnmapMemObject, Unmap);
  ENTRY(clEnqueueMarker, Marker);
  ENTRY(clEnqueueMarkerWithWaitList, MarkerWithWaitList);
  ENTRY(clEnqueueBarrier, Barrier);
  ENTRY(clEnqueueBarrierWithWaitList, BarrierWithWaitList);
  ENTRY(clEnqueueWaitForEvents, WaitInQueue);
  ENTRY(clCreateCommandQueue, CreateOldQueue);
  ENTRY(clCreateUserEvent, CreateUserEvent);
  ENTRY(clSetUserEventStatus, SetUserEventStatus);
}
