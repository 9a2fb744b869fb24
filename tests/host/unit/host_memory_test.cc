#include "host/plan/host_memory.h"

#include <gtest/gtest.h>

namespace lockstep::host {
namespace {

struct Roots {
  std::vector<RootFacts> facts;
  std::vector<MemoryRoot> memory;

  void Add(uint64_t object, uint64_t size, uint64_t delta = 0) {
    RootFacts root;
    root.space = RootFacts::Space::kGlobal;
    root.object = object;
    root.object_size = size;
    root.delta = delta;
    root.extent = size - delta;
    facts.push_back(root);
    MemoryRoot described;
    described.object = ObjectId{object};
    described.size = size;
    described.delta = delta;
    memory.push_back(described);
  }
};

TEST(HostMemoryTest, BuffersThatOverlapAreOneObject) {
  Roots roots;
  roots.Add(7, 100, 8);
  roots.Add(3, 100);
  UniteOverlapping({{7, {1000, 100}}, {3, {1050, 100}}}, roots.facts, roots.memory);
  for (const RootFacts& root : roots.facts) {
    EXPECT_EQ(root.object, 3u);
    EXPECT_EQ(root.object_size, 150u);
  }
  EXPECT_EQ(roots.facts[0].delta, 8u);
  EXPECT_EQ(roots.facts[1].delta, 50u);
  EXPECT_EQ(roots.facts[0].extent, 92u);
  EXPECT_EQ(roots.memory[1].object.value, 3u);
  EXPECT_EQ(roots.memory[1].delta, 50u);
  EXPECT_EQ(roots.memory[1].size, 150u);
}

TEST(HostMemoryTest, NeighboursStayApart) {
  Roots roots;
  roots.Add(1, 100);
  roots.Add(2, 100);
  UniteOverlapping({{1, {1000, 100}}, {2, {1100, 100}}}, roots.facts, roots.memory);
  EXPECT_EQ(roots.facts[0].object, 1u);
  EXPECT_EQ(roots.facts[1].object, 2u);
  EXPECT_EQ(roots.facts[1].delta, 0u);
}

// covers: host-memory-overlap
TEST(HostMemoryTest, OneThatBridgesTwoMakesOneOfThree) {
  Roots roots;
  roots.Add(1, 10);
  roots.Add(2, 10);
  roots.Add(3, 30);
  roots.Add(4, 30);  // elsewhere
  UniteOverlapping({{1, {100, 10}}, {2, {120, 10}}, {3, {105, 30}}, {4, {500, 30}}}, roots.facts,
                   roots.memory);
  EXPECT_EQ(roots.facts[0].object, 1u);
  EXPECT_EQ(roots.facts[1].object, 1u);
  EXPECT_EQ(roots.facts[1].delta, 20u);
  EXPECT_EQ(roots.facts[2].delta, 5u);
  EXPECT_EQ(roots.facts[2].object_size, 35u);
  EXPECT_EQ(roots.facts[3].object, 4u);
}

}  // namespace
}  // namespace lockstep::host
