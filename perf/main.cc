// Google Benchmark over the kernels of perf/cases on the first OpenCL device it finds. Run it as it
// is, under `lockstep run --` or under `oclgrind`; perf/run does all three and prints the table.
// Names: <kernel>/<n>. Time: from the first enqueue to the end of clFinish.
// Counters: `first_ms`, `first_kernel_ms`: the first run in this process; `kernel_ms`: the median over
// the others, by the device's clock; `peak_mib`: most resident memory of the process so far.
// $LOCKSTEP_PERF_SIZE=small: sizes for a simulator; $LOCKSTEP_PERF_LAUNCHES=N: N runs behind the first;
// $LOCKSTEP_PERF_VERIFY: the first run's result is compared with the host's computation.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "perf/harness.h"

namespace {

using lockstep::perf::Case;
using lockstep::perf::Host;
using lockstep::perf::Prepared;

double PeakMib() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;  // Linux counts KiB
}

void Run(benchmark::State& state, Host* host, const Case* one, size_t n) {
  Prepared prepared(*host, *one, n);
  const Prepared::Time first = prepared.Run();  // the driver compiles on the first launch
  if (std::getenv("LOCKSTEP_PERF_VERIFY") != nullptr) {
    if (const std::string wrong = prepared.WhatIsWrong(); !wrong.empty()) {
      std::fprintf(stderr, "perf: wrong result of %s: %s\n", one->name, wrong.c_str());
      std::exit(3);
    }
  }
  std::vector<double> kernel_ms;
  for ([[maybe_unused]] auto _ : state) {
    prepared.Restore();
    const Prepared::Time time = prepared.Run();
    state.SetIterationTime(time.wall_ms * 1e-3);
    kernel_ms.push_back(time.kernel_ms);
  }
  std::nth_element(kernel_ms.begin(), kernel_ms.begin() + kernel_ms.size() / 2, kernel_ms.end());
  state.counters["first_ms"] = first.wall_ms;
  state.counters["first_kernel_ms"] = first.kernel_ms;
  state.counters["kernel_ms"] = kernel_ms[kernel_ms.size() / 2];
  state.counters["peak_mib"] = PeakMib();
}

}  // namespace

int main(int argc, char** argv) {
  Host host;
  const char* size = std::getenv("LOCKSTEP_PERF_SIZE");
  const char* launches = std::getenv("LOCKSTEP_PERF_LAUNCHES");
  const bool small = size && std::strcmp(size, "small") == 0;
  for (const Case& one : lockstep::perf::Cases()) {
    const size_t n = small ? one.small_size : one.size;
    auto* bench = benchmark::RegisterBenchmark(
        (std::string(one.name) + "/" + std::to_string(n)).c_str(), Run, &host, &one, n);
    bench->UseManualTime()->Unit(benchmark::kMillisecond);
    if (launches != nullptr) bench->Iterations(std::max(1, std::atoi(launches)));
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
