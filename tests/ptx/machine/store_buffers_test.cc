// Which stores may be seen in another order, and what prevents it: message passing between two threads.
#include <set>

#include "tests/ptx/machine/kernel_for_test.h"

namespace lockstep::ptx_machine {
namespace {

// Thread 0 of the first block writes data and then a flag with `between` and `store`; thread 0 of the last block, or
// the second warp's first of a single block, reads the flag and then the data. What it saw: flag + 2 * data.
std::set<uint32_t> Seen(const std::string& between, const std::string& store, bool two_blocks, bool buffered = true) {
  const std::string who = two_blocks ? "mov.u32 %r1, %ctaid.x;" : "mov.u32 %r1, %tid.x; shr.u32 %r1, %r1, 5;";
  const std::string body =
      "mov.u32 %r9, %laneid; setp.ne.u32 %p3, %r9, 0; @%p3 ret;" + who +
      "setp.ne.u32 %p1, %r1, 0; @%p1 bra READ;\nst.global.u32 [%out], 1;" + between + store +
      "[%out+64], 1; mov.u32 %r7, 0;\nWAIT: add.u32 %r7, %r7, 1; setp.lt.u32 %p4, %r7, 20; @%p4 bra WAIT; ret;\nREAD: "
      "mov.u32 %r5, 0;\nAGAIN: ld.relaxed.gpu.global.u32 %r2, [%out+64]; add.u32 %r5, %r5, 1;"
      "setp.lt.u32 %p2, %r5, 60; setp.eq.and.u32 %p2, %r2, 0, %p2; @%p2 bra AGAIN;\n"
      "ld.relaxed.gpu.global.u32 %r3, [%out]; shl.b32 %r3, %r3, 1; add.u32 %r3, %r3, %r2; st.global.u32 [%out+128], "
      "%r3;";
  std::set<uint32_t> seen;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    Options options;
    options.policy = Policy::kIndependent;
    options.seed = seed;
    options.buffered_stores = buffered;
    const Ran ran =
        RunText(ModuleText(body), std::vector<uint32_t>(64), two_blocks ? 1 : 64, two_blocks ? 2 : 1, options);
    EXPECT_EQ(ran.outcome.message, "");
    if ((ran.words[32] & 1) != 0) seen.insert(ran.words[32]);  // the flag was seen
  }
  return seen;
}

constexpr uint32_t kOld = 1, kNew = 3;  // flag without data, flag with data

TEST(PtxStores, AreSeenInAnotherOrder) {
  EXPECT_EQ(Seen("", "st.relaxed.gpu.global.u32", true), (std::set<uint32_t>{kOld, kNew}));
  EXPECT_EQ(Seen("", "st.relaxed.gpu.global.u32", false), (std::set<uint32_t>{kOld, kNew}));
  EXPECT_EQ(Seen("", "st.relaxed.gpu.global.u32", true, /*buffered=*/false), (std::set<uint32_t>{kNew}));
}

TEST(PtxStores, FencesAndReleasesOrderThemForTheirScope) {
  for (const char* fence : {"fence.acq_rel.gpu;", "fence.sc.sys;", "membar.gl;"}) {
    EXPECT_EQ(Seen(fence, "st.relaxed.gpu.global.u32", true), (std::set<uint32_t>{kNew})) << fence;
    EXPECT_EQ(Seen(fence, "st.relaxed.gpu.global.u32", false), (std::set<uint32_t>{kNew})) << fence;
  }
  EXPECT_EQ(Seen("", "st.release.gpu.global.u32", true), (std::set<uint32_t>{kNew}));
  EXPECT_EQ(Seen("", "red.release.gpu.global.add.u32", true), (std::set<uint32_t>{kNew}));
  EXPECT_EQ(Seen("", "red.relaxed.gpu.global.add.u32", true), (std::set<uint32_t>{kOld, kNew}));
  // A fence for the block alone says nothing to another one.
  EXPECT_EQ(Seen("fence.acq_rel.cta;", "st.relaxed.gpu.global.u32", false), (std::set<uint32_t>{kNew}));
  EXPECT_EQ(Seen("fence.acq_rel.cta;", "st.relaxed.gpu.global.u32", true), (std::set<uint32_t>{kOld, kNew}));
}

TEST(PtxStores, AThreadSeesItsOwn) {
  Options options;
  options.buffered_stores = true;
  const Ran ran = RunText(
      ModuleText("st.global.u64 [%out], 0x1122334455667788; st.global.u8 [%out+2], 0; ld.global.u32 %r1, [%out];"
                 "st.global.u32 [%out+8], %r1; atom.global.add.u32 %r2, [%out+8], 1; ld.global.u32 %r3, [%out+8];"
                 "st.global.u32 [%out+12], %r3;"),
      {0, 0, 0, 0}, 1, 1, options);
  EXPECT_EQ(ran.words, (std::vector<uint32_t>{0x55007788, 0x11223344, 0x55007789, 0x55007789})) << ran.outcome.message;
}

TEST(PtxStores, BarriersOrderThemForTheBlock) {
  const std::string body =
      "mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4; mov.u64 %d3, tile; add.s64 %d2, %d3, %d2; st.shared.u32 [%d2], "
      "%r1;"
      "add.s64 %d1, %out, %d2; sub.s64 %d1, %d1, %d3; st.global.u32 [%d1], %r1; bar.sync 0; xor.b32 %r2, %r1, 63; "
      "mul.wide.u32 %d4, %r2, 4;"
      "add.s64 %d5, %d3, %d4; ld.shared.u32 %r3, [%d5]; add.s64 %d6, %out, %d4; ld.global.u32 %r4, [%d6]; add.u32 %r5, "
      "%r3, %r4;"
      "st.global.u32 [%d1+256], %r5;";
  Options options;
  options.policy = Policy::kIndependent;
  options.buffered_stores = true;
  for (options.seed = 1; options.seed < 20; ++options.seed) {
    const Ran ran =
        RunText(ModuleText(body, ".shared .align 4 .b8 tile[256];"), std::vector<uint32_t>(128), 64, 1, options);
    ASSERT_EQ(ran.outcome.message, "");
    for (uint32_t i = 0; i < 64; ++i) EXPECT_EQ(ran.words[64 + i], 2 * (i ^ 63));
  }
}

}  // namespace
}  // namespace lockstep::ptx_machine
