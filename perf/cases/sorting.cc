// Kernels of sorting.cl: sizes, arguments and what must come out.
#include <algorithm>

#include "perf/case.h"

namespace lockstep::perf {
namespace {

// Every second block of 512 is sorted downwards: the last merge of a block looks at the whole position.
void ExpectSortedBlocks(std::vector<Memory>& m, size_t n) {
  std::copy_n(m[0].floats(), n, m[1].floats());
  for (float* block = m[1].floats(); block < m[1].floats() + n; block += 512)
    std::sort(block, block + 512);
}

Plan BitonicSteps(size_t n) {
  Plan plan{{Floats(n).Restored()}, {}};
  for (size_t size = 2; size <= n; size *= 2)
    for (size_t stride = size / 2; stride > 0; stride /= 2)
      plan.steps.push_back({"bitonic_step", {Buffer(0), Int(size), Int(stride)}, {n / 2}, {64}});
  return plan;
}

constexpr size_t kDigits = 16, kKeysPerItem = 64;

Plan RadixSort(size_t n) {
  const size_t items = n / kKeysPerItem;
  Plan plan{{Ints(n, 1 << 16).Restored(), ZeroInts(n).Scratch(), ZeroInts(kDigits * items).Scratch()}, {}};
  for (size_t shift = 0; shift < 16; shift += 4) {
    const size_t from = shift / 4 % 2;
    plan.steps.push_back(
        {"radix_count", {Buffer(from), Buffer(2), Int(shift)}, {items}, {64}});
    plan.steps.push_back({"radix_scan", {Buffer(2), Int(kDigits * items)}, {256}, {256}});
    plan.steps.push_back({"radix_scatter",
                          {Buffer(from), Buffer(1 - from), Buffer(2), Int(shift)},
                          {items},
                          {64}});
  }
  return plan;
}

// Runs of 1, 2, 4 ... elements; an even number of rounds, so that the result is in the first buffer.
Plan MergeSteps(size_t n) {
  Plan plan{{Ints(n, uint32_t(n / 2)).Restored(), ZeroInts(n).Scratch()}, {}};
  size_t round = 0;
  for (size_t run = 1; run < n; run *= 2, ++round)
    plan.steps.push_back({"merge_step", {Buffer(round % 2), Buffer(1 - round % 2), Int(run)}, {n}, {64}});
  return plan;
}

void ExpectBlocksOf128(std::vector<Memory>& m, size_t n) {
  std::copy_n(m[0].floats(), n, m[1].floats());
  for (float* block = m[1].floats(); block < m[1].floats() + n; block += 128) std::sort(block, block + 128);
}

}  // namespace

std::vector<Case> SortingCases() {
  return {
      {"bitonic_sort", "sorting.cl", 1 << 18, 1 << 11,
       [](size_t n) {
         return Plan{{Floats(n), ZeroFloats(n)},
                     {{"bitonic_sort", {Buffer(0), Buffer(1)}, {n / 2}, {256}}}};
       },
       ExpectSortedBlocks},
      {"bitonic_step", "sorting.cl", 1 << 16, 1 << 10, BitonicSteps,
       [](std::vector<Memory>& m, size_t n) { std::sort(m[0].floats(), m[0].floats() + n); }},
      {"radix_sort", "sorting.cl", 1 << 20, 1 << 12, RadixSort,
       [](std::vector<Memory>& m, size_t n) { std::sort(m[0].ints(), m[0].ints() + n); }},
      {"merge_step", "sorting.cl", 1 << 14, 1 << 10, MergeSteps,
       [](std::vector<Memory>& m, size_t n) { std::sort(m[0].ints(), m[0].ints() + n); }},
      {"odd_even", "sorting.cl", 1 << 17, 1 << 10,
       [](size_t n) {
         return Plan{{Floats(n), ZeroFloats(n)}, {{"odd_even", {Buffer(0), Buffer(1)}, {n / 2}, {64}}}};
       },
       ExpectBlocksOf128},
  };
}

}  // namespace lockstep::perf
