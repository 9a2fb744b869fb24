#include "host/cli/needs_library.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "runtime/base/file.h"

namespace lockstep {
namespace {

std::string Temporary(const std::string& content) {
  const std::string path = testing::TempDir() + "needs-library-" + std::to_string(getpid());
  EXPECT_TRUE(WriteFile(path, content).ok());
  return path;
}

// In the text of this very executable, but not in its dynamic section.
constexpr char kMentioned[] = "libmentioned-nowhere-else.so.";

TEST(NeedsLibrary, OfAnExecutableTheDynamicSectionCounts) {
  EXPECT_TRUE(NeedsLibrary("/proc/self/exe", "libc.so."));
  EXPECT_FALSE(NeedsLibrary("/proc/self/exe", kMentioned));
}

TEST(NeedsLibrary, OfAScriptAllCounts) {
  const std::string path = Temporary("#!/bin/sh\nLD_PRELOAD=/usr/lib/libasan.so.8 exec ./app\n");
  EXPECT_TRUE(NeedsLibrary(path, "libasan.so."));
  EXPECT_FALSE(NeedsLibrary(path, "libtsan.so."));
  unlink(path.c_str());
}

TEST(NeedsLibrary, WhatCannotBeReadNeedsNothing) {
  EXPECT_FALSE(NeedsLibrary("/nonexistent", "libc.so."));
  EXPECT_FALSE(NeedsLibrary("", "libc.so."));
  EXPECT_FALSE(NeedsLibrary("/", "libc.so."));
}

// Whatever an executable was cut off or overwritten to.
TEST(NeedsLibrary, DamageIsSurvived) {
  const auto whole = ReadFile("/proc/self/exe");
  ASSERT_TRUE(whole.ok());
  for (const size_t size : {size_t{4}, size_t{40}, size_t{64}, size_t{100}, size_t{1000}, whole->size() / 4}) {
    const std::string path = Temporary(whole->substr(0, size));
    NeedsLibrary(path, "libc.so.");
    std::string damaged = whole->substr(0, std::max<size_t>(size, 64));
    for (size_t i = 16; i < damaged.size(); i += 7) damaged[i] = static_cast<char>(0xff);
    ASSERT_TRUE(WriteFile(path, damaged).ok());
    NeedsLibrary(path, "libc.so.");
    unlink(path.c_str());
  }
}

}  // namespace
}  // namespace lockstep
