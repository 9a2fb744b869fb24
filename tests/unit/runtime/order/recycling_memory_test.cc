// Memory of small things that end together.
#include "runtime/order/recycling_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory_resource>
#include <random>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/order/clock.h"
#include "runtime/order/clock_memory.h"

namespace lockstep {
namespace {

TEST(RecyclingMemory, BlocksDoNotOverlapAndComeBack) {
  RecyclingMemory memory;
  std::mt19937_64 random(5);
  struct Block {
    unsigned char* at;
    size_t bytes;
    unsigned char mark;
  };
  std::vector<Block> blocks;
  for (int step = 0; step < 20000; ++step) {
    if (!blocks.empty() && random() % 2 == 0) {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      const Block block = blocks.back();
      blocks.pop_back();
      for (size_t i = 0; i < block.bytes; ++i) ASSERT_EQ(block.at[i], block.mark);
      memory.deallocate(block.at, block.bytes);
      continue;
    }
    const size_t bytes = 1 + random() % (2 * RecyclingMemory::kMost);
    auto* at = static_cast<unsigned char*>(memory.allocate(bytes));
    ASSERT_EQ(reinterpret_cast<uintptr_t>(at) % alignof(std::max_align_t), 0u);
    const auto mark = static_cast<unsigned char>(random());
    std::memset(at, mark, bytes);
    blocks.push_back({at, bytes, mark});
  }
  for (const Block& block : blocks) memory.deallocate(block.at, block.bytes);
}

TEST(RecyclingMemory, WhatWasGivenBackIsTakenFirst) {
  RecyclingMemory memory;
  void* const first = memory.allocate(48);
  memory.deallocate(first, 48);
  EXPECT_EQ(memory.allocate(40), first);
  EXPECT_NE(memory.allocate(40), first);
}

// Clocks and containers of one memory, gone with it: under a sanitiser nothing is left and nothing is touched behind
// it.
TEST(RecyclingMemory, ServesClocksWhileItIsInUse) {
  Clock outside;
  outside.Raise(3, 1);
  {
    RecyclingMemory memory;
    const ClockMemory in_use(&memory);
    std::pmr::unordered_map<uint64_t, Clock> clocks(&memory);
    for (uint64_t key = 0; key < 3000; ++key) {
      Clock& clock = clocks[key % 100];
      clock.Raise(key, static_cast<uint32_t>(key + 1));
      clock.Join(clocks[(key + 1) % 100]);
    }
    EXPECT_EQ(clocks[99].Get(2999), 3000u);
    {
      RecyclingMemory inner;
      const ClockMemory inner_use(&inner);
      Clock other;
      for (uint64_t key = 0; key < 100; ++key) other.Raise(key, 2);
      EXPECT_EQ(other.Get(7), 2u);
    }
  }
  outside.Raise(4, 2);
  EXPECT_EQ(outside.Get(3), 1u);
}

}  // namespace
}  // namespace lockstep
