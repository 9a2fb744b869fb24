// Pairs of host programs: one that races, and its twin that differs in one call (`if (fixed)`) and does not. One for
// every edge of docs/commands.md, every kind of command, and the patterns of real bugs.
//   pairs list            name and kind of each, a line each
//   pairs NAME racy|fixed
#include "pairs.h"

#include <unistd.h>

// One fill on each of two queues; the second waits for the first if `wait` says so.
static void TwoFills(cl_command_queue second, cl_event* event, cl_uint waits) {
  cl_kernel fill = Kernel("fill");
  const cl_int value = 7;
  Arg(fill, 0, a);
  DO(clSetKernelArg(fill, 1, sizeof(value), &value));
  Launch(q, fill, 0, N, 0, NULL, event);
  Launch(second, fill, 0, N, waits, waits ? event : NULL, NULL);
}

// --- Edges ---
static void wait_list(void) { TwoFills(other, &e, fixed ? 1 : 0); }

static void in_order_queue(void) { TwoFills(fixed ? q : other, &e, 0); }

static void finish(void) {
  cl_kernel fill = Kernel("add");
  Arg(fill, 0, a);
  Launch(q, fill, 0, N, 0, NULL, NULL);
  if (fixed) DO(clFinish(q)); else DO(clFlush(q));
  Launch(other, fill, 0, N, 0, NULL, NULL);
}

