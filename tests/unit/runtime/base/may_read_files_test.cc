#include "runtime/base/may_read_files.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(MayReadFiles, KnowsEveryWayToNameTheDirective) {
  for (const char* text : {"#include \"a\"", " %: include_next <a>", "#import <a>", "__has_include(<a>)",
                           "#inc\\\nlude <a>", "#inc\\ \t\nlude <a>", "#inc\\\r\nlude <a>", "#imp?" "?/\nort <a>",
                           "#i\\\nn\\\nc\\\nl\\\nu\\\nd\\\ne <a>"}) {
    EXPECT_TRUE(MayReadFiles(text, "")) << text;
  }
  EXPECT_TRUE(MayReadFiles("", "-include a.h"));
}

TEST(MayReadFiles, LetsOthersBe) {
  EXPECT_FALSE(MayReadFiles("", "-I a"));
  EXPECT_FALSE(MayReadFiles("kernel void k() { printf(\"a\\n\"); } // inc\\lude", ""));
  EXPECT_FALSE(MayReadFiles("#define A(x) \\\n  x\n", "-DX=1"));
  EXPECT_FALSE(MayReadFiles("\\", ""));
  EXPECT_FALSE(MayReadFiles("?" "?/", ""));
}

}  // namespace
}  // namespace lockstep
