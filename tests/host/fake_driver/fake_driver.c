// An OpenCL driver for tests: objects with reference counts, and nothing behind them. It names its
// platform like PoCL, so that lockstep serves its device.
//
// FAKE_CL_FAIL="call:code:nth"  the nth call (from 1; 0: every one) of that name fails
// FAKE_CL_LOG=FILE              at exit, one line of JSON: objects alive, kernels run
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kPlatform, kDevice, kContext, kQueue, kBuffer, kProgram, kKernel, kEvent };
enum { kArguments = 2, kHidden = 6 };

typedef struct Object Object;
struct Object {
  const cl_icd_dispatch* dispatch;
  int kind;
  int references;
  Object* parents[2];  // each held by one reference
  size_t size;
  char name[64];       // kernels; programs: "twin" if made from a binary
  unsigned set;        // kernels: bit i: argument i is set
  void(CL_CALLBACK* gone)(cl_mem, void*);
  void* gone_user;
};

static cl_icd_dispatch g_dispatch;
static Object g_platform = {&g_dispatch, kPlatform, 1, {0, 0}, 0, "", 0, 0, 0};
static Object g_device = {&g_dispatch, kDevice, 1, {0, 0}, 0, "", 0, 0, 0};
static pthread_mutex_t g_mutex = PTHREAD_MUTEX_INITIALIZER;
static int g_alive = 0, g_ran_twin = 0, g_ran_own = 0;

// The code that this call is to fail with; CL_SUCCESS if it is not to fail.
static cl_int Fails(const char* call) {
  static char wanted[64];
  static int code, nth, seen;
  cl_int result = CL_SUCCESS;
  pthread_mutex_lock(&g_mutex);
  if (wanted[0] == '\0') {
    const char* text = getenv("FAKE_CL_FAIL");
    if (text == NULL || sscanf(text, "%63[^:]:%d:%d", wanted, &code, &nth) != 3) {
      strcpy(wanted, "none");
    }
  }
  if (strcmp(call, wanted) == 0 && (++seen == nth || nth == 0)) result = code;
  pthread_mutex_unlock(&g_mutex);
  return result;
}

#define FAIL_HERE(name)                \
  do {                                 \
    const cl_int failure = Fails(name); \
    if (failure != CL_SUCCESS) return failure; \
  } while (0)
#define FAIL_NULL(name, error_ret)            \
  do {                                        \
    const cl_int failure = Fails(name);       \
    if (error_ret != NULL) *error_ret = failure; \
    if (failure != CL_SUCCESS) return NULL;   \
  } while (0)

static void Retain(Object* object) { __atomic_add_fetch(&object->references, 1, __ATOMIC_SEQ_CST); }

static Object* New(int kind, void* parent, void* second) {
  Object* object = calloc(1, sizeof(*object));
  object->dispatch = &g_dispatch;
  object->kind = kind;
  object->references = 1;
  object->parents[0] = parent;
  object->parents[1] = second;
  for (int i = 0; i < 2; ++i) {
    if (object->parents[i] != NULL) Retain(object->parents[i]);
  }
  __atomic_add_fetch(&g_alive, 1, __ATOMIC_SEQ_CST);
  return object;
}

static void Release(Object* object) {
  if (__atomic_sub_fetch(&object->references, 1, __ATOMIC_SEQ_CST) != 0) return;
  if (object->gone != NULL) object->gone((cl_mem)object, object->gone_user);
  for (int i = 0; i < 2; ++i) {
    if (object->parents[i] != NULL) Release(object->parents[i]);
  }
  free(object);
  __atomic_sub_fetch(&g_alive, 1, __ATOMIC_SEQ_CST);
}

__attribute__((destructor)) static void WriteLog(void) {
  const char* path = getenv("FAKE_CL_LOG");
  FILE* file = path != NULL ? fopen(path, "w") : NULL;
  if (file == NULL) return;
  fprintf(file, "{\"alive\": %d, \"own\": %d, \"twin\": %d}\n", g_alive, g_ran_own, g_ran_twin);
  fclose(file);
}

static cl_int Answer(const void* value, size_t bytes, size_t size, void* out, size_t* size_ret) {
  if (size_ret != NULL) *size_ret = bytes;
  if (out == NULL) return CL_SUCCESS;
  if (size < bytes) return CL_INVALID_VALUE;
  memcpy(out, value, bytes);
  return CL_SUCCESS;
}

#define TEXT(text) Answer(text, strlen(text) + 1, size, out, size_ret)
#define VALUE(type, expression)                          \
  do {                                                   \
    const type value = expression;                       \
    return Answer(&value, sizeof(value), size, out, size_ret); \
  } while (0)
#define INFO size_t size, void *out, size_t *size_ret

