#include "runtime/report/source_text.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(AddSnippets, TakesTheLinesThatCameWithTheKernelAndReadsNoFile) {
  auto kernel = std::make_shared<KernelDescription>();
  kernel->excerpts = {"a[0] = 1;"};
  auto launch = std::make_shared<Launch>();
  launch->kernel = kernel;
  Finding finding;
  finding.launch = launch;
  finding.accesses[0].site.position = {"/etc/passwd", 1, 1, "k"};
  finding.accesses[0].site.excerpt = 1;
  finding.accesses[1].site.position = {"/etc/passwd", 1, 1, "k"};
  AddSnippets(&finding);
  EXPECT_EQ(finding.accesses[0].snippet, "a[0] = 1;");
  EXPECT_EQ(finding.accesses[1].snippet, "");
  finding.accesses[1].site.excerpt = 2;  // damaged
  AddSnippets(&finding);
  EXPECT_EQ(finding.accesses[1].snippet, "");
}

}  // namespace
}  // namespace lockstep
