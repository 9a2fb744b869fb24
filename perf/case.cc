#include "perf/case.h"

#include <algorithm>
#include <cmath>

namespace lockstep::perf {
namespace {

Memory Empty(Type type, size_t bytes) {
  Memory memory;
  memory.type = type;
  memory.bytes.resize(bytes);
  return memory;
}

uint32_t Scramble(size_t i) {
  uint32_t x = static_cast<uint32_t>(i) * 2654435761u + 97u;
  return x ^ x >> 15;
}

template <typename T>
std::string Difference(size_t buffer, size_t element, T got, T want) {
  return "buffer " + std::to_string(buffer) + ", element " + std::to_string(element) + ": " +
         std::to_string(got) + ", expected " + std::to_string(want);
}

}  // namespace

Memory Floats(size_t count) {
  Memory memory = Empty(Type::kFloat, count * sizeof(float));
  for (size_t i = 0; i < count; ++i) memory.floats()[i] = float(Scramble(i) % 1000) / 1000.0f;
  return memory;
}

Memory Ints(size_t count, uint32_t below) {
  Memory memory = Empty(Type::kInt, count * sizeof(int32_t));
  for (size_t i = 0; i < count; ++i) memory.ints()[i] = int32_t(Scramble(i) % below);
  return memory;
}

Memory Bytes(size_t count) {
  Memory memory = Empty(Type::kByte, count);
  for (size_t i = 0; i < count; ++i) memory.bytes[i] = Scramble(i) >> 13;
  return memory;
}

Memory ZeroFloats(size_t count) { return Empty(Type::kFloat, count * sizeof(float)); }
Memory ZeroBytes(size_t count) { return Empty(Type::kByte, count); }
Memory ZeroInts(size_t count) { return Empty(Type::kInt, count * sizeof(int32_t)); }

Memory FromInts(const std::vector<int32_t>& values) {
  Memory memory = ZeroInts(values.size());
  std::memcpy(memory.bytes.data(), values.data(), memory.bytes.size());
  return memory;
}

std::string FirstDifference(std::vector<Memory>& got, std::vector<Memory>& want) {
  for (size_t b = 0; b < want.size(); ++b) {
    if (!want[b].compared) continue;
    if (want[b].type != Type::kFloat) {
      const auto [at, unused] = std::mismatch(want[b].bytes.begin(), want[b].bytes.end(),
                                              got[b].bytes.begin());
      if (at == want[b].bytes.end()) continue;
      const size_t byte = at - want[b].bytes.begin();
      if (want[b].type == Type::kByte)
        return Difference<int>(b, byte, got[b].bytes[byte], want[b].bytes[byte]);
      return Difference(b, byte / 4, got[b].ints()[byte / 4], want[b].ints()[byte / 4]);
    }
    const size_t count = want[b].bytes.size() / sizeof(float);
    float largest = 0;
    for (size_t i = 0; i < count; ++i) largest = std::max(largest, std::fabs(want[b].floats()[i]));
    for (size_t i = 0; i < count; ++i) {
      const float g = got[b].floats()[i], w = want[b].floats()[i];
      if (!(std::fabs(g - w) <= 1e-3f * largest)) return Difference(b, i, g, w);
    }
  }
  return "";
}

const std::vector<Case>& Cases() {
  static const auto* cases = [] {
    auto* all = new std::vector<Case>;
    for (auto table : {StreamingCases, MatrixCases, StencilCases, ByteCases, BlockCases, SortingCases, IrregularCases,
                       ComputeCases, SynchronisingCases}) {
      for (const Case& one : table()) all->push_back(one);
    }
    return all;
  }();
  return *cases;
}

}  // namespace lockstep::perf
