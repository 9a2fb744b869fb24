// The little OpenCL host that every benchmark shares: one device, one queue, kernels from
// perf/kernels. Knows nothing of lockstep: the tool comes under it as under any application.
#ifndef LOCKSTEP_PERF_HARNESS_H_
#define LOCKSTEP_PERF_HARNESS_H_

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <map>
#include <string>
#include <vector>

#include "perf/case.h"

namespace lockstep::perf {

// Ends the process with one line if an OpenCL call failed.
void Check(cl_int status, const char* what);

// Milliseconds from the command's start to its end, by the device's clock.
double CommandMilliseconds(cl_event event);

class Host {
 public:
  Host();
  cl_context context() const { return context_; }
  cl_command_queue queue() const { return queue_; }
  cl_device_id device() const { return device_; }
  // A program of perf/kernels/<file>, built once per process, with -DRACY if $LOCKSTEP_PERF_RACY is set.
  cl_program Program(const std::string& file);

 private:
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  std::vector<std::pair<std::string, cl_program>> programs_;
};

// A case with its kernels and buffers, ready to be run again and again.
class Prepared {
 public:
  Prepared(Host& host, const Case& one, size_t n);
  ~Prepared();
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  // Writes back the initial contents of memory that the kernels read and write.
  void Restore();
  struct Time {
    double wall_ms = 0;    // from the first enqueue to the end of clFinish
    double kernel_ms = 0;  // sum over the launches, by the device's clock
  };
  Time Run();
  // After one Run on restored memory: what is wrong with the result, empty if nothing.
  std::string WhatIsWrong();

 private:
  void Enqueue(const Step& step, cl_event* event);

  Host& host_;
  const Case& case_;
  const size_t n_;
  Plan plan_;
  std::vector<cl_mem> buffers_;
  std::map<std::string, cl_kernel> kernels_;  // by name
};

}  // namespace lockstep::perf

#endif  // LOCKSTEP_PERF_HARNESS_H_