static cl_int GetPlatformIDs(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) {
  if (platforms != NULL && count > 0) platforms[0] = (cl_platform_id)&g_platform;
  if (count_ret != NULL) *count_ret = 1;
  return CL_SUCCESS;
}

static cl_int GetPlatformInfo(cl_platform_id platform, cl_platform_info name, INFO) {
  (void)platform;
  if (name == CL_PLATFORM_NAME) return TEXT("Fake Portable Computing Language");
  if (name == CL_PLATFORM_EXTENSIONS) return TEXT("cl_khr_icd");
  if (name == CL_PLATFORM_VERSION) return TEXT("OpenCL 3.0 fake");
  if (name == CL_PLATFORM_ICD_SUFFIX_KHR) return TEXT("FAKE");
  return TEXT("fake");
}

static cl_int GetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint count,
                           cl_device_id* devices, cl_uint* count_ret) {
  (void)platform;
  (void)type;
  if (devices != NULL && count > 0) devices[0] = (cl_device_id)&g_device;
  if (count_ret != NULL) *count_ret = 1;
  return CL_SUCCESS;
}

static cl_int GetDeviceInfo(cl_device_id device, cl_device_info name, INFO) {
  (void)device;
  const size_t sizes[3] = {1024, 1024, 64};
  switch (name) {
    case CL_DEVICE_PLATFORM: VALUE(cl_platform_id, (cl_platform_id)&g_platform);
    case CL_DEVICE_TYPE: VALUE(cl_device_type, CL_DEVICE_TYPE_CPU);
    case CL_DEVICE_ADDRESS_BITS: VALUE(cl_uint, 64);
    case CL_DEVICE_ENDIAN_LITTLE: VALUE(cl_bool, CL_TRUE);
    case CL_DEVICE_LOCAL_MEM_SIZE: VALUE(cl_ulong, 1 << 20);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: VALUE(cl_ulong, 1 << 30);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: VALUE(size_t, 1024);
    case CL_DEVICE_MAX_COMPUTE_UNITS: VALUE(cl_uint, 2);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: return Answer(sizes, sizeof(sizes), size, out, size_ret);
    case CL_DEVICE_NAME: return TEXT("fake device");
    case CL_DEVICE_VENDOR: return TEXT("fake");
    case CL_DEVICE_VERSION: return TEXT("OpenCL 3.0 fake");
    case CL_DRIVER_VERSION: return TEXT("1");
    case CL_DEVICE_OPENCL_C_VERSION: return TEXT("OpenCL C 1.2 fake");
    case CL_DEVICE_EXTENSIONS: return TEXT("");
    default: return CL_INVALID_VALUE;
  }
}

static cl_context CreateContext(const cl_context_properties* properties, cl_uint count,
                                const cl_device_id* devices,
                                void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                                void* user, cl_int* error) {
  (void)properties, (void)count, (void)devices, (void)notify, (void)user;
  FAIL_NULL("clCreateContext", error);
  return (cl_context)New(kContext, NULL, NULL);
}

static cl_int GetContextInfo(cl_context context, cl_context_info name, INFO) {
  if (name == CL_CONTEXT_REFERENCE_COUNT) VALUE(cl_uint, ((Object*)context)->references);
  return CL_INVALID_VALUE;
}

static cl_command_queue CreateQueue(cl_context context, cl_device_id device,
                                    const cl_queue_properties* properties, cl_int* error) {
  (void)device, (void)properties;
  FAIL_NULL("clCreateCommandQueueWithProperties", error);
  return (cl_command_queue)New(kQueue, context, NULL);
}

static cl_int GetQueueInfo(cl_command_queue queue, cl_command_queue_info name, INFO) {
  FAIL_HERE("clGetCommandQueueInfo");
  Object* object = (Object*)queue;
  if (name == CL_QUEUE_CONTEXT) VALUE(cl_context, (cl_context)object->parents[0]);
  if (name == CL_QUEUE_DEVICE) VALUE(cl_device_id, (cl_device_id)&g_device);
  if (name == CL_QUEUE_PROPERTIES) VALUE(cl_command_queue_properties, 0);
  return CL_INVALID_VALUE;
}

static cl_mem CreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                           cl_int* error) {
  (void)flags, (void)host;
  FAIL_NULL("clCreateBuffer", error);
  Object* buffer = New(kBuffer, context, NULL);
  buffer->size = size;
  return (cl_mem)buffer;
}

