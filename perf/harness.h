// The little OpenCL host that every benchmark shares: one device, one queue, kernels from
// perf/kernels. Knows nothing of lockstep: the tool comes under it as under any application.
#ifndef LOCKSTEP_PERF_HARNESS_H_
#define LOCKSTEP_PERF_HARNESS_H_

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace lockstep::perf {

// Ends the process with one line if an OpenCL call failed.
void Check(cl_int status, const char* what);

class Host {
 public:
  Host();
  // Builds perf/kernels/<file> once per process and returns a new kernel.
  cl_kernel Kernel(const std::string& file, const std::string& name);
  // A buffer of `bytes` filled with a fixed pseudo-random pattern of small floats or bytes.
  cl_mem Floats(size_t count);
  cl_mem Bytes(size_t count);
  cl_mem Zeros(size_t bytes);
  cl_command_queue queue() const { return queue_; }

 private:
  cl_mem Buffer(const std::vector<unsigned char>& bytes);
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  std::vector<std::pair<std::string, cl_program>> programs_;
};

// A launch ready to be repeated.
struct Launch {
  cl_kernel kernel = nullptr;
  std::vector<size_t> global, local;
};

// One row of the table: how to prepare the kernel for problem size `n`.
struct Case {
  const char* name;
  size_t size;        // native run time of 10 ms or more
  size_t small_size;  // small enough for a simulator
  std::function<Launch(Host&, size_t n)> prepare;
};

const std::vector<Case>& Cases();

template <typename T>
void SetArg(cl_kernel kernel, cl_uint index, const T& value) {
  Check(clSetKernelArg(kernel, index, sizeof(T), &value), "clSetKernelArg");
}

}  // namespace lockstep::perf

#endif  // LOCKSTEP_PERF_HARNESS_H_
