#include "instrument/backends/ptx/printf_format.h"

#include <gtest/gtest.h>

namespace lockstep::instrument {
namespace {

PrintfFormat Parsed(const char* text) {
  const absl::StatusOr<PrintfFormat> format = ParsePrintfFormat(text);
  EXPECT_TRUE(format.ok()) << format.status();
  return format.ok() ? *format : PrintfFormat();
}

TEST(PrintfFormat, TextOnly) {
  EXPECT_TRUE(Parsed("").conversions.empty());
  EXPECT_EQ(Parsed("100%% done\n").rest, "100%% done\n");
  EXPECT_TRUE(Parsed("%%d").conversions.empty());
}

TEST(PrintfFormat, PartsOfAConversion) {
  const PrintfFormat format = Parsed("a%%%-+08.3lxb% #5dc");
  ASSERT_EQ(format.conversions.size(), 2u);
  EXPECT_EQ(format.conversions[0].before, "a%%");
  EXPECT_EQ(format.conversions[0].text, "%-+08.3lx");
  EXPECT_EQ(format.conversions[0].style, "-+08.3");
  EXPECT_EQ(format.conversions[0].bits, 64u);
  EXPECT_EQ(format.conversions[0].specifier, 'x');
  EXPECT_FALSE(format.conversions[0].is_vector);
  EXPECT_EQ(format.conversions[1].before, "b");
  EXPECT_EQ(format.conversions[1].style, " #5");
  EXPECT_EQ(format.conversions[1].bits, 0u);
  EXPECT_EQ(format.rest, "c");
}

TEST(PrintfFormat, Lengths) {
  const PrintfFormat format = Parsed("%hhd%hu%ld%lld%zu%jd%td%i");
  const unsigned bits[] = {8, 16, 64, 64, 64, 64, 64, 0};
  ASSERT_EQ(format.conversions.size(), 8u);
  for (size_t i = 0; i < 8; ++i) EXPECT_EQ(format.conversions[i].bits, bits[i]) << format.conversions[i].text;
  EXPECT_TRUE(format.conversions[7].IsSigned());
  EXPECT_FALSE(format.conversions[1].IsSigned());
}

TEST(PrintfFormat, Vectors) {
  const PrintfFormat format = Parsed("%v4hlf,%-5.1v2f%v16hhx%v3d%v8lu%v2hd");
  const unsigned elements[] = {4, 2, 16, 3, 8, 2}, bits[] = {32, 0, 8, 0, 64, 16};
  ASSERT_EQ(format.conversions.size(), 6u);
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_TRUE(format.conversions[i].is_vector);
    EXPECT_EQ(format.conversions[i].elements, elements[i]) << format.conversions[i].text;
    EXPECT_EQ(format.conversions[i].bits, bits[i]) << format.conversions[i].text;
  }
  EXPECT_TRUE(format.conversions[0].IsFloat());
  EXPECT_EQ(format.conversions[1].style, "-5.1");
}

TEST(PrintfFormat, PrecisionWithoutDigitsIsZero) { EXPECT_EQ(Parsed("%3.f").conversions[0].style, "3.0"); }

TEST(PrintfFormat, NoConversions) {
  constexpr const char* kTexts[][2] = {{"%*d", "%*"},   {"%n", "%n"},    {"%lc", "%lc"},   {"%ls", "%ls"},
                                       {"%Lf", "%L"},   {"%v5d", "%v5"}, {"%v4s", "%v4s"}, {"%v4c", "%v4c"},
                                       {"%hld", "%hl"}, {"%.*f", "%.*"}, {"a%", "%"},      {"%v", "%v"},
                                       {"%5", "%5"},    {"%d %y", "%y"}};
  for (const auto& [text, message] : kTexts) {
    const absl::StatusOr<PrintfFormat> format = ParsePrintfFormat(text);
    EXPECT_FALSE(format.ok()) << text;
    EXPECT_EQ(format.status().message(), message);
  }
}

}  // namespace
}  // namespace lockstep::instrument