static cl_int GetMemObjectInfo(cl_mem buffer, cl_mem_info name, INFO) {
  FAIL_HERE("clGetMemObjectInfo");
  if (name == CL_MEM_TYPE) VALUE(cl_mem_object_type, CL_MEM_OBJECT_BUFFER);
  if (name == CL_MEM_SIZE) VALUE(size_t, ((Object*)buffer)->size);
  if (name == CL_MEM_ASSOCIATED_MEMOBJECT) VALUE(cl_mem, NULL);
  return CL_INVALID_VALUE;
}

static cl_int SetMemDestructor(cl_mem buffer, void(CL_CALLBACK* gone)(cl_mem, void*), void* user) {
  FAIL_HERE("clSetMemObjectDestructorCallback");
  ((Object*)buffer)->gone = gone;
  ((Object*)buffer)->gone_user = user;
  return CL_SUCCESS;
}

static cl_program CreateWithSource(cl_context context, cl_uint count, const char** strings,
                                   const size_t* lengths, cl_int* error) {
  (void)count, (void)strings, (void)lengths;
  FAIL_NULL("clCreateProgramWithSource", error);
  return (cl_program)New(kProgram, context, NULL);
}

static cl_program CreateWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                   const size_t* lengths, const unsigned char** binaries,
                                   cl_int* status, cl_int* error) {
  (void)count, (void)devices, (void)lengths, (void)binaries, (void)status;
  FAIL_NULL("clCreateProgramWithBinary", error);
  Object* program = New(kProgram, context, NULL);
  strcpy(program->name, "twin");
  return (cl_program)program;
}

static cl_int BuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                           const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                           void* user) {
  (void)program, (void)count, (void)devices, (void)options, (void)notify, (void)user;
  FAIL_HERE("clBuildProgram");
  return CL_SUCCESS;
}

static cl_int GetProgramInfo(cl_program program, cl_program_info name, INFO) {
  Object* object = (Object*)program;
  if (name == CL_PROGRAM_CONTEXT) VALUE(cl_context, (cl_context)object->parents[0]);
  if (name == CL_PROGRAM_DEVICES) VALUE(cl_device_id, (cl_device_id)&g_device);
  if (name == CL_PROGRAM_REFERENCE_COUNT) VALUE(cl_uint, object->references);
  return CL_INVALID_VALUE;
}

static cl_int GetProgramBuildInfo(cl_program program, cl_device_id device,
                                  cl_program_build_info name, INFO) {
  (void)program, (void)device, (void)name;
  return TEXT("the build log");
}

static cl_kernel CreateKernel(cl_program program, const char* name, cl_int* error) {
  FAIL_NULL("clCreateKernel", error);
  Object* kernel = New(kKernel, program, NULL);
  snprintf(kernel->name, sizeof(kernel->name), "%s", name);
  return (cl_kernel)kernel;
}

static int IsTwin(const Object* kernel) { return strcmp(kernel->parents[0]->name, "twin") == 0; }

static cl_uint ArgumentsOf(const Object* kernel) {
  return kArguments + (IsTwin(kernel) ? kHidden : 0);
}

static cl_int GetKernelInfo(cl_kernel kernel, cl_kernel_info name, INFO) {
  Object* object = (Object*)kernel;
  if (name == CL_KERNEL_FUNCTION_NAME) return TEXT(object->name);
  if (name == CL_KERNEL_NUM_ARGS) VALUE(cl_uint, ArgumentsOf(object));
  if (name == CL_KERNEL_REFERENCE_COUNT) VALUE(cl_uint, object->references);
  return CL_INVALID_VALUE;
}

static cl_int GetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                     cl_kernel_work_group_info name, INFO) {
  (void)kernel, (void)device;
  FAIL_HERE("clGetKernelWorkGroupInfo");
  const size_t none[3] = {0, 0, 0};
  if (name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE) {
    return Answer(none, sizeof(none), size, out, size_ret);
  }
  if (name == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) VALUE(size_t, 8);
  return CL_INVALID_VALUE;
}

static cl_int SetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  (void)size, (void)value;
  FAIL_HERE("clSetKernelArg");
  if (index >= ArgumentsOf((Object*)kernel)) return CL_INVALID_ARG_INDEX;
  ((Object*)kernel)->set |= 1u << index;
  return CL_SUCCESS;
}

static cl_int Run(const char* call, cl_command_queue queue, cl_kernel kernel, cl_event* event) {
  FAIL_HERE(call);
  Object* object = (Object*)kernel;
  if (object->set != (1u << ArgumentsOf(object)) - 1u) return CL_INVALID_KERNEL_ARGS;
  __atomic_add_fetch(IsTwin(object) ? &g_ran_twin : &g_ran_own, 1, __ATOMIC_SEQ_CST);
  if (event != NULL) *event = (cl_event)New(kEvent, queue, NULL);
  return CL_SUCCESS;
}

