#include "runtime/program/dependencies.h"

#include <gtest/gtest.h>

#include "runtime/base/file.h"
#include "runtime/base/sha256.h"
#include "tests/unit/temporary_folder.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

class DependenciesTest : public testing::Test {
 protected:
  std::string At(const std::string& name) { return folder_.At(name); }
  void Write(const std::string& name, const std::string& text) { ASSERT_TRUE(WriteFile(At(name), text).ok()); }
  void Expect(const std::string& name, const std::string& kind, const std::string& text = "") {
    dependencies_.push_back({At(name), kind == "text" ? Sha256Hex(text) : kind});
  }
  bool Unchanged() { return DependenciesUnchanged(dependencies_); }

  TemporaryFolder folder_;
  std::vector<Dependency> dependencies_;
};

TEST_F(DependenciesTest, NoneNeverChange) { EXPECT_TRUE(Unchanged()); }

TEST_F(DependenciesTest, ContentsCount) {
  Write("h", "int x;");
  Expect("h", "text", "int x;");
  EXPECT_TRUE(Unchanged());
  Write("h", "int y;");
  EXPECT_FALSE(Unchanged());
  fs::remove(At("h"));
  EXPECT_FALSE(Unchanged());
}

TEST_F(DependenciesTest, WhatWasNotThereMustNotBeThere) {
  Expect("h", "absent");
  Expect("folder/h", "absent");
  EXPECT_TRUE(Unchanged());
  fs::create_directory(At("folder"));
  EXPECT_TRUE(Unchanged());
  Write("folder/h", "");
  EXPECT_FALSE(Unchanged());
}

TEST_F(DependenciesTest, WhatWasThereMustBeThereAndOfItsKind) {
  Write("h", "");
  Expect("h", "file");
  EXPECT_TRUE(Unchanged());
  Write("h", "another");
  EXPECT_TRUE(Unchanged());
  fs::remove(At("h"));
  EXPECT_FALSE(Unchanged());
  fs::create_directory(At("h"));
  EXPECT_FALSE(Unchanged());
}

TEST_F(DependenciesTest, WhatIsOneFileCounts) {
  Write("h", "");
  fs::create_symlink("h", At("link"));
  Expect("h", "file");
  Expect("link", "file");
  EXPECT_FALSE(Unchanged());
  dependencies_[1].sha256 = "file same as " + At("h");
  EXPECT_TRUE(Unchanged());
  fs::remove(At("link"));
  Write("link", "");
  EXPECT_FALSE(Unchanged());
}

TEST_F(DependenciesTest, AnythingElseHasChanged) {
  Write("h", "");
  Expect("h", "changing");
  EXPECT_FALSE(Unchanged());
  fs::remove(At("h"));
  EXPECT_FALSE(Unchanged());
}

}  // namespace
}  // namespace lockstep
