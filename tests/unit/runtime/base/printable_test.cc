#include "runtime/base/printable.h"

#include <gtest/gtest.h>

#include "runtime/base/utf8.h"

namespace lockstep {
namespace {

using namespace std::string_literals;

TEST(Printable, LeavesWhatCanBeSeen) {
  for (const char* text : {"", "k.cl:3:1", "C:\\kernels\\a.cl", "größe, 大小, 😀, é"}) {
    EXPECT_EQ(Printable(text), text);
  }
}

TEST(Printable, EscapesControls) {
  EXPECT_EQ(Printable("x\033[31my"), "x\\x1b[31my");
  EXPECT_EQ(Printable("a\nlockstep: summary: no findings\r\t\a\177\0"s + "b"s),
            "a\\x0alockstep: summary: no findings\\x0d\\x09\\x07\\x7f\\x00b");
  EXPECT_EQ(Printable("\0"s), "\\x00");
  EXPECT_EQ(Printable("\302\233" "31m"), "\\u{9b}31m");  // CSI as a C1 control
}

TEST(Printable, EscapesWhatReordersOrHides) {
  EXPECT_EQ(Printable("\u202Ea\u202C"), "\\u{202e}a\\u{202c}");
  for (const char* mark : {"\u061C", "\u200B", "\u200E", "\u200F", "\u2028", "\u2029", "\u2066", "\u2069",
                           "\u00AD", "\uFEFF", "\u3164", "\U000E0041", "\uE000", "\U0010FFFD"}) {
    EXPECT_EQ(Printable(mark).compare(0, 3, "\\u{"), 0) << mark;
  }
}

TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(Printable("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(Printable("\x9b" "31m"), "\\x9b31m");          // CSI as a single byte
  EXPECT_EQ(Printable("\xc1\x9b\xe0\x80\x9b"), "\\xc1\\x9b\\xe0\\x80\\x9b");  // overlong
  EXPECT_EQ(Printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(Printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(Printable("\xe2\x80"), "\\xe2\\x80");
}

TEST(Printable, EveryByteAndItsResultAgain) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  const std::string once = Printable(all);
  EXPECT_EQ(Printable(once), once);
  for (char c : once) EXPECT_TRUE(c >= ' ' && c < 0x7F);
  EXPECT_EQ(MakeUtf8(once), once);
}

TEST(PrintableLines, KeepsLinesAndTellsThemFromOurs) {
  EXPECT_EQ(PrintableLines("a\tb\r\n\033c\n"), "a b\n\\x1bc\n");
  EXPECT_EQ(PrintableLines("lockstep: summary: no findings\nlockstep:"),
            " lockstep: summary: no findings\n lockstep:");
  EXPECT_EQ(PrintableLines(""), "");
}

TEST(PrintableJson, MeansTheSame) {
  EXPECT_EQ(PrintableJson("{\n \"a\": \"\302\233\u202E\177\U000E0041 é\"}"),
            "{\n \"a\": \"\\u009b\\u202e\\u007f\\udb40\\udc41 é\"}");
}

TEST(Utf8, RepairsByBytes) { EXPECT_EQ(MakeUtf8("a\xff\xc3\xa9\xe2\x80"), "a?é??"); }

}  // namespace
}  // namespace lockstep
