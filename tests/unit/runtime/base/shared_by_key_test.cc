#include "runtime/base/shared_by_key.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

TEST(SharedByKey, EqualKeysAreOneObjectWhileItIsHeld) {
  SharedByKey<int> numbers;
  const auto first = numbers.Of("a", std::make_shared<int>(1));
  EXPECT_EQ(numbers.Of("a", std::make_shared<int>(2)), first);
  EXPECT_EQ(*numbers.Of("b", std::make_shared<int>(3)), 3);
}

TEST(SharedByKey, ObjectsThatNobodyHoldsAreMadeAnew) {
  SharedByKey<int> numbers;
  numbers.Of("a", std::make_shared<int>(1));
  EXPECT_EQ(*numbers.Of("a", std::make_shared<int>(2)), 2);
}

TEST(SharedByKey, KeysOfObjectsThatAreGoneAreForgotten) {
  SharedByKey<int> numbers;
  const auto held = numbers.Of("held", std::make_shared<int>(0));
  for (int i = 0; i < 10000; ++i) numbers.Of(StrCat(i), std::make_shared<int>(i));
  EXPECT_LT(numbers.size(), 200u);
  EXPECT_EQ(numbers.Of("held", std::make_shared<int>(1)), held);
}

}  // namespace
}  // namespace lockstep
