// A program with a race, each part of which is made in a function of its own: what --host-stacks names. With --commands
// it has a race between commands, too.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>

namespace {

constexpr char kSource[] =
    "kernel void sum(global const int *in, global int *out) { out[0] += in[get_global_id(0)]; }\n";
constexpr size_t kCount = 256;

[[gnu::noinline]] cl_mem MakeMemory(cl_context context) {
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, kCount * sizeof(cl_int), nullptr, nullptr);  // creation
  return memory;
}

[[gnu::noinline]] cl_int BuildIt(cl_program program, cl_device_id device) {
  cl_int error = clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr);  // build
  return error;
}

struct Solver {
  cl_command_queue queue;
  cl_kernel kernel;

  // Inlined, so that only debugging data tells of it.
  [[gnu::always_inline]] inline cl_int Launch() const {
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &kCount, nullptr, 0, nullptr, nullptr);  // enqueue
  }
  [[gnu::noinline]] cl_int Step() const {
    cl_int error = Launch();  // step
    return error;
  }
};

[[gnu::noinline]] cl_int Upload(cl_command_queue queue, cl_mem memory, const void* data) {
  cl_int error =
      clEnqueueWriteBuffer(queue, memory, CL_FALSE, 0, kCount * sizeof(cl_int), data, 0, nullptr, nullptr);  // upload
  return error;
}

}  // namespace

int main() {
  cl_platform_id platform;
  cl_device_id device;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) {
    return 1;
  }
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  cl_command_queue other = clCreateCommandQueue(context, device, 0, nullptr);
  const char* text = kSource;
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
  if (BuildIt(program, device) != CL_SUCCESS) return 1;  // main build
  cl_kernel kernel = clCreateKernel(program, "sum", nullptr);
  cl_mem in = MakeMemory(context);   // main in
  cl_mem out = MakeMemory(context);  // main out
  clSetKernelArg(kernel, 0, sizeof(in), &in);
  clSetKernelArg(kernel, 1, sizeof(out), &out);
  static cl_int data[kCount];
  if (Upload(other, in, data) != CL_SUCCESS) return 1;       // main upload
  if (Solver{queue, kernel}.Step() != CL_SUCCESS) return 1;  // main step
  clFinish(other);
  clFinish(queue);
  std::puts("done");
  return 0;
}
