#include "runtime/base/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace lockstep {
namespace {

// What `script` writes to its output, with `setup` besides.
std::string Said(const std::string& script, ChildSetup setup) {
  int ends[2];
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  setup.descriptors.emplace_back(ends[1], STDOUT_FILENO);
  const pid_t pid = StartChild({"sh", "-c", script}, setup);
  EXPECT_GT(pid, 0);
  close(ends[1]);
  std::string text(100, '\0');
  const ssize_t size = read(ends[0], text.data(), text.size());
  close(ends[0]);
  text.resize(size > 0 ? static_cast<size_t>(size) : 0);
  EXPECT_EQ(waitpid(pid, nullptr, 0), pid);
  return text;
}

TEST(Child, HasWhatItWasGiven) {
  ChildSetup setup;
  setup.changes = {{"LOCKSTEP_TEST_NAME", "a b"}};
  setup.prepare = [] { (void)!chdir("/"); };
  EXPECT_EQ(Said("echo $LOCKSTEP_TEST_NAME, $(pwd)", setup), "a b, /\n");
}

TEST(Child, DescriptorsThatAreWhereTheyShallBeStay) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  ASSERT_EQ(write(ends[1], "x\n", 2), 2);
  const int saved = dup(STDIN_FILENO);
  ASSERT_EQ(dup3(ends[0], STDIN_FILENO, O_CLOEXEC), STDIN_FILENO);
  ChildSetup setup;
  setup.descriptors = {{STDIN_FILENO, STDIN_FILENO}};
  EXPECT_EQ(Said("read word; echo $word", setup), "x\n");
  ASSERT_EQ(dup2(saved, STDIN_FILENO), STDIN_FILENO);
  for (const int end : {saved, ends[0], ends[1]}) close(end);
}

TEST(Child, ThatCannotBeginIsNone) {
  EXPECT_EQ(StartChild({"/no/such/program"}, {}), -1);
  EXPECT_EQ(errno, ENOENT);
  EXPECT_EQ(StartChild({"/etc/passwd"}, {}), -1);
  EXPECT_EQ(errno, EACCES);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "no process is left behind";
}

}  // namespace
}  // namespace lockstep
