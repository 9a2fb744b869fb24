// Kernels of synchronising.cl: sizes, arguments and what must come out.
#include <cmath>
#include <numeric>

#include "perf/case.h"

namespace lockstep::perf {
namespace {

void ExpectQueue(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const float x = m[0].floats()[i];
    m[1].floats()[i] = std::sqrt(x) * x + 1.0f;
  }
}

void ExpectPrefixSums(std::vector<Memory>& m, size_t n) {
  std::partial_sum(m[0].ints(), m[0].ints() + n, m[1].ints());
}

constexpr size_t kLockedBytesPerItem = 64;

void ExpectLockedHistogram(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n; ++i) ++m[1].ints()[m[0].bytes[i]];
}

}  // namespace

std::vector<Case> SynchronisingCases() {
  return {
      {"queue", "synchronising.cl", 1 << 20, 1 << 14,
       [](size_t n) {
         return Plan{{Floats(n), ZeroFloats(n), ZeroInts(1), ZeroInts(1)},
                     {{"queue",
                       {Buffer(0), Buffer(1), Buffer(2), Buffer(3), Int(n / 1024)},
                       {16 * 64},
                       {64}}}};
       },
       ExpectQueue},
      {"look_back", "synchronising.cl", 1 << 18, 1 << 13,
       [](size_t n) {
         const size_t tiles = n / 256;
         return Plan{{Ints(n, 100), ZeroInts(n), ZeroInts(tiles).Scratch(),
                      ZeroInts(tiles * 2).Scratch(), ZeroInts(tiles * 2).Scratch(),
                      ZeroInts(1).Scratch()},
                     {{"look_back",
                       {Buffer(0), Buffer(1), Buffer(2), Buffer(3), Buffer(4), Buffer(5),
                        Local(256 * 4)},
                       {n},
                       {256}}}};
       },
       ExpectPrefixSums},
      {"lock_histogram", "synchronising.cl", 1 << 20, 1 << 15,
       [](size_t n) {
         return Plan{{Bytes(n), ZeroInts(256).Restored(), ZeroInts(16)},
                     {{"lock_histogram",
                       {Buffer(0), Buffer(1), Buffer(2), Int(kLockedBytesPerItem)},
                       {n / kLockedBytesPerItem},
                       {256}}}};
       },
       ExpectLockedHistogram},
  };
}

}  // namespace lockstep::perf
