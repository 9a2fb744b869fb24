#include "runtime/base/file.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

namespace lockstep {
namespace {

// Sets TMPDIR for one test.
class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* old = getenv("TMPDIR");
    if (old != nullptr) old_ = old;
  }
  void TearDown() override {
    if (old_.empty()) {
      unsetenv("TMPDIR");
    } else {
      setenv("TMPDIR", old_.c_str(), 1);
    }
  }

 private:
  std::string old_;
};

TEST_F(FileTest, TemporaryDirectoriesAreMadeBelowTmpdir) {
  const StatusOr<std::string> outer = MakeTemporaryDirectory("lockstep-test");
  ASSERT_TRUE(outer.ok());
  setenv("TMPDIR", outer->c_str(), 1);
  const StatusOr<std::string> inner = MakeTemporaryDirectory("lockstep-test");
  ASSERT_TRUE(inner.ok());
  EXPECT_EQ(inner->rfind(*outer + "/lockstep-test-", 0), 0u);
  EXPECT_EQ(rmdir(inner->c_str()), 0);
  EXPECT_EQ(rmdir(outer->c_str()), 0);
}

TEST_F(FileTest, ATmpdirThatDoesNotWorkIsPassedOver) {
  for (const char* directory : {"/does/not/exist", ""}) {
    setenv("TMPDIR", directory, 1);
    const StatusOr<std::string> made = MakeTemporaryDirectory("lockstep-test");
    ASSERT_TRUE(made.ok()) << directory;
    EXPECT_EQ(rmdir(made->c_str()), 0);
  }
}

}  // namespace
}  // namespace lockstep
