// Kernels of matrix.cl: sizes, arguments and what must come out.
#include "perf/case.h"

namespace lockstep::perf {
namespace {

// c = a * b by `kernel`, a work-item for each `per_item` x `per_item` results.
Plan Product(const char* kernel, size_t n, size_t per_item, size_t local) {
  return {{Floats(n * n), Floats(n * n), ZeroFloats(n * n)},
          {{kernel,
            {Buffer(0), Buffer(1), Buffer(2), Int(n)},
            {n / per_item, n / per_item},
            {local, local}}}};
}

void ExpectProduct(std::vector<Memory>& m, size_t n) {
  const float *a = m[0].floats(), *b = m[1].floats();
  float* c = m[2].floats();
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < n; ++k)
      for (size_t j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void ExpectTransposed(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n * n; ++i) m[1].floats()[i % n * n + i / n] = m[0].floats()[i];
}

// A matrix whose diagonal outweighs its rows, so that no pivoting is needed.
Memory Dominant(size_t n) {
  Memory memory = Floats(n * n);
  for (size_t i = 0; i < n; ++i) memory.floats()[i * n + i] += float(n);
  return memory;
}

Plan Lud(size_t n) {
  Plan plan{{Dominant(n).Restored()}, {}};
  for (size_t k = 0; k + 1 < n; ++k) {
    const std::vector<Arg> args = {Buffer(0), Int(n), Int(k)};
    const size_t left = (n - k - 1 + 15) / 16 * 16;
    plan.steps.push_back({"lud_column", args, {left}, {16}});
    plan.steps.push_back({"lud_rest", args, {left, left}, {16, 16}});
  }
  return plan;
}

void ExpectLud(std::vector<Memory>& m, size_t n) {
  float* a = m[0].floats();
  for (size_t k = 0; k < n; ++k)
    for (size_t i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (size_t j = k + 1; j < n; ++j) a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

}  // namespace

std::vector<Case> MatrixCases() {
  return {
      {"matmul", "matrix.cl", 256, 32, [](size_t n) { return Product("matmul", n, 1, 16); },
       ExpectProduct},
      {"matmul_tiled", "matrix.cl", 256, 32,
       [](size_t n) { return Product("matmul_tiled", n, 1, 16); }, ExpectProduct},
      {"matmul_guarded", "unproven.cl", 256, 32,
       [](size_t n) { return Product("matmul_guarded", n, 1, 16); }, ExpectProduct},
      {"matmul_register", "matrix.cl", 256, 32,
       [](size_t n) { return Product("matmul_register", n, 4, 8); }, ExpectProduct},
      {"transpose", "matrix.cl", 1024, 128,
       [](size_t n) {
         return Plan{{Floats(n * n), ZeroFloats(n * n)},
                     {{"transpose", {Buffer(0), Buffer(1), Int(n)}, {n, n}, {16, 16}}}};
       },
       ExpectTransposed},
      {"lud", "matrix.cl", 192, 32, Lud, ExpectLud},
  };
}

}  // namespace lockstep::perf
