// Kernels of stencils.cl: sizes, arguments and what must come out.
#include <algorithm>

#include "perf/case.h"

namespace lockstep::perf {
namespace {

void ExpectStencil(std::vector<Memory>& m, size_t n) {
  const float* in = m[0].floats();
  for (size_t y = 0; y < n; ++y)
    for (size_t x = 0; x < n; ++x) {
      const size_t at = y * n + x;
      const bool border = x == 0 || y == 0 || x == n - 1 || y == n - 1;
      m[1].floats()[at] =
          border ? in[at]
                 : 0.2f * (in[at] + in[at - 1] + in[at + 1] + in[at - n] + in[at + n]);
    }
}

void ExpectStencil3d(std::vector<Memory>& m, size_t n) {
  const float* in = m[0].floats();
  for (size_t i = 0; i < n * n * n; ++i) {
    const size_t x = i % n, y = i / n % n, z = i / n / n;
    const bool border = x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1;
    m[1].floats()[i] = border ? in[i]
                              : 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] +
                                        in[i - n * n] + in[i + n * n]) + 0.4f * in[i];
  }
}

constexpr size_t kPitch = 32;  // more than a row has

void ExpectBoxClamped(std::vector<Memory>& m, size_t size) {
  const int n = int(size), pitch = int(size + kPitch);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      float sum = 0;
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
          sum += m[0].floats()[std::clamp(y + j, 0, n - 1) * pitch + std::clamp(x + i, 0, n - 1)];
      m[1].floats()[y * pitch + x] = sum;
    }
}

void ExpectConvolution(std::vector<Memory>& m, size_t size) {
  const int n = int(size);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      float sum = 0;
      for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i) {
          const int column = x + i - 2, row = y + j - 2;
          if (column < 0 || row < 0 || column >= n || row >= n) continue;
          sum += m[1].floats()[j * 5 + i] * m[0].floats()[row * n + column];
        }
      m[2].floats()[y * n + x] = sum;
    }
}

void ExpectStencilLocal(std::vector<Memory>& m, size_t n) {
  for (size_t block = 0; block < n; block += 256) {
    float row[256], next[256];
    std::copy_n(m[0].floats() + block, 256, row);
    for (int step = 0; step < 4; ++step) {
      for (int i = 0; i < 256; ++i)
        next[i] = 0.25f * row[std::max(i, 1) - 1] + 0.5f * row[i] +
                  0.25f * row[std::min(i + 1, 255)];
      std::copy_n(next, 256, row);
    }
    std::copy_n(row, 256, m[1].floats() + block);
  }
}

constexpr float kSradQ = 0.05f;

// 1 to 2, since the kernel divides by it.
Memory Image(size_t n) {
  Memory memory = Floats(n * n);
  for (size_t i = 0; i < n * n; ++i) memory.floats()[i] += 1;
  return memory;
}

Plan Srad(size_t n) {
  return {{Image(n).Restored(), ZeroFloats(n * n * 4).Scratch(), ZeroFloats(n * n)},
          {{"srad_gradient",
            {Buffer(0), Buffer(1), Buffer(2), Int(n), Float(kSradQ)},
            {n, n},
            {16, 16}},
           {"srad_update", {Buffer(0), Buffer(1), Buffer(2), Int(n)}, {n, n}, {16, 16}}}};
}

void ExpectSrad(std::vector<Memory>& m, size_t size) {
  const int n = int(size);
  const Memory before = m[0];
  const float* image = reinterpret_cast<const float*>(before.bytes.data());
  float *out = m[0].floats(), *c = m[2].floats();
  auto at = [n](int x, int y) {
    return std::clamp(y, 0, n - 1) * n + std::clamp(x, 0, n - 1);
  };
  for (int i = 0; i < n * n; ++i) {
    const int x = i % n, y = i / n;
    const float here = image[i];
    float g = 0, l = 0;
    for (int to : {at(x, y - 1), at(x, y + 1), at(x - 1, y), at(x + 1, y)}) {
      const float d = image[to] - here;
      g += d * d;
      l += d;
    }
    g /= here * here;
    l /= here;
    const float below = 1 + 0.25f * l, q = (0.5f * g - l * l / 16) / (below * below);
    c[i] = std::clamp(1 / (1 + (q - kSradQ) / (kSradQ * (1 + kSradQ))), 0.0f, 1.0f);
  }
  for (int i = 0; i < n * n; ++i) {
    const int x = i % n, y = i / n;
    out[i] += 0.125f * (c[i] * (image[at(x, y - 1)] - image[i]) +
                        c[at(x, y + 1)] * (image[at(x, y + 1)] - image[i]) +
                        c[i] * (image[at(x - 1, y)] - image[i]) +
                        c[at(x + 1, y)] * (image[at(x + 1, y)] - image[i]));
  }
}

constexpr size_t kPathRows = 32, kPathRowsPerLaunch = 8;

Plan Pathfinder(size_t n) {
  Plan plan{{Ints(kPathRows * n, 10), Ints(n, 10).Restored(), ZeroInts(n).Scratch()}, {}};
  const size_t items = (n + 239) / 240 * 256;
  for (size_t row = 0; row < kPathRows; row += kPathRowsPerLaunch) {
    const size_t from = row / kPathRowsPerLaunch % 2 + 1;
    plan.steps.push_back({"pathfinder",
                          {Buffer(0), Buffer(from), Buffer(3 - from), Int(n), Int(row)},
                          {items},
                          {256}});
  }
  return plan;
}

