// One life: contexts, memory, programs of every kind, kernels, launches, and their ends.
#include "life.h"

#include <string.h>

#define CALL(name) (control->announce(#name), name)
#define SAY(...) fprintf(out, __VA_ARGS__)

typedef struct {
  const FakeControl* control;
  FILE* out;
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_mem buffer;
} App;

static const char kSource[] = "kernel void k(global int* a, int n) { a[0] = n; }";

static void Launch(const App* app, cl_kernel kernel) {
  const FakeControl* control = app->control;
  FILE* out = app->out;
  const size_t global = 64, local = 8;
  const int n = 5;
  if (app->queue == NULL) return;
  for (int round = 0; round < 2; ++round) {
    cl_event event = NULL;
    if (round == 0) SAY("unset %d\n", CALL(clEnqueueTask)(app->queue, kernel, 0, NULL, NULL));
    SAY("arguments %d", CALL(clSetKernelArg)(kernel, 0, sizeof(cl_mem), &app->buffer));
    SAY(" %d\n", CALL(clSetKernelArg)(kernel, 1, sizeof(n), &n));
    const cl_int error = CALL(clEnqueueNDRangeKernel)(app->queue, kernel, 1, NULL, &global,
                                                      round != 0 ? &local : NULL, 0, NULL, &event);
    SAY("launch %d %d\n", error, event != NULL);
    if (event != NULL) {
      SAY("wait %d\n", CALL(clWaitForEvents)(1, &event));
      cl_int status = -1;
      SAY("event info %d", CALL(clGetEventInfo)(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                                sizeof(status), &status, NULL));
      SAY(" %d\n", status);
      SAY("release event %d\n", CALL(clReleaseEvent)(event));
    }
    SAY("task %d\n", CALL(clEnqueueTask)(app->queue, kernel, 0, NULL, NULL));
    SAY("finish %d\n", CALL(clFinish)(app->queue));
  }
}

static void CL_CALLBACK Native(void* arguments) { ++*(int*)arguments; }

static void ReleaseAll(const App* app, cl_kernel kernel) {
  const FakeControl* control = app->control;
  FILE* out = app->out;
  cl_uint references = 0;
  CALL(clGetKernelInfo)(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof(references), &references, NULL);
  SAY("kernel references %u\n", references);
  while (references-- > 0) SAY("release kernel %d\n", CALL(clReleaseKernel)(kernel));
}

static void UseKernels(const App* app, cl_program program) {
  const FakeControl* control = app->control;
  FILE* out = app->out;
  cl_int error = -1;
  cl_kernel kernel = CALL(clCreateKernel)(program, "k", &error);
  SAY("kernel %d %d\n", kernel != NULL, error);
  if (kernel != NULL) {
    Launch(app, kernel);
    cl_kernel clone = CALL(clCloneKernel)(kernel, &error);
    SAY("clone %d %d\n", clone != NULL, error);
    if (clone != NULL) {
      Launch(app, clone);
      ReleaseAll(app, clone);
    }
    SAY("retain kernel %d\n", CALL(clRetainKernel)(kernel));
    ReleaseAll(app, kernel);
  }
  cl_kernel kernels[2] = {NULL, NULL};
  cl_uint count = 0;
  SAY("kernels %d\n", CALL(clCreateKernelsInProgram)(program, 2, kernels, &count));
  for (cl_uint i = 0; i < count; ++i) {
    if (kernels[i] == NULL) continue;
    void* memory = CALL(clSVMAlloc)(app->context, CL_MEM_READ_WRITE, 64, 0);
    SAY("svm %d\n", memory != NULL);
    const int n = 6;
    SAY("argument %d\n", CALL(clSetKernelArgSVMPointer)(kernels[i], 0, memory));
    SAY("argument %d\n", CALL(clSetKernelArg)(kernels[i], 1, sizeof(n), &n));
    SAY("exec info %d\n", CALL(clSetKernelExecInfo)(kernels[i], CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                                    sizeof(memory), &memory));
    const size_t global = 16;
    if (app->queue != NULL) {
      SAY("launch %d\n", CALL(clEnqueueNDRangeKernel)(app->queue, kernels[i], 1, NULL, &global,
                                                      &global, 0, NULL, NULL));
    }
    const cl_int freed = app->queue == NULL || memory == NULL
                             ? -1
                             : CALL(clEnqueueSVMFree)(app->queue, 1, &memory, NULL, NULL, 0, NULL,
                                                      NULL);
    SAY("svm free %d\n", freed);
    if (freed != CL_SUCCESS) CALL(clSVMFree)(app->context, memory);
    SAY("release kernel %d\n", CALL(clReleaseKernel)(kernels[i]));
  }
}

