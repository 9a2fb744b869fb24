#include "perf/harness.h"

#include <chrono>
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

double CommandMilliseconds(cl_event event) {
  cl_ulong start = 0, end = 0;
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  return static_cast<double>(end - start) * 1e-6;
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

cl_program Host::Program(const std::string& file) {
  for (const auto& [known, built] : programs_) {
    if (known == file) return built;
  }
  // A bundle carries the kernels elsewhere than the build had them.
  const char* folder = std::getenv("LOCKSTEP_PERF_KERNELS");
  std::ifstream in(std::string(folder != nullptr ? folder : LOCKSTEP_PERF_FOLDER) + "/" + file);
  std::stringstream text;
  text << in.rdbuf();
  const std::string source = text.str();
  const char* pointer = source.c_str();
  cl_int status = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(context_, 1, &pointer, nullptr, &status);
  Check(status, "clCreateProgramWithSource");
  std::string options = file == "synchronising.cl" ? "-cl-std=CL3.0" : "";  // C11 atomics
  if (std::getenv("LOCKSTEP_PERF_RACY") != nullptr) options += " -DRACY";
  Check(clBuildProgram(program, 1, &device_, options.c_str(), nullptr, nullptr), "clBuildProgram");
  programs_.emplace_back(file, program);
  return program;
}

Prepared::Prepared(Host& host, const Case& one, size_t n)
    : host_(host), case_(one), n_(n), plan_(one.plan(n)) {
  cl_int status = CL_SUCCESS;
  for (Memory& memory : plan_.memory) {
    buffers_.push_back(clCreateBuffer(host.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                      memory.bytes.size(), memory.bytes.data(), &status));
    Check(status, "clCreateBuffer");
  }
  for (const Step& step : plan_.steps) {
    if (kernels_.count(step.kernel) > 0) continue;
    kernels_[step.kernel] = clCreateKernel(host.Program(one.file), step.kernel.c_str(), &status);
    Check(status, "clCreateKernel");
  }
}

void Prepared::Enqueue(const Step& step, cl_event* event) {
  cl_kernel kernel = kernels_.at(step.kernel);
  for (cl_uint i = 0; i < step.args.size(); ++i) {
    const Arg& arg = step.args[i];
    const bool buffer = arg.kind == Arg::Kind::kBuffer;
    const void* value = buffer ? static_cast<const void*>(&buffers_[arg.number]) : arg.value;
    Check(clSetKernelArg(kernel, i, buffer ? sizeof(cl_mem) : arg.number,
                         arg.kind == Arg::Kind::kLocal ? nullptr : value),
          "clSetKernelArg");
  }
  Check(clEnqueueNDRangeKernel(host_.queue(), kernel, cl_uint(step.global.size()), nullptr,
                               step.global.data(), step.local.data(), 0, nullptr, event),
        "clEnqueueNDRangeKernel");
}

Prepared::~Prepared() {
  for (const auto& [name, kernel] : kernels_) clReleaseKernel(kernel);
  for (cl_mem buffer : buffers_) clReleaseMemObject(buffer);
}

void Prepared::Restore() {
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const Memory& memory = plan_.memory[i];
    if (!memory.restored) continue;
    Check(clEnqueueWriteBuffer(host_.queue(), buffers_[i], CL_TRUE, 0, memory.bytes.size(),
                               memory.bytes.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
  }
}

Prepared::Time Prepared::Run() {
  std::vector<cl_event> events(plan_.steps.size());
  const auto start = std::chrono::steady_clock::now();
  for (size_t i = 0; i < events.size(); ++i) Enqueue(plan_.steps[i], &events[i]);
  Check(clFinish(host_.queue()), "clFinish");
  Time time;
  time.wall_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                     .count();
  for (cl_event event : events) {
    time.kernel_ms += CommandMilliseconds(event);
    clReleaseEvent(event);
  }
  return time;
}

std::string Prepared::WhatIsWrong() {
  std::vector<Memory> got = plan_.memory, want = plan_.memory;
  for (size_t i = 0; i < buffers_.size(); ++i) {
    Check(clEnqueueReadBuffer(host_.queue(), buffers_[i], CL_TRUE, 0, got[i].bytes.size(),
                              got[i].bytes.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  }
  case_.expected(want, n_);
  return FirstDifference(got, want);
}

}  // namespace lockstep::perf