void ExpectPathfinder(std::vector<Memory>& m, size_t n) {
  int32_t* cost = m[1].ints();
  for (size_t row = 0; row < kPathRows; ++row) {
    const std::vector<int32_t> before(cost, cost + n);
    for (size_t x = 0; x < n; ++x) {
      const int32_t best = std::min(
          {before[x], before[x > 0 ? x - 1 : x], before[x + 1 < n ? x + 1 : x]});
      cost[x] = best + m[0].ints()[row * n + x];
    }
  }
}

constexpr size_t kRings = 3;

void ExpectRings(std::vector<Memory>& m, size_t size) {
  const int n = int(size);
  for (int i = 0; i < n * n; ++i) {
    const int x = i % n, y = i / n;
    float sum = 0;
    int ring = 0;
    bool bright = false;
    for (int r = 1; r <= int(kRings); ++r) {
      bright = false;
      for (int k = -r; k <= r; ++k) {
        const float value = m[0].floats()[std::min(y + r, n - 1) * n + std::clamp(x + k, 0, n - 1)];
        sum += value;
        bright |= value > 0.9f;
      }
      if (bright) ring = r;
    }
    m[1].floats()[i] = (bright ? sum : -sum) + float(ring);
  }
}

void ExpectLattice(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n * n; ++i) {
    float f[9], sum = 0;
    for (size_t d = 0; d < 9; ++d) {
      const size_t x = (i % n + n + 1 - d % 3) % n, y = (i / n + n + 1 - d / 3) % n;
      sum += f[d] = m[0].floats()[d * n * n + y * n + x];
    }
    for (size_t d = 0; d < 9; ++d) m[1].floats()[d * n * n + i] = 0.5f * f[d] + sum / 18;
  }
}

constexpr size_t kNet = 256;

// Each value's neighbour is another one of its group.
Plan Converge(size_t n) {
  Memory next = Ints(n, kNet);
  return {{Ints(n, 1 << 20), ZeroInts(n), next}, {{"converge", {Buffer(0), Buffer(1), Buffer(2)}, {n}, {kNet}}}};
}

void ExpectConverge(std::vector<Memory>& m, size_t n) {
  std::copy_n(m[0].ints(), n, m[1].ints());
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < n; ++i) {
      const int32_t seen = m[1].ints()[i / kNet * kNet + m[2].ints()[i]];
      if (seen <= m[1].ints()[i]) continue;
      m[1].ints()[i] = seen;
      changed = true;
    }
  }
}

}  // namespace

std::vector<Case> StencilCases() {
  return {
      {"stencil", "stencils.cl", 2048, 128,
       [](size_t n) {
         return Plan{{Floats(n * n), ZeroFloats(n * n)},
                     {{"stencil", {Buffer(0), Buffer(1), Int(n)}, {n, n}, {64, 4}}}};
       },
       ExpectStencil},
      {"stencil_3d", "stencils.cl", 128, 32,
       [](size_t n) {
         return Plan{{Floats(n * n * n), ZeroFloats(n * n * n)},
                     {{"stencil_3d", {Buffer(0), Buffer(1), Int(n)}, {n, n, n}, {16, 4, 4}}}};
       },
       ExpectStencil3d},
      {"convolution", "stencils.cl", 512, 64,
       [](size_t n) {
         return Plan{{Floats(n * n), Floats(25), ZeroFloats(n * n)},
                     {{"convolution",
                       {Buffer(0), Buffer(1), Buffer(2), Int(n)},
                       {n, n},
                       {16, 16}}}};
       },
       ExpectConvolution},
      {"box_clamped", "stencils.cl", 1024, 64,
       [](size_t n) {
         const size_t floats = n * (n + kPitch);
         const uint64_t size = uint64_t{n} << 32 | n;  // an int2
         return Plan{{Floats(floats), ZeroFloats(floats)},
                     {{"box_clamped", {Buffer(0), Buffer(1), Scalar(size), Int(n + kPitch)}, {n, n}, {16, 16}}}};
       },
       ExpectBoxClamped},
      {"stencil_local", "stencils.cl", 1 << 20, 1 << 12,
       [](size_t n) {
         return Plan{{Floats(n), ZeroFloats(n)},
                     {{"stencil_local", {Buffer(0), Buffer(1)}, {n}, {256}}}};
       },
       ExpectStencilLocal},
      {"stencil_counted", "unproven.cl", 1 << 20, 1 << 12,
       [](size_t n) {
         return Plan{{Floats(n), ZeroFloats(n)},
                     {{"stencil_counted", {Buffer(0), Buffer(1)}, {n}, {256}}}};
       },
       ExpectStencilLocal},
      {"converge", "unproven.cl", 1 << 18, 1 << 12, Converge, ExpectConverge},
      {"rings", "stencils.cl", 512, 64,
       [](size_t n) {
         return Plan{{Floats(n * n), ZeroFloats(n * n)},
                     {{"rings", {Buffer(0), Buffer(1), Int(n), Int(n), Int(kRings)}, {n, n}, {16, 16}}}};
       },
       ExpectRings},
      {"lattice", "stencils.cl", 512, 64,
       [](size_t n) {
         return Plan{{Floats(n * n * 9), ZeroFloats(n * n * 9)},
                     {{"lattice", {Buffer(0), Buffer(1), Int(n)}, {n, n}, {16, 16}}}};
       },
       ExpectLattice},
      {"srad", "stencils.cl", 512, 64, Srad, ExpectSrad},
      {"pathfinder", "stencils.cl", 1 << 17, 1 << 11, Pathfinder, ExpectPathfinder},
  };
}

}  // namespace lockstep::perf
