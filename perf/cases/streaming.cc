// Kernels of streaming.cl: sizes, arguments and what must come out.
#include "perf/case.h"

namespace lockstep::perf {

std::vector<Case> StreamingCases() {
  return {
      {"vecadd", "streaming.cl", 1 << 23, 1 << 14,
       [](size_t n) {
         return Plan{{Floats(n), Floats(n), ZeroFloats(n)},
                     {{"vecadd", {Buffer(0), Buffer(1), Buffer(2)}, {n}, {256}}}};
       },
       [](std::vector<Memory>& m, size_t n) {
         for (size_t i = 0; i < n; ++i) m[2].floats()[i] = m[0].floats()[i] + m[1].floats()[i];
       }},
      {"saxpy", "streaming.cl", 1 << 23, 1 << 14,
       [](size_t n) {
         return Plan{{Floats(n), Floats(n).Restored()},
                     {{"saxpy", {Buffer(0), Buffer(1), Float(1.5f)}, {n}, {256}}}};
       },
       [](std::vector<Memory>& m, size_t n) {
         for (size_t i = 0; i < n; ++i) m[1].floats()[i] += 1.5f * m[0].floats()[i];
       }},
      {"transpose_naive", "streaming.cl", 1024, 128,
       [](size_t n) {
         return Plan{{Floats(n * n), ZeroFloats(n * n)},
                     {{"transpose_naive", {Buffer(0), Buffer(1), Int(n)}, {n, n}, {16, 16}}}};
       },
       [](std::vector<Memory>& m, size_t n) {
         for (size_t i = 0; i < n * n; ++i) m[1].floats()[i % n * n + i / n] = m[0].floats()[i];
       }},
  };
}

}  // namespace lockstep::perf
