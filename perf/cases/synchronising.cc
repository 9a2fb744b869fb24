// Kernels of synchronising.cl: sizes, arguments and what must come out.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "perf/case.h"
#include "perf/cases/alignment.h"

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

void ExpectTotals(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n; ++i) m[1].ints()[i % 256] += m[0].ints()[i];
}

constexpr size_t kSummedPerItem = 16, kThieves = 16, kStolenBlock = 512;

Plan Wavefront(size_t n) {
  const size_t tiles = n / 16;
  return {
      {Ints(n * n, 10), Borders(n).Restored(), ZeroInts(tiles * tiles).Scratch(), ZeroInts(1).Scratch()},
      {{"wavefront", {Buffer(0), Buffer(1), Buffer(2), Buffer(3), Int(n), Int(kPenalty)}, {tiles * tiles * 16}, {16}}}};
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
      {"stack", "synchronising.cl", 1 << 18, 1 << 7,
       [](size_t n) {
         return Plan{{Floats(n), ZeroFloats(n), ZeroFloats(n + 1).Scratch(), ZeroInts(n + 1).Scratch(), ZeroInts(1)},
                     {{"stack", {Buffer(0), Buffer(1), Buffer(2), Buffer(3), Buffer(4)}, {n}, {64}}}};
       },
       [](std::vector<Memory>& m, size_t n) {
         for (size_t i = 0; i < n; ++i) m[1].floats()[i] = m[0].floats()[i] * 2 + 1;
       }},
      {"ticket_lock", "synchronising.cl", 1 << 22, 1 << 14,
       [](size_t n) {
         return Plan{{Ints(n, 100), ZeroInts(256).Restored(), ZeroInts(1).Scratch(), ZeroInts(1).Scratch()},
                     {{"ticket_lock",
                       {Buffer(0), Buffer(1), Buffer(2), Buffer(3), Int(kSummedPerItem)},
                       {n / kSummedPerItem},
                       {256}}}};
       },
       ExpectTotals},
      {"work_stealing", "synchronising.cl", 1 << 20, 1 << 14,
       [](size_t n) {
         return Plan{{Floats(n), ZeroFloats(n), ZeroInts(kThieves), ZeroInts(1)},
                     {{"work_stealing",
                       {Buffer(0), Buffer(1), Buffer(2), Buffer(3), Int(n / kStolenBlock / kThieves)},
                       {kThieves * 64},
                       {64}}}};
       },
       [](std::vector<Memory>& m, size_t n) {
         for (size_t i = 0; i < n; ++i) m[1].floats()[i] = 1 / std::sqrt(m[0].floats()[i] + 1);
       }},
      {"wavefront", "synchronising.cl", 1024, 64, Wavefront, ExpectAlignment},
  };
}

}  // namespace lockstep::perf
