// Kernels of compute.cl: sizes, arguments and what must come out.
#include <cmath>

#include "perf/case.h"

namespace lockstep::perf {
namespace {

void ExpectNbody(std::vector<Memory>& m, size_t n) {
  const float* bodies = m[0].floats();
  float* accelerations = m[1].floats();
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      float d[4], square = 0.01f;
      for (int k = 0; k < 4; ++k) d[k] = bodies[j * 4 + k] - bodies[i * 4 + k];
      for (int k = 0; k < 3; ++k) square += d[k] * d[k];
      const float weight = bodies[j * 4 + 3] / std::sqrt(square * square * square);
      for (int k = 0; k < 4; ++k) accelerations[i * 4 + k] += d[k] * weight;
    }
}

void ExpectMandelbrot(std::vector<Memory>& m, size_t n) {
  const float step = 4.0f / float(n);
  for (size_t i = 0; i < n * n; ++i) {
    const size_t column = i % n, row = i / n;
    const float cx = float(column) * step - 2.5f, cy = float(row) * step - 2.0f;
    float x = 0, y = 0;
    int32_t count = 0;
    for (; count < 64 && x * x + y * y <= 4; ++count) {
      const float next = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = next;
    }
    m[0].ints()[i] = count;
  }
}

double Normal(double x) { return 0.5 * std::erfc(-x * std::sqrt(0.5)); }

void ExpectBlackScholes(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const double s = 5 + 25 * m[0].floats()[i], k = 1 + 99 * m[1].floats()[i],
                 t = 0.25 + 9.75 * m[2].floats()[i], spread = 0.3 * std::sqrt(t),
                 d1 = (std::log(s / k) + 0.065 * t) / spread, d2 = d1 - spread,
                 discounted = k * std::exp(-0.02 * t);
    m[3].floats()[i] = float(s * Normal(d1) - discounted * Normal(d2));
    m[4].floats()[i] = float(discounted * Normal(-d2) - s * Normal(-d1));
  }
}

void ExpectHash(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    uint32_t x = m[0].As<uint32_t>()[i];
    for (uint32_t round = 0; round < 64; ++round) {
      x ^= x >> 16;
      x = x * 0x85ebca6bu + round;
      x = x << 13 | x >> 19;
      x ^= uint32_t(__builtin_popcount(x)) << 3;
    }
    m[1].As<uint32_t>()[i] = x;
  }
}

constexpr size_t kShots = 64;

void ExpectHits(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    uint32_t state = m[0].As<uint32_t>()[i] * 2 + 1;
    const auto next = [&] { return (state = state * 1664525u + 1013904223u) >> 20; };
    for (size_t shot = 0; shot < kShots; ++shot) {
      const uint32_t x = next(), y = next();
      m[1].ints()[i / 256] += x * x + y * y < 4096 * 4096;
    }
  }
}

// The matrix of the cosine transform of eight values, row by row.
Memory Cosines() {
  Memory memory = ZeroFloats(64);
  for (int i = 0; i < 64; ++i) {
    const int frequency = i / 8, place = i % 8;
    memory.floats()[i] =
        float(std::cos(M_PI * frequency * (2 * place + 1) / 16) * std::sqrt((frequency == 0 ? 1.0 : 2.0) / 8));
  }
  return memory;
}

void ExpectDct(std::vector<Memory>& m, size_t n) {
  const float *in = m[0].floats(), *c = m[2].floats();
  for (size_t at = 0; at < n * n; ++at) {
    const size_t x = at % n, y = at / n, corner = (y - y % 8) * n + x - x % 8;
    for (size_t k = 0; k < 64; ++k)
      m[1].floats()[at] += in[corner + k / 8 * n + k % 8] * c[y % 8 * 8 + k / 8] * c[x % 8 * 8 + k % 8];
  }
}

}  // namespace

std::vector<Case> ComputeCases() {
  return {
      {"nbody", "compute.cl", 2048, 512,
       [](size_t n) {
         return Plan{{Floats(n * 4), ZeroFloats(n * 4)},
                     {{"nbody", {Buffer(0), Buffer(1), Int(n)}, {n}, {256}}}};
       },
       ExpectNbody},
      {"mandelbrot", "compute.cl", 512, 64,
       [](size_t n) {
         return Plan{{ZeroInts(n * n)}, {{"mandelbrot", {Buffer(0), Int(n)}, {n, n}, {16, 16}}}};
       },
       ExpectMandelbrot},
      {"black_scholes", "compute.cl", 1 << 16, 1 << 11,
       [](size_t n) {
         return Plan{{Floats(n), Floats(n), Floats(n), ZeroFloats(n), ZeroFloats(n)},
                     {{"black_scholes",
                       {Buffer(0), Buffer(1), Buffer(2), Buffer(3), Buffer(4)},
                       {n},
                       {64}}}};
       },
       ExpectBlackScholes},
      {"hash", "compute.cl", 1 << 16, 1 << 11,
       [](size_t n) {
         return Plan{{Ints(n, 1u << 31), ZeroInts(n)},
                     {{"hash", {Buffer(0), Buffer(1)}, {n}, {64}}}};
       },
       ExpectHash},
      {"monte_carlo", "compute.cl", 1 << 18, 1 << 11,
       [](size_t n) {
         return Plan{{Ints(n, 1u << 31), ZeroInts(n / 256)},
                     {{"monte_carlo", {Buffer(0), Buffer(1), Int(kShots)}, {n}, {256}}}};
       },
       ExpectHits},
      {"dct", "compute.cl", 512, 64,
       [](size_t n) {
         return Plan{{Floats(n * n), ZeroFloats(n * n), Cosines()},
                     {{"dct", {Buffer(0), Buffer(1), Buffer(2), Int(n)}, {n, n}, {8, 8}}}};
       },
       ExpectDct},
  };
}

}  // namespace lockstep::perf
