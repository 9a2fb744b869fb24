// What every pair of pairs.c has: a context, queues, buffers, kernels. Errors end the program.
#ifndef LOCKSTEP_TESTS_COMMANDS_PAIRS_H_
#define LOCKSTEP_TESTS_COMMANDS_PAIRS_H_

#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1024, BYTES = N * 4 };

static cl_context context;
static cl_device_id device;
static cl_command_queue q, other;                        // both are in order
static cl_mem a, b, c;                                   // buffers of BYTES
__attribute__((unused)) static cl_int host[N], more[N];  // memory of the host
static cl_program program;
__attribute__((unused)) static cl_event e, f;
__attribute__((unused)) static int fixed;  // the repaired twin

static inline void Check(cl_int error, int line) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "pairs.c:%d: error %d\n", line, error);
  exit(3);
}
#define DO(call) Check(call, __LINE__)

static const char kSource[] =
    "kernel void fill(global int *out, int value) { out[get_global_id(0)] = value; }\n"
    "kernel void add(global int *io) { io[get_global_id(0)] += 1; }\n"
    "kernel void copy(global const int *in, global int *out) { out[get_global_id(0)] = in[get_global_id(0)]; }\n"
    "kernel void gather(global const int *in, global const int *at, global int *out) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = in[at[i] & 1023];\n"
    "}\n"
    "kernel void count(global int *sum) { atomic_add(sum, 1); }\n"
    "kernel void first(global int *out) { if (get_global_id(0) == 0) out[0] = 1; }\n";

// Of images, which devices may lack.
static const char kImages[] =
    "kernel void paint(write_only image2d_t out) {\n"
    "  write_imagei(out, (int2)(get_global_id(0) % 16, get_global_id(0) / 16), (int4)(1));\n"
    "}\n"
    "kernel void brighten(read_only image2d_t in, write_only image2d_t out) {\n"
    "  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;\n"
    "  const int2 at = (int2)(get_global_id(0) % 16, get_global_id(0) / 16);\n"
    "  write_imagei(out, at, read_imagei(in, nearest, at) + 1);\n"
    "}\n";

// Of one that synchronises: the last work-item to arrive adds the parts of the first and its own.
static const char kLast[] =
    "kernel void last(global int *parts, volatile global uint *arrived, global int *sum) {\n"
    "  const size_t i = get_global_id(0);\n"
    "  parts[i] = 1;\n"
    "  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);\n"
    "  if (atomic_inc(arrived) + 1 == get_global_size(0)) {\n"
    "    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);\n"
    "    *sum = parts[get_global_offset(0)] + parts[i];\n"
    "  }\n"
    "}\n";

static inline cl_kernel Kernel(const char* name) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  Check(error, __LINE__);
  return kernel;
}

// A kernel of a program of its own. Devices that cannot compile it end the program with 77.
static inline cl_kernel KernelOf(const char* text, const char* options, const char* name) {
  cl_int error;
  cl_program one = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  Check(error, __LINE__);
  if (clBuildProgram(one, 1, &device, options, NULL, NULL) != CL_SUCCESS) exit(77);
  cl_kernel kernel = clCreateKernel(one, name, &error);
  Check(error, __LINE__);
  return kernel;
}
static inline cl_kernel Last(void) { return KernelOf(kLast, "-cl-std=CL3.0", "last"); }
static inline cl_kernel ImageKernel(const char* name) { return KernelOf(kImages, "-cl-std=CL1.2", name); }

static inline void Arg(cl_kernel kernel, cl_uint index, cl_mem mem) {
  DO(clSetKernelArg(kernel, index, sizeof(mem), &mem));
}

// Sets an argument of `kernel` again and again, with the lock held if there is one, as soon as a second thread does so
// too: so often that each is interrupted in the middle while the other goes on, even on a busy machine.
static inline void SetBesideAnother(cl_kernel kernel, pthread_mutex_t* lock) {
  static atomic_int have_come;
  atomic_fetch_add(&have_come, 1);
  while (atomic_load(&have_come) < 2) sched_yield();
  for (int i = 0; i < 400000; ++i) {
    if (lock != NULL) pthread_mutex_lock(lock);
    Arg(kernel, 0, a);
    if (lock != NULL) pthread_mutex_unlock(lock);
  }
}

