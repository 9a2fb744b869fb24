// An OpenCL layer between lockstep and the driver that makes the driver fail as some do.
//
// SICK: refuse-binary, refuse-build, refuse-launch: instrumented code (all that comes as a binary or as intermediate
//       language) is not taken, not built, not launched; crash, hang: launching it does that; silent: how far a command
//       has come is told when it is complete, as rusticl does it; leave-build: while it is built, which never ends,
//       another thread calls exit(3); nothing: all goes well.
// SICK_ONLY: do so only in processes with this word in their command line.
// SICK_LOG: a file that gets one line for each launch, "own" or "twin".
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const cl_icd_dispatch* g_next;
static cl_icd_dispatch g_table;
static cl_program g_twins[64];
static int g_twin_count;

static int InCommandLine(const char* word) {
  char text[8192] = "";
  FILE* file = fopen("/proc/self/cmdline", "r");
  if (file == NULL) return 0;
  const size_t size = fread(text, 1, sizeof(text) - 1, file);
  fclose(file);
  for (size_t i = 0; i + 1 < size; ++i) {
    if (text[i] == '\0') text[i] = ' ';
  }
  return strstr(text, word) != NULL;
}

static int Is(const char* sickness) {
  const char* wanted = getenv("SICK");
  const char* only = getenv("SICK_ONLY");
  if (wanted == NULL || strcmp(wanted, sickness) != 0) return 0;
  return only == NULL || InCommandLine(only);
}

static int IsTwin(cl_program program) {
  for (int i = 0; i < g_twin_count; ++i) {
    if (g_twins[i] == program) return 1;
  }
  return 0;
}

static cl_program Twin(cl_program program) {
  if (program != NULL && g_twin_count < 64) g_twins[g_twin_count++] = program;
  return program;
}

static cl_program CreateWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                   const size_t* sizes, const unsigned char** binaries, cl_int* status,
                                   cl_int* error) {
  if (Is("refuse-binary")) {
    if (error != NULL) *error = CL_INVALID_BINARY;
    return NULL;
  }
  return Twin(g_next->clCreateProgramWithBinary(context, count, devices, sizes, binaries, status, error));
}

static cl_program CreateWithIl(cl_context context, const void* il, size_t size, cl_int* error) {
  if (Is("refuse-binary")) {
    if (error != NULL) *error = CL_INVALID_BINARY;
    return NULL;
  }
  return Twin(g_next->clCreateProgramWithIL(context, il, size, error));
}

static void* Leave(void* unused) {
  (void)unused;
  exit(3);
}

static cl_int Build(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                    void(CL_CALLBACK* notify)(cl_program, void*), void* user) {
  if (IsTwin(program) && Is("refuse-build")) return CL_BUILD_PROGRAM_FAILURE;
  if (IsTwin(program) && Is("leave-build")) {
    pthread_t thread;
    pthread_create(&thread, NULL, Leave, NULL);
    for (;;) pause();
  }
  return g_next->clBuildProgram(program, count, devices, options, notify, user);
}

static cl_int Launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                     const size_t* global, const size_t* local, cl_uint waits, const cl_event* list,
                     cl_event* event) {
  cl_program program = NULL;
  g_next->clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(program), &program, NULL);
  const int twin = IsTwin(program);
  const char* path = getenv("SICK_LOG");
  FILE* log = path == NULL ? NULL : fopen(path, "a");
  if (log != NULL) {
    fputs(twin ? "twin\n" : "own\n", log);
    fclose(log);
  }
  if (twin && Is("refuse-launch")) return CL_OUT_OF_RESOURCES;
  if (twin && Is("crash")) abort();
  while (twin && Is("hang")) pause();
  return g_next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, waits, list, event);
}

static cl_int EventInfo(cl_event event, cl_event_info name, size_t size, void* value, size_t* size_ret) {
  if (name == CL_EVENT_COMMAND_EXECUTION_STATUS && Is("silent")) g_next->clWaitForEvents(1, &event);
  return g_next->clGetEventInfo(event, name, size, value, size_ret);
}

cl_int clGetLayerInfo(cl_layer_info name, size_t size, void* value, size_t* size_ret) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (name != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
  if (value != NULL && size >= sizeof(version)) memcpy(value, &version, sizeof(version));
  if (size_ret != NULL) *size_ret = sizeof(version);
  return CL_SUCCESS;
}

cl_int clInitLayer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* entries_ret,
                   const cl_icd_dispatch** layer_ret) {
  (void)entries;
  g_next = target;
  g_table = *target;
  g_table.clCreateProgramWithBinary = CreateWithBinary;
  g_table.clCreateProgramWithIL = CreateWithIl;
  g_table.clBuildProgram = Build;
  g_table.clEnqueueNDRangeKernel = Launch;
  g_table.clGetEventInfo = EventInfo;
  *entries_ret = sizeof(g_table) / sizeof(void*);
  *layer_ret = &g_table;
  return CL_SUCCESS;
}
