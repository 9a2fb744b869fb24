// Which sources get the folder of lockstep/rsp.clh, and how it is added.
#include "host/track/own_headers.h"

#include <gtest/gtest.h>

#include "runtime/base/file.h"
#include "tests/unit/temporary_folder.h"

namespace lockstep::host {
namespace {

bool Includes(std::string_view text, const std::string& options = "",
              const std::string& directory = "/nowhere",
              std::vector<std::pair<std::string, std::string>> headers = {}) {
  return IncludesOwnHeaders({text, std::move(headers), options, directory});
}

// covers(host.unit.OwnHeaders.*): rsp-header
TEST(OwnHeaders, NamedInTheSource) {
  EXPECT_TRUE(Includes("#include <lockstep/rsp.clh>\nkernel void k() {}\n"));
  EXPECT_TRUE(Includes("  #  include \"lockstep/rsp.clh\"\n"));
  EXPECT_FALSE(Includes("kernel void k() {}\n"));
  EXPECT_FALSE(Includes("#include \"other.h\"\n"));
}

TEST(OwnHeaders, NamedInTheOptions) {
  EXPECT_TRUE(Includes("kernel void k() {}\n", "-include lockstep/rsp.clh"));
}

TEST(OwnHeaders, InAHeaderGivenToTheCompiler) {
  EXPECT_TRUE(Includes("#include \"queue.h\"\n", "", "/nowhere",
                       {{"queue.h", "#include <lockstep/rsp.clh>\n"}}));
  EXPECT_FALSE(Includes("#include \"queue.h\"\n", "", "/nowhere", {{"queue.h", "int x;\n"}}));
}

TEST(OwnHeaders, InFilesThatIncludeFiles) {
  const TemporaryFolder temporary;
  const std::string& folder = temporary.path();
  const std::string below = folder + "/below";
  ASSERT_TRUE(MakeDirectories(below).ok());
  ASSERT_TRUE(WriteFile(folder + "/a.h", "#include \"below/b.h\"\n").ok());
  ASSERT_TRUE(WriteFile(below + "/b.h", "#include \"c.h\"\n#include \"b.h\"\n").ok());
  ASSERT_TRUE(WriteFile(below + "/c.h", "#include <lockstep/rsp.clh>\n").ok());
  EXPECT_TRUE(Includes("#include \"a.h\"\n", "", folder));
  EXPECT_TRUE(Includes("#include \"a.h\"\n", "-I " + folder));
  EXPECT_FALSE(Includes("#include \"a.h\"\n"));
}

TEST(OwnHeaders, BehindTheOptions) {
  EXPECT_EQ(WithIncludeDirectory("", "/opt/x"), "-I /opt/x");
  EXPECT_EQ(WithIncludeDirectory("-DN=1", "/opt/x"), "-DN=1 -I /opt/x");
  EXPECT_EQ(WithIncludeDirectory("-DN=1", "/opt/x y"), "-DN=1 -I \"/opt/x y\"");
}

}  // namespace
}  // namespace lockstep::host