// Builds and uses `program`, then lets it go; null is what a failed creation gave.
static void UseProgram(const App* app, cl_program program, const char* what, cl_int error,
                       int build) {
  const FakeControl* control = app->control;
  FILE* out = app->out;
  SAY("%s %d %d\n", what, program != NULL, error);
  if (program == NULL) return;
  if (build) SAY("build %d\n", CALL(clBuildProgram)(program, 1, &app->device, "", NULL, NULL));
  cl_build_status status = CL_BUILD_NONE;
  SAY("build info %d\n", CALL(clGetProgramBuildInfo)(program, app->device, CL_PROGRAM_BUILD_STATUS,
                                                     sizeof(status), &status, NULL));
  UseKernels(app, program);
  const cl_int retained = CALL(clRetainProgram)(program);
  SAY("retain program %d\n", retained);
  cl_uint references = 0;
  SAY("program info %d", CALL(clGetProgramInfo)(program, CL_PROGRAM_REFERENCE_COUNT,
                                                sizeof(references), &references, NULL));
  SAY(" %u\n", references);
  if (retained == CL_SUCCESS) SAY("release program %d\n", CALL(clReleaseProgram)(program));
  SAY("release program %d\n", CALL(clReleaseProgram)(program));
}

static void UsePrograms(const App* app) {
  const FakeControl* control = app->control;
  FILE* out = app->out;
  const char* source = kSource;
  cl_int error = -1, status = -1;
  int count = 0;
  if (app->queue != NULL) {
    SAY("native %d", CALL(clEnqueueNativeKernel)(app->queue, Native, &count, sizeof(count), 0, NULL,
                                                 NULL, 0, NULL, NULL));
    SAY(" %d\n", count);
  }
  cl_program program = CALL(clCreateProgramWithSource)(app->context, 1, &source, NULL, &error);
  char binary[8] = "";
  char* binaries[1] = {binary};
  if (program != NULL) {
    SAY("build %d\n", CALL(clBuildProgram)(program, 1, &app->device, "-DX", NULL, NULL));
    SAY("binary %d %s\n", CALL(clGetProgramInfo)(program, CL_PROGRAM_BINARIES, sizeof(binaries),
                                                 binaries, NULL),
        binary);
  }
  UseProgram(app, program, "from source", error, 1);
  const size_t size = 3;
  const unsigned char* bytes = (const unsigned char*)"own";
  program = CALL(clCreateProgramWithBinary)(app->context, 1, &app->device, &size, &bytes, &status,
                                            &error);
  UseProgram(app, program, "from binary", error, 1);
  program = CALL(clCreateProgramWithIL)(app->context, kSource, sizeof(kSource), &error);
  if (program != NULL) {
    SAY("constant %d\n", CALL(clSetProgramSpecializationConstant)(program, 1, sizeof(count),
                                                                  &count));
  }
  UseProgram(app, program, "from IL", error, 1);
  typedef cl_program (*CreateWithIl)(cl_context, const void*, size_t, cl_int*);
  const CreateWithIl create =
      (CreateWithIl)CALL(clGetExtensionFunctionAddressForPlatform)(app->platform, "clCreateProgramWithILKHR");
  control->announce("clCreateProgramWithIL");
  program = create != NULL ? create(app->context, kSource, sizeof(kSource), &error) : NULL;
  UseProgram(app, program, "from IL of the extension", error, 1);
  program = CALL(clCreateProgramWithBuiltInKernels)(app->context, 1, &app->device, "k", &error);
  UseProgram(app, program, "built in", error, 0);

  program = CALL(clCreateProgramWithSource)(app->context, 1, &source, NULL, &error);
  SAY("to compile %d %d\n", program != NULL, error);
  if (program == NULL) return;
  SAY("compile %d\n", CALL(clCompileProgram)(program, 1, &app->device, "", 0, NULL, NULL, NULL,
                                             NULL));
  cl_program linked = CALL(clLinkProgram)(app->context, 1, &app->device, "", 1, &program, NULL,
                                          NULL, &error);
  UseProgram(app, linked, "linked", error, 0);
  SAY("release program %d\n", CALL(clReleaseProgram)(program));
}

static void EndContext(const App* app, cl_context context) {
  const FakeControl* control = app->control;
  FILE* out = app->out;
  cl_uint references = 0;
  SAY("context info %d", CALL(clGetContextInfo)(context, CL_CONTEXT_REFERENCE_COUNT,
                                                sizeof(references), &references, NULL));
  SAY(" %u\n", references);
  const cl_int retained = CALL(clRetainContext)(context);
  SAY("retain context %d\n", retained);
  if (retained == CL_SUCCESS) SAY("release context %d\n", CALL(clReleaseContext)(context));
  SAY("release context %d\n", CALL(clReleaseContext)(context));
}

