// Kernels of blocks.cl: sizes, arguments and what must come out.
#include <cmath>
#include <complex>
#include <numeric>

#include "perf/case.h"

namespace lockstep::perf {
namespace {

// Something of n floats made of n floats by `items` work-items in groups of `local`.
Plan FloatsToFloats(const char* kernel, size_t n, size_t items, size_t local = 256) {
  return {{Floats(n), ZeroFloats(n)}, {{kernel, {Buffer(0), Buffer(1)}, {items}, {local}}}};
}

void ExpectBlockSums(std::vector<Memory>& m, size_t n) {
  for (size_t b = 0; b < n / 256; ++b)
    m[1].floats()[b] = std::accumulate(m[0].floats() + b * 256, m[0].floats() + (b + 1) * 256, 0.f);
}

constexpr size_t kStridedGroups = 32;

void ExpectStridedSums(std::vector<Memory>& m, size_t n) {
  std::vector<double> sums(kStridedGroups);
  for (size_t i = 0; i < n; ++i) sums[i % (kStridedGroups * 256) / 256] += m[0].floats()[i];
  for (size_t g = 0; g < kStridedGroups; ++g) m[1].floats()[g] = float(sums[g]);
}

void ExpectScan(std::vector<Memory>& m, size_t n) {
  for (size_t b = 0; b < n; b += 256)
    std::partial_sum(m[0].floats() + b, m[0].floats() + b + 256, m[1].floats() + b);
}

void ExpectExclusiveScan(std::vector<Memory>& m, size_t n) {
  for (size_t b = 0; b < n; b += 512)
    std::exclusive_scan(m[0].floats() + b, m[0].floats() + b + 512, m[1].floats() + b, 0.f);
}

constexpr size_t kBytesPerItem = 16;

void ExpectHistogram(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n; ++i) ++m[1].ints()[m[0].bytes[i]];
}

void ExpectGather(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < 4; ++k)
      m[2].floats()[i] += m[0].floats()[i / 256 * 256 + (m[1].bytes[i + k] ^ k)];
}

// The sums of the definition, not the fast way: n * 256 steps.
void ExpectFft(std::vector<Memory>& m, size_t n) {
  using Complex = std::complex<float>;
  std::complex<double> roots[256];
  for (int i = 0; i < 256; ++i) roots[i] = std::polar(1.0, -2 * M_PI * i / 256);
  const Complex* in = m[0].As<Complex>();
  for (size_t i = 0; i < n; ++i) {
    std::complex<double> sum = 0;
    for (size_t k = 0; k < 256; ++k)
      sum += std::complex<double>(in[i / 256 * 256 + k]) * roots[i % 256 * k % 256];
    m[1].As<Complex>()[i] = Complex(sum);
  }
}

}  // namespace

std::vector<Case> BlockCases() {
  return {
      {"reduction", "blocks.cl", 1 << 20, 1 << 13,
       [](size_t n) {
         return Plan{{Floats(n), ZeroFloats(n / 256)},
                     {{"reduction", {Buffer(0), Buffer(1), Local(256 * 4)}, {n}, {256}}}};
       },
       ExpectBlockSums},
      {"reduction_guarded", "unproven.cl", 1 << 20, 1 << 13,
       [](size_t n) {
         return Plan{{Floats(n), ZeroFloats(n / 256)},
                     {{"reduction_guarded",
                       {Buffer(0), Buffer(1), Local(256 * 4), Int(n)},
                       {n},
                       {256}}}};
       },
       ExpectBlockSums},
      {"reduction_sparse", "blocks.cl", 1 << 20, 1 << 13,
       [](size_t n) { return FloatsToFloats("reduction_sparse", n, n); }, ExpectBlockSums},
      {"reduction_strided", "blocks.cl", 1 << 22, 1 << 15,
       [](size_t n) {
         return Plan{{Floats(n), ZeroFloats(kStridedGroups)},
                     {{"reduction_strided",
                       {Buffer(0), Buffer(1), Int(n)},
                       {kStridedGroups * 256},
                       {256}}}};
       },
       ExpectStridedSums},
      {"scan", "blocks.cl", 1 << 20, 1 << 12,
       [](size_t n) { return FloatsToFloats("scan", n, n); }, ExpectScan},
      {"scan_counted", "unproven.cl", 1 << 20, 1 << 12,
       [](size_t n) { return FloatsToFloats("scan_counted", n, n); }, ExpectScan},
      {"scan_tree", "blocks.cl", 1 << 20, 1 << 12,
       [](size_t n) { return FloatsToFloats("scan_tree", n, n / 2); }, ExpectExclusiveScan},
      {"histogram", "blocks.cl", 1 << 21, 1 << 14,
       [](size_t n) {
         return Plan{{Bytes(n), ZeroInts(256).Restored()},
                     {{"histogram",
                       {Buffer(0), Buffer(1), Int(kBytesPerItem)},
                       {n / kBytesPerItem},
                       {256}}}};
       },
       ExpectHistogram},
      {"gather", "blocks.cl", 1 << 20, 1 << 13,
       [](size_t n) {
         return Plan{{Floats(n), Bytes(n + 3), ZeroFloats(n)},
                     {{"gather", {Buffer(0), Buffer(1), Buffer(2)}, {n}, {256}}}};
       },
       ExpectGather},
      {"fft", "blocks.cl", 1 << 17, 1 << 12,
       [](size_t n) {
         return Plan{{Floats(n * 2), ZeroFloats(n * 2)},
                     {{"fft", {Buffer(0), Buffer(1)}, {n / 2}, {128}}}};
       },
       ExpectFft},
  };
}

}  // namespace lockstep::perf
