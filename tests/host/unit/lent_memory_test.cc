// What is known of memory that is lent to commands.
#include "host/commands/lent_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace lockstep::host {
namespace {

// A command that is number `number` of the first chain, and what waits for it.
CommandRef Command(uint64_t number) {
  auto node = std::make_shared<CommandNode>();
  node->in_chain = number;
  node->clock.Set(0, number);
  return node;
}

CommandSide Side(uint64_t number) {
  CommandSide side;
  side.number = number;
  return side;
}

TEST(LentMemory, ChangedBeforeTheHostWaited) {
  std::vector<char> source(100000, 1);
  LentMemory lent;
  lent.Lend(Command(1), Side(1), source.data(), source.size());
  lent.Lend(Command(2), Side(2), source.data(), 10);
  std::fill(source.begin() + 50000, source.end(), 2);
  const std::vector<CommandSide> changed = lent.Return(Command(2));
  ASSERT_EQ(changed.size(), 1u);
  EXPECT_EQ(changed[0].number, 1u);
  EXPECT_TRUE(lent.Return(Command(2)).empty());  // each is told once
}

TEST(LentMemory, WhatTheHostDoesNotKnowYetIsNotLookedAt) {
  char source[16] = {};
  LentMemory lent;
  lent.Lend(Command(5), Side(5), source, sizeof(source));
  source[3] = 1;
  EXPECT_TRUE(lent.Return(Command(4)).empty());
  EXPECT_EQ(lent.Return(Command(5)).size(), 1u);
}

TEST(LentMemory, LentOnceMore) {
  char source[16] = {};
  LentMemory lent;
  lent.Lend(Command(1), Side(1), source, sizeof(source));
  EXPECT_TRUE(lent.LendAgain(source, 4).empty());  // as it was
  source[0] = 1;
  EXPECT_TRUE(lent.LendAgain(source + 16, 4).empty());
  EXPECT_EQ(lent.LendAgain(source + 15, 4).size(), 1u);
}

TEST(LentMemory, OverWhenTheDriverSaidSo) {
  char source[16] = {};
  LentMemory lent;
  const CommandRef command = Command(1);
  lent.Lend(command, Side(1), source, sizeof(source));
  source[0] = 1;
  lent.Over(command);
  EXPECT_TRUE(lent.Return(command).empty());
}

TEST(LentMemory, WhatIsGivenBackToTheSystemIsLeftAlone) {
  constexpr size_t kBytes = 8192;
  void* source = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(source, MAP_FAILED);
  LentMemory lent;
  lent.Lend(Command(1), Side(1), source, kBytes);
  munmap(source, kBytes);
  EXPECT_TRUE(lent.Return(Command(1)).empty());
  EXPECT_FALSE(SumOf(source, kBytes));
}

}  // namespace
}  // namespace lockstep::host
