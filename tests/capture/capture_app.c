// A program that makes its launches in all the ways that a capture has to follow. Prints the sum of the results.
//   capture_app racy|clean      the racy one leaves out `own` and so adds to what the next work-item writes
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call) do { cl_int e_ = (call); if (e_ != CL_SUCCESS) { fprintf(stderr, "%s: %d\n", #call, e_); exit(1); } } while (0)
enum { N = 256 };

int main(int argc, char **argv) {
  const int racy = argc > 1 && strcmp(argv[1], "racy") == 0;
  cl_platform_id platform;
  cl_device_id device;
  cl_int e;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
  CHECK(e);
  cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &e);
  CHECK(e);
  const char *source =
      "#include \"capture_app.h\"\n"
      "kernel void add(global int *to, global const int *from, read_only image1d_buffer_t table, struct Pair pair,\n"
      "                local int *tile) {\n"
      "  int i = get_global_id(0), own = i;\n"
      "  tile[get_local_id(0)] = from[i] + read_imagei(table, i % 16).x;\n"
      "  to[NEXT(i)] = pair.scale * tile[get_local_id(0)] + pair.offset;\n"
      "  to[own] += 1;\n"
      "}\n";
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &e);
  CHECK(e);
  CHECK(clBuildProgram(program, 1, &device, racy ? "-I headers -DRACY" : "-I headers", NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "add", &e);
  CHECK(e);
  // Two parts of one buffer, which the host may only write, and an image over another.
  int content[2 * N];
  for (int i = 0; i < 2 * N; ++i) content[i] = i;
  cl_mem all = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_HOST_WRITE_ONLY, sizeof content, NULL, &e);
  CHECK(e);
  cl_mem parts[2];
  for (int i = 0; i < 2; ++i) {
    const cl_buffer_region region = {i * N * sizeof(int), N * sizeof(int)};
    parts[i] = clCreateSubBuffer(all, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &e);
    CHECK(e);
  }
  cl_mem texels = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, N * sizeof(int), content, &e);
  CHECK(e);
  const cl_image_format format = {CL_R, CL_SIGNED_INT32};
  cl_image_desc description = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = N, .buffer = texels};
  cl_mem table = clCreateImage(context, CL_MEM_READ_ONLY, &format, &description, NULL, &e);
  CHECK(e);
  const int pair[2] = {3, 5};
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &parts[0]));
  CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &parts[1]));
  CHECK(clSetKernelArg(kernel, 2, sizeof(cl_mem), &table));
  CHECK(clSetKernelArg(kernel, 3, sizeof pair, pair));
  CHECK(clSetKernelArg(kernel, 4, 16 * sizeof(int), NULL));
  // The launch waits for a write that waits for us: a capture must neither read before it nor wait for it.
  cl_event gate = clCreateUserEvent(context, &e), written, launched;
  CHECK(e);
  CHECK(clEnqueueWriteBuffer(queue, all, CL_FALSE, 0, sizeof content, content, 1, &gate, &written));
  const size_t global = N, local = 16;
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 1, &written, &launched));
  CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
  CHECK(clWaitForEvents(1, &launched));
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(int), NULL, &e);
  CHECK(e);
  int result[N];
  CHECK(clEnqueueCopyBuffer(queue, parts[0], out, 0, 0, sizeof result, 0, NULL, NULL));
  CHECK(clFinish(queue));
  CHECK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof result, result, 0, NULL, NULL));
  long sum = 0;
  for (int i = 0; i < N; ++i) sum += result[i];
  printf("%ld\n", sum);
  clReleaseEvent(gate);
  clReleaseEvent(written);
  clReleaseEvent(launched);
  clReleaseMemObject(out);
  clReleaseMemObject(table);
  clReleaseMemObject(texels);
  for (int i = 0; i < 2; ++i) clReleaseMemObject(parts[i]);
  clReleaseMemObject(all);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
