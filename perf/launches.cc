// What a launch itself costs, apart from what its kernel does: Google Benchmark over kernels that do next
// to nothing. Run it as it is and under `lockstep run --`; perf/launches does both.
//   enqueue/KIND   host time of one clEnqueueNDRangeKernel, in batches of 64 that are waited for outside
//                  the measured time. KIND: pruned (nothing to check), certified (data-independent, local
//                  memory), checked (depends on data)
//   round/KIND     from the enqueue to the end of clFinish
//   many/KIND      $LOCKSTEP_PERF_LAUNCHES (10^5) launches in batches of 64; counter `grown_mib`: by how
//                  much the process grew from the first tenth of them to the end
//   first/KIND     the first launch of the process, from its enqueue to the end of clFinish
//   items/LOG2     a checked launch of 2^LOG2 work-items, each with one scattered write of its own: time per access
//   bytes/LOG2     up to 2^16 work-items whose accesses are spread over a buffer of 2^LOG2 bytes
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "perf/harness.h"
#include "runtime/base/available_memory.h"

namespace {

using lockstep::perf::Check;
using lockstep::perf::Host;

constexpr int kBatch = 64;

double Seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double ResidentMib() {
  long pages = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// A kernel of launches.cl on one buffer of `bytes`.
class Small {
 public:
  Small(Host& host, const char* name, size_t bytes, size_t items) : host_(host), items_(items) {
    cl_int status = CL_SUCCESS;
    kernel_ = clCreateKernel(host.Program("launches.cl"), name, &status);
    Check(status, "clCreateKernel");
    buffer_ = clCreateBuffer(host.context(), CL_MEM_READ_WRITE, bytes, nullptr, &status);
    Check(status, "clCreateBuffer");
    // Written once, so that the pages are there.
    const cl_int zero = 0;
    Check(clEnqueueFillBuffer(host.queue(), buffer_, &zero, sizeof zero, 0, bytes, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
    Check(clSetKernelArg(kernel_, 0, sizeof buffer_, &buffer_), "clSetKernelArg");
    Finish();
  }
  ~Small() {
    clReleaseKernel(kernel_);
    clReleaseMemObject(buffer_);
  }
  Small(const Small&) = delete;
  Small& operator=(const Small&) = delete;

  cl_kernel kernel() const { return kernel_; }
  void Enqueue(cl_event* event = nullptr) {
    const size_t local = 64;
    Check(clEnqueueNDRangeKernel(host_.queue(), kernel_, 1, nullptr, &items_, &local, 0, nullptr, event),
          "clEnqueueNDRangeKernel");
  }
  void Finish() { Check(clFinish(host_.queue()), "clFinish"); }
  void Warm() {
    Enqueue();
    Finish();
    usleep(20000);  // a certificate is made behind the launch
  }

 private:
  Host& host_;
  const size_t items_;
  cl_kernel kernel_ = nullptr;
  cl_mem buffer_ = nullptr;
};

void Enqueue(benchmark::State& state, Host* host, const char* kind) {
  Small small(*host, kind, 64 * sizeof(cl_int), 64);
  small.Warm();
  for ([[maybe_unused]] auto _ : state) {
    const double start = Seconds();
    for (int i = 0; i < kBatch; ++i) small.Enqueue();
    state.SetIterationTime((Seconds() - start) / kBatch);
    small.Finish();
  }
}

void Round(benchmark::State& state, Host* host, const char* kind) {
  Small small(*host, kind, 64 * sizeof(cl_int), 64);
  small.Warm();
  for ([[maybe_unused]] auto _ : state) {
    const double start = Seconds();
    small.Enqueue();
    small.Finish();
    state.SetIterationTime(Seconds() - start);
  }
}

void First(benchmark::State& state, Host* host, const char* kind) {
  Small small(*host, kind, 64 * sizeof(cl_int), 64);
  for ([[maybe_unused]] auto _ : state) {
    const double start = Seconds();
    small.Enqueue();
    small.Finish();
    state.SetIterationTime(Seconds() - start);
  }
}

void Many(benchmark::State& state, Host* host, const char* kind) {
  const char* launches = std::getenv("LOCKSTEP_PERF_LAUNCHES");
  const int count = launches != nullptr ? std::atoi(launches) : 100000;
  Small small(*host, kind, 64 * sizeof(cl_int), 64);
  small.Warm();
  for ([[maybe_unused]] auto _ : state) {
    double early_mib = 0;
    const double start = Seconds();
    for (int i = 0; i < count; ++i) {
      small.Enqueue();
      if (i % kBatch == 0) small.Finish();
      if (i == count / 10) early_mib = ResidentMib();
    }
    small.Finish();
    state.SetIterationTime((Seconds() - start) / count);
    state.counters["grown_mib"] = ResidentMib() - early_mib;
  }
}

// Nanoseconds of the device per access, best of the iterations.
void Scale(benchmark::State& state, Host* host, size_t items, size_t bytes, const char* name,
           int accesses) {
  Small small(*host, name, bytes, items);
  const cl_uint mask = static_cast<cl_uint>(bytes / sizeof(cl_int) - 1);
  Check(clSetKernelArg(small.kernel(), 1, sizeof mask, &mask), "clSetKernelArg");
  double best = 1e30;
  for ([[maybe_unused]] auto _ : state) {
    cl_event event = nullptr;
    small.Enqueue(&event);
    small.Finish();
    const double ms = lockstep::perf::CommandMilliseconds(event);
    clReleaseEvent(event);
    best = std::min(best, ms * 1e6 / static_cast<double>(items) / accesses);
    state.SetIterationTime(ms * 1e-3);
  }
  state.counters["ns_per_access"] = best;
}

template <typename... Args>
benchmark::internal::Benchmark* Register(const std::string& name, Args... args) {
  return benchmark::RegisterBenchmark(name.c_str(), args...)->UseManualTime();
}

}  // namespace

int main(int argc, char** argv) {
  Host host;
  for (const char* kind : {"pruned", "certified", "checked"}) {
    const std::string name = kind;
    Register("first/" + name, First, &host, kind)->Unit(benchmark::kMillisecond)->Iterations(1);
    Register("enqueue/" + name, Enqueue, &host, kind)->Unit(benchmark::kMicrosecond)->Iterations(50);
    Register("round/" + name, Round, &host, kind)->Unit(benchmark::kMicrosecond)->Iterations(500);
    Register("many/" + name, Many, &host, kind)->Unit(benchmark::kMicrosecond)->Iterations(1);
  }
  for (int log2 = 10; log2 <= 26; log2 += 4)
    Register("items/" + std::to_string(log2), Scale, &host, size_t{1} << log2,
             size_t{4} << log2, "scatter", 1)->Unit(benchmark::kMillisecond)->Iterations(log2 < 20 ? 10 : 2);
  // A buffer's records are three times its size; what else the machine does needs some room, too.
  const auto free_bytes = static_cast<double>(lockstep::AvailableMemory().value_or(0));
  for (int log2 : {20, 22, 24, 26, 28, 30, 31, 32}) {
    if (4.25 * static_cast<double>(size_t{1} << log2) > free_bytes) break;
    // Every access has an element of its own.
    Register("bytes/" + std::to_string(log2), Scale, &host, size_t{1} << std::min(16, log2 - 6),
             size_t{1} << log2, "spread", 16)->Unit(benchmark::kMillisecond)->Iterations(2);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
