// Which launches are checked: what each option leaves out, and how they combine.
#include "runtime/session/launch_filter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lockstep {
namespace {

// What leaves out each of `kernels`, launched one a second.
std::vector<std::string> Decisions(const std::string& options_text, const std::vector<std::string>& kernels) {
  Options options;
  EXPECT_TRUE(options.Apply(options_text).empty()) << options_text;
  LaunchFilter filter(options);
  std::vector<std::string> decisions;
  for (size_t i = 0; i < kernels.size(); ++i) {
    decisions.push_back(
        filter.LeavesOut({kernels[i], i + 1, kernels[i] + ".cl", i % 2 == 0 ? "even" : "odd", 1 + i % 2, 1.0 * i}));
  }
  return decisions;
}

using Texts = std::vector<std::string>;

TEST(LaunchFilter, LeavesAllInUnlessAsked) { EXPECT_EQ(Decisions("", {"a", "b"}), (Texts{"", ""})); }

TEST(LaunchFilter, RangesAreOfNumbersInReports) {
  EXPECT_EQ(Decisions("launch=1,3-", {"a", "a", "a", "a"}), (Texts{"", "--launch=1,3-", "", ""}));
  EXPECT_EQ(Decisions("launch=-2", {"a", "a", "a"}), (Texts{"", "", "--launch=1-2"}));
}

TEST(LaunchFilter, SkipAndCountSeeWhatIsLeftIn) {
  EXPECT_EQ(Decisions("source=^b launch-skip=1 launch-count=1", {"a", "b", "a", "b", "b"}),
            (Texts{"--source=^b", "--launch-skip=1", "--source=^b", "", "--launch-count=1"}));
}

TEST(LaunchFilter, SamplesEachKernelForItself) {
  EXPECT_EQ(Decisions("sample=1/2", {"a", "b", "a", "b", "a"}), (Texts{"", "", "--sample=1/2", "--sample=1/2", ""}));
  EXPECT_EQ(Decisions("sample=1/2 launch-count=2", {"a", "a", "a", "a"}),
            (Texts{"", "--sample=1/2", "", "--launch-count=2"}));
}

TEST(LaunchFilter, ThreadsQueuesAndTime) {
  EXPECT_EQ(Decisions("queue=2-3", {"a", "a", "a"}), (Texts{"--queue=2-3", "", "--queue=2-3"}));
  EXPECT_EQ(Decisions("thread=odd", {"a", "a", "a"}), (Texts{"--thread=odd", "", "--thread=odd"}));
  EXPECT_EQ(Decisions("time-budget=2", {"a", "a", "a"}), (Texts{"", "", "--time-budget=2"}));
}

TEST(LaunchFilter, IsSpentOnceAndForAll) {
  Options options;
  ASSERT_TRUE(options.Apply("launch-count=1 time-budget=5").empty());
  LaunchFilter filter(options);
  std::string option;
  EXPECT_FALSE(filter.IsSpent(4.9, &option));
  EXPECT_TRUE(filter.IsSpent(5, &option));
  EXPECT_EQ(option, "--time-budget=5");
  EXPECT_EQ(filter.LeavesOut({"a", 1, "", "", 1, 0}), "");
  EXPECT_TRUE(filter.IsSpent(0, &option));
  EXPECT_EQ(option, "--launch-count=1");
}

}  // namespace
}  // namespace lockstep
