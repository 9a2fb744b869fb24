// Launches of every kind: arguments that change, clones, tasks, offsets, sizes left open, errors.
#include "probe.h"

static const char kSource[] =
    "typedef struct { int a; char b; int c; } Triple;\n"
    "kernel void scale(global int* out, const global int* in, int factor) {\n"
    "  size_t i = get_global_id(0);\n"
    "  out[i - get_global_offset(0)] = in[i - get_global_offset(0)] * factor + (int)i;\n"
    "}\n"
    "kernel void by_value(global int* out, Triple t, float4 f, local int* l) {\n"
    "  l[get_local_id(0)] = t.a + t.b + t.c;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] = l[get_local_size(0) - 1 - get_local_id(0)] + (int)f.w;\n"
    "}\n"
    "kernel void single(global int* out) { out[0] += 41; }\n"
    "kernel void maybe_null(global int* out, global int* p) { out[0] = p == 0; }\n"
    "kernel void grid(global int* out) {\n"
    "  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
    "  out[(z * get_global_size(1) + y) * get_global_size(0) + x] = x + 10 * y + 100 * z;\n"
    "}\n";

int RunArguments(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup, kSource, "");
  int input[16];
  for (int i = 0; i < 16; ++i) input[i] = i;
  cl_mem a = MakeBuffer(&setup, sizeof(input), input), b = MakeBuffer(&setup, sizeof(input), NULL);
  cl_kernel scale = MakeKernel(program, "scale");
  size_t global = 16, local = 4, offset = 3;
  for (int factor = 1; factor < 4; ++factor) {
    cl_mem out = factor % 2 != 0 ? b : a, in = factor % 2 != 0 ? a : b;
    clSetKernelArg(scale, 0, sizeof(out), &out);
    clSetKernelArg(scale, 1, sizeof(in), &in);
    clSetKernelArg(scale, 2, sizeof(factor), &factor);
    Check(clEnqueueNDRangeKernel(setup.queue, scale, 1, &offset, &global, &local, 0, NULL, NULL),
          "scale");
    PrintInts(&setup, "scale", out, 16);
  }
  cl_int error;
  cl_kernel clone = clCloneKernel(scale, &error);
  printf("clone %d\n", error);
  const int big = 1000;
  clSetKernelArg(clone, 2, sizeof(big), &big);
  Launch1D(&setup, clone, 16, 0);
  PrintInts(&setup, "clone", b, 16);
  Launch1D(&setup, scale, 16, 0);
  PrintInts(&setup, "original", b, 16);

  struct {
    cl_int a;
    char b;
    cl_int c;
  } triple = {1, 2, 3};
  cl_float4 vector = {{0, 0, 0, 500}};
  cl_kernel by_value = MakeKernel(program, "by_value");
  clSetKernelArg(by_value, 0, sizeof(b), &b);
  clSetKernelArg(by_value, 1, sizeof(triple), &triple);
  clSetKernelArg(by_value, 2, sizeof(vector), &vector);
  for (size_t size = 4; size <= 16; size *= 2) {
    clSetKernelArg(by_value, 3, size * sizeof(int), NULL);
    Launch1D(&setup, by_value, 16, size);
    PrintInts(&setup, "by_value", b, 16);
  }

  cl_kernel kernels[8];
  cl_uint count = 0;
  printf("all %d", clCreateKernelsInProgram(program, 8, kernels, &count));
  printf(" %u\n", count);
  for (cl_uint i = 0; i < count; ++i) {
    char name[64] = "";
    clGetKernelInfo(kernels[i], CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL);
    if (strcmp(name, "single") == 0) {
      clSetKernelArg(kernels[i], 0, sizeof(b), &b);
      cl_event event;
      cl_command_type type = 0;
      printf("task %d\n", clEnqueueTask(setup.queue, kernels[i], 0, NULL, &event));
      clWaitForEvents(1, &event);
      clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
      printf("task type %d\n", type == CL_COMMAND_TASK);
      clReleaseEvent(event);
      PrintInts(&setup, "single", b, 1);
    }
    clReleaseKernel(kernels[i]);
  }

  cl_kernel maybe_null = MakeKernel(program, "maybe_null");
  cl_mem none = NULL;
  clSetKernelArg(maybe_null, 0, sizeof(b), &b);
  printf("null buffer %d\n", clSetKernelArg(maybe_null, 1, sizeof(none), &none));
  Launch1D(&setup, maybe_null, 1, 1);
  PrintInts(&setup, "null", b, 1);

  cl_kernel grid = MakeKernel(program, "grid");
  cl_mem cube = MakeBuffer(&setup, 4 * 6 * 3 * sizeof(int), NULL);
  clSetKernelArg(grid, 0, sizeof(cube), &cube);
  size_t size3[] = {4, 6, 3}, local3[] = {2, 3, 1};
  printf("3D %d\n",
         clEnqueueNDRangeKernel(setup.queue, grid, 3, NULL, size3, local3, 0, NULL, NULL));
  PrintInts(&setup, "grid", cube, 4 * 6 * 3);
  clReleaseMemObject(cube);
  clReleaseKernel(grid);
  clReleaseKernel(maybe_null);
  clReleaseKernel(by_value);
  clReleaseKernel(clone);
  clReleaseKernel(scale);
  clReleaseProgram(program);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
  DropSetup(&setup);
  return 0;
}

