#include "runtime/base/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/file.h"
#include "tests/unit/temporary_folder.h"

namespace lockstep {
namespace {

class OutputFileTest : public testing::Test {
 protected:
  std::string At(const std::string& name) { return temporary_.At(name); }
  size_t Files() { return temporary_.Files(); }

  TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path();
};

TEST_F(OutputFileTest, WritesAndReplacesFiles) {
  EXPECT_TRUE(CheckOutput(At("f")).ok());
  EXPECT_EQ(Files(), 0u);
  EXPECT_TRUE(WriteOutput(At("f"), "one").ok());
  EXPECT_TRUE(CheckOutput(At("f")).ok());
  EXPECT_EQ(ReadFile(At("f")).value(), "one");
  ASSERT_EQ(chmod(At("f").c_str(), 0604), 0);
  EXPECT_TRUE(WriteOutput(At("f"), "").ok());
  EXPECT_EQ(ReadFile(At("f")).value(), "");
  struct stat facts = {};
  ASSERT_EQ(stat(At("f").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0604u);
  EXPECT_EQ(Files(), 1u);
}

TEST_F(OutputFileTest, SaysWhereNothingCanBeWritten) {
  for (const std::string& path : {At("none/f"), folder_, std::string("/dev/full"), At("")}) {
    EXPECT_FALSE(CheckOutput(path).ok()) << path;
    EXPECT_FALSE(WriteOutput(path, "text").ok()) << path;
  }
  EXPECT_EQ(Files(), 0u);
}

TEST_F(OutputFileTest, DoesNotWaitForReadersForEver) {
  ASSERT_EQ(mkfifo(At("fifo").c_str(), 0600), 0);
  EXPECT_TRUE(CheckOutput(At("fifo")).ok());
  EXPECT_FALSE(WriteOutput(At("fifo"), "text").ok());
  const int both = open(At("fifo").c_str(), O_RDWR);
  EXPECT_TRUE(WriteOutput(At("fifo"), "text").ok());
  char text[8] = {};
  EXPECT_EQ(read(both, text, sizeof(text)), 4);
  EXPECT_FALSE(WriteOutput(At("fifo"), std::string(1 << 20, 'x')).ok());
  close(both);
}

// As when a program writes on behind a report that it has among its own output.
TEST_F(OutputFileTest, GoesOnWhereAnOpenFileStands) {
  const int fd = open(At("log").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(write(fd, "log\n", 4), 4);
  EXPECT_TRUE(CheckOutput("/proc/self/fd/" + std::to_string(fd)).ok());
  EXPECT_TRUE(WriteOutput("/dev/fd/" + std::to_string(fd), "report\n").ok());
  ASSERT_EQ(write(fd, "more\n", 5), 5);
  close(fd);
  EXPECT_EQ(ReadFile(At("log")).value(), "log\nreport\nmore\n");
  EXPECT_FALSE(WriteOutput("/dev/fd/" + std::to_string(fd), "report\n").ok());
}

}  // namespace
}  // namespace lockstep
