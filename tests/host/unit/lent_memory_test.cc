// What is known of memory that is lent to commands.
#include "host/commands/lent_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace lockstep::host {
namespace {

// A command that is number `number` of a chain, and what waits for it.
CommandRef Command(uint64_t number, size_t chain = 0) {
  auto node = std::make_shared<CommandNode>();
  node->chain = chain;
  node->in_chain = number;
  node->clock.Set(chain, number);
  return node;
}

CommandRecordRef Record(uint64_t number) {
  const auto record = std::make_shared<CommandRecord>();
  record->side.number = number;
  return record;
}

void Lend(LentMemory* lent, const CommandRef& command, CommandRecordRef record, const void* address, size_t size) {
  lent->Lend(command, std::move(record), address, size, SumOf(address, size).value());
}

TEST(LentMemory, ChangedBeforeTheHostWaited) {
  std::vector<char> source(100000, 1);
  LentMemory lent;
  Lend(&lent, Command(1), Record(1), source.data(), source.size());
  Lend(&lent, Command(2), Record(2), source.data(), 10);
  std::fill(source.begin() + 50000, source.end(), 2);
  const std::vector<CommandRecordRef> changed = lent.Return(Command(2));
  ASSERT_EQ(changed.size(), 1u);
  EXPECT_EQ(changed[0]->side.number, 1u);
  EXPECT_TRUE(lent.Return(Command(2)).empty());  // each is told once
}

TEST(LentMemory, WhatTheHostDoesNotKnowYetIsNotLookedAt) {
  char source[16] = {};
  LentMemory lent;
  Lend(&lent, Command(5), Record(5), source, sizeof(source));
  source[3] = 1;
  EXPECT_TRUE(lent.Return(Command(4)).empty());
  EXPECT_EQ(lent.Return(Command(5)).size(), 1u);
}

TEST(LentMemory, LentOnceMore) {
  char source[16] = {};
  LentMemory lent;
  Lend(&lent, Command(1), Record(1), source, sizeof(source));
  EXPECT_TRUE(lent.LendAgain(source, 4).empty());  // as it was
  source[0] = 1;
  EXPECT_TRUE(lent.LendAgain(source + 16, 4).empty());
  EXPECT_EQ(lent.LendAgain(source + 15, 4).size(), 1u);
}

TEST(LentMemory, OverWhenTheDriverSaidSo) {
  char source[16] = {};
  LentMemory lent;
  const CommandRef command = Command(1);
  Lend(&lent, command, Record(1), source, sizeof(source));
  source[0] = 1;
  lent.Over(command);
  EXPECT_TRUE(lent.Return(command).empty());
}

TEST(LentMemory, AWaitReturnsWhatIsInItsChainsAndNoMore) {
  char source[4] = {};
  LentMemory lent;
  for (uint64_t number = 1; number <= 3; ++number) {
    for (const size_t chain : {0, 2, 5}) Lend(&lent, Command(number, chain), Record(10 * chain + number), source, 4);
  }
  source[0] = 1;
  const CommandRef seen = Command(2, 2);
  seen->clock.Set(5, 3);
  EXPECT_EQ(lent.Return(seen).size(), 5u);
  EXPECT_EQ(lent.size(), 4u);
  lent.Written(reinterpret_cast<uint64_t>(source), reinterpret_cast<uint64_t>(source) + 1);
  EXPECT_EQ(lent.size(), 0u);
  EXPECT_TRUE(lent.Return(Command(9)).empty());
}

// One that the program waits for, or asks for, among many that it does not: what it costs does not grow with those.
TEST(LentMemory, WaitingDoesNotLookThroughAllThatIsLent) {
  std::vector<char> source(LentMemory::kMost);
  LentMemory lent;
  const auto lend = [&](uint64_t number, size_t chain) {
    const CommandRef command = Command(number, chain);
    Lend(&lent, command, Record(number), &source[lent.size()], 1);
    return command;
  };
  for (uint64_t number = 1; number <= 2000; ++number) lend(number, 0);
  constexpr uint64_t kWaits = 1000;
  for (uint64_t number = 1; number <= kWaits; ++number) {
    lent.Return(lend(number, 1));
    lent.Over(lend(kWaits + number, 1));
  }
  EXPECT_EQ(lent.size(), 2000u);
  EXPECT_LE(lent.looks(), 8 * kWaits);
}

TEST(LentMemory, EveryByteCounts) {
  std::vector<char> source(kSummedWhole, 7);
  for (const size_t size : {size_t{1}, size_t{31}, size_t{32}, size_t{33}, size_t{100}, kSummedWhole}) {
    const std::optional<uint64_t> sum = SumOf(source.data(), size);
    for (size_t at = 0; at < size; at += size < 200 ? 1 : 61) {
      source[at] ^= 1;
      EXPECT_NE(SumOf(source.data(), size), sum) << at << " of " << size;
      source[at] ^= 1;
    }
    EXPECT_EQ(SumOf(source.data(), size), sum);
  }
  EXPECT_NE(SumOf(source.data(), 32), SumOf(source.data(), 64));
}

TEST(LentMemory, WhatIsGivenBackToTheSystemIsLeftAlone) {
  constexpr size_t kBytes = 8192;
  void* source = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(source, MAP_FAILED);
  LentMemory lent;
  Lend(&lent, Command(1), Record(1), source, kBytes);
  munmap(source, kBytes);
  EXPECT_TRUE(lent.Return(Command(1)).empty());
  EXPECT_FALSE(SumOf(source, kBytes));
}

}  // namespace
}  // namespace lockstep::host
