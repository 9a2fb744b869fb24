// Kernels of bytes.cl: sizes, arguments and what must come out.
#include <algorithm>
#include <cstdlib>

#include "perf/case.h"

namespace lockstep::perf {
namespace {

// An image of n x n bytes made of another by a work-item for each pixel.
Plan ImageToImage(const char* kernel, size_t n) {
  return {{Bytes(n * n), ZeroBytes(n * n)}, {{kernel, {Buffer(0), Buffer(1), Int(n)}, {n, n}, {16, 16}}}};
}

void ExpectSobel(std::vector<Memory>& m, size_t n) {
  for (size_t y = 1; y + 1 < n; ++y)
    for (size_t x = 1; x + 1 < n; ++x) {
      const auto at = [&](int dx, int dy) { return int(m[0].bytes[(y + dy) * n + x + dx]); };
      int h = 0, v = 0;
      for (int k = -1; k <= 1; ++k) {
        const int weight = k == 0 ? 2 : 1;
        h += weight * (at(1, k) - at(-1, k));
        v += weight * (at(k, 1) - at(k, -1));
      }
      m[1].bytes[y * n + x] = static_cast<unsigned char>(std::min(std::abs(h) + std::abs(v), 255));
    }
}

void ExpectMedian(std::vector<Memory>& m, size_t n) {
  const int last = int(n) - 1;
  for (int y = 0; y <= last; ++y)
    for (int x = 0; x <= last; ++x) {
      std::vector<unsigned char> near;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          near.push_back(m[0].bytes[std::clamp(y + dy, 0, last) * n + std::clamp(x + dx, 0, last)]);
      std::sort(near.begin(), near.end());
      m[1].bytes[y * n + x] = near[4];
    }
}

constexpr size_t kGenerations = 4;

Plan Life(size_t n) {
  Memory cells = Bytes(n * n);
  for (unsigned char& cell : cells.bytes) cell &= 1;
  Plan plan{{std::move(cells).Restored(), ZeroBytes(n * n).Scratch()}, {}};
  for (size_t g = 0; g < kGenerations; ++g)
    plan.steps.push_back({"life", {Buffer(g % 2), Buffer(1 - g % 2), Int(n)}, {n, n}, {16, 16}});
  return plan;
}

void ExpectLife(std::vector<Memory>& m, size_t n) {
  for (size_t g = 0; g < kGenerations; ++g) {
    const std::vector<unsigned char> old = m[0].bytes;
    for (size_t y = 0; y < n; ++y)
      for (size_t x = 0; x < n; ++x) {
        int alive = 0;
        for (size_t k = 0; k < 9; ++k) alive += old[(y + n + k / 3 - 1) % n * n + (x + n + k % 3 - 1) % n];
        m[0].bytes[y * n + x] = alive == 3 || (old[y * n + x] != 0 && alive == 4);
      }
  }
}

constexpr unsigned char kPattern[] = {2, 0, 3, 1};

Plan StringSearch(size_t n) {
  Memory pattern = ZeroBytes(sizeof kPattern);
  std::copy(std::begin(kPattern), std::end(kPattern), pattern.bytes.begin());
  return {{Bytes(n + sizeof kPattern), ZeroBytes(n), ZeroInts(1).Restored(), pattern},
          {{"string_search", {Buffer(0), Buffer(1), Buffer(2), Int(sizeof kPattern), Buffer(3)}, {n}, {256}}}};
}

void ExpectStringSearch(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    m[1].bytes[i] = std::equal(std::begin(kPattern), std::end(kPattern), m[0].bytes.begin() + i,
                               [](int p, int text) { return p == (text & 3); });
    m[2].ints()[0] += m[1].bytes[i];
  }
}

}  // namespace

std::vector<Case> ByteCases() {
  return {
      {"threshold", "bytes.cl", 1 << 25, 1 << 14,
       [](size_t n) {
         return Plan{{Bytes(n), ZeroBytes(n)},
                     {{"threshold", {Buffer(0), Buffer(1), Scalar(static_cast<unsigned char>(100))}, {n}, {256}}}};
       },
       [](std::vector<Memory>& m, size_t n) {
         for (size_t i = 0; i < n; ++i) m[1].bytes[i] = m[0].bytes[i] >= 100 ? 255 : 0;
       }},
      {"gray", "bytes.cl", 1 << 22, 1 << 14,
       [](size_t n) {
         return Plan{{Bytes(n * 4), ZeroBytes(n)}, {{"gray", {Buffer(0), Buffer(1)}, {n}, {256}}}};
       },
       [](std::vector<Memory>& m, size_t n) {
         for (size_t i = 0; i < n; ++i) {
           const unsigned char* p = &m[0].bytes[i * 4];
           m[1].bytes[i] = static_cast<unsigned char>((p[0] * 77 + p[1] * 150 + p[2] * 29) >> 8);
         }
       }},
      {"sobel", "bytes.cl", 4096, 64, [](size_t n) { return ImageToImage("sobel", n); }, ExpectSobel},
      {"median", "bytes.cl", 512, 64, [](size_t n) { return ImageToImage("median", n); }, ExpectMedian},
      {"life", "bytes.cl", 512, 64, Life, ExpectLife},
      {"string_search", "bytes.cl", 1 << 22, 1 << 13, StringSearch, ExpectStringSearch},
      {"bytes_transpose", "bytes.cl", 2048, 128, [](size_t n) { return ImageToImage("bytes_transpose", n); },
       [](std::vector<Memory>& m, size_t n) {
         for (size_t i = 0; i < n * n; ++i) m[1].bytes[i % n * n + i / n] = m[0].bytes[i];
       }},
  };
}

}  // namespace lockstep::perf
