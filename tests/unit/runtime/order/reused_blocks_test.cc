// Large blocks that one launch after the other uses.
#include "runtime/order/reused_blocks.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

namespace lockstep {
namespace {

constexpr size_t kLarge = size_t{3} << 20;

TEST(ReusedBlocks, WhatIsGivenBackServesTheNextOfItsSize) {
  ReusedBlocks blocks;
  void* const first = blocks.allocate(kLarge);
  std::memset(first, 1, kLarge);
  blocks.deallocate(first, kLarge);
  void* const other = blocks.allocate(kLarge + 4096);
  EXPECT_NE(other, first);
  void* const again = blocks.allocate(kLarge);
  EXPECT_EQ(again, first);
  std::memset(again, 2, kLarge);
  void* const second = blocks.allocate(kLarge);
  EXPECT_NE(second, again);
  for (void* block : {again, second}) blocks.deallocate(block, kLarge);
  blocks.deallocate(other, kLarge + 4096);
  void* const small = blocks.allocate(100, 64);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(small) % 64, 0u);
  blocks.deallocate(small, 100, 64);
}

TEST(ReusedBlocks, ThreadsHaveBlocksOfTheirOwn) {
  ReusedBlocks blocks;
  std::vector<std::thread> threads;
  for (unsigned char mark = 1; mark <= 4; ++mark) {
    threads.emplace_back([&blocks, mark] {
      for (int round = 0; round < 100; ++round) {
        auto* const at = static_cast<unsigned char*>(blocks.allocate(kLarge));
        for (size_t i = 0; i < kLarge; i += 4096) at[i] = mark;
        for (size_t i = 0; i < kLarge; i += 4096) EXPECT_EQ(at[i], mark);
        blocks.deallocate(at, kLarge);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// A thread that is gone there may have been at it.
TEST(ReusedBlocks, ForkedChildrenGoOn) {
  ReusedBlocks blocks;
  bool done = false;
  std::thread other([&] {
    while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) blocks.deallocate(blocks.allocate(kLarge), kLarge);
  });
  for (int i = 0; i < 50; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      void* const at = blocks.allocate(kLarge);
      std::memset(at, 1, kLarge);
      blocks.deallocate(at, kLarge);
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << i;
  }
  __atomic_store_n(&done, true, __ATOMIC_RELEASE);
  other.join();
}

}  // namespace
}  // namespace lockstep
