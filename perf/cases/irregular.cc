// Kernels of irregular.cl: sizes, arguments and what must come out.
#include <algorithm>
#include <cmath>

#include "perf/case.h"
#include "perf/cases/alignment.h"

namespace lockstep::perf {
namespace {

// Where n rows of 1 to `most` elements begin, and where the last ends.
std::vector<int32_t> RowStarts(size_t n, size_t most) {
  std::vector<int32_t> starts(n + 1);
  for (size_t row = 0; row < n; ++row) starts[row + 1] = starts[row] + 1 + int(row * 7919 % most);
  return starts;
}

// Rows of 1 to 32 elements.
Plan Spmv(size_t n) {
  const std::vector<int32_t> starts = RowStarts(n, 32);
  const size_t elements = starts[n];
  return {{FromInts(starts), Ints(elements, uint32_t(n)), Floats(elements), Floats(n), ZeroFloats(n)},
          {{"spmv", {Buffer(0), Buffer(1), Buffer(2), Buffer(3), Buffer(4)}, {n}, {64}}}};
}

void ExpectSpmv(std::vector<Memory>& m, size_t n) {
  for (size_t row = 0; row < n; ++row)
    for (int i = m[0].ints()[row]; i < m[0].ints()[row + 1]; ++i)
      m[4].floats()[row] += m[2].floats()[i] * m[3].floats()[m[1].ints()[i]];
}

// The same rows; each element has a place of its own.
Plan ScatterRows(size_t n) {
  const std::vector<int32_t> starts = RowStarts(n, 32);
  const size_t elements = starts[n];
  std::vector<int32_t> places(elements);
  for (size_t i = 0; i < elements; ++i) places[i] = int32_t(elements - 1 - (i ^ 1));
  if (elements % 2 != 0) places[elements - 1] = 0;
  return {{FromInts(starts), FromInts(places), Floats(elements), ZeroFloats(elements)},
          {{"scatter_rows", {Buffer(0), Buffer(1), Buffer(2), Buffer(3)}, {n}, {64}}}};
}

void ExpectScatterRows(std::vector<Memory>& m, size_t n) {
  for (int i = 0; i < m[0].ints()[n]; ++i) m[3].floats()[m[1].ints()[i]] = 0.5f * m[2].floats()[i];
}

constexpr size_t kClusters = 16, kFeatures = 4;

// Features and centres are eighths, so that distances are exact and ties are the same everywhere.
Memory Eighths(size_t count) {
  Memory memory = Floats(count);
  for (size_t i = 0; i < count; ++i) memory.floats()[i] = float(int(memory.floats()[i] * 800)) / 8;
  return memory;
}

Plan Kmeans(size_t n) {
  return {{Eighths(n * kFeatures), Eighths(kClusters * kFeatures), ZeroInts(n)},
          {{"kmeans", {Buffer(0), Buffer(1), Buffer(2), Int(n), Int(kClusters)}, {n}, {64}}}};
}

void ExpectKmeans(std::vector<Memory>& m, size_t n) {
  for (size_t p = 0; p < n; ++p) {
    float distances[kClusters] = {};
    for (size_t c = 0; c < kClusters; ++c)
      for (size_t f = 0; f < kFeatures; ++f) {
        const float d = m[0].floats()[f * n + p] - m[1].floats()[c * kFeatures + f];
        distances[c] += d * d;
      }
    m[2].ints()[p] = int32_t(std::min_element(distances, distances + kClusters) - distances);
  }
}

constexpr size_t kDegree = 4, kLevels = 8;

Plan Bfs(size_t n) {
  std::vector<int32_t> levels(n, -1);
  levels[0] = 0;
  Plan plan{{Ints(n * kDegree, uint32_t(n)), FromInts(levels).Restored()}, {}};
  for (size_t level = 0; level < kLevels; ++level)
    plan.steps.push_back({"bfs", {Buffer(0), Buffer(1), Int(kDegree), Int(level)}, {n}, {64}});
  return plan;
}

void ExpectBfs(std::vector<Memory>& m, size_t n) {
  int32_t* levels = m[1].ints();
  for (int level = 0; level < int(kLevels); ++level)
    for (size_t node = 0; node < n; ++node) {
      if (levels[node] != level) continue;
      for (size_t i = 0; i < kDegree; ++i) {
        int32_t& to = levels[m[0].ints()[node * kDegree + i]];
        if (to < 0) to = level + 1;
      }
    }
}

Plan NeedlemanWunsch(size_t n) {
  Plan plan{{Ints(n * n, 10), Borders(n).Restored()}, {}};
  const size_t tiles = n / 16;
  for (size_t diagonal = 0; diagonal + 1 < 2 * tiles; ++diagonal) {
    const size_t first = diagonal < tiles ? 0 : diagonal - tiles + 1;
    const size_t count = std::min(diagonal, tiles - 1) - first + 1;
    plan.steps.push_back({"needleman_wunsch",
                          {Buffer(0), Buffer(1), Int(n), Int(kPenalty), Int(diagonal), Int(first)},
                          {count * 16},
                          {16}});
  }
  return plan;
}

constexpr size_t kNeighbours = 32;

Plan LennardJones(size_t n) {
  return {{Floats(n * 4), Ints(n * kNeighbours, uint32_t(n)), ZeroFloats(n * 4)},
          {{"lennard_jones", {Buffer(0), Buffer(1), Buffer(2), Int(n), Int(kNeighbours)}, {n}, {64}}}};
}

void ExpectForces(std::vector<Memory>& m, size_t n) {
  for (size_t atom = 0; atom < n; ++atom)
    for (size_t k = 0; k < kNeighbours; ++k) {
      const float *here = m[0].floats() + atom * 4, *there = m[0].floats() + m[1].ints()[k * n + atom] * 4;
      float square = 0.5f;
      for (int c = 0; c < 3; ++c) square += (there[c] - here[c]) * (there[c] - here[c]);
      const float inverse = 1 / (square * square * square), weight = inverse * (inverse - 0.5f);
      for (int c = 0; c < 4; ++c) m[2].floats()[atom * 4 + c] += (there[c] - here[c]) * weight;
    }
}

Plan Compact(size_t n) {
  return {{Ints(n, 1000), ZeroInts(n).Scratch(), ZeroInts(1).Restored(), ZeroInts(1).Restored()},
          {{"compact", {Buffer(0), Buffer(1), Buffer(2)}, {n}, {256}},
           {"compact_sum", {Buffer(1), Buffer(2), Buffer(3)}, {4096}, {256}}}};
}

void ExpectCompact(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    if (m[0].ints()[i] % 2 == 0) continue;
    ++m[2].ints()[0];
    m[3].ints()[0] += m[0].ints()[i];
  }
}

constexpr size_t kTile = 1024, kPersistentGroups = 16;

Plan TileQueue(size_t n) {
  return {{Floats(n), ZeroFloats(n), ZeroInts(1).Restored()},
          {{"tile_queue", {Buffer(0), Buffer(1), Buffer(2), Int(n / kTile)}, {kPersistentGroups * 64}, {64}}}};
}

void ExpectTiles(std::vector<Memory>& m, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const float x = m[0].floats()[i];
    m[1].floats()[i] = std::sqrt(x) * x + 1.0f;
  }
  m[2].ints()[0] = static_cast<int>(n / kTile + kPersistentGroups);  // each group finds once that there are no more
}

