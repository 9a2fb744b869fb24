#include "runtime/program/unit_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(UnitName, KernelsAreFoundByTheirWords) {
  EXPECT_THAT(KernelsIn("kernel void scan(global int *a) {}\nvoid kernel add();"), ElementsAre("scan", "add"));
  EXPECT_THAT(KernelsIn("__attribute__((vec_type_hint(int))) __kernel\n"
                        "__attribute__((reqd_work_group_size(64, 1, 1))) void\n  Xgemm (int a) {}"),
              ElementsAre("Xgemm"));
  EXPECT_THAT(KernelsIn("kernel void k();\nkernel void k() { int kernel_count = kernels(1); }"), ElementsAre("k"));
  EXPECT_THAT(KernelsIn("// kernel void a() {}\n/* kernel void b() {} */ char c[] = \"kernel void c()\";\n"
                        "#define K kernel void d() \\\n  kernel void e()\n  # define F kernel void f()\n"),
              IsEmpty());
  for (const char* torn :
       {"", "kernel", "kernel void", "kernel __attribute__((", "kernel ; (", "/*", "\"", "#\\", "'\\"}) {
    EXPECT_THAT(KernelsIn(torn), IsEmpty()) << torn;
  }
}

TEST(UnitName, TellsKernelsAndTexts) {
  EXPECT_THAT(SourceName("kernel void a() {}"), testing::MatchesRegex("a\\.[0-9a-f]{8}\\.cl"));
  EXPECT_THAT(SourceName("kernel void a() {} kernel void b() {} kernel void c() {} kernel void d() {}"),
              testing::MatchesRegex("a\\+b\\+2\\.[0-9a-f]{8}\\.cl"));
  EXPECT_THAT(SourceName("int f() { return 1; }"), testing::MatchesRegex("source\\.[0-9a-f]{8}\\.cl"));
  EXPECT_THAT(CodeName("BC"), testing::MatchesRegex("code\\.[0-9a-f]{8}\\.ll"));
  EXPECT_EQ(SourceName("kernel void a() {}"), SourceName("kernel void a() {}"));
  EXPECT_NE(SourceName("kernel void a() {}"), SourceName("kernel void a() { }"));
  EXPECT_LT(SourceName("kernel void " + std::string(1000, 'x') + "() {}").size(), 60u);
}

}  // namespace
}  // namespace lockstep
