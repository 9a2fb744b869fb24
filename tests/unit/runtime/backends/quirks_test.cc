// The table of quirks: each is somebody's, and has a test.
#include "runtime/backends/quirks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "runtime/backends/backends.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

TEST(Quirks, NamesDifferAndAreFound) {
  std::set<std::string> names;
  for (const QuirkRow& row : AllQuirks()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(FindQuirk(row.name), row.quirk);
  }
  EXPECT_EQ(FindQuirk("none such"), std::nullopt);
}

TEST(Quirks, EachIsSomeBackends) {
  for (const QuirkRow& row : AllQuirks()) {
    const auto& backends = AllBackends();
    EXPECT_TRUE(std::any_of(backends.begin(), backends.end(), [&](const Backend& backend) {
      return backend.Has(row.quirk);
    })) << row.name;
  }
}

TEST(Quirks, EachSaysForWhichVersionsAndWhy) {
  for (const QuirkRow& row : AllQuirks()) {
    EXPECT_STRNE(row.driver, "") << row.name;
    EXPECT_STRNE(row.versions, "") << row.name;
    EXPECT_STRNE(row.reason, "") << row.name;
  }
}

TEST(Quirks, EachHasATestOrAReasonWhyNot) {
  for (const QuirkRow& row : AllQuirks()) {
    const std::string test = row.test;
    EXPECT_TRUE(test.rfind("none: ", 0) == 0 || std::filesystem::is_regular_file(StrCat(DOCS_DIRECTORY, "/../", test)))
        << row.name << ": " << test;
  }
}

TEST(Quirks, CanBeTakenOut) {
  Quirks quirks = {Quirk::kLoopsEnd, Quirk::kLoopResults};
  quirks.Remove(Quirk::kLoopsEnd);
  quirks.Remove(Quirk::kPaddingLanes);
  EXPECT_FALSE(quirks.Has(Quirk::kLoopsEnd));
  EXPECT_TRUE(quirks.Has(Quirk::kLoopResults));
  EXPECT_FALSE(quirks.Has(Quirk::kPaddingLanes));
}

}  // namespace
}  // namespace lockstep
