#include "runtime/base/hex.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Hex, BytesComeBack) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(HexEncode(std::string("\x00\x0f\xf0\xff", 4)), "000ff0ff");
  EXPECT_EQ(HexDecode(HexEncode(all)), all);
  EXPECT_EQ(HexDecode(""), "");
}

TEST(Hex, WhatItDoesNotWriteIsRefused) {
  for (const char* text : {"0", "0g", "FF", "00 ", "0x00", "123"}) EXPECT_FALSE(HexDecode(text)) << text;
}

}  // namespace
}  // namespace lockstep
