// Branches, calls, barriers, what lanes do together, and schedules.
#include <set>

#include "tests/ptx/machine/kernel_for_test.h"

namespace lockstep::ptx_machine {
namespace {

constexpr Policy kPolicies[] = {Policy::kLockstep, Policy::kIndependent, Policy::kAdversarial};

Options With(Policy policy, uint64_t seed = 1, uint64_t budget = 2'000'000) {
  Options options;
  options.policy = policy;
  options.seed = seed;
  options.budget = budget;
  return options;
}

// Each thread's word is in %d1.
const char kOwnWord[] = "mov.u32 %r1, %tid.x; mul.wide.u32 %d1, %r1, 4; add.s64 %d1, %out, %d1;";

TEST(PtxControl, BranchesAndGuards) {
  for (const Policy policy : kPolicies) {
    // A loop of as many rounds as the thread's number, whose sum is kept.
    const Ran ran = RunText(
        ModuleText(std::string(kOwnWord) +
                   "mov.u32 %r2, 0; mov.u32 %r3, 0;\nLOOP: setp.ge.u32 %p1, %r3, %r1; @%p1 bra DONE;\n"
                   "add.u32 %r3, %r3, 1; add.u32 %r2, %r2, %r3; bra.uni LOOP;\nDONE: st.global.u32 [%d1], %r2;"),
        std::vector<uint32_t>(40), 40, 1, With(policy));
    ASSERT_EQ(ran.outcome.message, "");
    for (uint32_t i = 0; i < 40; ++i) EXPECT_EQ(ran.words[i], i * (i + 1) / 2);
  }
  EXPECT_EQ(Value32("mov.u32 %r0, 1; setp.eq.u32 %p1, 1, 2; @%p1 mov.u32 %r0, 2; @!%p1 add.u32 %r0, %r0, 4;"), 5u);
}

TEST(PtxControl, BranchTables) {
  EXPECT_EQ(
      Value32("TABLE: .branchtargets A, B, C; mov.u32 %r1, 1; brx.idx %r1, TABLE;\nA: mov.u32 %r0, 10; bra DONE;\n"
              "B: mov.u32 %r0, 20; bra DONE;\nC: mov.u32 %r0, 30;\nDONE:"),
      20u);
  const Ran ran = RunText(ModuleText("TABLE: .branchtargets A; mov.u32 %r1, 1; brx.idx %r1, TABLE;\nA:"), {0, 0});
  EXPECT_EQ(ran.outcome.fault, Fault::kInstruction);
}

constexpr char kTriple[] =
    ".func (.param .b32 result) triple(.param .b32 value)\n{\n.reg .b32 %r<3>;\nld.param.u32 %r1, [value];\nmul.lo.s32 "
    "%r2, %r1, 3;\n"
    "st.param.b32 [result+0], %r2;\nret;\n}\n";

TEST(PtxControl, Calls) {
  const std::string direct =
      "{ .param .b32 p0; st.param.b32 [p0+0], 14; .param .b32 back; call.uni (back), triple, (p0); ld.param.b32 %r0, "
      "[back+0]; }";
  const Ran ran = RunText(
      ModuleText(direct + "{ .param .b32 p0; st.param.b32 [p0], %r0; .param .b32 back; call (back), triple, (p0);"
                          "ld.param.b32 %r0, [back]; } st.global.u32 [%out], %r0;",
                 kTriple),
      {0, 0});
  EXPECT_EQ(ran.words[0], 126u) << ran.outcome.message;
  const Ran indirect =
      RunText(ModuleText("mov.u64 %d1, triple; { .param .b32 p0; st.param.b32 [p0], 5; .param .b32 back;"
                         "form: .callprototype (.param .b32 _) _ (.param .b32 _); call (back), %d1, (p0), form;"
                         "ld.param.b32 %r0, [back]; } st.global.u32 [%out], %r0;",
                         kTriple),
              {0, 0});
  EXPECT_EQ(indirect.words[0], 15u) << indirect.outcome.message;
}

TEST(PtxControl, RecursionHasFramesOfItsOwn) {
  const std::string sum =
      ".func (.param .b32 result) sum(.param .b32 value)\n{\n.local .align 4 .b8 depot[4];\n.reg .b32 %r<9>;\n.reg "
      ".b64 %d<2>;\n.reg .pred %p<2>;\n"
      "ld.param.u32 %r1, [value];\nmov.u64 %d1, depot;\nst.local.u32 [%d1], %r1;\nmov.u32 %r2, 0;\nsetp.eq.u32 %p1, "
      "%r1, 0;\n@%p1 bra DONE;\n"
      "sub.u32 %r3, %r1, 1;\n{ .param .b32 p0; st.param.b32 [p0], %r3; .param .b32 back; call (back), sum, (p0); "
      "ld.param.b32 %r2, [back]; }\n"
      "DONE: ld.local.u32 %r4, [%d1];\nadd.u32 %r5, %r4, %r2;\nst.param.b32 [result], %r5;\nret;\n}\n";
  const Ran ran = RunText(ModuleText("{ .param .b32 p0; st.param.b32 [p0], 10; .param .b32 back; call (back), sum, "
                                     "(p0); ld.param.b32 %r0, [back]; }"
                                     "st.global.u32 [%out], %r0;",
                                     sum),
                          {0, 0});
  EXPECT_EQ(ran.words[0], 55u) << ran.outcome.message;
}

TEST(PtxControl, SpecialRegisters) {
  const Ran ran = RunText(
      ModuleText("mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;"
                 "mul.wide.u32 %d1, %r4, 4; add.s64 %d1, %out, %d1; mov.u32 %r5, %nctaid.x; mul.lo.s32 %r5, %r5, 1000;"
                 "mov.u32 %r6, %laneid; add.s32 %r6, %r6, %r5; mov.u32 %r7, %warpid; mul.lo.s32 %r7, %r7, 100;"
                 "add.s32 %r6, %r6, %r7; st.global.u32 [%d1], %r6;"),
      std::vector<uint32_t>(80), 40, 2);
  ASSERT_EQ(ran.outcome.message, "");
  for (uint32_t i = 0; i < 80; ++i) EXPECT_EQ(ran.words[i], 2000 + i % 40 % 32 + i % 40 / 32 * 100) << i;
}

// Every thread adds to what its neighbour wrote before the barrier.
TEST(PtxBarrier, OrdersTheBlock) {
  const std::string body =
      std::string(kOwnWord) +
      "mul.wide.u32 %d2, %r1, 4; mov.u64 %d3, tile; add.s64 %d2, %d3, %d2; st.shared.u32 [%d2], %r1; bar.sync 0;"
      "xor.b32 %r2, %r1, 63; mul.wide.u32 %d4, %r2, 4; add.s64 %d4, %d3, %d4; ld.shared.u32 %r3, [%d4]; st.global.u32 "
      "[%d1], %r3;";
  for (const Policy policy : kPolicies) {
    for (uint64_t seed = 1; seed < 5; ++seed) {
      const Ran ran = RunText(ModuleText(body, ".shared .align 4 .b8 tile[256];"), std::vector<uint32_t>(64), 64, 1,
                              With(policy, seed));
      ASSERT_EQ(ran.outcome.message, "");
      for (uint32_t i = 0; i < 64; ++i) EXPECT_EQ(ran.words[i], i ^ 63);
    }
  }
}

TEST(PtxBarrier, ThreadsThatHaveLeftAreNotWaitedFor) {
  for (const Policy policy : kPolicies) {
    const Ran ran = RunText(ModuleText("mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 40; @%p1 ret; bar.sync 0;"), {0, 0},
                            64, 1, With(policy));
    EXPECT_EQ(ran.outcome.message, "");
  }
}

TEST(PtxBarrier, LanesAtSeveralInstructions) {
  const std::string body =
      "mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 4; @%p1 bra OTHER; bar.sync 0; bra DONE;\nOTHER: bar.sync 0;\nDONE:";
  for (const Policy policy : kPolicies) {
    const Ran ran = RunText(ModuleText(body), {0, 0}, 32, 1, With(policy));
    EXPECT_EQ(ran.outcome.fault, Fault::kBarrier);
    EXPECT_NE(ran.outcome.message.find("several instructions"), std::string::npos) << ran.outcome.message;
  }
  // Whole warps may; and so may lanes, without .aligned.
  std::string warps = body, unaligned = body;
  warps.replace(warps.find(", 4"), 3, ", 31");
  EXPECT_EQ(RunText(ModuleText(warps), {0, 0}, 64).outcome.message, "");
  for (size_t at = 0; (at = unaligned.find("bar.sync", at)) != std::string::npos; at += 10)
    unaligned.replace(at, 8, "barrier.sync");
  EXPECT_EQ(RunText(ModuleText(unaligned), {0, 0}, 32).outcome.message, "");
}

TEST(PtxBarrier, OthersThatNeverCome) {
  for (const Policy policy : kPolicies) {
    const Ran ran =
        RunText(ModuleText("mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 4; @%p1 bra OTHER; bar.sync 0; bra DONE;\n"
                           "OTHER: bar.warp.sync 0xffffffff;\nDONE:"),
                {0, 0}, 32, 1, With(policy));
    EXPECT_EQ(ran.outcome.fault, Fault::kBarrier);
    EXPECT_NE(ran.outcome.message.find("no thread can go on"), std::string::npos) << ran.outcome.message;
  }
  const Ran two = RunText(
      ModuleText("mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 31; selp.u32 %r2, 1, 0, %p1; bar.sync %r2;"), {0, 0}, 64);
  EXPECT_NE(two.outcome.message.find("another barrier"), std::string::npos) << two.outcome.message;
}

TEST(PtxWarp, ShuffleVoteMatch) {
  const auto lanes = [](const std::string& body) {
    std::vector<uint32_t> first;
    for (const Policy policy : kPolicies) {
      const Ran ran = RunText(ModuleText(kOwnWord + body + "st.global.u32 [%d1], %r0;"), std::vector<uint32_t>(32), 32,
                              1, With(policy));
      EXPECT_EQ(ran.outcome.message, "") << body;
      if (first.empty()) first = ran.words;
      EXPECT_EQ(ran.words, first) << body;
    }
    return first;
  };
  const auto up = lanes("shfl.sync.up.b32 %r0|%p1, %r1, 3, 0, 0xffffffff;");
  const auto down = lanes("shfl.sync.down.b32 %r0, %r1, 3, 31, 0xffffffff;");
  const auto bfly = lanes("shfl.sync.bfly.b32 %r0, %r1, 5, 31, 0xffffffff;");
  const auto idx = lanes("shfl.sync.idx.b32 %r0, %r1, 7, 0x181f, 0xffffffff;");  // segments of 8 lanes
  for (uint32_t i = 0; i < 32; ++i) {
    EXPECT_EQ(up[i], i < 3 ? i : i - 3);
    EXPECT_EQ(down[i], i > 28 ? i : i + 3);
    EXPECT_EQ(bfly[i], i ^ 5);
    EXPECT_EQ(idx[i], (i & 24) + 7);
  }
  EXPECT_EQ(lanes("and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; vote.sync.ballot.b32 %r0, %p1, 0xffffffff;")[3],
            0x55555555u);
  EXPECT_EQ(lanes("setp.lt.u32 %p1, %r1, 31; vote.sync.all.pred %p2, %p1, 0xffffffff; selp.u32 %r0, 1, 0, %p2;")[3],
            0u);
  EXPECT_EQ(lanes("setp.lt.u32 %p1, %r1, 1; vote.sync.any.pred %p2, %p1, 0xffffffff; selp.u32 %r0, 1, 0, %p2;")[3], 1u);
  EXPECT_EQ(lanes("setp.lt.u32 %p1, %r1, 1; vote.sync.uni.pred %p2, %p1, 0xffffffff; selp.u32 %r0, 1, 0, %p2;")[3], 0u);
  EXPECT_EQ(lanes("and.b32 %r2, %r1, 3; match.any.sync.b32 %r0, %r2, 0xffffffff;")[5], 0x22222222u);
  EXPECT_EQ(lanes("match.all.sync.b32 %r0|%p1, 4, 0xffffffff;")[5], 0xffffffffu);
  EXPECT_EQ(RunText(ModuleText(std::string(kOwnWord) + "activemask.b32 %r0; st.global.u32 [%d1], %r0;"),
                    std::vector<uint32_t>(32), 32)
                .words[3],
            0xffffffffu);
}

TEST(PtxWarp, MasksThatAreWrong) {
  const Ran outside = RunText(ModuleText("bar.warp.sync 2;"), {0, 0}, 1);
  EXPECT_EQ(outside.outcome.fault, Fault::kBarrier);
  const Ran differ = RunText(
      ModuleText("mov.u32 %r1, %laneid; setp.eq.u32 %p1, %r1, 0; selp.u32 %r2, 3, 0xffffffff, %p1; bar.warp.sync %r2;"),
      {0, 0}, 32);
  EXPECT_NE(differ.outcome.message.find("different masks"), std::string::npos) << differ.outcome.message;
}

// A lock that the lanes of a warp take one after the other: hardware from 7.0 on lets the one that has it go on.
TEST(PtxSchedule, SpinningLanesLetOthersOn) {
  const std::string body =
      "AGAIN: atom.acquire.gpu.global.cas.b32 %r2, [%out], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra AGAIN;\n"
      "ld.global.u32 %r3, [%out+4]; add.u32 %r3, %r3, 1; st.global.u32 [%out+4], %r3; atom.release.gpu.global.exch.b32 "
      "%r4, [%out], 0;";
  for (const Policy policy : kPolicies) {
    const Ran ran = RunText(ModuleText(body), {0, 0}, 64, 3, With(policy));
    EXPECT_EQ(ran.outcome.message, "");
    EXPECT_EQ(ran.words[1], 192u);
  }
}

// Who sleeps takes no turns; where nobody else is left, time passes.
TEST(PtxSchedule, SleepersTakeNoTurns) {
  const auto body = [](const char* between) {
    return "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 40; @%p1 bra LAST;\n"
           "AGAIN: ld.volatile.global.u32 %r2, [%out]; setp.ne.u32 %p2, %r2, 0; @%p2 bra DONE;\n" +
           std::string(between) +
           "bra AGAIN;\n"
           "LAST: mov.u32 %r3, 0;\nWORK: add.u32 %r3, %r3, 1; setp.lt.u32 %p3, %r3, 300; @%p3 bra WORK;\n"
           "st.volatile.global.u32 [%out], 1;\nDONE:";
  };
  for (const Policy policy : kPolicies) {
    const Ran awake = RunText(ModuleText(body("")), {0, 0}, 64, 1, With(policy));
    const Ran asleep = RunText(ModuleText(body("nanosleep.u32 200;")), {0, 0}, 64, 1, With(policy));
    EXPECT_EQ(awake.outcome.message, "");
    EXPECT_EQ(asleep.outcome.message, "");
    if (policy == Policy::kLockstep) {
      EXPECT_LT(asleep.outcome.counters.warp_instructions, awake.outcome.counters.warp_instructions * 2 / 3);
    }
  }
  EXPECT_EQ(Value32("nanosleep.u32 1000000; mov.u32 %r0, 7;"), 7u);
  EXPECT_EQ(RunText(ModuleText("nanosleep.u32 %r1;"), {0, 0}).outcome.fault, Fault::kInstruction);
}

TEST(PtxSchedule, KernelsWithoutEnd) {
  for (const Policy policy : kPolicies) {
    const Ran ran =
        RunText(ModuleText("AGAIN: ld.volatile.global.u32 %r2, [%out]; setp.eq.u32 %p1, %r2, 0; @%p1 bra AGAIN;"),
                {0, 0}, 32, 1, With(policy, 1, 20000));
    EXPECT_EQ(ran.outcome.fault, Fault::kEndless);
    EXPECT_NE(ran.outcome.message.find("(0,0,0) in line"), std::string::npos) << ran.outcome.message;
  }
}

// Without an order a lost update: some schedules show it, all-at-once always does.
TEST(PtxSchedule, SchedulesDiffer) {
  const std::string body = "ld.global.u32 %r1, [%out]; add.u32 %r1, %r1, 1; st.global.u32 [%out], %r1;";
  EXPECT_EQ(RunText(ModuleText(body), {0, 0}, 32, 1, With(Policy::kLockstep)).words[0], 1u);
  EXPECT_EQ(RunText(ModuleText(body), {0, 0}, 32, 1, With(Policy::kAdversarial)).words[0], 32u);
  std::set<uint32_t> some;
  for (uint64_t seed = 1; seed < 20; ++seed)
    some.insert(RunText(ModuleText(body), {0, 0}, 32, 1, With(Policy::kIndependent, seed)).words[0]);
  EXPECT_GT(some.size(), 2u);
  EXPECT_LT(*some.rbegin(), 32u);
}

TEST(PtxSchedule, TrapsAndBadLaunches) {
  EXPECT_EQ(RunText(ModuleText("trap;"), {0, 0}).outcome.fault, Fault::kTrap);
  EXPECT_EQ(RunText(ModuleText(""), {0, 0}, 1025).outcome.fault, Fault::kBadLaunch);
}

}  // namespace
}  // namespace lockstep::ptx_machine
