// Finding the file that a source was read from.
#include "host/track/source_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "runtime/base/file.h"
#include "tests/unit/temporary_folder.h"

namespace lockstep::host {
namespace {

const std::string kText = "kernel void k(global int* a) { a[0] = 1; }\n";

class SourceFile : public testing::Test {
 protected:
  SourceFile() {
    for (const char* below : {"/here/kernels", "/here/.git", "/include"}) {
      std::filesystem::create_directories(root_ + below);
    }
  }
  void Write(const std::string& path, const std::string& text) {
    ASSERT_TRUE(WriteFile(root_ + path, text).ok());
  }
  std::string Find(const std::string& text = kText) {
    return SourceFinder().Find(text, {root_ + "/here", root_ + "/include", root_ + "/nowhere"});
  }
  TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
};

TEST_F(SourceFile, IsNamedRelativeToTheCurrentDirectory) {
  Write("/here/kernels/a.cl", kText);
  EXPECT_EQ(Find(), "kernels/a.cl");
}

// covers: source-names
TEST_F(SourceFile, ElsewhereIsNamedInFull) {
  Write("/include/a.h", kText);
  EXPECT_EQ(Find(), root_ + "/include/a.h");
  Write("/here/z.ocl", kText);
  EXPECT_EQ(Find(), "z.ocl");
  Write("/here/b.cl", kText);
  EXPECT_EQ(Find(), "b.cl");
}

TEST_F(SourceFile, OnlySourcesOfThatVeryTextCount) {
  Write("/here/a.txt", kText);
  Write("/here/.git/a.cl", kText);
  Write("/here/tempfile_a.cl", kText);
  Write("/here/b.cl", kText + "\n");
  Write("/here/d.cl", kText.substr(1));
  std::string other = kText;
  other[3] = 'X';
  Write("/here/c.cl", other);
  EXPECT_EQ(Find(), "");
  Write("/here/empty.cl", "");
  EXPECT_EQ(Find(""), "");
}

// covers: source-names
TEST_F(SourceFile, ALineAtTheEndMayHaveBeenAdded) {
  Write("/here/a.cl", kText);
  EXPECT_EQ(Find(kText + "\n\n__constant int defeat_cache = 0;"), "a.cl");
  EXPECT_EQ(Find("\n" + kText), "");
  EXPECT_EQ(Find(kText + std::string(1000, ' ')), "");
}

TEST_F(SourceFile, DirectoriesComeFromTheOptions) {
  const auto directories = SourceDirectories("/cwd", "-DX -Iinc -I /abs -I inc -cl-std=CL1.2 -I");
  ASSERT_EQ(directories.size(), 4u);
  EXPECT_EQ(directories[0], "/cwd");
  EXPECT_EQ(directories[2], "/cwd/inc");
  EXPECT_EQ(directories[3], "/abs");
}

TEST_F(SourceFile, WhatWasFoundIsRememberedWhileItHasThatText) {
  const std::vector<std::string> directories = {root_ + "/here", root_ + "/include"};
  const auto find = [&] { return SourceFinder(Cache(root_ + "/cache", 1 << 20)).Find(kText, directories); };
  EXPECT_EQ(find(), "");
  Write("/here/kernels/b.cl", kText);
  EXPECT_EQ(find(), "kernels/b.cl");
  Write("/here/a.cl", kText);
  EXPECT_EQ(find(), "kernels/b.cl");
  Write("/here/kernels/b.cl", kText + "// changed\n");
  EXPECT_EQ(find(), "a.cl");
  EXPECT_EQ(find(), "a.cl");
  std::filesystem::remove(root_ + "/here/a.cl");
  EXPECT_EQ(find(), "");
}

}  // namespace
}  // namespace lockstep::host
