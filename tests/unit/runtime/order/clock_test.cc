// The persistent vector clock against a plain map.
#include "runtime/order/clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory_resource>
#include <random>
#include <vector>

#include "runtime/order/clock_memory.h"

namespace lockstep {
namespace {

using Plain = std::map<uint64_t, uint32_t>;

TEST(Clock, DoesWhatAMapDoes) {
  std::mt19937_64 random(7);
  // Keys of very different size, so that trees of different heights meet.
  const uint64_t keys[] = {0, 1, 7, 8, 9, 63, 64, 511, 513, 4096, 100000, 1u << 20, ~uint64_t{0}};
  std::vector<Clock> clocks(6);
  std::vector<Plain> plain(6);
  for (int step = 0; step < 20000; ++step) {
    const size_t a = random() % clocks.size(), b = random() % clocks.size();
    switch (random() % 8) {
      case 0:
        clocks[a] = clocks[b];
        plain[a] = plain[b];
        break;
      case 1:
        clocks[a] = Clock();
        plain[a].clear();
        break;
      case 2:
      case 3: {
        clocks[a].Join(clocks[b]);
        const Plain other = plain[b];
        for (const auto& [key, value] : other) plain[a][key] = std::max(plain[a][key], value);
        break;
      }
      default: {
        const uint64_t key = keys[random() % std::size(keys)];
        const uint32_t value = static_cast<uint32_t>(random() % 50);
        clocks[a].Raise(key, value);
        if (value > 0) plain[a][key] = std::max(plain[a][key], value);
      }
    }
    for (uint64_t key : keys) {
      const auto it = plain[a].find(key);
      ASSERT_EQ(clocks[a].Get(key), it == plain[a].end() ? 0 : it->second) << step;
    }
    bool at_most = true;
    for (const auto& [key, value] : plain[a]) {
      const auto it = plain[b].find(key);
      at_most = at_most && it != plain[b].end() && it->second >= value;
    }
    ASSERT_EQ(clocks[a].AtMost(clocks[b]), at_most) << step;
  }
}

// Work-items that hand on what they know by a few places, each at its own pace: clocks that are far behind go on from
// lists that others have added to, or filled.
TEST(Clock, ChainsAreWhatMapsAre) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const uint32_t items = 2 + random() % 90, places = 1 + random() % 4;
    std::vector<Clock> clocks(items + places);
    std::vector<Plain> plain(items + places);
    const auto join = [&](size_t to, size_t from) {
      clocks[to].Join(clocks[from]);
      for (const auto& [key, value] : plain[from]) plain[to][key] = std::max(plain[to][key], value);
    };
    for (uint32_t step = 1; step < 3000; ++step) {
      const size_t item = random() % 8 == 0 ? random() % items : step % items, place = items + random() % places;
      if (random() % 4 != 0) join(item, place);
      clocks[item].Raise(item * 7, step);
      plain[item][item * 7] = step;
      if (random() % 16 == 0) {
        clocks[place] = clocks[item];
        plain[place] = plain[item];
      } else if (random() % 4 != 0) {
        join(place, item);
      }
      for (const size_t one : {item, place, static_cast<size_t>(random() % items)}) {
        for (const auto& [key, value] : plain[one]) ASSERT_EQ(clocks[one].Get(key), value) << seed << ' ' << step;
        for (int i = 0; i < 3; ++i) {
          const uint64_t key = random() % (items * 7);
          const auto known = plain[one].find(key);
          ASSERT_EQ(clocks[one].Get(key), known == plain[one].end() ? 0 : known->second) << seed << ' ' << step;
        }
      }
      const auto at_most = [&](size_t a, size_t b) {
        return std::all_of(plain[a].begin(), plain[a].end(), [&](const auto& one) {
          const auto known = plain[b].find(one.first);
          return known != plain[b].end() && known->second >= one.second;
        });
      };
      ASSERT_EQ(clocks[item].AtMost(clocks[place]), at_most(item, place)) << seed << ' ' << step;
      ASSERT_EQ(clocks[place].AtMost(clocks[item]), at_most(place, item)) << seed << ' ' << step;
    }
  }
}

TEST(Clock, JoinsShareWhatIsEqual) {
  Clock big;
  for (uint64_t key = 0; key < 5000; ++key) big.Raise(key, 1);
  Clock copy = big;
  EXPECT_TRUE(copy.Shares(big));
  Clock small;
  small.Raise(4, 1);
  small.Join(big);
  // Nothing of its own: the same tree, however often.
  Clock again = small;
  again.Join(big);
  EXPECT_TRUE(again.Shares(small));
  EXPECT_TRUE(small.AtMost(big));
  copy.Raise(4, 1);
  EXPECT_TRUE(copy.Shares(big));
  copy.Raise(4, 2);
  EXPECT_FALSE(copy.Shares(big));
  EXPECT_EQ(big.Get(4), 1u);
  big.Join(copy);
  EXPECT_TRUE(big.Shares(copy));
}

// The heap, with what is in use.
class Counted : public std::pmr::memory_resource {
 public:
  size_t in_use = 0;

 private:
  void* do_allocate(size_t bytes, size_t alignment) override {
    in_use += bytes;
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  }
  void do_deallocate(void* block, size_t bytes, size_t alignment) override {
    in_use -= bytes;
    std::pmr::new_delete_resource()->deallocate(block, bytes, alignment);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }
};

// What many have come to know each in its own way is there once when they have met, but for what each knows alone.
TEST(Clock, WhatIsEqualBecomesOne) {
  Counted memory;
  const ClockMemory in_use(&memory);
  constexpr uint64_t kKeys = 8192, kClocks = 16;
  std::vector<Clock> clocks(kClocks);
  for (uint64_t i = 0; i < kClocks; ++i) {
    for (uint64_t key = 0; key < kKeys; ++key) clocks[i].Raise(key, 1);
    for (uint64_t more = 0; more < 20; ++more) clocks[i].Raise(more + 100 * i, 2);
  }
  const size_t before = memory.in_use;
  for (uint64_t i = 1; i < kClocks; ++i) Clock(clocks[i]).Join(clocks[i - 1]);
  EXPECT_LT(memory.in_use, before / 4);
  for (uint64_t i = 0; i < kClocks; ++i) {
    for (uint64_t key = 0; key < kKeys; ++key) {
      const bool more = key >= 100 * i && key < 100 * i + 20;
      ASSERT_EQ(clocks[i].Get(key), more ? 2u : 1u) << i << ' ' << key;
    }
  }
}

}  // namespace
}  // namespace lockstep
