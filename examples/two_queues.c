// A pipeline on two queues: one uploads, the other computes. Two buffers take turns.
//   two_queues          each upload waits for the launch that used its buffer before
//   two_queues racy     ... does not: races between commands (lockstep run --commands=on)
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 6, N = 4096 };

static const char kSource[] =
    "kernel void square(global const int *in, global int *out) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = in[i] * in[i];\n"
    "}\n";

int main(int argc, char** argv) {
  const int racy = argc > 1 && strcmp(argv[1], "racy") == 0;
  static cl_int input[ROUNDS][N], output[N];
  const size_t bytes = sizeof(output), count = N;
  const char* text = kSource;
  cl_platform_id platform;
  cl_device_id device;
  cl_mem in[2], out;
  cl_event used[2] = {NULL, NULL};
  if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) {
    fprintf(stderr, "no OpenCL device\n");
    return 1;
  }
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue upload = clCreateCommandQueue(context, device, 0, NULL);
  cl_command_queue compute = clCreateCommandQueue(context, device, 0, NULL);
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
  if (clBuildProgram(program, 1, &device, NULL, NULL, NULL) != CL_SUCCESS) return 1;
  cl_kernel square = clCreateKernel(program, "square", NULL);
  for (int i = 0; i < 2; ++i) in[i] = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, NULL);
  out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, NULL, NULL);
  clSetKernelArg(square, 1, sizeof(out), &out);

  for (int round = 0; round < ROUNDS; ++round) {
    cl_event uploaded;
    const int turn = round % 2, wait = used[turn] != NULL && !racy;
    for (int i = 0; i < N; ++i) input[round][i] = round + i % 7;
    clEnqueueWriteBuffer(upload, in[turn], CL_FALSE, 0, bytes, input[round], wait, wait ? &used[turn] : NULL, &uploaded);
    clFlush(upload);
    if (used[turn] != NULL) clReleaseEvent(used[turn]);
    clSetKernelArg(square, 0, sizeof(in[turn]), &in[turn]);
    clEnqueueNDRangeKernel(compute, square, 1, NULL, &count, NULL, 1, &uploaded, &used[turn]);
    clFlush(compute);
    clReleaseEvent(uploaded);
  }
  clEnqueueReadBuffer(compute, out, CL_TRUE, 0, bytes, output, 0, NULL, NULL);
  printf("out[1] = %d\n", output[1]);
  clFinish(upload);
  return 0;
}
