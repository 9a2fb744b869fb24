#include "runtime/base/project_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "runtime/base/file.h"

namespace lockstep {
namespace {

TEST(ProjectFile, LinesAreOptions) {
  Options options;
  EXPECT_THAT(ApplyProjectFile("# all\n\n  suppressions = ci/team.supp  # ours\nbaseline='/old # 1.json' # there\n"
                               "report = \"a b\"\nreport = sarif:a.sarif\nreport = "
                               "json:/x.json\n--exclude-kernel=^a#b$\nquiet # flag\nverbose=no\r\ncache-dir = c\n",
                               "/p/.lockstep", &options),
              testing::IsEmpty());
  EXPECT_EQ(options.suppressions, "/p/ci/team.supp");
  EXPECT_EQ(options.baseline, "/old # 1.json");
  EXPECT_EQ(options.report, "/p/a b");
  const std::vector<ReportFile> files = {{ReportForm::kSarif, "/p/a.sarif"}, {ReportForm::kJson, "/x.json"}};
  EXPECT_EQ(options.report_files, files);
  EXPECT_EQ(options.exclude_kernel, "^a#b$");
  EXPECT_EQ(options.cache_dir, "/p/c");
  EXPECT_TRUE(options.quiet);
  EXPECT_FALSE(options.verbose);
}

TEST(ProjectFile, WrongLinesAreSaidAndTheOthersCount) {
  Options options;
  EXPECT_THAT(
      ApplyProjectFile("fromat = json\nquiet\nreport = 'x\nreport = 'x' y\nproject = z\nformat\nformat =\n= 1\n",
                       "/p/.lockstep", &options),
      testing::ElementsAre("/p/.lockstep:1: unknown option 'fromat'; did you mean 'format'? (ignored)",
                           testing::HasSubstr("/p/.lockstep:3: the quote of 'x is not closed"),
                           testing::HasSubstr("/p/.lockstep:4: behind 'x' there is more"),
                           testing::HasSubstr("/p/.lockstep:5: "), testing::HasSubstr("/p/.lockstep:6: "),
                           testing::HasSubstr("/p/.lockstep:7: "), testing::HasSubstr("/p/.lockstep:8: ")));
  EXPECT_EQ(options.ToText(), "quiet=yes");
}

TEST(ProjectFile, AByteOrderMarkIsNoOption) {
  Options options;
  EXPECT_THAT(ApplyProjectFile("\xEF\xBB\xBFquiet\n", "/p/.lockstep", &options), testing::IsEmpty());
  EXPECT_TRUE(options.quiet);
}

TEST(ProjectFile, IsTheNearestAbove) {
  const std::string root = *MakeTemporaryDirectory("project-file");
  ASSERT_TRUE(MakeDirectories(root + "/a/b/.lockstep").ok());  // a folder of that name is none
  std::string problem;
  EXPECT_EQ(FindProjectFile(root + "/a/b", &problem), "");
  ASSERT_TRUE(WriteFile(root + "/.lockstep", "").ok());
  EXPECT_EQ(FindProjectFile(root + "/a/b", &problem), root + "/.lockstep");
  ASSERT_TRUE(WriteFile(root + "/a/.lockstep", "").ok());
  EXPECT_EQ(FindProjectFile(root + "/a/b", &problem), root + "/a/.lockstep");
  EXPECT_EQ(FindProjectFile("/", &problem), "");
  EXPECT_EQ(problem, "");
  if (chown((root + "/a/.lockstep").c_str(), 12345, static_cast<gid_t>(-1)) != 0) GTEST_SKIP() << "needs root";
  EXPECT_EQ(FindProjectFile(root + "/a/b", &problem), "");
  EXPECT_THAT(problem, testing::HasSubstr("another user (12345) owns it"));
}

}  // namespace
}  // namespace lockstep
