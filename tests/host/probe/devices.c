// Several devices in one context, several contexts, parts of a device, and builds with a callback.
#include "probe.h"

static const char kSource[] =
    "kernel void add(global int* a, int n) { a[get_global_id(0)] += n + KIND; }\n";

static volatile int g_built = 0;

// Creates and launches in the callback already: the program is built by then.
static void CL_CALLBACK Built(cl_program program, void* user) {
  const Setup* setup = user;
  cl_kernel kernel = MakeKernel(program, "add");
  cl_mem buffer = MakeBuffer(setup, 16 * sizeof(int), NULL);
  const int n = 2;
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  clSetKernelArg(kernel, 1, sizeof(n), &n);
  Launch1D(setup, kernel, 16, 4);
  PrintInts(setup, "in the callback", buffer, 4);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  g_built = 1;
}

static void UseDevices(cl_uint count, cl_device_id* devices) {
  cl_int error;
  cl_context context = clCreateContext(NULL, count, devices, NULL, NULL, &error);
  Check(error, "clCreateContext");
  const char* source = kSource;
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  printf("build %d\n", clBuildProgram(program, count, devices, "-DKIND=100", NULL, NULL));
  cl_kernel kernel = MakeKernel(program, "add");
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &error);
  int values[16] = {0};
  const size_t global = 16, local = 4;
  for (cl_uint round = 0; round < 2 * count; ++round) {
    Setup setup = {NULL, devices[round % count], context, NULL};
    setup.queue = clCreateCommandQueueWithProperties(context, setup.device, NULL, &error);
    Check(error, "queue");
    if (round == 0) {
      clEnqueueWriteBuffer(setup.queue, buffer, CL_TRUE, 0, sizeof(values), values, 0, NULL, NULL);
    }
    const int n = (int)round;
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    clSetKernelArg(kernel, 1, sizeof(n), &n);
    Check(clEnqueueNDRangeKernel(setup.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
          "launch");
    clFinish(setup.queue);
    PrintInts(&setup, "values", buffer, 4);
    clReleaseCommandQueue(setup.queue);
  }
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseContext(context);
}

// A setup on one part of `outer`'s device, which is in `device`.
static Setup MakePartSetup(const Setup *outer) {
  const cl_device_partition_property by_counts[] = {
      CL_DEVICE_PARTITION_BY_COUNTS, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  Setup inner = {outer->platform, NULL, NULL, NULL};
  cl_int error;
  Check(clCreateSubDevices(outer->device, by_counts, 1, &inner.device, NULL), "part");
  inner.context = clCreateContext(NULL, 1, &inner.device, NULL, NULL, &error);
  Check(error, "context");
  inner.queue = clCreateCommandQueueWithProperties(inner.context, inner.device, NULL, &error);
  Check(error, "queue");
  return inner;
}

static void DropPartSetup(Setup *inner) {
  clReleaseCommandQueue(inner->queue);
  clReleaseContext(inner->context);
  clReleaseDevice(inner->device);
}

// Parts of a device that are let go with their queues at once after a launch, while PoCL still has the
// launch's event in hand. Often enough for a use of what is gone to show.
int RunDeviceParts(void) {
  Setup setup = MakeSetup(0);
  int sum = 0;
  for (int round = 0; round < 30; ++round) {
    Setup inner = MakePartSetup(&setup);
    cl_program program = Build(&inner, kSource, "-DKIND=1");
    cl_kernel kernel = MakeKernel(program, "add");
    cl_mem buffer = MakeBuffer(&inner, 16 * sizeof(int), NULL);
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    clSetKernelArg(kernel, 1, sizeof(round), &round);
    Launch1D(&inner, kernel, 16, 4);
    int value = 0;
    clEnqueueReadBuffer(inner.queue, buffer, CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL);
    sum += value;
    cl_uint references = 0;
    clGetDeviceInfo(inner.device, CL_DEVICE_REFERENCE_COUNT, sizeof(references), &references, NULL);
    if (round == 0) printf("references %u\n", references);
    Launch1D(&inner, kernel, 16, 4);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    DropPartSetup(&inner);
  }
  printf("sum %d\n", sum);
  DropSetup(&setup);
  return 0;
}

// An image in a context that has nothing but a part of the device.
int RunImageOnPart(void) {
  Setup setup = MakeSetup(0);
  Setup inner = MakePartSetup(&setup);
  cl_int error;
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT32};
  const cl_image_desc shape = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
  cl_mem image = clCreateImage(inner.context, CL_MEM_READ_WRITE, &format, &shape, NULL, &error);
  Check(error, "image");
  cl_program program = Build(&inner,
                             "kernel void draw(write_only image2d_t to) {\n"
                             "  write_imageui(to, (int2)(0, 0), (uint4)(get_global_id(0)));\n"
                             "}\n",
                             "");
  cl_kernel kernel = MakeKernel(program, "draw");
  clSetKernelArg(kernel, 0, sizeof(image), &image);
  Launch1D(&inner, kernel, 4, 4);
  printf("finish %d\n", clFinish(inner.queue));
  clReleaseMemObject(image);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  DropPartSetup(&inner);
  DropSetup(&setup);
  return 0;
}

