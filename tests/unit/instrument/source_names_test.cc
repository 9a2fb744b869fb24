#include "instrument/source_names.h"

#include <gtest/gtest.h>

#include "runtime/base/text.h"

namespace lockstep::instrument {
namespace {

// A program of one kernel with a site at each of `lines` of `text`, with excerpts.
KernelDescription WithExcerpts(const std::string& text, const std::vector<unsigned>& lines, int64_t difference = 0) {
  InstrumentedProgram program;
  KernelDescription& kernel = program.kernels.emplace_back();
  for (const unsigned line : lines) {
    Site site;
    site.position.line = line;
    site.position.text = "t";
    site.position.difference = difference;
    kernel.AddSite(site);
  }
  AddExcerpts({{"t", text}}, program);
  return kernel;
}

using Lines = std::vector<std::string>;
using Numbers = std::vector<unsigned>;

TEST(AddExcerpts, LinesAroundASiteStandWithIt) {
  const KernelDescription kernel = WithExcerpts("1\n2\n3\n4\n5\n6\r\n7\n8\n9\n", {5, 5, 9});
  EXPECT_EQ(kernel.excerpts, (Lines{"2", "3", "4", "5", "6", "7", "8", "9"}));
  EXPECT_EQ(kernel.excerpt_runs, Numbers{1});
  EXPECT_EQ(kernel.sites[1].excerpt, 4);
  EXPECT_EQ(kernel.sites[2].excerpt, 4);
  EXPECT_EQ(kernel.sites[3].excerpt, 8);
}

TEST(AddExcerpts, WhatDoesNotStandTogetherIsARunOfItsOwn) {
  const KernelDescription kernel = WithExcerpts("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12", {1, 12});
  EXPECT_EQ(kernel.excerpts, (Lines{"1", "2", "3", "4", "9", "10", "11", "12"}));
  EXPECT_EQ(kernel.excerpt_runs, (Numbers{1, 5}));
}

TEST(AddExcerpts, LinesBeyondADirectiveHaveOtherNumbers) {
  for (const char* directive : {"#line 7", "  #  line 7 \"x\"", "# 7 \"x\" 2"}) {
    const KernelDescription kernel = WithExcerpts(StrCat("1\n", directive, "\n3\n4\n", directive, "\n6"), {13}, -10);
    EXPECT_EQ(kernel.excerpts, (Lines{"3", "4"})) << directive;
    EXPECT_EQ(kernel.sites[1].excerpt, 1);
  }
  EXPECT_EQ(WithExcerpts("#define x\n#pragma y\n3", {3}).excerpts.size(), 3);
}

TEST(AddExcerpts, LongLinesStandOnlyForThemselves) {
  const std::string wide(401, 'x');
  EXPECT_EQ(WithExcerpts(StrCat("1\n", wide, "\n3"), {3}).excerpts, Lines{"3"});
  EXPECT_EQ(WithExcerpts(StrCat("1\n", wide, "\n3"), {2}).excerpts, (Lines{"1", wide, "3"}));
}

TEST(AddExcerpts, ALineThatThereIsNotHasNone) {
  const KernelDescription kernel = WithExcerpts("1\n", {0, 2, 3});
  EXPECT_EQ(kernel.excerpts, Lines{});
  for (const Site& site : kernel.sites) EXPECT_EQ(site.excerpt, 0);
}

}  // namespace
}  // namespace lockstep::instrument
