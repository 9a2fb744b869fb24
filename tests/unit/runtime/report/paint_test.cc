#include "runtime/report/paint.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Excerpt, CaretStandsUnderItsColumn) {
  EXPECT_EQ(Excerpt("  a[i] = 1;", 7, 3, false),
            "      7 |   a[i] = 1;\n"
            "        |   ^\n");
}

TEST(Excerpt, TabsCountAsOneBlank) {
  EXPECT_EQ(Excerpt("\tx;", 12, 2, false),
            "     12 |  x;\n"
            "        |  ^\n");
}

TEST(Excerpt, CharactersCountNotBytes) {
  EXPECT_EQ(Excerpt("/* \xc3\xa4 */ x;", 1, 11, false),
            "      1 | /* \xc3\xa4 */ x;\n"
            "        |          ^\n");
}

TEST(Excerpt, LongLinesAreCutAroundTheCaret) {
  std::string line = std::string(200, 'a') + "X" + std::string(200, 'b');
  std::string text = Excerpt(line, 1, 201, false);
  size_t end = text.find('\n');
  EXPECT_LE(end, 100u);
  size_t caret = text.find('^') - end - 1;
  EXPECT_EQ(text[caret], 'X');
  text = Excerpt(line, 1, 1, false);
  EXPECT_LE(text.find('\n'), 100u);
  EXPECT_EQ(text[text.find('^') - text.find('\n') - 1], 'a');
  text = Excerpt(line, 1, 401, false);
  EXPECT_EQ(text[text.find('^') - text.find('\n') - 1], 'b');
}

TEST(Excerpt, WhatATerminalWouldObeyIsEscapedAndTheCaretFollows) {
  EXPECT_EQ(Excerpt("a /*\033[31m*/ = 1;", 5, 13, false),
            "      5 | a /*\\x1b[31m*/ = 1;\n"
            "        |                ^\n");
  EXPECT_EQ(Excerpt("/*\u202E*/ x;", 5, 9, false),
            "      5 | /*\\u{202e}*/ x;\n"
            "        |              ^\n");
  EXPECT_EQ(Excerpt("\xff x;", 5, 3, false),
            "      5 | \\xff x;\n"
            "        |      ^\n");
}

TEST(Excerpt, WithoutAColumnThereIsNoCaret) {
  EXPECT_EQ(Excerpt("x", 1, 0, false), "      1 | x\n");
  EXPECT_EQ(Excerpt("x", 1, 9, false), "      1 | x\n");
}

}  // namespace
}  // namespace lockstep
