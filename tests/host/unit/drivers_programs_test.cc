// The driver's own programs, as host/api/exec.h has them.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "host/api/exec.h"

namespace lockstep::host {
namespace {

pid_t EndedChild() {
  const pid_t child = fork();
  if (child == 0) _exit(3);
  return child;
}

class DriversPrograms : public ::testing::Test {
 protected:
  void SetUp() override { before_ = std::signal(SIGCHLD, SIG_IGN); }
  void TearDown() override { std::signal(SIGCHLD, before_); }

 private:
  void (*before_)(int) = nullptr;
};

TEST_F(DriversPrograms, WaitpidIsTheCLibrarysElsewhere) {
  const pid_t child = EndedChild();
  ASSERT_GT(child, 0);
  EXPECT_EQ(waitpid(child, nullptr, 0), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(DriversPrograms, WaitpidEndsWellWhereSigchldIsIgnored) {
  const DriversOwnPrograms compiling;
  const pid_t child = EndedChild();
  ASSERT_GT(child, 0);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(DriversPrograms, AStatusThatIsKnownIsToldAsItIs) {
  std::signal(SIGCHLD, SIG_DFL);
  const DriversOwnPrograms compiling;
  const pid_t child = EndedChild();
  ASSERT_GT(child, 0);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

}  // namespace
}  // namespace lockstep::host
