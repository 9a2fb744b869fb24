// An OpenCL driver for tests: objects with reference counts, and nothing behind them. It names its
// platform like PoCL, so that lockstep serves its device, fails on demand (objects.h) and notes
// every use of a handle that is none.
//
// A release that reports a failure has let go all the same: otherwise nobody could tell a leak of
// lockstep's from the driver's.
#include <stdlib.h>

#include "calls.h"

cl_icd_dispatch g_dispatch;
Object* g_platform;
Object* g_device;

static cl_int GetPlatformIDs(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) {
  if (platforms != NULL && count > 0) platforms[0] = (cl_platform_id)g_platform;
  if (count_ret != NULL) *count_ret = 1;
  return CL_SUCCESS;
}

static cl_int GetPlatformInfo(cl_platform_id platform, cl_platform_info name, INFO) {
  FAIL_HERE("clGetPlatformInfo");
  NEED(platform, kPlatform, CL_INVALID_PLATFORM);
  if (name == CL_PLATFORM_NAME) return TEXT("Fake Portable Computing Language");
  if (name == CL_PLATFORM_EXTENSIONS) return TEXT("cl_khr_icd");
  const char* version = getenv("FAKE_PLATFORM_VERSION");
  if (name == CL_PLATFORM_VERSION) return TEXT(version != NULL ? version : "OpenCL 3.0 fake, in place of PoCL 3.1+debian");
  if (name == CL_PLATFORM_ICD_SUFFIX_KHR) return TEXT("FAKE");
  return TEXT("fake");
}

static cl_int GetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint count,
                           cl_device_id* devices, cl_uint* count_ret) {
  (void)type;
  NEED(platform, kPlatform, CL_INVALID_PLATFORM);
  if (devices != NULL && count > 0) devices[0] = (cl_device_id)g_device;
  if (count_ret != NULL) *count_ret = 1;
  return CL_SUCCESS;
}