// A program on a part of the device that comes back as its own binary.
int RunBinaryOnPart(void) {
  Setup setup = MakeSetup(0);
  Setup inner = MakePartSetup(&setup);
  cl_program program = Build(&inner, "kernel void same(global int* a) { a[0] = get_global_id(0); }\n", "");
  size_t size = 0;
  Check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL), "size");
  unsigned char* binary = malloc(size);
  Check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL), "binary");
  clReleaseProgram(program);
  cl_int error;
  const unsigned char* bytes = binary;
  // Built for the part by name, and for the program's devices, whichever those are.
  for (int named = 1; named >= 0; --named) {
    program = clCreateProgramWithBinary(inner.context, 1, &inner.device, &size, &bytes, NULL, &error);
    Check(error, "clCreateProgramWithBinary");
    printf("build %d\n", clBuildProgram(program, named, named ? &inner.device : NULL, "", NULL, NULL));
    cl_kernel kernel = MakeKernel(program, "same");
    cl_mem buffer = MakeBuffer(&inner, 16 * sizeof(int), NULL);
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    Launch1D(&inner, kernel, 16, 4);
    printf("finish %d\n", clFinish(inner.queue));
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
  }
  free(binary);
  DropPartSetup(&inner);
  DropSetup(&setup);
  return 0;
}

// Each device has a variable of its own, so that nothing need order the launches on one with those on another.
int RunDeviceVariables(void) {
  enum { kDevices = 2 };
  Setup setup = MakeSetup(0);
  cl_device_id devices[kDevices];
  cl_uint count = 0;
  Check(clGetDeviceIDs(setup.platform, CL_DEVICE_TYPE_CPU, kDevices, devices, &count), "devices");
  cl_int error;
  cl_context context = clCreateContext(NULL, kDevices, devices, NULL, NULL, &error);
  Check(error, "clCreateContext");
  const char* source = "global int made = 5; kernel void make(global int* a) { if (get_global_id(0) == 0) a[0] = ++made; }";
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  if (clBuildProgram(program, kDevices, devices, "-cl-std=CL3.0", NULL, NULL) != CL_SUCCESS) return kLacking;
  cl_command_queue queues[kDevices];
  cl_mem buffers[kDevices];
  cl_kernel kernel = MakeKernel(program, "make");
  for (int i = 0; i < kDevices; ++i) {
    queues[i] = clCreateCommandQueueWithProperties(context, devices[i], NULL, &error);
    buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &error);
  }
  for (int round = 0; round < 2 * kDevices; ++round) {
    const size_t global = 16;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[round % kDevices]);
    printf("launch %d\n", clEnqueueNDRangeKernel(queues[round % kDevices], kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
  }
  for (int i = 0; i < kDevices; ++i) {
    int value = 0;
    clEnqueueReadBuffer(queues[i], buffers[i], CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL);
    printf("made %d\n", value);
    clReleaseMemObject(buffers[i]);
    clReleaseCommandQueue(queues[i]);
  }
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseContext(context);
  DropSetup(&setup);
  return 0;
}

int RunDevices(void) {
  Setup setup = MakeSetup(0);
  cl_device_id devices[8];
  cl_uint count = 0;
  Check(clGetDeviceIDs(setup.platform, CL_DEVICE_TYPE_CPU, 8, devices, &count), "devices");
  printf("%u devices\n", count);
  UseDevices(count, devices);
  UseDevices(1, devices);
  const cl_device_partition_property by_counts[] = {
      CL_DEVICE_PARTITION_BY_COUNTS, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id part;
  const cl_int parted = clCreateSubDevices(devices[0], by_counts, 1, &part, NULL);
  printf("part %d\n", parted);
  if (parted == CL_SUCCESS) {
    UseDevices(1, &part);
    clReleaseDevice(part);
  }
  const char* source = kSource;
  cl_int error;
  cl_program program = clCreateProgramWithSource(setup.context, 1, &source, NULL, &error);
  printf("build %d\n", clBuildProgram(program, 0, NULL, "-DKIND=7", Built, &setup));
  while (!g_built) {
  }
  clReleaseProgram(program);
  DropSetup(&setup);
  return 0;
}
