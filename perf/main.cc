// Google Benchmark over the kernels of cases.cc on the first OpenCL device it finds. Run it as it
// is, under `lockstep run --` or under `oclgrind`; perf/run does all three and prints the table.
// Names: <kernel>/<n>. Time: from enqueue to the end of clFinish, best seen by an application;
// counter `kernel_ms`: the device's own figure from event profiling.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <cstring>

#include "perf/harness.h"

namespace {

using lockstep::perf::Case;
using lockstep::perf::Check;
using lockstep::perf::Host;
using lockstep::perf::Launch;

cl_ulong KernelNanoseconds(cl_event event) {
  cl_ulong start = 0, end = 0;
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  return end - start;
}

cl_ulong RunOnce(Host& host, const Launch& launch) {
  cl_event event = nullptr;
  Check(clEnqueueNDRangeKernel(host.queue(), launch.kernel, cl_uint(launch.global.size()), nullptr,
                               launch.global.data(), launch.local.data(), 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
  Check(clFinish(host.queue()), "clFinish");
  const cl_ulong nanoseconds = KernelNanoseconds(event);
  clReleaseEvent(event);
  return nanoseconds;
}

void Run(benchmark::State& state, Host* host, const Case* one, size_t n) {
  const Launch launch = one->prepare(*host, n);
  RunOnce(*host, launch);  // the driver compiles on the first launch
  double kernel_ns = 0;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    kernel_ns += double(RunOnce(*host, launch));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(took.count());
  }
  state.counters["kernel_ms"] =
      benchmark::Counter(kernel_ns * 1e-6, benchmark::Counter::kAvgIterations);
}

}  // namespace

int main(int argc, char** argv) {
  Host host;
  const char* size = std::getenv("LOCKSTEP_PERF_SIZE");
  const bool small = size && std::strcmp(size, "small") == 0;
  for (const Case& one : lockstep::perf::Cases()) {
    const size_t n = small ? one.small_size : one.size;
    benchmark::RegisterBenchmark((std::string(one.name) + "/" + std::to_string(n)).c_str(), Run,
                                 &host, &one, n)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