constexpr size_t kRankRounds = 8;

// Pages with 1 to 8 links to them.
Plan PageRank(size_t n) {
  const std::vector<int32_t> starts = RowStarts(n, 8);
  Plan plan{{FromInts(starts), Ints(starts[n], uint32_t(n)), Floats(n).Restored(), ZeroFloats(n).Scratch()}, {}};
  for (size_t round = 0; round < kRankRounds; ++round)
    plan.steps.push_back(
        {"page_rank", {Buffer(0), Buffer(1), Buffer(2 + round % 2), Buffer(3 - round % 2)}, {n}, {64}});
  return plan;
}

void ExpectRanks(std::vector<Memory>& m, size_t n) {
  float* ranks = m[2].floats();
  for (size_t round = 0; round < kRankRounds; ++round) {
    const std::vector<float> old(ranks, ranks + n);
    for (size_t page = 0; page < n; ++page) {
      float sum = 0;
      for (int i = m[0].ints()[page]; i < m[0].ints()[page + 1]; ++i) sum += old[m[1].ints()[i]];
      ranks[page] = 0.15f + 0.2f * sum;
    }
  }
}

constexpr size_t kBins = 1024;

}  // namespace

std::vector<Case> IrregularCases() {
  return {
      {"spmv", "irregular.cl", 1 << 18, 1 << 10, Spmv, ExpectSpmv},
      {"scatter_rows", "irregular.cl", 1 << 18, 1 << 10, ScatterRows, ExpectScatterRows},
      {"kmeans", "irregular.cl", 1 << 18, 1 << 11, Kmeans, ExpectKmeans},
      {"bfs", "irregular.cl", 1 << 16, 1 << 10, Bfs, ExpectBfs},
      {"lennard_jones", "irregular.cl", 1 << 15, 1 << 10, LennardJones, ExpectForces},
      {"compact", "irregular.cl", 1 << 19, 1 << 13, Compact, ExpectCompact},
      {"tile_queue", "irregular.cl", 1 << 22, 1 << 14, TileQueue, ExpectTiles},
      {"page_rank", "irregular.cl", 1 << 17, 1 << 10, PageRank, ExpectRanks},
      {"histogram_global", "irregular.cl", 1 << 20, 1 << 13,
       [](size_t n) {
         return Plan{{Ints(n, 1u << 31), ZeroInts(kBins).Restored()},
                     {{"histogram_global", {Buffer(0), Buffer(1), Int(kBins - 1)}, {n}, {256}}}};
       },
       [](std::vector<Memory>& m, size_t n) {
         for (size_t i = 0; i < n; ++i) ++m[1].ints()[m[0].ints()[i] % kBins];
       }},
      {"needleman_wunsch", "irregular.cl", 512, 64, NeedlemanWunsch, ExpectAlignment},
  };
}

}  // namespace lockstep::perf