// Launches with `count` work-items from `offset` on.
static inline void Launch(cl_command_queue queue, cl_kernel kernel, size_t offset, size_t count, cl_uint waits,
                          const cl_event* list, cl_event* event) {
  DO(clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &count, NULL, waits, list, event));
  DO(clFlush(queue));
}

static inline cl_mem Buffer(cl_mem_flags flags, size_t size, void* memory) {
  cl_int error;
  cl_mem mem = clCreateBuffer(context, flags, size, memory, &error);
  Check(error, __LINE__);
  return mem;
}

// 16 x 16 texels of an int each.
static inline cl_mem Image(void) {
  const cl_image_format format = {CL_R, CL_SIGNED_INT32};
  const cl_image_desc shape = {CL_MEM_OBJECT_IMAGE2D, 16, 16, 0, 0, 0, 0, 0, 0, {NULL}};
  cl_int error;
  cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &shape, NULL, &error);
  Check(error, __LINE__);
  return image;
}

static inline cl_mem Part(cl_mem mem, size_t origin, size_t size) {
  cl_int error;
  cl_buffer_region region = {origin, size};
  cl_mem part = clCreateSubBuffer(mem, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  Check(error, __LINE__);
  return part;
}

static inline cl_command_queue Queue(cl_command_queue_properties properties) {
  cl_int error;
  cl_command_queue queue = clCreateCommandQueue(context, device, properties, &error);
  Check(error, __LINE__);
  return queue;
}

// A queue that is out of order. Devices without such end the program with 77.
static inline cl_command_queue Loose(void) {
  static cl_command_queue queue;
  cl_command_queue_properties has = 0;
  if (queue != NULL) return queue;
  DO(clGetDeviceInfo(device, CL_DEVICE_QUEUE_PROPERTIES, sizeof(has), &has, NULL));
  if ((has & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0) exit(77);
  return queue = Queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}
#define loose Loose()

static inline void* Map(cl_command_queue queue, cl_mem mem, cl_bool blocking, cl_map_flags flags, size_t offset,
                        size_t size) {
  cl_int error;
  void* at = clEnqueueMapBuffer(queue, mem, blocking, flags, offset, size, 0, NULL, NULL, &error);
  Check(error, __LINE__);
  return at;
}

static inline cl_event UserEvent(void) {
  cl_int error;
  cl_event event = clCreateUserEvent(context, &error);
  Check(error, __LINE__);
  return event;
}

// The driver's function of that name. Devices without end the program with 77.
static inline void* Extension(const char* name) {
  cl_platform_id platform;
  DO(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, NULL));
  void* function = clGetExtensionFunctionAddressForPlatform(platform, name);
  if (function == NULL) exit(77);
  return function;
}

static inline void Start(void) {
  cl_platform_id platform;
  cl_int error;
  const char* text = kSource;
  const cl_int zero = 0;
  DO(clGetPlatformIDs(1, &platform, NULL));
  DO(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  Check(error, __LINE__);
  q = Queue(0);
  other = Queue(0);
  program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  Check(error, __LINE__);
  DO(clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL));
  a = Buffer(CL_MEM_READ_WRITE, BYTES, NULL);
  b = Buffer(CL_MEM_READ_WRITE, BYTES, NULL);
  c = Buffer(CL_MEM_READ_WRITE, BYTES, NULL);
  DO(clEnqueueFillBuffer(q, a, &zero, 4, 0, BYTES, 0, NULL, NULL));
  DO(clEnqueueFillBuffer(q, b, &zero, 4, 0, BYTES, 0, NULL, NULL));
  DO(clEnqueueFillBuffer(q, c, &zero, 4, 0, BYTES, 0, NULL, NULL));
  DO(clFinish(q));
}

#endif  // LOCKSTEP_TESTS_COMMANDS_PAIRS_H_
