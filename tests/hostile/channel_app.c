// An OpenCL program that does what its arguments say, one after the other, and ends by exit(0).
//
//   use          asks for a context, and launches nothing
//   race, clean  launches a kernel with a race, or without
//   close        closes every descriptor but the standard ones
//   remove DIR   removes that folder and what is in it
//   wait         until its stdin ends
//   tell FILE    makes FILE
//   leave DIR    leaves a process behind, as a daemon does, till DIR/stop is there, or for a minute: then it makes DIR/late
//   _exit        ends without exit()
//   kill         ends by SIGKILL
//   exec PROGRAM becomes that program, which gets no arguments
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* const kSource =
    "kernel void racy(global int* a) { a[get_global_id(0) / 2] = get_global_id(0); }\n"
    "kernel void clean(global int* a) { a[get_global_id(0)] = get_global_id(0); }\n";

static cl_context context;
static cl_device_id device;

static void Check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "channel_app: %s failed with %d\n", what, status);
  exit(3);
}

static void Use(void) {
  cl_int status;
  cl_platform_id platform;
  if (context != NULL) return;
  Check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  Check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  Check(status, "clCreateContext");
}

static void Launch(const char* name) {
  cl_int status;
  Use();
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  Check(status, "clCreateCommandQueue");
  const char* source = kSource;
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
  Check(status, "clCreateProgramWithSource");
  Check(clBuildProgram(program, 0, NULL, "", NULL, NULL), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, name, &status);
  Check(status, "clCreateKernel");
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, &status);
  Check(status, "clCreateBuffer");
  Check(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), "clSetKernelArg");
  const size_t global = 64, local = 16;
  Check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
  Check(clFinish(queue), "clFinish");
}

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    const char* word = words[i];
    if (strcmp(word, "use") == 0) {
      Use();
    } else if (strcmp(word, "race") == 0) {
      Launch("racy");
    } else if (strcmp(word, "clean") == 0) {
      Launch("clean");
    } else if (strcmp(word, "close") == 0) {
      for (int file = 3; file < 4096; ++file) close(file);
    } else if (strcmp(word, "remove") == 0) {
      char command[4096];
      snprintf(command, sizeof(command), "rm -rf '%s'", words[++i]);
      if (system(command) != 0) return 4;
    } else if (strcmp(word, "wait") == 0) {
      char byte;
      while (read(0, &byte, 1) > 0) {
      }
    } else if (strcmp(word, "tell") == 0) {
      close(open(words[++i], O_CREAT | O_WRONLY, 0600));
    } else if (strcmp(word, "leave") == 0) {
      if (chdir(words[++i]) != 0) return 7;
      if (fork() != 0) continue;
      for (int file = 0; file < 3; ++file) dup2(open("/dev/null", O_RDWR), file);
      for (int rounds = 0; rounds < 600 && access("stop", F_OK) != 0; ++rounds) usleep(100000);
      if (access("stop", F_OK) != 0) close(open("late", O_CREAT | O_WRONLY, 0600));
      _exit(0);
    } else if (strcmp(word, "_exit") == 0) {
      _exit(0);
    } else if (strcmp(word, "kill") == 0) {
      kill(getpid(), SIGKILL);
    } else if (strcmp(word, "exec") == 0) {
      execlp(words[i + 1], words[i + 1], (char*)NULL);
      return 5;
    } else {
      return 6;
    }
  }
  return 0;
}
