// A program whose static objects use OpenCL to the very end: a racy kernel is launched with a good number of
// elements in main(), and with a bad one in the destructor, unless there is an argument.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>

namespace {

void Check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "late: %s failed with %d\n", what, status);
  std::_Exit(3);
}

class Engine {
 public:
  void Start() {
    cl_int status;
    cl_platform_id platform;
    cl_device_id device;
    Check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    Check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    Check(status, "clCreateContext");
    queue_ = clCreateCommandQueue(context, device, 0, &status);
    Check(status, "clCreateCommandQueue");
    const char* source = "kernel void add(global int* a, int n) { a[get_global_id(0) % n] += 1; }";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
    Check(status, "clCreateProgramWithSource");
    Check(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
    kernel_ = clCreateKernel(program, "add", &status);
    Check(status, "clCreateKernel");
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, nullptr, &status);
    Check(status, "clCreateBuffer");
    Check(clSetKernelArg(kernel_, 0, sizeof(buffer), &buffer), "clSetKernelArg");
  }
  void Launch(cl_int n) {
    const size_t global = 64;
    Check(clSetKernelArg(kernel_, 1, sizeof(n), &n), "clSetKernelArg");
    Check(clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    Check(clFinish(queue_), "clFinish");
  }
  ~Engine() {
    if (ends) Launch(8);
    std::puts("destroyed");
  }
  bool ends = true;

 private:
  cl_command_queue queue_ = nullptr;
  cl_kernel kernel_ = nullptr;
};

Engine engine;

}  // namespace

int main(int count, char**) {
  engine.ends = count < 2;
  engine.Start();
  engine.Launch(64);
  return 0;
}
