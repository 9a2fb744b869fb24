#include "runtime/report/source_text.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(AddSnippets, TakesTheLinesThatCameWithTheKernelAndReadsNoFile) {
  auto kernel = std::make_shared<KernelDescription>();
  kernel->excerpts = {"a[0] = 1;"};
  auto launch = std::make_shared<Launch>();
  launch->kernel = kernel;
  Mistake mistake;
  Finding& finding = mistake.forms.emplace_back();
  finding.launch = launch;
  finding.accesses[0].site.position = {"/etc/passwd", 1, 1, "k"};
  finding.accesses[0].site.excerpt = 1;
  finding.accesses[1].site.position = {"/etc/passwd", 1, 1, "k"};
  AddSnippets(&mistake);
  EXPECT_EQ(finding.accesses[0].snippet, "a[0] = 1;");
  EXPECT_EQ(finding.accesses[1].snippet, "");
  finding.accesses[1].site.excerpt = 2;  // damaged
  AddSnippets(&mistake);
  EXPECT_EQ(finding.accesses[1].snippet, "");
}

TEST(AddSnippets, TakesTheLinesAroundAsFarAsTheyStandNextToOneAnother) {
  auto kernel = std::make_shared<KernelDescription>();
  kernel->excerpts = {"1", "2", "20", "21", "22", "23", "24", "25"};
  auto launch = std::make_shared<Launch>();
  launch->kernel = kernel;
  Mistake mistake;
  Finding& finding = mistake.forms.emplace_back();
  finding.launch = launch;
  finding.accesses[0].site.excerpt = 4;
  finding.accesses[1].site.excerpt = 2;
  using Lines = std::vector<std::string>;
  AddSnippets(&mistake);  // nothing is known of what stands next to what
  EXPECT_EQ(finding.accesses[0].snippet, "21");
  EXPECT_EQ(finding.accesses[0].before, Lines{});
  EXPECT_EQ(finding.accesses[0].after, Lines{});
  kernel->excerpt_runs = {1, 3};
  AddSnippets(&mistake);
  EXPECT_EQ(finding.accesses[0].before, Lines{"20"});
  EXPECT_EQ(finding.accesses[0].after, (Lines{"22", "23", "24"}));
  EXPECT_EQ(finding.accesses[1].before, Lines{"1"});
  EXPECT_EQ(finding.accesses[1].after, Lines{});
}

}  // namespace
}  // namespace lockstep
