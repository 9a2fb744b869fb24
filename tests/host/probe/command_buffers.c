// Launches in command buffers (cl_khr_command_buffer 0.9.0): recorded with the arguments of that moment, run whenever
// the buffer is enqueued.
#include "probe.h"

#include <CL/cl_ext.h>
#include <unistd.h>

// As of version 0.9.0 of the extension, which the headers need not have.
#define POINTS cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*, cl_mutable_command_khr*
#define RECORDING cl_command_buffer_khr, cl_command_queue
static clCreateCommandBufferKHR_fn create;
static cl_int (*launch)(RECORDING, const cl_properties*, cl_kernel, cl_uint, const size_t*, const size_t*, const size_t*,
                        POINTS);
static cl_int (*copy)(RECORDING, cl_mem, cl_mem, size_t, size_t, size_t, POINTS);
static cl_int (*copy_rect)(RECORDING, cl_mem, cl_mem, const size_t*, const size_t*, const size_t*, size_t, size_t, size_t,
                           size_t, POINTS);
static cl_int (*fill)(RECORDING, cl_mem, const void*, size_t, size_t, size_t, POINTS);
static cl_int (*fill_image)(RECORDING, cl_mem, const void*, const size_t*, const size_t*, POINTS);
static cl_int (*copy_image)(RECORDING, cl_mem, cl_mem, const size_t*, const size_t*, const size_t*, POINTS);
static cl_int (*image_to_buffer)(RECORDING, cl_mem, cl_mem, const size_t*, const size_t*, size_t, POINTS);
static cl_int (*buffer_to_image)(RECORDING, cl_mem, cl_mem, size_t, const size_t*, const size_t*, POINTS);
static cl_int (*barrier)(RECORDING, POINTS);
static clFinalizeCommandBufferKHR_fn finalize;
static clEnqueueCommandBufferKHR_fn enqueue;
static clRetainCommandBufferKHR_fn retain;
static clReleaseCommandBufferKHR_fn release;
static clGetCommandBufferInfoKHR_fn info;

static int IsKnownVersion(const Setup* setup) {
  size_t size = 0;
  clGetDeviceInfo(setup->device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, NULL, &size);
  cl_name_version* extensions = malloc(size);
  clGetDeviceInfo(setup->device, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, extensions, NULL);
  int known = 0;
  for (size_t i = 0; i < size / sizeof(*extensions); ++i) {
    known |= strcmp(extensions[i].name, "cl_khr_command_buffer") == 0 &&
             extensions[i].version <= CL_MAKE_VERSION(0, 9, 4);
  }
  free(extensions);
  return known;
}

static void* Find(const Setup* setup, const char* name) {
  void* found = clGetExtensionFunctionAddressForPlatform(setup->platform, name);
  if (found == NULL) exit(kLacking);
  return found;
}

static void FindAll(const Setup* setup) {
  if (!IsKnownVersion(setup)) exit(kLacking);
  create = Find(setup, "clCreateCommandBufferKHR");
  launch = Find(setup, "clCommandNDRangeKernelKHR");
  copy = Find(setup, "clCommandCopyBufferKHR");
  copy_rect = Find(setup, "clCommandCopyBufferRectKHR");
  fill = Find(setup, "clCommandFillBufferKHR");
  fill_image = Find(setup, "clCommandFillImageKHR");
  copy_image = Find(setup, "clCommandCopyImageKHR");
  image_to_buffer = Find(setup, "clCommandCopyImageToBufferKHR");
  buffer_to_image = Find(setup, "clCommandCopyBufferToImageKHR");
  barrier = Find(setup, "clCommandBarrierWithWaitListKHR");
  finalize = Find(setup, "clFinalizeCommandBufferKHR");
  enqueue = Find(setup, "clEnqueueCommandBufferKHR");
  retain = Find(setup, "clRetainCommandBufferKHR");
  release = Find(setup, "clReleaseCommandBufferKHR");
  info = Find(setup, "clGetCommandBufferInfoKHR");
}

static cl_command_buffer_khr Create(cl_command_queue queue, const cl_command_buffer_properties_khr* properties) {
  cl_int error;
  cl_command_buffer_khr commands = create(1, &queue, properties, &error);
  if (error == CL_INCOMPATIBLE_COMMAND_QUEUE_KHR) exit(kLacking);
  printf("create %d %d\n", commands != NULL, error);
  return commands;
}

