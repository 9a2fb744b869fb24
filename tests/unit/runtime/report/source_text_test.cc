#include "runtime/report/source_text.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "runtime/base/file.h"

namespace lockstep {
namespace {

TEST(SourceText, FindsLinesInProgramHeadersAndFiles) {
  ProgramSource program;
  program.name = "kernel.cl";
  program.text = "one\r\ntwo\n";
  program.headers = {{"inc/h.h", "in header\n"}};
  std::string path = testing::TempDir() + "/lockstep-source-" + std::to_string(getpid());
  ASSERT_TRUE(WriteFile(path, "a\nin file").ok());
  SourceText text;
  EXPECT_EQ(text.Line(&program, {"kernel.cl", 1, 1, ""}), "one");
  EXPECT_EQ(text.Line(&program, {"", 2, 1, ""}), "two");
  EXPECT_EQ(text.Line(&program, {"/src/inc/h.h", 1, 1, ""}), "in header");
  EXPECT_EQ(text.Line(&program, {path, 2, 1, ""}), "in file");
  EXPECT_EQ(text.Line(&program, {path, 3, 1, ""}), "");
  EXPECT_EQ(text.Line(&program, {"kernel.cl", 0, 0, ""}), "");
  EXPECT_EQ(text.Line(&program, {"/no/such/file", 1, 1, ""}), "");
  EXPECT_EQ(text.Line(nullptr, {path, 1, 1, ""}), "a");
  unlink(path.c_str());
}

}  // namespace
}  // namespace lockstep
