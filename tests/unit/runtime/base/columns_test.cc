#include "runtime/base/columns.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Wrapped, BreaksAtBlanks) {
  EXPECT_EQ(Wrapped("aaa bbb ccc", 2, 9), "aaa bbb\n  ccc");
  EXPECT_EQ(Wrapped("aaaaaaaaaaaa b", 0, 5), "aaaaaaaaaaaa\nb");
}

}  // namespace
}  // namespace lockstep