static void ShowState(cl_command_buffer_khr commands) {
  cl_command_buffer_state_khr state = 99;
  cl_uint references = 0;
  const cl_int errors[] = {info(commands, CL_COMMAND_BUFFER_STATE_KHR, sizeof(state), &state, NULL),
                           info(commands, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, sizeof(references), &references, NULL)};
  printf("state %d %u, references %d %u\n", errors[0], state, errors[1], references);
}

static const char* const kSource =
    "kernel void add(global int* a, int n) { a[get_global_id(0)] += n; }\n"
    "kernel void shift(global int* a, global const int* b) { a[get_global_id(0)] = b[get_global_id(0) ^ 1]; }\n"
    "kernel void racy(global int* a) { a[get_global_id(0) / 2] += get_global_id(0); }\n";

enum { kItems = 16, kBytes = kItems * sizeof(int) };
static const size_t kGlobal = kItems, kLocal = 4;

static void ShowReferences(cl_kernel kernel, cl_program program, cl_mem buffer) {
  cl_uint counts[3] = {0, 0, 0};
  clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof(cl_uint), &counts[0], NULL);
  clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(cl_uint), &counts[1], NULL);
  clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof(cl_uint), &counts[2], NULL);
  printf("references: kernel %u, program %u, buffer %u\n", counts[0], counts[1], counts[2]);
}

// Kernels and their program may go before the buffer runs.
static void InOrder(const Setup* setup) {
  cl_program program = Build(setup, kSource, "");
  cl_kernel add = MakeKernel(program, "add"), more = MakeKernel(program, "add"), shift = MakeKernel(program, "shift");
  cl_mem a = MakeBuffer(setup, kBytes, NULL), b = MakeBuffer(setup, kBytes, NULL);
  cl_command_buffer_khr commands = Create(setup->queue, NULL);
  const int zero = 0, ten = 10, one = 1, hundred = 100;
  printf("fill %d\n", fill(commands, NULL, b, &zero, sizeof(zero), 0, kBytes, 0, NULL, NULL, NULL));
  printf("fill with nothing %d\n", fill(commands, NULL, b, NULL, sizeof(zero), 0, kBytes, 0, NULL, NULL, NULL));
  printf("nowhere %d\n", copy_rect(commands, NULL, b, b, NULL, NULL, NULL, 8, 0, 8, 0, 0, NULL, NULL, NULL));
  printf("fill %d\n", fill(commands, NULL, b, &ten, sizeof(ten), 4, 8, 0, NULL, NULL, NULL));
  clSetKernelArg(add, 0, sizeof(b), &b);
  clSetKernelArg(add, 1, sizeof(one), &one);
  printf("launch %d\n", launch(commands, NULL, NULL, add, 1, NULL, &kGlobal, &kLocal, 0, NULL, NULL, NULL));
  clSetKernelArg(more, 0, sizeof(b), &b);
  clSetKernelArg(more, 1, sizeof(hundred), &hundred);
  const size_t four = 4;
  printf("launch %d\n", launch(commands, NULL, NULL, more, 1, &four, &four, NULL, 0, NULL, NULL, NULL));
  clSetKernelArg(shift, 0, sizeof(a), &a);
  clSetKernelArg(shift, 1, sizeof(b), &b);
  printf("launch %d\n", launch(commands, NULL, NULL, shift, 1, NULL, &kGlobal, NULL, 0, NULL, NULL, NULL));
  printf("copy %d\n", copy(commands, NULL, a, b, 0, 32, 16, 0, NULL, NULL, NULL));
  const size_t origin[] = {0, 1, 0}, to[] = {4, 3, 0}, region[] = {4, 1, 1};
  printf("copy box %d\n", copy_rect(commands, NULL, b, b, origin, to, region, 8, 0, 8, 0, 0, NULL, NULL, NULL));
  ShowReferences(add, program, b);
  ShowState(commands);
  printf("too early %d\n", enqueue(0, NULL, commands, 0, NULL, NULL));
  printf("finalize %d\n", finalize(commands));
  ShowState(commands);
  clReleaseKernel(add);
  clReleaseKernel(more);
  clReleaseKernel(shift);
  clReleaseProgram(program);
  printf("wrong list %d\n", enqueue(0, NULL, commands, 1, NULL, NULL));
  cl_command_queue queue = setup->queue;
  printf("no queues %d\n", enqueue(0, &queue, commands, 0, NULL, NULL));
  for (int round = 0; round < 2; ++round) {
    cl_event first = clCreateUserEvent(setup->context, NULL), event = NULL;
    printf("enqueue %d\n", enqueue(round, round ? &queue : NULL, commands, 1, &first, &event));
    ShowState(commands);
    printf("pending %d\n", enqueue(0, NULL, commands, 0, NULL, NULL));
    cl_int status = 99;
    cl_command_type type = 0;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
    clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
    printf("type %x, complete %d\n", type, status == CL_COMPLETE);
    clSetUserEventStatus(first, CL_COMPLETE);
    printf("wait %d\n", clWaitForEvents(1, &event));
    ShowState(commands);
    PrintInts(setup, "a", a, kItems);
    PrintInts(setup, "b", b, kItems);
    clReleaseEvent(event);
    clReleaseEvent(first);
  }
  cl_int error;
  cl_command_queue other = clCreateCommandQueue(setup->context, setup->device, 0, &error);
  printf("elsewhere %d\n", enqueue(1, &other, commands, 0, NULL, NULL));
  clFinish(other);
  clReleaseCommandQueue(other);
  other = clCreateCommandQueue(setup->context, setup->device, CL_QUEUE_PROFILING_ENABLE, &error);
  printf("in a queue of another kind %d\n", enqueue(1, &other, commands, 0, NULL, NULL));
  clReleaseCommandQueue(other);
  printf("retain %d\n", retain(commands));
  printf("release %d\n", release(commands));
  printf("enqueue %d\n", enqueue(0, NULL, commands, 0, NULL, NULL));
  clFinish(setup->queue);
  ShowState(commands);
  printf("release %d\n", release(commands));
  PrintInts(setup, "a", a, kItems);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
}

