// Places of marks by work-item, against a map.
#include "runtime/replay/mark_index.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "runtime/replay/history.h"

namespace lockstep {
namespace {

TEST(MarkIndex, FindsWhatAMapFinds) {
  constexpr size_t kFirst = 20;  // are taken in at once
  for (const uint64_t stride : {1, 16, 64, 1000, 1 << 20}) {
    std::mt19937_64 random(stride);
    std::vector<Mark> marks;
    std::map<uint64_t, size_t> places;
    MarkIndex<std::vector<Mark>> index;
    EXPECT_EQ(index.Find(marks, 0), 0u);
    for (int step = 0; step < 20000; ++step) {
      const uint64_t actor = random() % 8000 * stride;
      const auto [known, is_new] = places.emplace(actor, marks.size());
      if (marks.size() >= kFirst) {
        ASSERT_EQ(index.Find(marks, actor), known->second) << stride << ' ' << step;
      }
      if (!is_new) continue;
      marks.emplace_back();
      marks.back().access.actor = actor;
      if (marks.size() >= kFirst) index.Add(marks);
    }
  }
}

}  // namespace
}  // namespace lockstep
