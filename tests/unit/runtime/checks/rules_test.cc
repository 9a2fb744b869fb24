#include "runtime/model/rules.h"

#include <gtest/gtest.h>

#include <set>

namespace lockstep {
namespace {

TEST(Rules, EveryRowIsWholeAndNamedOnce) {
  std::set<std::string> kinds;
  for (const KindInfo& info : AllKinds()) {
    EXPECT_TRUE(kinds.insert(info.kind).second) << info.kind;
    EXPECT_GT(std::string(info.title).size(), 5u) << info.kind;
    EXPECT_GT(std::string(info.help).size(), 20u) << info.kind;
    EXPECT_GT(std::string(info.source).size(), 3u) << info.kind;
    EXPECT_STREQ(TitleOf(info.kind), info.title);
  }
  EXPECT_STREQ(InfoOf(Kind::kSameValue).kind, "same-value");
}

}  // namespace
}  // namespace lockstep