// A race in a buffer that may be enqueued again while it runs.
static void Racy(const Setup* setup) {
  cl_program program = Build(setup, kSource, "");
  cl_kernel racy = MakeKernel(program, "racy");
  cl_mem a = MakeBuffer(setup, kBytes, NULL);
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_command_buffer_khr commands = Create(setup->queue, properties);
  clSetKernelArg(racy, 0, sizeof(a), &a);
  printf("launch %d\n", launch(commands, NULL, NULL, racy, 1, NULL, &kGlobal, &kLocal, 0, NULL, NULL, NULL));
  printf("finalize %d\n", finalize(commands));
  cl_event first = clCreateUserEvent(setup->context, NULL);
  printf("enqueue %d\n", enqueue(0, NULL, commands, 1, &first, NULL));
  printf("enqueue %d\n", enqueue(0, NULL, commands, 0, NULL, NULL));
  clSetUserEventStatus(first, CL_COMPLETE);
  clFinish(setup->queue);
  clReleaseEvent(first);
  printf("release %d\n", release(commands));
  clReleaseKernel(racy);
  clReleaseProgram(program);
  clReleaseMemObject(a);
}

// Sub-buffers may go before the buffer runs, as their whole may not.
static void Parts(const Setup* setup) {
  cl_program program = Build(setup, kSource, "");
  cl_kernel add = MakeKernel(program, "add");
  cl_mem whole = MakeBuffer(setup, kBytes, NULL);
  const cl_buffer_region all = {0, kBytes};
  cl_int error;
  cl_mem added = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &all, &error);
  cl_mem filled = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &all, &error);
  cl_command_buffer_khr commands = Create(setup->queue, NULL);
  const int three = 3, fifty = 50;
  clSetKernelArg(add, 0, sizeof(added), &added);
  clSetKernelArg(add, 1, sizeof(three), &three);
  printf("launch %d\n", launch(commands, NULL, NULL, add, 1, NULL, &kGlobal, &kLocal, 0, NULL, NULL, NULL));
  printf("fill %d\n", fill(commands, NULL, filled, &fifty, sizeof(fifty), 16, 16, 0, NULL, NULL, NULL));
  printf("finalize %d\n", finalize(commands));
  clReleaseMemObject(added);
  clReleaseMemObject(filled);
  for (int round = 0; round < 2; ++round) {
    printf("enqueue %d\n", enqueue(0, NULL, commands, 0, NULL, NULL));
    clFinish(setup->queue);
  }
  PrintInts(setup, "whole", whole, kItems);
  printf("release %d\n", release(commands));
  cl_uint references = 0;
  // The parts are given back by a thread of ours, once the last command is over.
  for (int looks = 0; looks < 500 && references != 1; ++looks) {
    if (looks != 0) usleep(10000);
    clGetMemObjectInfo(whole, CL_MEM_REFERENCE_COUNT, sizeof(references), &references, NULL);
  }
  printf("references of the whole: %u\n", references);
  clReleaseMemObject(whole);
  clReleaseKernel(add);
  clReleaseProgram(program);
}