// The work-group sizes that kernels see when the application leaves the choice to the driver.
int RunLocalSizes(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup,
                             "kernel void sizes(global int* out) {\n"
                             "  if (get_global_linear_id() == 0)\n"
                             "    for (int d = 0; d < 3; ++d) out[d] = get_local_size(d);\n"
                             "}\n"
                             "__attribute__((reqd_work_group_size(2, 3, 1)))\n"
                             "kernel void fixed(global int* out) {\n"
                             "  if (get_global_linear_id() == 0)\n"
                             "    for (int d = 0; d < 3; ++d) out[d] = get_local_size(d);\n"
                             "}\n",
                             "-cl-std=CL3.0");
  cl_mem out = MakeBuffer(&setup, 3 * sizeof(int), NULL);
  cl_kernel sizes = MakeKernel(program, "sizes"), fixed = MakeKernel(program, "fixed");
  clSetKernelArg(sizes, 0, sizeof(out), &out);
  clSetKernelArg(fixed, 0, sizeof(out), &out);
  const size_t lines[] = {1,  2,  3,   7,   8,   16,  17,   24,   31,   32,   60,   64,    96,   100,
                          127, 128, 250, 256, 257, 1000, 1024, 1536, 4096, 4097, 8192, 10007, 65536};
  for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); ++i) {
    printf("%zu ", lines[i]);
    Launch1D(&setup, sizes, lines[i], 0);
    PrintInts(&setup, "1D", out, 3);
  }
  const size_t planes[][3] = {{8, 8, 1},    {16, 16, 1},  {64, 64, 1},  {100, 30, 1}, {17, 19, 1},
                              {1, 1000, 1}, {1000, 1, 1}, {640, 48, 1}, {4, 4, 4},    {5, 7, 9},
                              {16, 16, 16}, {64, 1, 64},  {3, 128, 2},  {128, 64, 2}, {8, 512, 1},
                              {13, 64, 5},  {2, 2, 512},  {1, 1, 64},   {96, 40, 3},  {33, 65, 1}};
  for (size_t i = 0; i < sizeof(planes) / sizeof(planes[0]); ++i) {
    printf("%zu %zu %zu ", planes[i][0], planes[i][1], planes[i][2]);
    Check(clEnqueueNDRangeKernel(setup.queue, sizes, planes[i][2] > 1 ? 3 : 2, NULL, planes[i],
                                 NULL, 0, NULL, NULL),
          "sizes");
    PrintInts(&setup, "nD", out, 3);
  }
  const size_t fits[] = {4, 6};
  printf("fixed %d\n",
         clEnqueueNDRangeKernel(setup.queue, fixed, 2, NULL, fits, NULL, 0, NULL, NULL));
  PrintInts(&setup, "fixed", out, 3);
  clReleaseKernel(sizes);
  clReleaseKernel(fixed);
  clReleaseProgram(program);
  clReleaseMemObject(out);
  DropSetup(&setup);
  return 0;
}

