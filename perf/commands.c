// A stream of commands: each round writes a buffer, launches on it and reads it back, on one queue or on several in turn,
// each with a buffer of its own.  commands QUEUES ROUNDS BYTES
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 8 };

static const char kSource[] = "kernel void add(global int *io) { io[get_global_id(0)] += 1; }\n";

static void Check(cl_int error) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "OpenCL error %d\n", error);
  exit(1);
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int queues = atoi(argv[1]), rounds = atoi(argv[2]);
  const size_t bytes = (size_t)atol(argv[3]), count = bytes / 4;
  const char* text = kSource;
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  cl_command_queue queue[MOST];
  cl_mem buffer[MOST];
  cl_kernel add[MOST];
  int* memory[MOST];
  if (queues < 1 || queues > MOST) return 2;
  Check(clGetPlatformIDs(1, &platform, NULL));
  Check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  Check(error);
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  Check(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
  for (int i = 0; i < queues; ++i) {
    queue[i] = clCreateCommandQueue(context, device, 0, &error);
    Check(error);
    buffer[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    Check(error);
    add[i] = clCreateKernel(program, "add", &error);
    Check(clSetKernelArg(add[i], 0, sizeof(buffer[i]), &buffer[i]));
    memory[i] = calloc(count, 4);
  }
  for (int round = 0; round < rounds; ++round) {
    const int i = round % queues;
    cl_event written;
    Check(clEnqueueWriteBuffer(queue[i], buffer[i], CL_FALSE, 0, bytes, memory[i], 0, NULL, &written));
    Check(clEnqueueNDRangeKernel(queue[i], add[i], 1, NULL, &count, NULL, 1, &written, NULL));
    Check(clEnqueueReadBuffer(queue[i], buffer[i], CL_TRUE, 0, bytes, memory[i], 0, NULL, NULL));
    clReleaseEvent(written);
  }
  return memory[0][0] == 0;
}