// A buffer that is made of another one, for another queue.
int RunRemappedCommands(void) {
  Setup setup = MakeSetup(0);
  FindAll(&setup);
  cl_command_buffer_khr (*remap)(cl_command_buffer_khr, cl_bool, cl_uint, const cl_command_queue*, cl_uint,
                                 const cl_mutable_command_khr*, cl_mutable_command_khr*, cl_int*) =
      Find(&setup, "clRemapCommandBufferKHR");
  cl_program program = Build(&setup, kSource, "");
  cl_kernel racy = MakeKernel(program, "racy");
  cl_mem a = MakeBuffer(&setup, kBytes, NULL);
  cl_command_buffer_khr commands = Create(setup.queue, NULL);
  clSetKernelArg(racy, 0, sizeof(a), &a);
  printf("launch %d\n", launch(commands, NULL, NULL, racy, 1, NULL, &kGlobal, &kLocal, 0, NULL, NULL, NULL));
  printf("finalize %d\n", finalize(commands));
  cl_int error;
  cl_command_queue other = clCreateCommandQueue(setup.context, setup.device, 0, &error);
  cl_command_buffer_khr remapped = remap(commands, CL_TRUE, 1, &other, 0, NULL, NULL, &error);
  printf("remap %d %d\n", remapped != NULL, error);
  printf("release %d\n", release(commands));
  printf("enqueue %d\n", enqueue(0, NULL, remapped, 0, NULL, NULL));
  printf("finish %d\n", clFinish(other));
  printf("release %d\n", release(remapped));
  clReleaseCommandQueue(other);
  clReleaseMemObject(a);
  clReleaseKernel(racy);
  clReleaseProgram(program);
  DropSetup(&setup);
  return 0;
}

// A buffer with a command that only its driver knows.
int RunForeignCommands(void) {
  Setup setup = MakeSetup(0);
  FindAll(&setup);
  cl_int (*read)(RECORDING, cl_mem, size_t, size_t, void*, POINTS) = Find(&setup, "clCommandReadBufferPOCL");
  cl_program program = Build(&setup, kSource, "");
  cl_kernel add = MakeKernel(program, "add");
  cl_mem a = MakeBuffer(&setup, kBytes, NULL);
  cl_command_buffer_khr commands = Create(setup.queue, NULL);
  const int seven = 7;
  int sums[kItems] = {0};
  clSetKernelArg(add, 0, sizeof(a), &a);
  clSetKernelArg(add, 1, sizeof(seven), &seven);
  printf("launch %d\n", launch(commands, NULL, NULL, add, 1, NULL, &kGlobal, NULL, 0, NULL, NULL, NULL));
  printf("read %d\n", read(commands, NULL, a, 0, kBytes, sums, 0, NULL, NULL, NULL));
  printf("finalize %d\n", finalize(commands));
  printf("enqueue %d\n", enqueue(0, NULL, commands, 0, NULL, NULL));
  clFinish(setup.queue);
  printf("sums %d ... %d\n", sums[0], sums[kItems - 1]);
  printf("release %d\n", release(commands));
  clReleaseMemObject(a);
  clReleaseKernel(add);
  clReleaseProgram(program);
  DropSetup(&setup);
  return 0;
}

// Arguments are those of the call that records. PoCL 3.1 by itself runs kernels with those that were set last.
int RunRecordedArguments(void) {
  Setup setup = MakeSetup(0);
  FindAll(&setup);
  cl_program program = Build(&setup, kSource, "");
  cl_kernel add = MakeKernel(program, "add");
  cl_mem a = MakeBuffer(&setup, kBytes, NULL);
  cl_command_buffer_khr commands = Create(setup.queue, NULL);
  clSetKernelArg(add, 0, sizeof(a), &a);
  for (int n = 1; n <= 100; n *= 10) {
    clSetKernelArg(add, 1, sizeof(n), &n);
    launch(commands, NULL, NULL, add, 1, NULL, &kGlobal, NULL, 0, NULL, NULL, NULL);
  }
  const int last = 1000;
  clSetKernelArg(add, 1, sizeof(last), &last);
  finalize(commands);
  Check(enqueue(0, NULL, commands, 0, NULL, NULL), "clEnqueueCommandBufferKHR");
  int sums[kItems];
  Check(clEnqueueReadBuffer(setup.queue, a, CL_TRUE, 0, kBytes, sums, 0, NULL, NULL), "clEnqueueReadBuffer");
  release(commands);
  clReleaseKernel(add);
  clReleaseProgram(program);
  clReleaseMemObject(a);
  DropSetup(&setup);
  for (int i = 0; i < kItems; ++i) {
    if (sums[i] != 111) return 1;
  }
  return 0;
}