static void EndImage(const App* app, cl_mem image, cl_int error) {
  const FakeControl* control = app->control;
  FILE* out = app->out;
  SAY("image %d %d\n", image != NULL, error);
  if (image != NULL) SAY("release image %d\n", CALL(clReleaseMemObject)(image));
}

static void MakeImages(const App* app) {
  const FakeControl* control = app->control;
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  const cl_image_desc description = {
      .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 2, .image_height = 2};
  cl_int error = CL_SUCCESS;
  cl_mem image =
      CALL(clCreateImage)(app->context, CL_MEM_READ_WRITE, &format, &description, NULL, &error);
  EndImage(app, image, error);
  image = CALL(clCreateImageWithProperties)(app->context, NULL, CL_MEM_READ_WRITE, &format,
                                            &description, NULL, &error);
  EndImage(app, image, error);
  image = CALL(clCreateImage2D)(app->context, CL_MEM_READ_WRITE, &format, 2, 2, 0, NULL, &error);
  EndImage(app, image, error);
  image =
      CALL(clCreateImage3D)(app->context, CL_MEM_READ_WRITE, &format, 2, 2, 2, 0, 0, NULL, &error);
  EndImage(app, image, error);
}

void Life(const FakeControl* control, FILE* out) {
  App app = {control, out, NULL, NULL, NULL, NULL, NULL};
  cl_int error = -1;
  clGetPlatformIDs(1, &app.platform, NULL);
  clGetDeviceIDs(app.platform, CL_DEVICE_TYPE_ALL, 1, &app.device, NULL);
  char version[64] = "";
  SAY("driver version %d", CALL(clGetDeviceInfo)(app.device, CL_DRIVER_VERSION, sizeof(version),
                                                 version, NULL));
  SAY(" %.1s\n", version);  // what follows says that lockstep is there
  SAY("function %d", CALL(clGetExtensionFunctionAddress)("clNoSuchFunction") != NULL);
  SAY(" %d\n",
      CALL(clGetExtensionFunctionAddressForPlatform)(app.platform, "fakeControl") != NULL);
  cl_context typed = CALL(clCreateContextFromType)(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, &error);
  SAY("context from type %d %d\n", typed != NULL, error);
  if (typed != NULL) EndContext(&app, typed);
  app.context = CALL(clCreateContext)(NULL, 1, &app.device, NULL, NULL, &error);
  SAY("context %d %d\n", app.context != NULL, error);
  if (app.context == NULL) return;
  app.queue = CALL(clCreateCommandQueueWithProperties)(app.context, app.device, NULL, &error);
  SAY("queue %d %d\n", app.queue != NULL, error);
  app.buffer = CALL(clCreateBuffer)(app.context, CL_MEM_READ_WRITE, 256, NULL, &error);
  SAY("buffer %d %d\n", app.buffer != NULL, error);
  cl_mem other = CALL(clCreateBufferWithProperties)(app.context, NULL, CL_MEM_READ_WRITE, 256, NULL,
                                                    &error);
  SAY("buffer %d %d\n", other != NULL, error);
  if (app.buffer != NULL) {
    const cl_buffer_region half = {0, 128};
    cl_mem part = CALL(clCreateSubBuffer)(app.buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
    SAY("part %d %d\n", part != NULL, error);
    if (part != NULL) SAY("release part %d\n", CALL(clReleaseMemObject)(part));
  }
  MakeImages(&app);
  if (app.buffer != NULL) {
    const cl_int retained = CALL(clRetainMemObject)(app.buffer);
    SAY("retain buffer %d\n", retained);
    if (retained == CL_SUCCESS) SAY("release buffer %d\n", CALL(clReleaseMemObject)(app.buffer));
  }
  if (app.queue != NULL && app.buffer != NULL) Transfers(control, out, app.queue, app.buffer);
  if (app.buffer != NULL) Commands(control, out, app.context, app.device, app.buffer);
  if (app.buffer == NULL) {
    app.buffer = other;
    other = NULL;
  }
  if (app.buffer != NULL) UsePrograms(&app);
  if (other != NULL) SAY("release buffer %d\n", CALL(clReleaseMemObject)(other));
  if (app.buffer != NULL) SAY("release buffer %d\n", CALL(clReleaseMemObject)(app.buffer));
  if (app.queue != NULL) SAY("release queue %d\n", CALL(clReleaseCommandQueue)(app.queue));
  EndContext(&app, app.context);
}
