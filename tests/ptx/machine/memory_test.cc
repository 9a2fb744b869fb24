// Loads, stores, atomic operations; and what hardware would not forgive of them.
#include "tests/ptx/machine/kernel_for_test.h"

namespace lockstep::ptx_machine {
namespace {

// The fault of `body` and its message.
void ExpectFault(const std::string& body, Fault fault, const std::string& words, const std::string& before = "",
                 unsigned threads = 1) {
  const Ran ran = RunText(ModuleText(body, before), {0, 0, 0, 0}, threads);
  EXPECT_EQ(ran.outcome.fault, fault) << body << ": " << ran.outcome.message;
  EXPECT_NE(ran.outcome.message.find(words), std::string::npos) << body << ": " << ran.outcome.message;
}

TEST(PtxMemory, NarrowLoadsAreExtended) {
  EXPECT_EQ(Value32("mov.u32 %r1, 0x80; st.global.u8 [%out], %r1; ld.global.u8 %r0, [%out];"), 0x80u);
  EXPECT_EQ(Value32("mov.u32 %r1, 0x80; st.global.u8 [%out], %r1; ld.global.s8 %r0, [%out];"), 0xffffff80u);
  EXPECT_EQ(Value64("mov.u32 %r1, 0xffff8000; st.global.u16 [%out], %r1; ld.global.s16 %d0, [%out];"),
            static_cast<uint64_t>(-32768));
  EXPECT_EQ(Value32("st.global.u32 [%out], 0; st.global.u8 [%out+1], 7; ld.global.u32 %r0, [%out];"), 0x700u);
}

TEST(PtxMemory, Vectors) {
  const Ran ran = RunText(ModuleText("mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3; mov.u32 %r4, 4; st.global.v4.u32 "
                                     "[%out], {%r1, %r2, %r3, %r4};"
                                     "ld.global.v2.u32 {%r5, %r6}, [%out+8]; st.global.v2.u32 [%out], {%r6, %r5};"),
                          {0, 0, 0, 0});
  EXPECT_EQ(ran.words, (std::vector<uint32_t>{4, 3, 3, 4})) << ran.outcome.message;
}

TEST(PtxMemory, SpacesAndGenericAddresses) {
  const std::string before =
      ".shared .align 4 .b8 tile[16];\n.global .align 4 .u32 table[3] = {10, 20, 30};\n.const .align 8 .u64 where = "
      "table;";
  const auto value = [&](const std::string& body) {
    const Ran ran = RunText(ModuleText(body + " st.global.u32 [%out], %r0;", before), {0, 0});
    EXPECT_EQ(ran.outcome.message, "") << body;
    return ran.words[0];
  };
  EXPECT_EQ(value("st.shared.u32 [tile+4], 9; mov.u64 %d1, tile; cvta.shared.u64 %d2, %d1; ld.u32 %r0, [%d2+4];"), 9u);
  EXPECT_EQ(value("mov.u64 %d1, tile; cvta.shared.u64 %d2, %d1; cvta.to.shared.u64 %d3, %d2; st.shared.u32 [%d3], 5; "
                  "ld.shared.u32 %r0, [tile];"),
            5u);
  EXPECT_EQ(value("ld.global.u32 %r0, [table+8];"), 30u);
  EXPECT_EQ(value("ld.const.u64 %d1, [where]; ld.global.u32 %r0, [%d1+4];"), 20u);
  EXPECT_EQ(value(".local .align 8 .b8 depot[16]; mov.u64 %d1, depot; st.local.u32 [%d1+12], 6; cvta.local.u64 %d2, "
                  "%d1; ld.u32 %r0, [%d2+12];"),
            6u);
  EXPECT_EQ(value("mov.u64 %d1, tile; cvta.shared.u64 %d2, %d1; isspacep.shared %p1, %d2; isspacep.global %p2, %out; "
                  "isspacep.local %p3, %d2;"
                  "selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 2, 0, %p2; selp.u32 %r3, 4, 0, %p3; add.u32 %r0, %r1, %r2; "
                  "add.u32 %r0, %r0, %r3;"),
            3u);
}

TEST(PtxMemory, FaultsOfAddresses) {
  ExpectFault("ld.global.u32 %r0, [%out+16];", Fault::kAddress, "are nobody's");
  ExpectFault("ld.global.u32 %r0, [%out+-4];", Fault::kAddress, "line ");
  ExpectFault("mov.u64 %d1, 0; ld.u32 %r0, [%d1];", Fault::kAddress, "of .global are nobody's");
  ExpectFault("ld.global.u32 %r0, [%out+2];", Fault::kMisaligned, "no multiple of 4");
  ExpectFault("ld.global.v2.u32 {%r0, %r1}, [%out+4];", Fault::kMisaligned, "no multiple of 8");
  ExpectFault("ld.shared.u32 %r0, [%out];", Fault::kAddress, "of .shared are nobody's");
  ExpectFault("ld.shared.u32 %r0, [tile+16];", Fault::kAddress, "of .shared", ".shared .align 4 .b8 tile[16];");
  ExpectFault("ld.global.u32 %r0, [tile];", Fault::kAddress, "tile is of .shared", ".shared .align 4 .b8 tile[16];");
  ExpectFault("ld.global.u32 %r0, [%d7];", Fault::kAddress, "undefined register");
  ExpectFault("st.const.u32 [c], 1;", Fault::kAddress, "constant memory", ".const .u32 c = 1;");
  ExpectFault("st.param.u64 [out], %out;", Fault::kAddress, "parameter of the entry");
  ExpectFault(".local .align 4 .b8 depot[8]; atom.add.u32 %r0, [%d1], 1; mov.u64 %d1, depot;", Fault::kAddress,
              "undefined");
  ExpectFault(".local .align 4 .b8 depot[8]; mov.u64 %d1, depot; cvta.local.u64 %d2, %d1; atom.add.u32 %r0, [%d2], 1;",
              Fault::kAddress, "an atomic operation on .local");
}

TEST(PtxMemory, ReadOnlyLoadsOfWhatIsWritten) {
  ExpectFault("ld.global.nc.u32 %r0, [%out]; st.global.u32 [%out], %r0;", Fault::kAddress, "read as read-only");
  ExpectFault("st.global.u32 [%out], 1; ld.global.nc.u32 %r0, [%out];", Fault::kAddress, "read as read-only");
  const Ran ran = RunText(ModuleText("ld.global.nc.u32 %r0, [%out]; st.global.u32 [%out+4], %r0;"), {3, 0});
  EXPECT_EQ(ran.words[1], 3u) << ran.outcome.message;
}

TEST(PtxMemory, UndefinedRegisters) {
  ExpectFault("@%p1 bra L; L:", Fault::kInstruction, "the guard is undefined");
  ExpectFault("add.u32 %r1, %r2, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra L; L:", Fault::kInstruction,
              "the guard is undefined");
  ExpectFault("atom.global.add.u32 %r0, [%out], %r9;", Fault::kInstruction, "undefined register");
  // What is not chosen may be undefined, and so may what does not decide.
  EXPECT_EQ(Value32("setp.eq.u32 %p1, 1, 1; selp.u32 %r0, 4, %r9, %p1; setp.eq.u32 %p3, %r0, 4; @!%p3 mov.u32 %r0, 0;"),
            4u);
  EXPECT_EQ(Value32("setp.eq.u32 %p1, 1, 2; and.pred %p2, %p9, %p1; mov.u32 %r0, 1; @%p2 mov.u32 %r0, 2;"), 1u);
}

TEST(PtxMemory, Atomics) {
  struct Row {
    const char* operation;
    uint32_t before, after;
  };
  const Row rows[] = {
      {"add.u32 %r0, [%out], 5", 7, 12},          {"and.b32 %r0, [%out], 5", 7, 5},
      {"or.b32 %r0, [%out], 8", 7, 15},           {"xor.b32 %r0, [%out], 5", 7, 2},
      {"min.s32 %r0, [%out], -1", 7, 0xffffffff}, {"min.u32 %r0, [%out], -1", 7, 7},
      {"max.s32 %r0, [%out], -1", 7, 7},          {"max.u32 %r0, [%out], -1", 7, 0xffffffff},
      {"exch.b32 %r0, [%out], 9", 7, 9},          {"cas.b32 %r0, [%out], 7, 9", 7, 9},
      {"cas.b32 %r0, [%out], 8, 9", 7, 7},        {"inc.u32 %r0, [%out], 7", 7, 0},
      {"inc.u32 %r0, [%out], 8", 7, 8},           {"dec.u32 %r0, [%out], 8", 7, 6},
      {"dec.u32 %r0, [%out], 5", 7, 5},           {"add.f32 %r0, [%out], 0f3F800000", 0x3f800000, 0x40000000},
  };
  for (const char* words :
       {"atom.global.", "atom.acq_rel.gpu.global.", "atom.relaxed.cta.", "atom.release.sys.global."}) {
    for (const Row& row : rows) {
      const Ran ran =
          RunText(ModuleText(std::string(words) + row.operation + "; st.global.u32 [%out+4], %r0;"), {row.before, 0});
      EXPECT_EQ(ran.words, (std::vector<uint32_t>{row.after, row.before}))
          << words << row.operation << ran.outcome.message;
    }
  }
  const Ran ran = RunText(ModuleText("red.global.add.u64 [%out], 1;"), {0xffffffff, 0});
  EXPECT_EQ(ran.words, (std::vector<uint32_t>{0, 1})) << ran.outcome.message;
}

TEST(PtxMemory, SectorsAreCounted) {
  // 32 lanes of 4 bytes: 128 bytes, 4 sectors if the first is at one's beginning, else 5; then every lane the same
  // word.
  const std::string body =
      "mov.u32 %r1, %tid.x; mul.wide.u32 %d1, %r1, 4; and.b64 %d2, %out, 31; sub.s64 %d3, 32, %d2; add.s64 %d3, %out, "
      "%d3;"
      "add.s64 %d4, %d3, %d1; ld.global.u32 %r2, [%d4]; ld.global.u32 %r3, [%d3]; st.shared.u32 [tile], %r2;";
  const Ran ran = RunText(ModuleText(body, ".shared .align 4 .b8 tile[16];"), std::vector<uint32_t>(64), 32);
  EXPECT_EQ(ran.outcome.message, "");
  EXPECT_EQ(ran.outcome.counters.global_loads, 2u);
  EXPECT_EQ(ran.outcome.counters.global_load_sectors, 5u);
  EXPECT_EQ(ran.outcome.counters.shared_accesses, 1u);
  EXPECT_EQ(ran.outcome.counters.global_stores, 0u);
  // Of local memory the lanes' words lie beside each other: 4 sectors.
  const Ran local =
      RunText(ModuleText(".local .align 4 .b8 depot[8]; mov.u64 %d1, depot; st.local.u32 [%d1], 1;"), {0, 0}, 32);
  EXPECT_EQ(local.outcome.counters.local_sectors, 4u) << local.outcome.message;
}

}  // namespace
}  // namespace lockstep::ptx_machine
