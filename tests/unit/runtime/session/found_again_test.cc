#include "runtime/session/found_again.h"

#include <gtest/gtest.h>

#include <string>

namespace lockstep {
namespace {

FoundAgain::Keys Several(size_t count) {
  FoundAgain::Keys keys;
  for (size_t i = 0; i < count; ++i) keys.push_back({"finding", std::to_string(i)});
  return keys;
}

TEST(FoundAgain, KnowsWhatLaunchesHave) {
  FoundAgain found;
  EXPECT_EQ(found.Of("a"), nullptr);
  found.Add("a", Several(2));
  found.Add("a", Several(3));
  ASSERT_NE(found.Of("a"), nullptr);
  EXPECT_EQ(*found.Of("a"), Several(2));
  EXPECT_EQ(found.Of("b"), nullptr);
}

// A program with ever new launches does not make us keep ever more; what one launch alone has too much of is not kept.
TEST(FoundAgain, ForgetsWhatDoesNotFit) {
  FoundAgain found;
  found.Add("many", Several(5000));
  EXPECT_EQ(found.Of("many"), nullptr);
  for (int i = 0; i < 10; ++i) found.Add(std::to_string(i), Several(1000));
  int known = 0;
  for (int i = 0; i < 10; ++i) known += found.Of(std::to_string(i)) != nullptr;
  EXPECT_EQ(known, 2);
  EXPECT_NE(found.Of("9"), nullptr);
}

}  // namespace
}  // namespace lockstep
