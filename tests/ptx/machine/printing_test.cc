// vprintf: what it prints, in which order, and what it does not forgive.
#include <map>

#include "tests/ptx/machine/kernel_for_test.h"

namespace lockstep::ptx_machine {
namespace {

// A declaration of vprintf, and `format` and the text "word" in global memory.
std::string Before(const std::string& format) {
  const auto text = [](const std::string& name, const std::string& content) {
    std::string line = ".global .align 1 .b8 " + name + "[" + std::to_string(content.size() + 1) + "] = {";
    for (const char character : content) line += std::to_string(character) + ", ";
    return line + "0};\n";
  };
  return ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n" + text("format", format) +
         text("word", "word");
}

// Stores values by `stores`, to which %d2 is the buffer's generic address plus `offset`, and prints; the result in %r9.
std::string Call(const std::string& stores, int offset = 0) {
  return ".local .align 8 .b8 buffer[136];\nmov.u64 %d1, buffer; cvta.local.u64 %d2, %d1; add.s64 %d2, %d2, " +
         std::to_string(offset) + ";\n" + stores +
         "mov.u64 %d3, format; cvta.global.u64 %d3, %d3;\n"
         "{ .param .b64 p0; st.param.b64 [p0], %d3; .param .b64 p1; st.param.b64 [p1], %d2; .param .b32 back;\n"
         "call.uni (back), vprintf, (p0, p1); ld.param.b32 %r9, [back]; }\nst.global.u32 [%out], %r9;";
}

Ran Print(const std::string& format, const std::string& stores, int offset = 0) {
  return RunText(ModuleText(Call(stores, offset), Before(format)), {0, 0});
}

TEST(PtxPrint, Values) {
  const Ran ran = Print("%d %5.1f|%-6s|%llx %% %c%u\n",
                        "st.u32 [%d2], -3; mov.f64 %g1, 0d3FF8000000000000; st.f64 [%d2+8], %g1;\n"
                        "mov.u64 %d4, word; cvta.global.u64 %d4, %d4; st.u64 [%d2+16], %d4;\n"
                        "mov.u64 %d5, 0x123456789abc; st.local.u64 [%d1+24], %d5;\n"
                        "mov.u32 %r1, 65; mov.u32 %r2, 7; st.local.v2.u32 [%d1+32], {%r1, %r2};\n");
  EXPECT_EQ(ran.outcome.message, "");
  EXPECT_EQ(ran.outcome.printed, "-3   1.5|word  |123456789abc % A7\n");
  EXPECT_EQ(ran.words[0], 6u);
}

TEST(PtxPrint, NothingButText) {
  const Ran ran = Print("done\n", "mov.u64 %d2, 0;");
  EXPECT_EQ(ran.outcome.message, "");
  EXPECT_EQ(ran.outcome.printed, "done\n");
}

TEST(PtxPrint, OneCallAfterTheOther) {
  for (const Policy policy : {Policy::kLockstep, Policy::kIndependent, Policy::kAdversarial}) {
    Options options;
    options.policy = policy;
    const Ran ran = RunText(ModuleText(Call("mov.u32 %r1, %tid.x; st.local.u32 [%d1], %r1;"), Before("[%d]")), {0, 0},
                            40, 2, options);
    EXPECT_EQ(ran.outcome.message, "");
    std::map<std::string, int> seen;
    for (size_t at = 0; at < ran.outcome.printed.size();) {
      const size_t end = ran.outcome.printed.find(']', at);
      ++seen[ran.outcome.printed.substr(at, end + 1 - at)];
      at = end + 1;
    }
    EXPECT_EQ(seen.size(), 40u);
    for (const auto& [text, times] : seen) EXPECT_EQ(times, 2) << text;
    EXPECT_EQ(ran.outcome.printed.substr(0, 6) == "[0][1]", policy == Policy::kLockstep);
  }
}

TEST(PtxPrint, NotForgiven) {
  const std::string one = "mov.u32 %r1, 1; st.local.u32 [%d1], %r1; st.local.u32 [%d1+4], %r1;";
  const auto says = [](const Ran& ran, const char* text) {
    return ran.outcome.fault != Fault::kNone && ran.outcome.message.find(text) != std::string::npos;
  };
  EXPECT_TRUE(says(Print("%d", one, 4), "at a multiple of 8"));
  EXPECT_TRUE(says(Print("%d", "mov.u64 %d2, %out;"), "at a multiple of 8"));
  EXPECT_TRUE(says(Print("%d %d %d", one), "no value of 4 bytes"));
  EXPECT_TRUE(says(Print("%lld", one), "no value of 8 bytes"));
  EXPECT_TRUE(says(Print("%f", one), "no value of 8 bytes"));
  EXPECT_TRUE(says(Print("%d", "mov.u64 %d5, 1; st.local.u64 [%d1], %d5;"), "no value of 4 bytes"));
  EXPECT_TRUE(says(Print("%hhd", one), "no conversion of vprintf: %hhd"));
  EXPECT_TRUE(says(Print("%v2d", one), "no conversion of vprintf: %v2d"));
  EXPECT_TRUE(says(Print("100%", one), "no conversion of vprintf: %"));
  EXPECT_TRUE(says(Print("%s", "st.local.u64 [%d1], %d2;"), "is nobody's"));
  std::string many, stores = "mov.u32 %r1, 1;";
  for (int i = 0; i < 33; ++i) {
    many += "%d";
    stores += "st.local.u32 [%d1+" + std::to_string(4 * i) + "], %r1;";
  }
  EXPECT_TRUE(says(Print(many, stores), "vprintf takes 32 values"));
}

}  // namespace
}  // namespace lockstep::ptx_machine
