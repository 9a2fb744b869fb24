// Kernels of matrix.cl: sizes, arguments and what must come out.
#include <algorithm>
#include <cmath>

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

Plan Floyd(size_t n) {
  Memory ways = Ints(n * n, 1000);
  for (size_t i = 0; i < n; ++i) ways.ints()[i * n + i] = 0;
  Plan plan{{std::move(ways).Restored()}, {}};
  for (size_t k = 0; k < n; ++k) plan.steps.push_back({"floyd", {Buffer(0), Int(n), Int(k)}, {n, n}, {16, 16}});
  return plan;
}

void ExpectFloyd(std::vector<Memory>& m, size_t n) {
  int32_t* ways = m[0].ints();
  for (size_t k = 0; k < n; ++k)
    for (size_t i = 0; i < n * n; ++i) ways[i] = std::min(ways[i], ways[i / n * n + k] + ways[k * n + i % n]);
}

void ExpectGemv(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n * n; ++i) m[2].floats()[i / n] += m[0].floats()[i] * m[1].floats()[i % n];
}

// `count` matrices of 16 x 16: symmetric, and positive definite for their diagonals.
Memory Definite(size_t count) {
  Memory memory = Floats(count * 256);
  for (size_t at = 0; at < count * 256; at += 256)
    for (size_t i = 0; i < 16; ++i) {
      float* m = memory.floats() + at;
      m[i * 17] += 16;
      for (size_t k = 0; k < i; ++k) m[k * 16 + i] = m[i * 16 + k];
    }
  return memory;
}

void ExpectCholesky(std::vector<Memory>& m, size_t count) {
  for (size_t at = 0; at < count * 256; at += 256) {
    const float* a = m[0].floats() + at;
    float* l = m[1].floats() + at;
    for (size_t i = 0; i < 16; ++i)
      for (size_t k = 0; k <= i; ++k) {
        float sum = a[i * 16 + k];
        for (size_t j = 0; j < k; ++j) sum -= l[i * 16 + j] * l[k * 16 + j];
        l[i * 16 + k] = i == k ? std::sqrt(sum) : sum / l[k * 17];
      }
  }
}

}  // namespace

std::vector<Case> MatrixCases() {
  return {
      {"matmul", "matrix.cl", 256, 32, [](size_t n) { return Product("matmul", n, 1, 16); }, ExpectProduct},
      {"matmul_tiled", "matrix.cl", 256, 32, [](size_t n) { return Product("matmul_tiled", n, 1, 16); }, ExpectProduct},
      {"matmul_guarded", "unproven.cl", 256, 32, [](size_t n) { return Product("matmul_guarded", n, 1, 16); },
       ExpectProduct},
      {"matmul_register", "matrix.cl", 256, 32, [](size_t n) { return Product("matmul_register", n, 4, 8); },
       ExpectProduct},
      {"transpose", "matrix.cl", 1024, 128,
       [](size_t n) {
         return Plan{{Floats(n * n), ZeroFloats(n * n)},
                     {{"transpose", {Buffer(0), Buffer(1), Int(n)}, {n, n}, {16, 16}}}};
       },
       ExpectTransposed},
      {"lud", "matrix.cl", 192, 32, Lud, ExpectLud},
      {"floyd", "matrix.cl", 192, 32, Floyd, ExpectFloyd},
      {"gemv", "matrix.cl", 2048, 128,
       [](size_t n) {
         return Plan{{Floats(n * n), Floats(n), ZeroFloats(n)},
                     {{"gemv", {Buffer(0), Buffer(1), Buffer(2), Int(n)}, {n * 64}, {64}}}};
       },
       ExpectGemv},
      {"cholesky", "matrix.cl", 1 << 12, 1 << 5,
       [](size_t n) {
         return Plan{{Definite(n), ZeroFloats(n * 256)}, {{"cholesky", {Buffer(0), Buffer(1)}, {n * 16}, {16}}}};
       },
       ExpectCholesky},
  };
}

}  // namespace lockstep::perf
