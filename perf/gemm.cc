// CLBlast's SGEMM through its library, measured as lockstep-perf measures its kernels; prints the same
// JSON. At these sizes CLBlast's direct kernel does all in one launch, which the event stands for.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "perf/harness.h"  // says which OpenCL

#include <clblast_c.h>

namespace {

using lockstep::perf::Check;
using lockstep::perf::CommandMilliseconds;
using lockstep::perf::Memory;

struct Time {
  double wall_ms, kernel_ms;
};

class Gemm {
 public:
  explicit Gemm(size_t n) : n_(n) {
    const Memory contents[] = {lockstep::perf::Floats(n * n), lockstep::perf::Floats(n * n),
                               lockstep::perf::ZeroFloats(n * n)};
    for (int i = 0; i < 3; ++i) {
      memory_[i] = contents[i];
      cl_int status = CL_SUCCESS;
      buffers_[i] = clCreateBuffer(host_.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                   n * n * sizeof(float), memory_[i].bytes.data(), &status);
      Check(status, "clCreateBuffer");
    }
  }

  Time Run() {
    cl_command_queue queue = host_.queue();
    cl_event event = nullptr;
    const auto start = std::chrono::steady_clock::now();
    Check(CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, n_, n_, n_, 1,
                       buffers_[0], 0, n_, buffers_[1], 0, n_, 0, buffers_[2], 0, n_, &queue, &event),
          "CLBlastSgemm");
    Check(clFinish(queue), "clFinish");
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    const Time time{took.count(), CommandMilliseconds(event)};
    clReleaseEvent(event);
    return time;
  }

  bool IsRight() {
    std::vector<float> got(n_ * n_);
    Check(clEnqueueReadBuffer(host_.queue(), buffers_[2], CL_TRUE, 0, got.size() * sizeof(float),
                              got.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    for (size_t i = 0; i < n_; i += 7) {
      for (size_t j = 0; j < n_; ++j) {
        double sum = 0;
        for (size_t k = 0; k < n_; ++k)
          sum += double(memory_[0].floats()[i * n_ + k]) * memory_[1].floats()[k * n_ + j];
        if (!(std::fabs(sum - got[i * n_ + j]) <= 1e-3 * double(n_))) return false;
      }
    }
    return true;
  }

 private:
  lockstep::perf::Host host_;
  const size_t n_;
  Memory memory_[3];
  cl_mem buffers_[3];
};

}  // namespace

int main() {
  const char* size = std::getenv("LOCKSTEP_PERF_SIZE");
  const char* launches = std::getenv("LOCKSTEP_PERF_LAUNCHES");
  const size_t n = size != nullptr && std::strcmp(size, "small") == 0 ? 32 : 256;
  Gemm gemm(n);
  const Time first = gemm.Run();
  if (!gemm.IsRight()) {
    std::fprintf(stderr, "perf: CLBlast's result is wrong\n");
    return 3;
  }
  std::vector<double> wall, kernel;
  for (int i = launches != nullptr ? std::atoi(launches) : 5; i > 0; --i) {
    const Time time = gemm.Run();
    wall.push_back(time.wall_ms);
    kernel.push_back(time.kernel_ms);
  }
  std::sort(wall.begin(), wall.end());
  std::sort(kernel.begin(), kernel.end());
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("{\"benchmarks\": [{\"name\": \"clblast_gemm/%zu\", \"real_time\": %g, \"first_ms\": %g, "
              "\"first_kernel_ms\": %g, \"kernel_ms\": %g, \"peak_mib\": %g}]}\n",
              n, wall[wall.size() / 2], first.wall_ms, first.kernel_ms, kernel[kernel.size() / 2],
              double(usage.ru_maxrss) / 1024);
  return 0;
}