static cl_int GetDeviceInfo(cl_device_id device, cl_device_info name, INFO) {
  FAIL_HERE("clGetDeviceInfo");
  NEED(device, kDevice, CL_INVALID_DEVICE);
  const size_t sizes[3] = {1024, 1024, 64};
  switch (name) {
    case CL_DEVICE_PLATFORM: VALUE(cl_platform_id, (cl_platform_id)g_platform);
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
    case CL_DEVICE_VERSION: return TEXT("OpenCL 3.0 fake, in place of PoCL 3.1+debian");
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
  (void)properties, (void)count, (void)notify, (void)user;
  FAIL_NULL("clCreateContext", error);
  NEED_NULL(devices[0], kDevice, error, CL_INVALID_DEVICE);
  return (cl_context)NewObject(&g_dispatch, kContext, NULL, NULL);
}

static cl_context CreateContextFromType(const cl_context_properties* properties,
                                        cl_device_type type,
                                        void(CL_CALLBACK* notify)(const char*, const void*, size_t,
                                                                  void*),
                                        void* user, cl_int* error) {
  (void)properties, (void)type, (void)notify, (void)user;
  FAIL_NULL("clCreateContextFromType", error);
  return (cl_context)NewObject(&g_dispatch, kContext, NULL, NULL);
}

static cl_int GetContextInfo(cl_context context, cl_context_info name, INFO) {
  FAIL_HERE("clGetContextInfo");
  NEED(context, kContext, CL_INVALID_CONTEXT);
  if (name == CL_CONTEXT_REFERENCE_COUNT) VALUE(cl_uint, ((Object*)context)->references);
  return CL_INVALID_VALUE;
}

static cl_command_queue CreateQueue(cl_context context, cl_device_id device,
                                    const cl_queue_properties* properties, cl_int* error) {
  (void)device, (void)properties;
  FAIL_NULL("clCreateCommandQueueWithProperties", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return (cl_command_queue)NewObject(&g_dispatch, kQueue, context, NULL);
}

static cl_int GetQueueInfo(cl_command_queue queue, cl_command_queue_info name, INFO) {
  FAIL_HERE("clGetCommandQueueInfo");
  NEED(queue, kQueue, CL_INVALID_COMMAND_QUEUE);
  Object* object = (Object*)queue;
  if (name == CL_QUEUE_CONTEXT) VALUE(cl_context, (cl_context)object->parents[0]);
  if (name == CL_QUEUE_DEVICE) VALUE(cl_device_id, (cl_device_id)g_device);
  if (name == CL_QUEUE_PROPERTIES) VALUE(cl_command_queue_properties, 0);
  return CL_INVALID_VALUE;
}

static cl_mem NewMemory(cl_context context, size_t size) {
  Object* memory = NewObject(&g_dispatch, kMemory, context, NULL);
  memory->size = size;
  return (cl_mem)memory;
}

static cl_mem CreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                           cl_int* error) {
  (void)flags, (void)host;
  FAIL_NULL("clCreateBuffer", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return NewMemory(context, size);
}

static cl_mem CreateBufferWithProperties(cl_context context, const cl_mem_properties* properties,
                                         cl_mem_flags flags, size_t size, void* host,
                                         cl_int* error) {
  (void)properties, (void)flags, (void)host;
  FAIL_NULL("clCreateBufferWithProperties", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return NewMemory(context, size);
}

static cl_mem CreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* region,
                              cl_int* error) {
  (void)flags, (void)type;
  FAIL_NULL("clCreateSubBuffer", error);
  NEED_NULL(buffer, kMemory, error, CL_INVALID_MEM_OBJECT);
  Object* part = NewObject(&g_dispatch, kMemory, ((Object*)buffer)->parents[0], buffer);
  part->size = ((const cl_buffer_region*)region)->size;
  return (cl_mem)part;
}

static cl_mem CreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                          const cl_image_desc* description, void* host, cl_int* error) {
  (void)flags, (void)format, (void)description, (void)host;
  FAIL_NULL("clCreateImage", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return NewMemory(context, 64);
}

static cl_mem CreateImageWithProperties(cl_context context, const cl_mem_properties* properties,
                                        cl_mem_flags flags, const cl_image_format* format,
                                        const cl_image_desc* description, void* host,
                                        cl_int* error) {
  (void)properties, (void)flags, (void)format, (void)description, (void)host;
  FAIL_NULL("clCreateImageWithProperties", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return NewMemory(context, 64);
}

static cl_mem CreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                            size_t width, size_t height, size_t pitch, void* host, cl_int* error) {
  (void)flags, (void)format, (void)width, (void)height, (void)pitch, (void)host;
  FAIL_NULL("clCreateImage2D", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return NewMemory(context, 64);
}

static cl_mem CreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                            size_t width, size_t height, size_t depth, size_t row, size_t slice,
                            void* host, cl_int* error) {
  (void)flags, (void)format, (void)width, (void)height, (void)depth, (void)row, (void)slice;
  (void)host;
  FAIL_NULL("clCreateImage3D", error);
  NEED_NULL(context, kContext, error, CL_INVALID_CONTEXT);
  return NewMemory(context, 64);
}

static cl_int GetMemObjectInfo(cl_mem buffer, cl_mem_info name, INFO) {
  FAIL_HERE("clGetMemObjectInfo");
  NEED(buffer, kMemory, CL_INVALID_MEM_OBJECT);
  if (name == CL_MEM_TYPE) VALUE(cl_mem_object_type, CL_MEM_OBJECT_BUFFER);
  if (name == CL_MEM_SIZE) VALUE(size_t, ((Object*)buffer)->size);
  if (name == CL_MEM_ASSOCIATED_MEMOBJECT) VALUE(cl_mem, NULL);
  return CL_INVALID_VALUE;
}

static cl_int GetImageInfo(cl_mem image, cl_image_info name, INFO) {
  (void)name, (void)size, (void)out, (void)size_ret;
  FAIL_HERE("clGetImageInfo");
  NEED(image, kMemory, CL_INVALID_MEM_OBJECT);
  return CL_INVALID_VALUE;
}

static cl_int SetMemDestructor(cl_mem buffer, void(CL_CALLBACK* gone)(cl_mem, void*), void* user) {
  FAIL_HERE("clSetMemObjectDestructorCallback");
  NEED(buffer, kMemory, CL_INVALID_MEM_OBJECT);
  Object* object = (Object*)buffer;
  if (object->gone_count == MOST_GONE) return CL_OUT_OF_HOST_MEMORY;
  object->gone[object->gone_count] = gone;
  object->gone_user[object->gone_count++] = user;
  return CL_SUCCESS;
}

static void* SvmAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  (void)flags, (void)alignment;
  if (FailureOf("clSVMAlloc") != CL_SUCCESS || !IsValid(context, kContext)) return NULL;
  return malloc(size);
}

static void SvmFree(cl_context context, void* memory) {
  (void)FailureOf("clSVMFree");
  (void)IsValid(context, kContext);
  free(memory);
}

static cl_int EnqueueSvmFree(cl_command_queue queue, cl_uint count, void* memory[],
                             void(CL_CALLBACK* called)(cl_command_queue, cl_uint, void*[], void*),
                             void* user, cl_uint waits, const cl_event* list, cl_event* event) {
  (void)called, (void)user, (void)waits, (void)list, (void)event;
  FAIL_HERE("clEnqueueSVMFree");
  NEED(queue, kQueue, CL_INVALID_COMMAND_QUEUE);
  for (cl_uint i = 0; i < count; ++i) free(memory[i]);
  return CL_SUCCESS;
}

static cl_int GetEventInfo(cl_event event, cl_event_info name, INFO) {
  FAIL_HERE("clGetEventInfo");
  NEED(event, kEvent, CL_INVALID_EVENT);
  if (name == CL_EVENT_COMMAND_EXECUTION_STATUS) VALUE(cl_int, CL_COMPLETE);
  if (name == CL_EVENT_REFERENCE_COUNT) VALUE(cl_uint, ((Object*)event)->references);
  return CL_INVALID_VALUE;
}

static cl_int SetEventCallback(cl_event event, cl_int type,
                               void(CL_CALLBACK* called)(cl_event, cl_int, void*), void* user) {
  (void)type;
  FAIL_HERE("clSetEventCallback");
  NEED(event, kEvent, CL_INVALID_EVENT);
  called(event, CL_COMPLETE, user);
  return CL_SUCCESS;
}

static cl_int WaitForEvents(cl_uint count, const cl_event* events) {
  FAIL_HERE("clWaitForEvents");
  for (cl_uint i = 0; i < count; ++i) NEED(events[i], kEvent, CL_INVALID_EVENT);
  return CL_SUCCESS;
}

static cl_int Finish(cl_command_queue queue) {
  FAIL_HERE("clFinish");
  NEED(queue, kQueue, CL_INVALID_COMMAND_QUEUE);
  return CL_SUCCESS;
}

#define COUNTED(type, name, kind, code)                   \
  static cl_int Retain##name(type object) {               \
    FAIL_HERE("clRetain" #name);                          \
    NEED(object, kind, code);                             \
    RetainObject((Object*)object);                        \
    return CL_SUCCESS;                                    \
  }                                                       \
  static cl_int Release##name(type object) {              \
    const cl_int failure = FailureOf("clRelease" #name);  \
    NEED(object, kind, code);                             \
    ReleaseObject((Object*)object);                       \
    return failure;                                       \
  }
COUNTED(cl_context, Context, kContext, CL_INVALID_CONTEXT)
COUNTED(cl_command_queue, CommandQueue, kQueue, CL_INVALID_COMMAND_QUEUE)
COUNTED(cl_mem, MemObject, kMemory, CL_INVALID_MEM_OBJECT)
COUNTED(cl_program, Program, kProgram, CL_INVALID_PROGRAM)
COUNTED(cl_kernel, Kernel, kKernel, CL_INVALID_KERNEL)
COUNTED(cl_event, Event, kEvent, CL_INVALID_EVENT)

static void* AddressForPlatform(cl_platform_id platform, const char* name) {
  (void)platform;
  if (FailureOf("clGetExtensionFunctionAddressForPlatform") != CL_SUCCESS) return NULL;
  if (strcmp(name, "clCreateProgramWithILKHR") == 0) return (void*)g_dispatch.clCreateProgramWithIL;
  return strcmp(name, "fakeControl") == 0 ? (void*)&kFakeControl : NULL;
}

static cl_int IcdGetPlatformIDs(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) {
  if (g_platform == NULL) {
    g_platform = NewObject(&g_dispatch, kPlatform, NULL, NULL);
    g_device = NewObject(&g_dispatch, kDevice, NULL, NULL);
  }
  ENTRY(clGetPlatformIDs, GetPlatformIDs);
  ENTRY(clGetPlatformInfo, GetPlatformInfo);
  ENTRY(clGetDeviceIDs, GetDeviceIDs);
  ENTRY(clGetDeviceInfo, GetDeviceInfo);
  ENTRY(clCreateContext, CreateContext);
  ENTRY(clCreateContextFromType, CreateContextFromType);
  ENTRY(clGetContextInfo, GetContextInfo);
  ENTRY(clCreateCommandQueueWithProperties, CreateQueue);
  ENTRY(clGetCommandQueueInfo, GetQueueInfo);
  ENTRY(clCreateBuffer, CreateBuffer);
  ENTRY(clCreateBufferWithProperties, CreateBufferWithProperties);
  ENTRY(clCreateSubBuffer, CreateSubBuffer);
  ENTRY(clCreateImage, CreateImage);
  ENTRY(clCreateImageWithProperties, CreateImageWithProperties);
  ENTRY(clCreateImage2D, CreateImage2D);
  ENTRY(clCreateImage3D, CreateImage3D);
  ENTRY(clGetMemObjectInfo, GetMemObjectInfo);
  ENTRY(clGetImageInfo, GetImageInfo);
  ENTRY(clSetMemObjectDestructorCallback, SetMemDestructor);
  ENTRY(clSVMAlloc, SvmAlloc);
  ENTRY(clSVMFree, SvmFree);
  ENTRY(clEnqueueSVMFree, EnqueueSvmFree);
  ENTRY(clGetEventInfo, GetEventInfo);
  ENTRY(clSetEventCallback, SetEventCallback);
  ENTRY(clWaitForEvents, WaitForEvents);
  ENTRY(clFinish, Finish);
  ENTRY(clGetExtensionFunctionAddressForPlatform, AddressForPlatform);
#define COUNTED_ENTRIES(name)                \
  ENTRY(clRetain##name, Retain##name);       \
  ENTRY(clRelease##name, Release##name)
  COUNTED_ENTRIES(Context);
  COUNTED_ENTRIES(CommandQueue);
  COUNTED_ENTRIES(MemObject);
  COUNTED_ENTRIES(Program);
  COUNTED_ENTRIES(Kernel);
  COUNTED_ENTRIES(Event);
  FillPrograms();
  FillTransfers();
  FillCommands();
  return GetPlatformIDs(count, platforms, count_ret);
}

__attribute__((visibility("default"))) void* clGetExtensionFunctionAddress(const char* name) {
  if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0) return (void*)IcdGetPlatformIDs;
  if (strcmp(name, "fakeControlFAKE") == 0) return (void*)&kFakeControl;
  return strcmp(name, "clGetPlatformInfo") == 0 ? (void*)GetPlatformInfo : NULL;
}
