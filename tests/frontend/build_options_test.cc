// The options of clBuildProgram, in the forms that applications use.
#include "instrument/frontend/build_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::instrument {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SplitOptions, WhiteSpaceOfAnyKindSeparates) {
  EXPECT_THAT(SplitOptions("  -DA=1\t-DB \n -w "), ElementsAre("-DA=1", "-DB", "-w"));
  EXPECT_THAT(SplitOptions(""), IsEmpty());
}

TEST(SplitOptions, DoubleQuotesGroupAndVanish) {
  EXPECT_THAT(SplitOptions(R"(-I "/a b" -DX="c d" -D"Y=e f")"),
              ElementsAre("-I", "/a b", "-DX=c d", "-DY=e f"));
}

TEST(SplitOptions, EscapedQuotesGroupAndStay) {
  EXPECT_THAT(SplitOptions(R"(-DX=\"a b\" -w)"), ElementsAre(R"(-DX="a b")", "-w"));
  EXPECT_THAT(SplitOptions(R"(-D"X=\"a b\"" -w)"), ElementsAre(R"(-DX="a b")", "-w"));
}

TEST(SplitOptions, EscapedSpaceStaysInTheWord) {
  EXPECT_THAT(SplitOptions(R"(-I/a\ b -w)"), ElementsAre("-I/a b", "-w"));
}

TEST(SplitOptions, SingleQuotesAndOtherBackslashesAreCharacters) {
  EXPECT_THAT(SplitOptions(R"(-DC='a' -IC:\inc)"), ElementsAre("-DC='a'", R"(-IC:\inc)"));
}

TEST(SplitOptions, EmptyQuotesMakeAnEmptyWord) {
  EXPECT_THAT(SplitOptions(R"(-I "" -w)"), ElementsAre("-I", "", "-w"));
}

TEST(ParseBuildOptions, MacrosKeepTheirOrder) {
  EXPECT_THAT(ParseBuildOptions("-DA=1 -UA -D A=2 -D B").macros,
              ElementsAre("-DA=1", "-UA", "-DA=2", "-DB"));
}

TEST(ParseBuildOptions, IncludesAreDirectoriesOrFiles) {
  const BuildOptions options = ParseBuildOptions("-I inc -Iinc2 -include first.h");
  EXPECT_THAT(options.include_dirs, ElementsAre("inc", "inc2"));
  EXPECT_THAT(options.includes, ElementsAre("first.h"));
}

TEST(ParseBuildOptions, LastStandardWins) {
  EXPECT_EQ(ParseBuildOptions("-cl-std=CL1.1 -cl-std=CL3.0").language_standard, "CL3.0");
}

TEST(ParseBuildOptions, OnlyWhatChangesResultsIsKept) {
  const BuildOptions options = ParseBuildOptions(
      "-w -Werror -g -O2 -cl-opt-disable -cl-kernel-arg-info -cl-uniform-work-group-size "
      "-cl-mad-enable -cl-denorms-are-zero -cl-fast-relaxed-math -unknown");
  EXPECT_THAT(options.math, ElementsAre("-cl-mad-enable", "-fdenormal-fp-math=positive-zero",
                                        "-cl-fast-relaxed-math"));
  EXPECT_TRUE(options.fast_relaxed_math);
  EXPECT_FALSE(options.optimize);
  EXPECT_THAT(options.macros, IsEmpty());
}

TEST(ParseBuildOptions, OptionWithoutItsValueAtTheEndIsHarmless) {
  EXPECT_THAT(ParseBuildOptions("-w -D").macros, ElementsAre("-D"));
}

}  // namespace
}  // namespace lockstep::instrument
