#include "runtime/base/text.h"

#include <gtest/gtest.h>

#include <random>

#include "runtime/base/regex.h"
#include "runtime/base/sha256.h"

namespace lockstep {
namespace {

TEST(Text, ParsesNumbersWholeOrNotAtAll) {
  EXPECT_EQ(ParseUnsigned("0x1F"), 31u);
  EXPECT_EQ(ParseUnsigned("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(ParseUnsigned("18446744073709551616"), std::nullopt);
  EXPECT_EQ(ParseUnsigned(" 1"), std::nullopt);
  EXPECT_EQ(ParseUnsigned("1a"), std::nullopt);
  EXPECT_EQ(ParseUnsigned(""), std::nullopt);
  EXPECT_EQ(ParseUnsigned("-1"), std::nullopt);
  EXPECT_EQ(ParseSigned("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(ParseSigned("-9223372036854775809"), std::nullopt);
  EXPECT_EQ(ParseSigned("9223372036854775808"), std::nullopt);
  EXPECT_EQ(ParseDouble("1.5e3"), 1500.0);
  EXPECT_EQ(ParseDouble("1.5x"), std::nullopt);
}

TEST(Text, ListsTheFirstAndCountsTheRest) {
  EXPECT_EQ(JoinFirst({}, 2), "");
  EXPECT_EQ(JoinFirst({"a", "b"}, 2), "a, b");
  EXPECT_EQ(JoinFirst({"a", "b", "c", "d"}, 2), "a, b and 2 more");
}

TEST(Text, GroupsDigits) {
  EXPECT_EQ(WithCommas(0), "0");
  EXPECT_EQ(WithCommas(999), "999");
  EXPECT_EQ(WithCommas(1000), "1,000");
  EXPECT_EQ(WithCommas(1234567), "1,234,567");
  EXPECT_EQ(Counted(1, "byte", "bytes"), "1 byte");
}

TEST(Text, QuotesForTheShell) {
  EXPECT_EQ(ShellQuote("a=b"), "a=b");
  EXPECT_EQ(ShellQuote(""), "''");
  EXPECT_EQ(ShellQuote("it's"), "'it'\\''s'");
}

TEST(Sha256, KnownDigests) {
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Hex(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// The digests of the processor's instructions, if it has them, against those of the portable code.
TEST(Sha256, InstructionsAgree) {
  std::mt19937 random(7);
  for (size_t length = 0; length < 400; ++length) {
    std::string text(length, '\0');
    for (char& c : text) c = static_cast<char>(random());
    Sha256 best, plain(Sha256::Instructions::kPlain);
    best.Update(text);
    plain.Update(text);
    EXPECT_EQ(best.Hex(), plain.Hex()) << length;
  }
}

TEST(Sha256, PiecesMakeTheSameDigestAsTheWhole) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    Sha256 hash;
    hash.Update(text.substr(0, cut));
    hash.Update(text.substr(cut));
    EXPECT_EQ(hash.Hex(), Sha256Hex(text)) << cut;
  }
}

TEST(Regex, SelectsKernels) {
  EXPECT_TRUE(KernelSelected("reduce_1", "", ""));
  EXPECT_TRUE(KernelSelected("reduce_1", "^red", ""));
  EXPECT_FALSE(KernelSelected("reduce_1", "scan|sort", ""));
  EXPECT_FALSE(KernelSelected("reduce_1", "red", "_1$"));
  EXPECT_FALSE(Regex::Compile("a(").ok());
}

}  // namespace
}  // namespace lockstep
