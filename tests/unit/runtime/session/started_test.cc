#include "runtime/session/started.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "runtime/base/file.h"

namespace lockstep {
namespace {

class LookAtProgramTest : public testing::Test {
 protected:
  ~LookAtProgramTest() override { unlink(path_.c_str()); }

  uint32_t LookAt(const std::string& content) {
    EXPECT_TRUE(WriteFile(path_, content).ok());
    return LookAtProgram(AT_FDCWD, path_.c_str());
  }

  const std::string path_ = testing::TempDir() + "look-at-program-" + std::to_string(getpid());
};

TEST_F(LookAtProgramTest, OfAnExecutableTheDynamicSectionCounts) {
  // The name is in the text of this very executable.
  EXPECT_STREQ(kAsanNames[0], "libasan.so");
  EXPECT_EQ(LookAtProgram(AT_FDCWD, "/proc/self/exe"), 0u);
  const auto own = ReadFile("/proc/self/exe");
  ASSERT_TRUE(own.ok());
  // What this program asks the loader for, as if that were the sanitizer's run time: all names are as long.
  std::string other = *own;
  size_t changed = 0;
  for (size_t at = other.find("\0libgcc_s.so", 0, 12); at != std::string::npos;
       at = other.find("\0libgcc_s.so", at + 1, 12)) {
    other.replace(at + 1, 11, "libasan.so.");
    ++changed;
  }
  ASSERT_GT(changed, 0u);
  EXPECT_EQ(LookAt(other), uint32_t{kStartBearsNoPreload});
}

TEST_F(LookAtProgramTest, AScriptIsWhatItNames) {
  EXPECT_EQ(LookAt("#!/proc/self/exe\nLD_PRELOAD=/usr/lib/libasan.so.8 exec ./app\n"), 0u);
  EXPECT_EQ(LookAt("#! /nonexistent\n"), 0u);
}

TEST_F(LookAtProgramTest, OfWhatCannotBeReadNothingIsSaid) {
  for (const char* path : {"/nonexistent", "", "/"}) EXPECT_EQ(LookAtProgram(AT_FDCWD, path), 0u) << path;
}

// Whatever an executable was cut off or overwritten to.
TEST_F(LookAtProgramTest, DamageIsSurvived) {
  const auto whole = ReadFile("/proc/self/exe");
  ASSERT_TRUE(whole.ok());
  for (const size_t size : {size_t{4}, size_t{40}, size_t{64}, size_t{100}, size_t{1000}, whole->size() / 4}) {
    LookAt(whole->substr(0, size));
    std::string damaged = whole->substr(0, std::max<size_t>(size, 64));
    for (size_t i = 16; i < damaged.size(); i += 7) damaged[i] = static_cast<char>(0xff);
    LookAt(damaged);
  }
}

}  // namespace
}  // namespace lockstep