// What sync points and barriers order where the queue orders nothing.
static void OutOfOrder(void) {
  Setup setup = MakeSetup(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_program program = Build(&setup, kSource, "");
  cl_kernel add = MakeKernel(program, "add"), shift = MakeKernel(program, "shift");
  cl_mem a = MakeBuffer(&setup, kBytes, NULL), b = MakeBuffer(&setup, kBytes, NULL);
  cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  cl_image_desc shape = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
  cl_int error;
  cl_mem image = clCreateImage(setup.context, CL_MEM_READ_WRITE, &format, &shape, NULL, &error);
  cl_mem other = clCreateImage(setup.context, CL_MEM_READ_WRITE, &format, &shape, NULL, &error);
  cl_command_buffer_khr commands = Create(setup.queue, NULL);
  const int seven = 7, n = 3;
  const cl_uint color[] = {5, 0, 0, 0};
  const size_t origin[] = {0, 0, 0}, region[] = {4, 4, 1}, row[] = {4, 1, 1}, second[] = {0, 1, 0};
  cl_sync_point_khr points[2], filled, mixed;
  clSetKernelArg(add, 0, sizeof(a), &a);
  clSetKernelArg(add, 1, sizeof(n), &n);
  clSetKernelArg(shift, 0, sizeof(b), &b);
  clSetKernelArg(shift, 1, sizeof(a), &a);
  printf("barrier %d\n", barrier(commands, NULL, 0, NULL, NULL, NULL));
  printf("fill %d\n", fill(commands, NULL, a, &seven, sizeof(seven), 0, kBytes, 0, NULL, &points[0], NULL));
  printf("fill image %d\n", fill_image(commands, NULL, image, color, origin, region, 0, NULL, &filled, NULL));
  printf("launch %d\n", launch(commands, NULL, NULL, add, 1, NULL, &kGlobal, NULL, 1, points, &points[1], NULL));
  printf("copy image %d\n", copy_image(commands, NULL, image, other, origin, origin, row, 1, &filled, &mixed, NULL));
  printf("barrier %d\n", barrier(commands, NULL, 1, &mixed, NULL, NULL));
  printf("to image %d\n", buffer_to_image(commands, NULL, a, image, 0, second, row, 1, &points[1], NULL, NULL));
  printf("barrier %d\n", barrier(commands, NULL, 0, NULL, NULL, NULL));
  printf("launch %d\n", launch(commands, NULL, NULL, shift, 1, NULL, &kGlobal, NULL, 0, NULL, NULL, NULL));
  printf("barrier %d\n", barrier(commands, NULL, 0, NULL, NULL, NULL));
  printf("to buffer %d\n", image_to_buffer(commands, NULL, image, a, origin, region, 0, 0, NULL, NULL, NULL));
  printf("finalize %d\n", finalize(commands));
  cl_event before = NULL, event = NULL;
  clEnqueueFillBuffer(setup.queue, b, &seven, sizeof(seven), 0, kBytes, 0, NULL, &before);
  printf("enqueue %d\n", enqueue(0, NULL, commands, 1, &before, &event));
  printf("wait %d\n", clWaitForEvents(1, &event));
  PrintInts(&setup, "a", a, kItems);
  PrintInts(&setup, "b", b, kItems);
  printf("release %d\n", release(commands));
  clReleaseEvent(before);
  clReleaseEvent(event);
  clReleaseMemObject(image);
  clReleaseMemObject(other);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
  clReleaseKernel(add);
  clReleaseKernel(shift);
  clReleaseProgram(program);
  DropSetup(&setup);
}

int RunCommandBuffers(void) {
  Setup setup = MakeSetup(0);
  FindAll(&setup);
  InOrder(&setup);
  Racy(&setup);
  Parts(&setup);
  DropSetup(&setup);
  OutOfOrder();
  return 0;
}