static cl_int EnqueueNDRange(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                             const size_t* offset, const size_t* global, const size_t* local,
                             cl_uint waits, const cl_event* list, cl_event* event) {
  (void)dimensions, (void)offset, (void)global, (void)local, (void)waits, (void)list;
  return Run("clEnqueueNDRangeKernel", queue, kernel, event);
}

static cl_int EnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint waits,
                          const cl_event* list, cl_event* event) {
  (void)waits, (void)list;
  return Run("clEnqueueTask", queue, kernel, event);
}

static cl_int GetEventInfo(cl_event event, cl_event_info name, INFO) {
  if (name == CL_EVENT_COMMAND_EXECUTION_STATUS) VALUE(cl_int, CL_COMPLETE);
  if (name == CL_EVENT_REFERENCE_COUNT) VALUE(cl_uint, ((Object*)event)->references);
  return CL_INVALID_VALUE;
}

static cl_int SetEventCallback(cl_event event, cl_int type,
                               void(CL_CALLBACK* called)(cl_event, cl_int, void*), void* user) {
  (void)type;
  FAIL_HERE("clSetEventCallback");
  called(event, CL_COMPLETE, user);
  return CL_SUCCESS;
}

static cl_int WaitForEvents(cl_uint count, const cl_event* events) {
  (void)count, (void)events;
  FAIL_HERE("clWaitForEvents");
  return CL_SUCCESS;
}

static cl_int Finish(cl_command_queue queue) {
  (void)queue;
  FAIL_HERE("clFinish");
  return CL_SUCCESS;
}

#define COUNTED(type, name)                     \
  static cl_int Retain##name(type object) {     \
    FAIL_HERE("clRetain" #name);                \
    Retain((Object*)object);                    \
    return CL_SUCCESS;                          \
  }                                             \
  static cl_int Release##name(type object) {    \
    FAIL_HERE("clRelease" #name);               \
    Release((Object*)object);                   \
    return CL_SUCCESS;                          \
  }
COUNTED(cl_context, Context)
COUNTED(cl_command_queue, CommandQueue)
COUNTED(cl_mem, MemObject)
COUNTED(cl_program, Program)
COUNTED(cl_kernel, Kernel)
COUNTED(cl_event, Event)

static cl_int IcdGetPlatformIDs(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) {
  g_dispatch.clGetPlatformIDs = GetPlatformIDs;
  g_dispatch.clGetPlatformInfo = GetPlatformInfo;
  g_dispatch.clGetDeviceIDs = GetDeviceIDs;
  g_dispatch.clGetDeviceInfo = GetDeviceInfo;
  g_dispatch.clCreateContext = CreateContext;
  g_dispatch.clGetContextInfo = GetContextInfo;
  g_dispatch.clCreateCommandQueueWithProperties = CreateQueue;
  g_dispatch.clGetCommandQueueInfo = GetQueueInfo;
  g_dispatch.clCreateBuffer = CreateBuffer;
  g_dispatch.clGetMemObjectInfo = GetMemObjectInfo;
  g_dispatch.clSetMemObjectDestructorCallback = SetMemDestructor;
  g_dispatch.clCreateProgramWithSource = CreateWithSource;
  g_dispatch.clCreateProgramWithBinary = CreateWithBinary;
  g_dispatch.clBuildProgram = BuildProgram;
  g_dispatch.clGetProgramInfo = GetProgramInfo;
  g_dispatch.clGetProgramBuildInfo = GetProgramBuildInfo;
  g_dispatch.clCreateKernel = CreateKernel;
  g_dispatch.clGetKernelInfo = GetKernelInfo;
  g_dispatch.clGetKernelWorkGroupInfo = GetKernelWorkGroupInfo;
  g_dispatch.clSetKernelArg = SetKernelArg;
  g_dispatch.clEnqueueNDRangeKernel = EnqueueNDRange;
  g_dispatch.clEnqueueTask = EnqueueTask;
  g_dispatch.clGetEventInfo = GetEventInfo;
  g_dispatch.clSetEventCallback = SetEventCallback;
  g_dispatch.clWaitForEvents = WaitForEvents;
  g_dispatch.clFinish = Finish;
#define FILL(name)                                  \
  g_dispatch.clRetain##name = Retain##name;         \
  g_dispatch.clRelease##name = Release##name;
  FILL(Context) FILL(CommandQueue) FILL(MemObject) FILL(Program) FILL(Kernel) FILL(Event)
  return GetPlatformIDs(count, platforms, count_ret);
}

__attribute__((visibility("default"))) void* clGetExtensionFunctionAddress(const char* name) {
  if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0) return (void*)IcdGetPlatformIDs;
  return strcmp(name, "clGetPlatformInfo") == 0 ? (void*)GetPlatformInfo : NULL;
}
