#include "host/cli/launch_comment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LaunchComment Read(std::string_view source) {
  auto comment = ReadLaunchComment(source);
  EXPECT_TRUE(comment.ok()) << comment.status().message();
  return comment.ok() ? *comment : LaunchComment();
}

// covers: launch-comments
TEST(LaunchComment, OwnFormHasOneLaunchForEachLine) {
  LaunchComment comment = Read(
      "//lockstep: clean\n"
      "// launch: kernel=a global=64,4  local=16,4 arg=n:int:3\n"
      "\n"
      "//launch: kernel=b global=8\n"
      "//build: -DN=4\n"
      "kernel void a(int n) {}\n"
      "//launch: global=1\n");
  ASSERT_EQ(comment.launches.size(), 2u);
  EXPECT_THAT(comment.launches[0], ElementsAre("--kernel=a", "--global=64,4", "--local=16,4",
                                               "--arg=n:int:3"));
  EXPECT_THAT(comment.launches[1], ElementsAre("--kernel=b", "--global=8"));
  EXPECT_EQ(comment.build_options, "-DN=4");
}

TEST(LaunchComment, NoneMeansNoLaunch) {
  EXPECT_THAT(Read("kernel void k() {}\n").launches, IsEmpty());
  EXPECT_THAT(Read("// computes a launch: of rockets\nkernel void k() {}\n").launches, IsEmpty());
  EXPECT_THAT(Read("").launches, IsEmpty());
}

// covers: launch-comments
TEST(LaunchComment, GpuVerifyFormMultipliesGroups) {
  LaunchComment comment = Read(
      "//pass\r\n"
      "//--local_size=[16,4] --num_groups=[4,2] --warp-sync=32 -DN=4 -Iinc\r\n"
      "kernel void k(int n, int m) {\r\n  __requires(n == 1024);\n __requires( m>3 );\n"
      "  __requires(m == n);\n}\n");
  ASSERT_EQ(comment.launches.size(), 1u);
  EXPECT_THAT(comment.launches[0], ElementsAre("--global=64,8", "--local=16,4"));
  EXPECT_THAT(comment.defaults, ElementsAre("--default=n:1024"));
  EXPECT_THAT(comment.build_options, HasSubstr("-DN=4 -Iinc"));
  EXPECT_THAT(comment.build_options, HasSubstr("-D__requires(...)="));
}

// covers: launch-comments
TEST(LaunchComment, GpuVerifyFormTakesPlainNumbersAndGlobalSizes) {
  EXPECT_THAT(Read("//xfail:BUGLE_ERROR\n//--num_groups=2 --local_size=64\n").launches,
              ElementsAre(ElementsAre("--global=128", "--local=64")));
  EXPECT_THAT(Read("//pass\n//--global_size=[6,3] --local_size=[2,3]\n").launches,
              ElementsAre(ElementsAre("--global=6,3", "--local=2,3")));
}

TEST(LaunchComment, MistakesAreNamed) {
  for (auto [source, said] : {std::pair{"//launch: global\n", "'global'"},
                              {"//--local_size=[2,x] --num_groups=[1,1]\n", "[2,x]"},
                              {"//--local_size=64\n", "how many work-items"},
                              {"//--local_size=64 --num_groups=[2,2]\n", "how many work-items"},
                              {"//--local_size=0 --num_groups=2\n", "no sizes"}}) {
    auto comment = ReadLaunchComment(source);
    ASSERT_FALSE(comment.ok()) << source;
    EXPECT_THAT(comment.status().message(), HasSubstr(said));
  }
}

TEST(LaunchComment, TheCommandLineWins) {
  LaunchComment comment = Read("//launch: global=64,4 local=16,4 arg=n:int:3\n//build: -DA\n");
  ParsedLine given;
  given.own = {{"arg", "n:int:5"}, {"build-options", "-DB"}};
  EXPECT_THAT(LaunchWords(comment, 0, "f.cl", given),
              ElementsAre("f.cl", "--global=64,4", "--local=16,4", "--arg=n:int:3",
                          "--arg=n:int:5", "--build-options=-DA -DB"));
  given.own = {{"global", "8"}};
  EXPECT_THAT(LaunchWords(comment, 0, "f.cl", given),
              ElementsAre("f.cl", "--arg=n:int:3", "--global=8", "--build-options=-DA"));
}

}  // namespace
}  // namespace lockstep