// Calls that the driver must refuse, each with its own code.
int RunErrors(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup, kSource, "");
  cl_kernel scale = MakeKernel(program, "scale");
  cl_mem buffer = MakeBuffer(&setup, 64, NULL);
  size_t global = 16, local = 5, huge = 1 << 20, zero = 0;
  printf("unset %d\n",
         clEnqueueNDRangeKernel(setup.queue, scale, 1, NULL, &global, NULL, 0, NULL, NULL));
  printf("index %d\n", clSetKernelArg(scale, 9, sizeof(buffer), &buffer));
  printf("size %d\n", clSetKernelArg(scale, 0, 3, &buffer));
  const int factor = 1;
  clSetKernelArg(scale, 0, sizeof(buffer), &buffer);
  clSetKernelArg(scale, 1, sizeof(buffer), &buffer);
  clSetKernelArg(scale, 2, sizeof(factor), &factor);
  printf("dimension 0: %d\n",
         clEnqueueNDRangeKernel(setup.queue, scale, 0, NULL, &global, NULL, 0, NULL, NULL));
  printf("dimension 4: %d\n",
         clEnqueueNDRangeKernel(setup.queue, scale, 4, NULL, &global, NULL, 0, NULL, NULL));
  printf("no size %d\n",
         clEnqueueNDRangeKernel(setup.queue, scale, 1, NULL, NULL, NULL, 0, NULL, NULL));
  printf("zero size %d\n",
         clEnqueueNDRangeKernel(setup.queue, scale, 1, NULL, &zero, NULL, 0, NULL, NULL));
  printf("uneven %d\n",
         clEnqueueNDRangeKernel(setup.queue, scale, 1, NULL, &global, &local, 0, NULL, NULL));
  printf("huge group %d\n",
         clEnqueueNDRangeKernel(setup.queue, scale, 1, NULL, &huge, &huge, 0, NULL, NULL));
  cl_int error = 0;
  printf("kernel name %d", clCreateKernel(program, "nothing", &error) != NULL);
  printf(" %d\n", error);
  // The launch of no work-items was taken; the driver alone crashes if it still compiles it at exit.
  Check(clFinish(setup.queue), "clFinish");
  clReleaseKernel(scale);
  clReleaseProgram(program);
  clReleaseMemObject(buffer);
  DropSetup(&setup);
  return 0;
}

// Many launches under way at once, on one in-order queue.
int RunMany(void) {
  Setup setup = MakeSetup(0);
  cl_program program = Build(&setup,
                             "kernel void count(global int* a, int round) {\n"
                             "  int i = get_global_id(0);\n"
                             "  a[i] = a[(i + 0)] + round;\n"
                             "}\n",
                             "");
  cl_mem a = MakeBuffer(&setup, 64 * sizeof(int), NULL);
  cl_kernel kernel = MakeKernel(program, "count");
  clSetKernelArg(kernel, 0, sizeof(a), &a);
  const size_t global = 64, local = 16;
  for (int round = 0; round < 3000; ++round) {
    clSetKernelArg(kernel, 1, sizeof(round), &round);
    Check(clEnqueueNDRangeKernel(setup.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
          "count");
  }
  Check(clFinish(setup.queue), "clFinish");
  PrintInts(&setup, "sums", a, 64);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(a);
  DropSetup(&setup);
  return 0;
}