static void wait_for_events(void) {
  cl_kernel add = Kernel("add");
  cl_int status;
  Arg(add, 0, a);
  Launch(q, add, 0, N, 0, NULL, &e);
  DO(clFlush(q));
  if (fixed) {
    DO(clWaitForEvents(1, &e));
  } else {
    do DO(clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
    while (status != CL_COMPLETE);  // asking orders nothing
  }
  Launch(other, add, 0, N, 0, NULL, NULL);
}

static void out_of_order_queue(void) {
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(loose, add, 0, N, 0, NULL, &e);
  Launch(loose, add, 0, N, fixed ? 1 : 0, fixed ? &e : NULL, NULL);
}

static void barrier_of_queue(void) {
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(loose, add, 0, N, 0, NULL, NULL);
  if (fixed) DO(clEnqueueBarrierWithWaitList(loose, 0, NULL, NULL));
  else DO(clEnqueueMarkerWithWaitList(loose, 0, NULL, NULL));
  Launch(loose, add, 0, N, 0, NULL, NULL);
}

static void old_barrier(void) {
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(loose, add, 0, N, 0, NULL, NULL);
  if (fixed) DO(clEnqueueBarrier(loose)); else DO(clEnqueueMarker(loose, &e));
  Launch(loose, add, 0, N, 0, NULL, NULL);
}

static void marker_event(void) {
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(loose, add, 0, N, 0, NULL, NULL);
  DO(clEnqueueMarkerWithWaitList(loose, 0, NULL, &e));
  Launch(loose, add, 0, N, fixed ? 1 : 0, fixed ? &e : NULL, NULL);
}

static void marker_with_list(void) {  // waits for its list alone
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(loose, add, 0, N, 0, NULL, &e);
  DO(clEnqueueFillBuffer(loose, b, &fixed, 4, 0, BYTES, 0, NULL, &f));
  cl_event marker;
  DO(clEnqueueMarkerWithWaitList(loose, 1, fixed ? &e : &f, &marker));
  Launch(loose, add, 0, N, 1, &marker, NULL);
}

static void barrier_with_list(void) {
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(q, add, 0, N, 0, NULL, &e);
  DO(clFlush(q));
  if (fixed) DO(clEnqueueBarrierWithWaitList(other, 1, &e, NULL));
  Launch(other, add, 0, N, 0, NULL, NULL);
}

static void user_event(void) {  // that the host sets when it knows the first to be complete
  cl_kernel add = Kernel("add");
  cl_event user = UserEvent();
  Arg(add, 0, a);
  Launch(q, add, 0, N, 0, NULL, &e);
  Launch(other, add, 0, N, 1, &user, NULL);
  if (fixed) DO(clWaitForEvents(1, &e)); else DO(clFlush(q));
  DO(clSetUserEventStatus(user, CL_COMPLETE));
}

static void Refused(cl_event event, cl_int status) {
  if (clSetUserEventStatus(event, status) == CL_SUCCESS) exit(77);
}

static void user_event_with_refused_status(void) {  // which says nothing of it
  cl_kernel add = Kernel("add");
  cl_event user = UserEvent();
  Arg(add, 0, a);
  Launch(q, add, 0, N, 0, NULL, &e);
  Launch(other, add, 0, N, 1, &user, NULL);
  Refused(user, CL_RUNNING);
  if (fixed) DO(clWaitForEvents(1, &e)); else DO(clFlush(q));
  DO(clSetUserEventStatus(user, CL_COMPLETE));
}

static void status_of_a_command(void) {  // which only the driver sets: what is behind it runs
  cl_kernel add = Kernel("add");
  cl_event user = UserEvent();
  Arg(add, 0, a);
  DO(clEnqueueFillBuffer(q, b, &fixed, 4, 0, BYTES, 1, &user, &e));
  Refused(e, -1);
  DO(clSetUserEventStatus(user, CL_COMPLETE));
  Launch(q, add, 0, N, 0, NULL, NULL);
  Launch(fixed ? q : other, add, 0, N, 0, NULL, NULL);
}

static cl_event late;
static volatile int late_is_set;
static void CL_CALLBACK SetLate(cl_event event, cl_int status, void* data) {
  (void)event, (void)status, (void)data;
  DO(clSetUserEventStatus(late, CL_COMPLETE));
  late_is_set = 1;
}

static void callback(void) {  // of the first sets what the second waits for
  cl_kernel add = Kernel("add");
  late = UserEvent();
  Arg(add, 0, a);
  Launch(q, add, 0, N, 0, NULL, &e);
  DO(clEnqueueFillBuffer(loose, b, &fixed, 4, 0, BYTES, 0, NULL, &f));
  DO(clSetEventCallback(fixed ? e : f, CL_COMPLETE, SetLate, NULL));
  Launch(other, add, 0, N, 1, &late, NULL);
  DO(clFlush(q));
  DO(clFlush(loose));
  while (!late_is_set) usleep(1000);  // before clFinish, which would tell the callback's thread of the first
}

static void chain_of_events(void) {  // by way of a third command
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(q, add, 0, N, 0, NULL, &e);
  DO(clEnqueueFillBuffer(loose, b, &fixed, 4, 0, BYTES, fixed ? 1 : 0, fixed ? &e : NULL, &f));
  Launch(other, add, 0, N, 1, &f, NULL);
}

static void blocking_read(void) {
  DO(clEnqueueReadBuffer(q, a, fixed ? CL_TRUE : CL_FALSE, 0, BYTES, host, 0, NULL, NULL));
  DO(clEnqueueFillBuffer(other, a, &fixed, 4, 0, BYTES, 0, NULL, NULL));
}

static void blocking_write(void) {  // gives back its host memory and no more
  DO(clEnqueueWriteBuffer(q, a, CL_TRUE, 0, BYTES, host, 0, NULL, &e));
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(other, add, 0, N, fixed ? 1 : 0, fixed ? &e : NULL, NULL);
}

static void blocking_map(void) {
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(q, add, 0, N, 0, NULL, NULL);
  void* at = Map(q, a, fixed ? CL_TRUE : CL_FALSE, CL_MAP_READ, 0, BYTES);
  DO(clEnqueueUnmapMemObject(q, a, at, 0, NULL, NULL));
  if (!fixed) DO(clFlush(q));
  DO(clEnqueueReadBuffer(other, a, CL_TRUE, 0, BYTES, host, 0, NULL, NULL));
}

static void released_event(void) {  // an event that was released orders as before
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(q, add, 0, N, 0, NULL, &e);
  DO(clEnqueueMarkerWithWaitList(loose, fixed ? 1 : 0, fixed ? &e : NULL, &f));
  DO(clReleaseEvent(e));
  Launch(other, add, 0, N, 1, &f, NULL);
}

static void* EnqueueAdd(void* kernel) {
  Launch(other, kernel, 0, N, 0, NULL, NULL);
  return NULL;
}

static void threads(void) {  // of which the second starts when the first has waited
  cl_kernel add = Kernel("add");
  pthread_t thread;
  Arg(add, 0, a);
  Launch(q, add, 0, N, 0, NULL, NULL);
  if (fixed) DO(clFinish(q)); else DO(clFlush(q));
  pthread_create(&thread, NULL, EnqueueAdd, add);
  pthread_join(thread, NULL);
}

// --- Kinds of commands, each against a launch that writes the same buffer ---
static void Adds(cl_event* event) {
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(q, add, 0, N, 0, NULL, event);
}
// What another queue waits for must have been handed to the device.
#define AFTER (fixed ? 1 : 0), (clFlush(q), fixed ? &e : NULL)

static void read_buffer(void) {
  Adds(&e);
  DO(clEnqueueReadBuffer(other, a, CL_TRUE, 0, BYTES, host, AFTER, NULL));
}

static void write_buffer(void) {
  Adds(&e);
  DO(clEnqueueWriteBuffer(other, a, CL_FALSE, 0, BYTES, host, AFTER, NULL));
}

static void copy_buffer(void) {
  Adds(&e);
  DO(clEnqueueCopyBuffer(other, a, b, 0, 0, BYTES, AFTER, NULL));
}

static void copy_into_buffer(void) {
  Adds(&e);
  DO(clEnqueueCopyBuffer(other, b, a, 0, 0, BYTES, AFTER, NULL));
}

static void fill_buffer(void) {
  Adds(&e);
  DO(clEnqueueFillBuffer(other, a, &fixed, 4, 0, BYTES, AFTER, NULL));
}

static void unequal_fills(void) {  // equal ones are hidden
  const cl_int one = 0x01010101, two = 2;
  const cl_char same = 1;
  DO(clEnqueueFillBuffer(q, a, &one, 4, 0, BYTES, 0, NULL, NULL));
  DO(clEnqueueFillBuffer(other, a, fixed ? (const void*)&same : &two, fixed ? 1 : 4, 0, BYTES, 0, NULL, NULL));
}

static void unequal_writes(void) {  // equal ones are hidden
  more[5] = fixed ? 0 : 1;
  DO(clEnqueueWriteBuffer(q, a, CL_FALSE, 0, BYTES, host, 0, NULL, NULL));
  DO(clEnqueueWriteBuffer(other, a, CL_TRUE, 0, BYTES, more, 0, NULL, NULL));
}

static void equal_writes_apart(void) {  // by four bytes: what they share has other values
  for (int i = 0; i < N; ++i) host[i] = more[i] = i;
  DO(clEnqueueWriteBuffer(q, a, CL_FALSE, 0, BYTES / 2, host, 0, NULL, NULL));
  DO(clEnqueueWriteBuffer(other, a, CL_TRUE, fixed ? 0 : 4, BYTES / 2, more, 0, NULL, NULL));
}

static void read_rectangle(void) {
  const size_t origin[] = {0, 0, 0}, region[] = {64, 16, 1};
  Adds(&e);
  DO(clEnqueueReadBufferRect(other, a, CL_TRUE, origin, origin, region, 256, 0, 64, 0, host, AFTER, NULL));
}

static void write_rectangle(void) {
  const size_t origin[] = {0, 0, 0}, region[] = {64, 16, 1};
  Adds(&e);
  DO(clEnqueueWriteBufferRect(other, a, CL_FALSE, origin, origin, region, 256, 0, 64, 0, host, AFTER, NULL));
}

static void copy_rectangle(void) {
  const size_t origin[] = {0, 0, 0}, region[] = {64, 16, 1};
  Adds(&e);
  DO(clEnqueueCopyBufferRect(other, a, b, origin, origin, region, 256, 0, 64, 0, AFTER, NULL));
}

static void map_for_reading(void) {
  Adds(&e);
  cl_int error;
  clEnqueueMapBuffer(other, a, CL_TRUE, CL_MAP_READ, 0, BYTES, AFTER, NULL, &error);
  DO(error);
}

static void launch_that_reads(void) {
  cl_kernel copy = Kernel("copy");
  Arg(copy, 0, a);
  Arg(copy, 1, b);
  DO(clEnqueueFillBuffer(q, a, &fixed, 4, 0, BYTES, 0, NULL, &e));
  Launch(other, copy, 0, N, AFTER, NULL);
}

static void launch_by_data(void) {  // where it reads is decided by memory
  cl_kernel gather = Kernel("gather");
  Arg(gather, 0, a);
  Arg(gather, 1, b);
  Arg(gather, 2, c);
  DO(clEnqueueFillBuffer(q, a, &fixed, 4, 0, BYTES, 0, NULL, &e));
  Launch(other, gather, 0, N, AFTER, NULL);
}

static void launch_of_one_element(void) {
  cl_kernel first = Kernel("first");
  Arg(first, 0, a);
  Launch(q, first, 0, N, 0, NULL, NULL);
  DO(clEnqueueReadBuffer(other, a, CL_TRUE, fixed ? 4 : 0, 4, host, 0, NULL, NULL));
}

static void task(void) {
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  DO(clEnqueueTask(q, add, 0, NULL, &e));
  DO(clEnqueueReadBuffer(other, a, CL_TRUE, 0, BYTES, host, AFTER, NULL));
}

static void repeated_launch(void) {  // the third is certified, and known from the first
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  for (int i = 0; i < 3; ++i) {
    Launch(q, add, 0, N, 0, NULL, &e);
    if (i < 2) DO(clFinish(q));
  }
  DO(clEnqueueReadBuffer(other, a, CL_TRUE, 0, BYTES, host, AFTER, NULL));
}

static void halves(void) {  // of a buffer by two launches
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Launch(q, add, 0, N / 2, 0, NULL, NULL);
  Launch(other, add, fixed ? N / 2 : N / 2 - 1, N / 2, 0, NULL, NULL);
}

static void halves_by_transfers(void) {
  DO(clEnqueueWriteBuffer(q, a, CL_FALSE, 0, BYTES / 2, host, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(other, a, CL_TRUE, fixed ? BYTES / 2 : BYTES / 2 - 4, BYTES / 2, more, 0, NULL, NULL));
}

static void columns(void) {  // of one picture; only rectangles are apart
  const size_t left[] = {0, 0, 0}, right[] = {fixed ? 128 : 124, 0, 0}, region[] = {128, 16, 1}, there[] = {0, 0, 0};
  DO(clEnqueueWriteBufferRect(q, a, CL_FALSE, left, there, region, 256, 0, 128, 0, host, 0, NULL, NULL));
  DO(clEnqueueReadBufferRect(other, a, CL_TRUE, right, there, region, 256, 0, 128, 0, more, 0, NULL, NULL));
}

static void atomics(void) {
  cl_kernel count = Kernel("count");
  Arg(count, 0, a);
  Launch(q, count, 0, N, 0, NULL, &e);
  Launch(other, count, 0, N, AFTER, NULL);
}

// --- Launches of a kernel that synchronises ---
static void Lasts(size_t count, cl_event* event) {
  cl_kernel last = Last();
  Arg(last, 0, a);
  Arg(last, 1, b);
  Arg(last, 2, c);
  Launch(q, last, 0, count, 0, NULL, event);
}

static void synchronising_launch(void) {
  Lasts(N, &e);
  DO(clEnqueueReadBuffer(other, a, CL_TRUE, 0, BYTES, host, AFTER, NULL));
}

static void half_by_synchronising_launch(void) {
  Lasts(N / 2, NULL);
  DO(clEnqueueReadBuffer(other, a, CL_TRUE, fixed ? BYTES / 2 : BYTES / 2 - 4, BYTES / 2, host, 0, NULL, NULL));
}

static void counter_of_synchronising_launch(void) {
  Lasts(N, NULL);
  DO(clEnqueueReadBuffer(other, b, CL_TRUE, fixed ? 4 : 0, 4, host, 0, NULL, NULL));
}

static void sum_of_synchronising_launch(void) {
  Lasts(N, NULL);
  DO(clEnqueueWriteBuffer(other, c, CL_TRUE, fixed ? 4 : 0, 4, host, 0, NULL, NULL));
}

// --- Parts, images, memory of the host ---
static void sub_buffers(void) {
  cl_mem low = Part(a, 0, BYTES / 2), high = Part(a, fixed ? BYTES / 2 : BYTES / 4, BYTES / 2);
  cl_kernel one = Kernel("add"), two = Kernel("add");
  Arg(one, 0, low);
  Arg(two, 0, high);
  Launch(q, one, 0, N / 2, 0, NULL, NULL);
  Launch(other, two, 0, N / 2, 0, NULL, NULL);
}

static void parent_and_part(void) {
  cl_mem high = Part(a, BYTES / 2, BYTES / 2);
  cl_kernel add = Kernel("add");
  Arg(add, 0, high);
  Launch(q, add, 0, N / 2, 0, NULL, NULL);
  DO(clEnqueueReadBuffer(other, a, CL_TRUE, 0, fixed ? BYTES / 2 : BYTES, host, 0, NULL, NULL));
}

static const size_t kOrigin[] = {0, 0, 0}, kAll[] = {16, 16, 1};

static void read_image(void) {
  cl_mem image = Image();
  const cl_int color[] = {1, 1, 1, 1};
  DO(clEnqueueFillImage(q, image, color, kOrigin, kAll, 0, NULL, &e));
  DO(clEnqueueReadImage(other, image, CL_TRUE, kOrigin, kAll, 0, 0, host, AFTER, NULL));
}

static void write_image(void) {
  cl_mem image = Image();
  DO(clEnqueueWriteImage(q, image, CL_FALSE, kOrigin, kAll, 0, 0, host, 0, NULL, &e));
  DO(clEnqueueReadImage(other, image, CL_TRUE, kOrigin, kAll, 0, 0, more, AFTER, NULL));
}

static void halves_of_image(void) {
  cl_mem image = Image();
  const size_t right[] = {fixed ? 8 : 7, 0, 0}, half[] = {8, 16, 1};
  DO(clEnqueueWriteImage(q, image, CL_FALSE, kOrigin, half, 0, 0, host, 0, NULL, NULL));
  DO(clEnqueueReadImage(other, image, CL_TRUE, right, half, 0, 0, more, 0, NULL, NULL));
}

static void image_to_buffer(void) {
  cl_mem image = Image();
  Adds(&e);
  DO(clEnqueueCopyImageToBuffer(other, image, a, kOrigin, kAll, 0, AFTER, NULL));
}

static void buffer_to_image(void) {
  cl_mem image = Image();
  Adds(&e);
  DO(clEnqueueCopyBufferToImage(other, a, image, 0, kOrigin, kAll, AFTER, NULL));
}

static void copy_image(void) {
  cl_mem from = Image(), to = Image();
  const cl_int color[] = {1, 1, 1, 1};
  DO(clEnqueueFillImage(q, from, color, kOrigin, kAll, 0, NULL, &e));
  DO(clEnqueueCopyImage(other, from, to, kOrigin, kOrigin, kAll, AFTER, NULL));
}

static void painted_image(void) {  // by a launch
  cl_mem image = Image();
  cl_kernel paint = ImageKernel("paint");
  Arg(paint, 0, image);
  Launch(q, paint, 0, 256, 0, NULL, &e);
  DO(clEnqueueReadImage(other, image, CL_TRUE, kOrigin, kAll, 0, 0, host, AFTER, NULL));
}

static void image_read_and_written(void) {
  cl_mem image = Image();
  cl_kernel brighten = ImageKernel("brighten");
  Arg(brighten, 0, image);
  Arg(brighten, 1, fixed ? Image() : image);
  Launch(q, brighten, 0, 256, 0, NULL, NULL);
}

static void two_reads_into_one(void) {
  DO(clEnqueueReadBuffer(q, a, CL_FALSE, 0, BYTES, host, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(other, b, CL_FALSE, 0, BYTES, fixed ? more : host, 0, NULL, NULL));
}

static void write_what_is_read(void) {  // before the read is complete
  DO(clEnqueueReadBuffer(q, a, fixed ? CL_TRUE : CL_FALSE, 0, BYTES, host, 0, NULL, NULL));
  DO(clEnqueueWriteBuffer(other, b, CL_FALSE, 0, BYTES, host, 0, NULL, NULL));
}

static void blocking_write_of_what_is_read(void) {
  DO(clEnqueueReadBuffer(q, a, CL_FALSE, 0, BYTES, host, 0, NULL, &e));
  DO(clEnqueueWriteBuffer(other, b, CL_TRUE, 0, BYTES, host, AFTER, NULL));
}

static void write_what_was_read(void) {  // once the event says that the read is complete, which gives its memory back
  cl_int status;
  DO(clEnqueueReadBuffer(q, a, CL_FALSE, 0, BYTES, host, 0, NULL, &e));
  if (fixed) {
    do DO(clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
    while (status != CL_COMPLETE);
  }
  DO(clEnqueueWriteBuffer(other, b, CL_FALSE, 0, BYTES, host, 0, NULL, NULL));
}

static void changed_source(void) {  // of a write that does not block
  cl_int scratch[N] = {1};
  DO(clEnqueueWriteBuffer(q, a, fixed ? CL_TRUE : CL_FALSE, 0, BYTES, scratch, 0, NULL, NULL));
  memset(scratch, 7, BYTES);
  DO(clFinish(q));
}

static void source_read_back(void) {  // by a command of the same queue, which is no change by the host
  static cl_int scratch[N] = {1};
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  DO(clEnqueueWriteBuffer(q, a, CL_FALSE, 0, BYTES, scratch, 0, NULL, NULL));
  Launch(q, add, 0, N, 0, NULL, NULL);
  DO(clEnqueueReadBuffer(q, a, CL_FALSE, 0, BYTES, scratch, 0, NULL, NULL));
  DO(clEnqueueWriteBuffer(q, b, CL_FALSE, 0, BYTES, scratch, 0, NULL, NULL));
  if (fixed) DO(clFinish(q)); else DO(clFlush(q));
  DO(clEnqueueReadBuffer(other, c, CL_TRUE, 0, BYTES, scratch, 0, NULL, NULL));
}

static void source_before_user_event(void) {  // until which the host may fill it
  static cl_int scratch[N] = {1};
  cl_event user = UserEvent();
  DO(clEnqueueWriteBuffer(q, a, CL_FALSE, 0, BYTES, scratch, 1, &user, NULL));
  memset(scratch, 7, BYTES);
  DO(clSetUserEventStatus(user, CL_COMPLETE));
  if (fixed) DO(clFinish(q)); else DO(clFlush(q));
  DO(clEnqueueReadBuffer(other, c, CL_TRUE, 0, BYTES, scratch, 0, NULL, NULL));
  DO(clFinish(q));
}

static void reused_source(void) {  // of a write that does not block, for the next one
  cl_int scratch[16];
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 16; ++k) scratch[k] = i;
    DO(clEnqueueWriteBuffer(q, a, CL_FALSE, 64 * i, 64, scratch, 0, NULL, &e));
    if (fixed) DO(clWaitForEvents(1, &e)); else DO(clFlush(q));
  }
}

static void host_pointer(void) {  // two buffers over one memory
  static cl_int memory[2 * N] __attribute__((aligned(4096)));
  cl_mem one = Buffer(CL_MEM_USE_HOST_PTR, BYTES, memory);
  cl_mem two = Buffer(CL_MEM_USE_HOST_PTR, BYTES, fixed ? memory + N : memory);
  const cl_int three = 3;
  DO(clEnqueueFillBuffer(q, one, &fixed, 4, 0, BYTES, 0, NULL, NULL));
  DO(clEnqueueFillBuffer(other, two, &three, 4, 0, BYTES, 0, NULL, NULL));
}

static void host_pointers_of_one_launch(void) {  // that overlap; what it touches is told by addresses all the same
  static cl_int memory[2 * N] __attribute__((aligned(4096)));
  cl_mem low = Buffer(CL_MEM_USE_HOST_PTR, BYTES, memory);
  cl_mem high = Buffer(CL_MEM_USE_HOST_PTR, BYTES, memory + N / 2);
  cl_kernel copy = Kernel("copy");
  Arg(copy, 0, low);
  Arg(copy, 1, high);
  Launch(q, copy, N / 2, N / 2, 0, NULL, NULL);  // writes the quarter from N on
  DO(clEnqueueReadBuffer(other, b, CL_TRUE, 0, 64, memory + (fixed ? N + N / 2 : N), 0, NULL, NULL));
}

static volatile int gone;
static void CL_CALLBACK Gone(cl_mem mem, void* user) {
  (void)mem, (void)user;
  gone = 1;
}

static void destroyed_buffer(void) {  // whose callback says that its memory is free
  static cl_int memory[N] __attribute__((aligned(4096)));
  cl_mem one = Buffer(CL_MEM_USE_HOST_PTR, BYTES, memory);
  DO(clEnqueueFillBuffer(q, one, &fixed, 4, 0, BYTES, 0, NULL, NULL));
  DO(clFlush(q));
  if (fixed) DO(clSetMemObjectDestructorCallback(one, Gone, NULL));
  DO(clReleaseMemObject(one));
  while (fixed && !gone) usleep(1000);
  DO(clEnqueueReadBuffer(other, b, CL_TRUE, 0, BYTES, memory, 0, NULL, NULL));
}

static void host_pointer_and_transfer(void) {
  static cl_int memory[N] __attribute__((aligned(4096)));
  cl_mem one = Buffer(CL_MEM_USE_HOST_PTR, BYTES, memory);
  cl_kernel add = Kernel("add");
  Arg(add, 0, one);
  Launch(q, add, 0, N, 0, NULL, NULL);
  DO(clEnqueueReadBuffer(other, a, CL_TRUE, 0, BYTES, fixed ? host : memory, 0, NULL, NULL));
}

// --- Maps ---
static void launch_while_mapped(void) {
  void* at = Map(q, a, CL_TRUE, CL_MAP_WRITE, 0, BYTES);
  if (fixed) DO(clEnqueueUnmapMemObject(q, a, at, 0, NULL, NULL));
  Adds(NULL);
  if (!fixed) DO(clEnqueueUnmapMemObject(q, a, at, 0, NULL, NULL));
}

static void launch_reads_while_mapped(void) {
  cl_kernel copy = Kernel("copy");
  Arg(copy, 0, a);
  Arg(copy, 1, b);
  Map(q, a, CL_TRUE, fixed ? CL_MAP_READ : CL_MAP_WRITE, 0, BYTES);
  Launch(q, copy, 0, N, 0, NULL, NULL);
}

static void released_while_mapped(void) {  // and its memory serves the next buffer
  static cl_int memory[N] __attribute__((aligned(4096)));
  cl_mem one = Buffer(CL_MEM_USE_HOST_PTR, BYTES, memory);
  Map(q, one, CL_TRUE, CL_MAP_READ, 0, BYTES);
  DO(clRetainMemObject(one));
  DO(clReleaseMemObject(one));
  if (fixed) DO(clReleaseMemObject(one));
  DO(clEnqueueFillBuffer(q, Buffer(CL_MEM_USE_HOST_PTR, BYTES, memory), &fixed, 4, 0, BYTES, 0, NULL, NULL));
}

static void write_while_mapped_for_reading(void) {
  Map(q, a, CL_TRUE, CL_MAP_READ, 0, BYTES / 2);
  DO(clEnqueueFillBuffer(q, a, &fixed, 4, fixed ? BYTES / 2 : 0, BYTES / 2, 0, NULL, NULL));
}

static void half_mapped(void) {  // and a launch on the other half
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  Map(q, a, CL_TRUE, CL_MAP_WRITE, 0, BYTES / 2);
  Launch(q, add, fixed ? N / 2 : 0, N / 2, 0, NULL, NULL);
}

static void unmap_on_another_queue(void) {
  void* at = Map(q, a, CL_TRUE, CL_MAP_WRITE, 0, BYTES);
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  DO(clEnqueueUnmapMemObject(q, a, at, 0, NULL, &e));
  Launch(other, add, 0, N, AFTER, NULL);
}

static void two_maps_for_writing(void) {
  Map(q, a, CL_TRUE, CL_MAP_WRITE, 0, BYTES / 2);
  Map(q, a, CL_TRUE, CL_MAP_WRITE, fixed ? BYTES / 2 : 0, BYTES / 2);
}

static void map_before_launch_ends(void) {
  Adds(&e);
  cl_int error;
  clEnqueueMapBuffer(other, a, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, BYTES, AFTER, NULL, &error);
  DO(error);
}

static void unmapped_pointer(void) {
  void* at = Map(q, a, CL_TRUE, CL_MAP_WRITE, 0, BYTES);
  if (!fixed) DO(clEnqueueUnmapMemObject(q, a, at, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(q, b, CL_TRUE, 0, BYTES / 2, (char*)at + BYTES / 2, 0, NULL, NULL));
  if (fixed) DO(clEnqueueUnmapMemObject(q, a, at, 0, NULL, NULL));
}

static void unmapped_source(void) {  // unless it is mapped again
  void* at = Map(q, a, CL_TRUE, CL_MAP_READ, 0, BYTES);
  DO(clEnqueueUnmapMemObject(q, a, at, 0, NULL, NULL));
  DO(clFinish(q));
  if (fixed) at = Map(q, a, CL_TRUE, CL_MAP_READ, 0, BYTES);
  DO(clEnqueueWriteBuffer(q, b, CL_TRUE, 0, BYTES, at, 0, NULL, NULL));
}

// --- Threads ---
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int locks;

static void* SetArguments(void* kernel) {
  SetBesideAnother(kernel, locks ? &lock : NULL);
  return NULL;
}

static void SetInTwoThreads(cl_kernel one, cl_kernel two) {
  pthread_t thread;
  pthread_create(&thread, NULL, SetArguments, two);
  SetArguments(one);
  pthread_join(thread, NULL);
  Launch(q, one, 0, N, 0, NULL, NULL);
}

static void arguments_by_two_threads(void) {
  cl_kernel add = Kernel("add");
  SetInTwoThreads(add, fixed ? Kernel("add") : add);
}

static void arguments_under_a_lock(void) {
  cl_kernel add = Kernel("add");
  locks = fixed;
  SetInTwoThreads(add, add);
}

// --- Command buffers, as of version 0.9.0 of the extension ---
typedef cl_int (*CopyInto)(cl_command_buffer_khr, cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t, cl_uint,
                           const cl_sync_point_khr*, cl_sync_point_khr*, cl_mutable_command_khr*);
typedef cl_int (*BarrierInto)(cl_command_buffer_khr, cl_command_queue, cl_uint, const cl_sync_point_khr*,
                              cl_sync_point_khr*, cl_mutable_command_khr*);
static CopyInto copy_into;
static BarrierInto barrier_into;
static clFinalizeCommandBufferKHR_fn finalize;
static clEnqueueCommandBufferKHR_fn enqueue;

static cl_command_buffer_khr CommandBuffer(cl_command_queue queue) {
  cl_int error;
  clCreateCommandBufferKHR_fn create = Extension("clCreateCommandBufferKHR");
  copy_into = Extension("clCommandCopyBufferKHR");
  barrier_into = Extension("clCommandBarrierWithWaitListKHR");
  finalize = Extension("clFinalizeCommandBufferKHR");
  enqueue = Extension("clEnqueueCommandBufferKHR");
  cl_command_buffer_khr commands = create(1, &queue, NULL, &error);
  if (error == CL_INCOMPATIBLE_COMMAND_QUEUE_KHR || error == CL_INVALID_COMMAND_QUEUE) exit(77);
  DO(error);
  return commands;
}

static void command_buffer(void) {
  cl_command_buffer_khr commands = CommandBuffer(q);
  DO(copy_into(commands, NULL, a, b, 0, 0, BYTES, 0, NULL, NULL, NULL));
  DO(finalize(commands));
  DO(enqueue(0, NULL, commands, 0, NULL, &e));
  DO(clEnqueueReadBuffer(other, b, CL_TRUE, 0, BYTES, host, AFTER, NULL));
}

static void before_command_buffer(void) {
  cl_command_buffer_khr commands = CommandBuffer(other);
  DO(copy_into(commands, NULL, a, b, 0, 0, BYTES, 0, NULL, NULL, NULL));
  DO(finalize(commands));
  Adds(&e);
  DO(enqueue(0, NULL, commands, AFTER, NULL));
}

static void points_of_command_buffer(void) {
  cl_command_buffer_khr commands = CommandBuffer(loose);
  cl_sync_point_khr point;
  DO(copy_into(commands, NULL, a, b, 0, 0, BYTES, 0, NULL, &point, NULL));
  DO(copy_into(commands, NULL, b, c, 0, 0, BYTES, fixed ? 1 : 0, fixed ? &point : NULL, NULL, NULL));
  DO(finalize(commands));
  DO(enqueue(0, NULL, commands, 0, NULL, NULL));
  DO(clFinish(loose));
}

static void barrier_of_command_buffer(void) {
  cl_command_buffer_khr commands = CommandBuffer(loose);
  DO(copy_into(commands, NULL, a, b, 0, 0, BYTES, 0, NULL, NULL, NULL));
  if (fixed) DO(barrier_into(commands, NULL, 0, NULL, NULL, NULL));
  DO(copy_into(commands, NULL, b, c, 0, 0, BYTES, 0, NULL, NULL, NULL));
  DO(finalize(commands));
  DO(enqueue(0, NULL, commands, 0, NULL, NULL));
  DO(clFinish(loose));
}

static void command_buffer_twice(void) {  // in a queue out of order
  cl_command_buffer_khr commands = CommandBuffer(loose);
  DO(copy_into(commands, NULL, a, b, 0, 0, BYTES, 0, NULL, NULL, NULL));
  DO(finalize(commands));
  DO(enqueue(0, NULL, commands, 0, NULL, &e));
  if (fixed) DO(clWaitForEvents(1, &e));
  DO(clEnqueueReadBuffer(loose, b, CL_TRUE, 0, BYTES, host, 0, NULL, NULL));
  DO(clFinish(loose));
  DO(enqueue(0, NULL, commands, 0, NULL, NULL));
  DO(clFinish(loose));
}

static void launch_before_a_lesser_one(void) {  // that might write all, but writes one element only
  cl_kernel fill = Kernel("fill"), first = Kernel("first");
  const cl_int value = 7;
  Arg(fill, 0, a);
  DO(clSetKernelArg(fill, 1, sizeof(value), &value));
  Arg(first, 0, a);
  Launch(q, fill, 0, N, 0, NULL, NULL);
  Launch(q, first, 0, N, 0, NULL, &e);
  DO(clEnqueueReadBuffer(other, a, CL_TRUE, BYTES / 2, BYTES / 2, host, AFTER, NULL));
}

// --- Shared virtual memory ---
static void* SvmOf(cl_svm_mem_flags grain) {
  void* at = clSVMAlloc(context, CL_MEM_READ_WRITE | grain, BYTES, 0);
  if (at == NULL) exit(77);
  return at;
}

static void* Svm(void) { return SvmOf(0); }

static void svm_fill_and_copy(void) {
  void* at = Svm();
  DO(clEnqueueSVMMemFill(q, at, &fixed, 4, BYTES, 0, NULL, &e));
  DO(clEnqueueSVMMemcpy(other, CL_TRUE, host, at, BYTES, AFTER, NULL));
}

static void svm_launches(void) {
  void* at = Svm();
  cl_kernel add = Kernel("add");
  DO(clSetKernelArgSVMPointer(add, 0, at));
  Launch(q, add, 0, N, 0, NULL, &e);
  Launch(other, add, 0, N, AFTER, NULL);
}

static void svm_launch_while_mapped(void) {
  void* at = Svm();
  cl_kernel add = Kernel("add");
  DO(clSetKernelArgSVMPointer(add, 0, at));
  DO(clEnqueueSVMMap(q, CL_TRUE, CL_MAP_WRITE, at, BYTES, 0, NULL, NULL));
  if (fixed) DO(clEnqueueSVMUnmap(q, at, 0, NULL, NULL));
  Launch(q, add, 0, N, 0, NULL, NULL);
}

static void svm_that_stays_mapped(void) {  // which says nothing of a finer grain
  void* at = SvmOf(fixed ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0);
  cl_kernel add = Kernel("add");
  DO(clSetKernelArgSVMPointer(add, 0, at));
  DO(clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, at, BYTES, 0, NULL, NULL));
  Launch(q, add, 0, N, 0, NULL, NULL);
}

// --- Patterns of real bugs ---
static void reduction_without_events(void) {  // two levels on an out-of-order queue
  cl_kernel copy = Kernel("copy"), second = Kernel("copy");
  Arg(copy, 0, a);
  Arg(copy, 1, b);
  Arg(second, 0, b);
  Arg(second, 1, c);
  Launch(loose, copy, 0, N, 0, NULL, &e);
  Launch(loose, second, 0, N / 2, AFTER, NULL);
}

static void reduction_before_its_input(void) {  // on a second queue, which the upload's event was to hold back
  cl_kernel copy = Kernel("copy");
  Arg(copy, 0, a);
  Arg(copy, 1, b);
  DO(clEnqueueWriteBuffer(q, a, CL_FALSE, 0, BYTES, host, 0, NULL, &e));
  DO(clFlush(q));
  Launch(other, copy, 0, N, AFTER, NULL);
}

static void double_buffering(void) {  // with one event too few: the third upload reuses the first buffer
  cl_mem slots[] = {a, b};
  cl_event used[2];
  cl_kernel copies[2] = {Kernel("copy"), Kernel("copy")};
  cl_mem out[] = {c, Buffer(CL_MEM_READ_WRITE, BYTES, NULL)};
  for (int i = 0; i < 3; ++i) {
    cl_event up;
    const int waits = fixed && i >= 2;
    DO(clEnqueueWriteBuffer(q, slots[i % 2], CL_FALSE, 0, BYTES, host, waits, waits ? &used[i % 2] : NULL, &up));
    Arg(copies[i % 2], 0, slots[i % 2]);
    Arg(copies[i % 2], 1, out[i % 2]);
    Launch(other, copies[i % 2], 0, N, 1, &up, &used[i % 2]);
  }
}

static void loop_of_one_mistake(void) {
  cl_kernel add = Kernel("add");
  Arg(add, 0, a);
  for (int i = 0; i < 50; ++i) {
    Launch(q, add, 0, N, 0, NULL, &e);
    DO(clEnqueueReadBuffer(other, a, CL_FALSE, 0, BYTES, i % 2 ? host : more, AFTER, NULL));
    DO(clFinish(other));
    DO(clFinish(q));
  }
}

static const struct {
  const char* name;
  const char* kind;
  void (*run)(void);
} kPairs[] = {
#define PAIR(name, kind) {#name, kind, name},
#define U "unordered-commands"
#define M "mapped-region"
#define H "host-memory"
#define P "unmapped-pointer"
#define K "kernel-arguments"
    PAIR(wait_list, U) PAIR(in_order_queue, U) PAIR(finish, U) PAIR(wait_for_events, U) PAIR(out_of_order_queue, U)
    PAIR(barrier_of_queue, U) PAIR(old_barrier, U) PAIR(marker_event, U) PAIR(marker_with_list, U)
    PAIR(barrier_with_list, U) PAIR(user_event, U) PAIR(user_event_with_refused_status, U)
    PAIR(status_of_a_command, U) PAIR(callback, U) PAIR(chain_of_events, U)
    PAIR(blocking_read, U) PAIR(blocking_write, U) PAIR(blocking_map, U) PAIR(released_event, U) PAIR(threads, U)
    PAIR(read_buffer, U) PAIR(write_buffer, U) PAIR(copy_buffer, U) PAIR(copy_into_buffer, U) PAIR(fill_buffer, U) PAIR(unequal_fills, U)
    PAIR(unequal_writes, U) PAIR(equal_writes_apart, U)
    PAIR(synchronising_launch, U) PAIR(half_by_synchronising_launch, U) PAIR(counter_of_synchronising_launch, U)
    PAIR(sum_of_synchronising_launch, U)
    PAIR(read_rectangle, U) PAIR(write_rectangle, U) PAIR(copy_rectangle, U) PAIR(map_for_reading, U)
    PAIR(launch_that_reads, U) PAIR(launch_by_data, U) PAIR(launch_of_one_element, U) PAIR(task, U)
    PAIR(repeated_launch, U) PAIR(halves, U) PAIR(halves_by_transfers, U) PAIR(columns, U) PAIR(launch_before_a_lesser_one, U)
    PAIR(atomics, "unordered-atomics")
    PAIR(sub_buffers, U) PAIR(parent_and_part, U) PAIR(read_image, U) PAIR(write_image, U) PAIR(halves_of_image, U)
    PAIR(image_to_buffer, U) PAIR(buffer_to_image, U) PAIR(copy_image, U) PAIR(painted_image, U)
    PAIR(image_read_and_written, "image-read-write") PAIR(unmapped_pointer, P) PAIR(unmapped_source, P)
    PAIR(command_buffer, U) PAIR(before_command_buffer, U) PAIR(points_of_command_buffer, U)
    PAIR(barrier_of_command_buffer, U) PAIR(command_buffer_twice, U) PAIR(arguments_by_two_threads, K) PAIR(arguments_under_a_lock, K)
    PAIR(two_reads_into_one, H) PAIR(write_what_is_read, H) PAIR(write_what_was_read, H) PAIR(blocking_write_of_what_is_read, H)
    PAIR(changed_source, H) PAIR(reused_source, H) PAIR(source_read_back, H)
    PAIR(source_before_user_event, H) PAIR(host_pointer, U) PAIR(host_pointer_and_transfer, U)
    PAIR(destroyed_buffer, U) PAIR(host_pointers_of_one_launch, U)
    PAIR(launch_while_mapped, M) PAIR(launch_reads_while_mapped, M) PAIR(write_while_mapped_for_reading, M)
    PAIR(half_mapped, M) PAIR(released_while_mapped, M) PAIR(unmap_on_another_queue, U) PAIR(two_maps_for_writing, M)
    PAIR(map_before_launch_ends, U)
    PAIR(svm_fill_and_copy, U) PAIR(svm_launches, U) PAIR(svm_launch_while_mapped, M) PAIR(svm_that_stays_mapped, M)
    PAIR(reduction_without_events, U) PAIR(reduction_before_its_input, U) PAIR(double_buffering, U)
    PAIR(loop_of_one_mistake, U)
};

int main(int argc, char** argv) {
  const size_t pairs = sizeof(kPairs) / sizeof(kPairs[0]);
  if (argc == 2 && strcmp(argv[1], "list") == 0) {
    for (size_t i = 0; i < pairs; ++i) printf("%s %s\n", kPairs[i].name, kPairs[i].kind);
    return 0;
  }
  if (argc != 3) return 2;
  fixed = strcmp(argv[2], "fixed") == 0;
  for (size_t i = 0; i < pairs; ++i) {
    if (strcmp(argv[1], kPairs[i].name) != 0) continue;
    Start();
    kPairs[i].run();
    DO(clFinish(q));
    DO(clFinish(other));
    return 0;
  }
  fprintf(stderr, "no pair %s\n", argv[1]);
  return 2;
}
