#include "runtime/base/pattern.h"

#include <gtest/gtest.h>

#include <string>

namespace lockstep {
namespace {

TEST(Pattern, OccursAnywhereUnlessHeld) {
  for (const auto& [pattern, text] : {std::pair("can", "scan"),
                                      {"", "scan"},
                                      {"*", ""},
                                      {"^sc", "scan"},
                                      {"an$", "scan"},
                                      {"^scan$", "scan"},
                                      {"s*n", "scan_lev1"},
                                      {"^s*1$", "scan_lev1"},
                                      {"^*can", "scan"},
                                      {"a*a$", "banana"},
                                      {"^ban*na$", "banana"},
                                      {"a$b", "xa$by"},
                                      {"a^", "a^b"},
                                      {"^", "x"},
                                      {"$", "x"},
                                      {"a.c", "a.c"}}) {
    EXPECT_TRUE(PatternMatches(pattern, text)) << pattern << " " << text;
  }
  for (const auto& [pattern, text] : {std::pair("scan", "can"),
                                      {"^can", "scan"},
                                      {"sca$", "scan"},
                                      {"^scan$", "scans"},
                                      {"n*s", "scan"},
                                      {"a.c", "abc"},
                                      {"^ana*ana$", "ana"},
                                      {"aa*aa", "aaa"},
                                      {"^a$", ""},
                                      {"an*an$", "an"}}) {
    EXPECT_FALSE(PatternMatches(pattern, text)) << pattern << " " << text;
  }
}

TEST(Pattern, LongOnesTakeNoLongerForIt) {
  std::string pattern;
  for (int i = 0; i < 2000; ++i) pattern += "a*";
  EXPECT_FALSE(PatternMatches(pattern + "b", std::string(100000, 'a')));
}

}  // namespace
}  // namespace lockstep
