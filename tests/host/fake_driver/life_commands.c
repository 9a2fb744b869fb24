// The part of a life in which commands wait for one another.
#include "life.h"

#define CALL(name) (control->announce(#name), name)
#define SAY(...) fprintf(out, __VA_ARGS__)

static void CL_CALLBACK Called(cl_event event, cl_int status, void* user) {
  (void)event;
  *(cl_int*)user = status;
}

static void CL_CALLBACK Gone(cl_mem memory, void* user) {
  (void)memory;
  ++*(int*)user;
}

void Commands(const FakeControl* control, FILE* out, cl_context context, cl_device_id device, cl_mem memory) {
  char data[64] = "";
  const void* pointers[1] = {data};
  const size_t sizes[1] = {sizeof(data)};
  const size_t origin[3] = {0, 0, 0}, region[3] = {4, 1, 1};
  cl_int error = -1, called = -1;
  cl_event event = NULL;
  cl_command_queue queue = CALL(clCreateCommandQueue)(context, device, 0, &error);
  SAY("old queue %d %d\n", queue != NULL, error);
  if (queue == NULL) return;
  const cl_int retained = CALL(clRetainCommandQueue)(queue);
  SAY("retain queue %d\n", retained);
  if (retained == CL_SUCCESS) SAY("release queue %d\n", CALL(clReleaseCommandQueue)(queue));
  static int gone;
  SAY("destructor %d\n", CALL(clSetMemObjectDestructorCallback)(memory, Gone, &gone));
  SAY("copy %d\n", CALL(clEnqueueCopyBuffer)(queue, memory, memory, 0, 32, 4, 0, NULL, NULL));
  SAY("copy rectangle %d\n", CALL(clEnqueueCopyBufferRect)(queue, memory, memory, origin, region, region, 0, 0, 0, 0, 0,
                                                           NULL, NULL));
  SAY("copy image %d\n", CALL(clEnqueueCopyImage)(queue, memory, memory, origin, region, region, 0, NULL, NULL));
  SAY("image to buffer %d\n", CALL(clEnqueueCopyImageToBuffer)(queue, memory, memory, origin, region, 0, 0, NULL, NULL));
  SAY("buffer to image %d\n", CALL(clEnqueueCopyBufferToImage)(queue, memory, memory, 0, origin, region, 0, NULL, NULL));
  SAY("fill %d\n", CALL(clEnqueueFillBuffer)(queue, memory, data, 4, 0, 16, 0, NULL, NULL));
  SAY("fill image %d\n", CALL(clEnqueueFillImage)(queue, memory, data, origin, region, 0, NULL, NULL));
  SAY("fill svm %d\n", CALL(clEnqueueSVMMemFill)(queue, data, data, 4, 16, 0, NULL, NULL));
  SAY("migrate %d\n", CALL(clEnqueueMigrateMemObjects)(queue, 1, &memory, 0, 0, NULL, NULL));
  SAY("migrate svm %d\n", CALL(clEnqueueSVMMigrateMem)(queue, 1, pointers, sizes, 0, 0, NULL, NULL));
  SAY("unmap svm %d\n", CALL(clEnqueueSVMUnmap)(queue, data, 0, NULL, NULL));
  SAY("unmap %d\n", CALL(clEnqueueUnmapMemObject)(queue, memory, data, 0, NULL, NULL));
  SAY("barrier %d\n", CALL(clEnqueueBarrier)(queue));
  SAY("barrier with list %d\n", CALL(clEnqueueBarrierWithWaitList)(queue, 0, NULL, NULL));
  SAY("marker with list %d\n", CALL(clEnqueueMarkerWithWaitList)(queue, 0, NULL, NULL));
  SAY("marker %d\n", CALL(clEnqueueMarker)(queue, &event));
  if (event != NULL) {
    SAY("wait in queue %d\n", CALL(clEnqueueWaitForEvents)(queue, 1, &event));
    SAY("callback %d", CALL(clSetEventCallback)(event, CL_COMPLETE, Called, &called));
    SAY(" %d\n", called);
    const cl_int held = CALL(clRetainEvent)(event);
    SAY("retain event %d\n", held);
    if (held == CL_SUCCESS) SAY("release event %d\n", CALL(clReleaseEvent)(event));
    SAY("release event %d\n", CALL(clReleaseEvent)(event));
  }
  cl_event user = CALL(clCreateUserEvent)(context, &error);
  SAY("user event %d %d\n", user != NULL, error);
  if (user != NULL) {
    SAY("set %d\n", CALL(clSetUserEventStatus)(user, CL_COMPLETE));
    SAY("release event %d\n", CALL(clReleaseEvent)(user));
  }
  SAY("release queue %d\n", CALL(clReleaseCommandQueue)(queue));
}
