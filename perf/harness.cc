#include "perf/harness.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace lockstep::perf {

void Check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "perf: %s failed with OpenCL error %d\n", what, status);
  std::exit(2);
}

Host::Host() {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  Check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
  for (cl_uint i = 0; i < count && !device_; ++i) {
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device_, nullptr) != CL_SUCCESS)
      device_ = nullptr;
  }
  if (!device_) {
    std::fprintf(stderr, "perf: no OpenCL device; install pocl-opencl-icd\n");
    std::exit(2);
  }
  cl_int status = CL_SUCCESS;
  context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
  Check(status, "clCreateContext");
  queue_ = clCreateCommandQueue(context_, device_, CL_QUEUE_PROFILING_ENABLE, &status);
  Check(status, "clCreateCommandQueue");
}

cl_kernel Host::Kernel(const std::string& file, const std::string& name) {
  cl_program program = nullptr;
  for (const auto& [known, built] : programs_) {
    if (known == file) program = built;
  }
  cl_int status = CL_SUCCESS;
  if (!program) {
    // A bundle carries the kernels elsewhere than the build had them.
    const char* folder = std::getenv("LOCKSTEP_PERF_KERNELS");
    std::ifstream in(std::string(folder != nullptr ? folder : LOCKSTEP_PERF_FOLDER) + "/" + file);
    std::stringstream text;
    text << in.rdbuf();
    const std::string source = text.str();
    const char* pointer = source.c_str();
    program = clCreateProgramWithSource(context_, 1, &pointer, nullptr, &status);
    Check(status, "clCreateProgramWithSource");
    const char* options = file == "synchronising.cl" ? "-cl-std=CL3.0" : "";  // C11 atomics
    Check(clBuildProgram(program, 1, &device_, options, nullptr, nullptr), "clBuildProgram");
    programs_.emplace_back(file, program);
  }
  cl_kernel kernel = clCreateKernel(program, name.c_str(), &status);
  Check(status, "clCreateKernel");
  return kernel;
}

cl_mem Host::Buffer(const std::vector<unsigned char>& bytes) {
  cl_int status = CL_SUCCESS;
  cl_mem buffer =
      clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(),
                     const_cast<unsigned char*>(bytes.data()), &status);
  Check(status, "clCreateBuffer");
  return buffer;
}

cl_mem Host::Floats(size_t count) {
  std::vector<unsigned char> bytes(count * sizeof(float));
  float* values = reinterpret_cast<float*>(bytes.data());
  for (size_t i = 0; i < count; ++i) values[i] = float(i * 2654435761u % 1000) / 1000.0f;
  return Buffer(bytes);
}

cl_mem Host::Bytes(size_t count) {
  std::vector<unsigned char> bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = (i * 2654435761u) >> 13;
  return Buffer(bytes);
}

cl_mem Host::Zeros(size_t bytes) { return Buffer(std::vector<unsigned char>(bytes)); }

}  // namespace lockstep::perf
