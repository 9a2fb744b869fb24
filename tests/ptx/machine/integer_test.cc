// Instructions on integers and bits, one by one. Values are those of the PTX ISA's text, or counted by hand.
#include "tests/ptx/machine/kernel_for_test.h"

namespace lockstep::ptx_machine {
namespace {

struct Case {
  const char* body;
  uint64_t value;
};

void ExpectAll(const std::vector<Case>& cases, bool wide = false) {
  for (const Case& one : cases) EXPECT_EQ(wide ? Value64(one.body) : Value32(one.body), one.value) << one.body;
}

TEST(PtxInteger, SumsAndProducts) {
  ExpectAll({
      {"add.s32 %r0, 5, -7;", 0xfffffffe},
      {"add.u32 %r0, 0xffffffff, 2;", 1},
      {"add.sat.s32 %r0, 0x7fffffff, 1;", 0x7fffffff},
      {"sub.sat.s32 %r0, 0x80000000, 1;", 0x80000000},
      {"sub.s32 %r0, 3, 5;", 0xfffffffe},
      {"mul.lo.s32 %r0, -3, 7;", 0xffffffeb},
      {"mul.hi.s32 %r0, -1, 7;", 0xffffffff},
      {"mul.hi.u32 %r0, 0x80000000, 4;", 2},
      {"mad.lo.s32 %r0, 3, 4, 5;", 17},
      {"mad.hi.u32 %r0, 0x80000000, 4, 5;", 7},
      {"mul24.lo.u32 %r0, 0xff000003, 5;", 15},
      {"mul24.hi.s32 %r0, 0x7fffff, 0x7fffff;", 0x3fffff00},
      {"mad24.lo.s32 %r0, -2, 3, 10;", 4},
      {"sad.u32 %r0, 3, 10, 1;", 8},
      {"sad.s32 %r0, -3, 3, 1;", 7},
      {"abs.s32 %r0, -5;", 5},
      {"neg.s32 %r0, 5;", 0xfffffffb},
      {"min.s32 %r0, -1, 1;", 0xffffffff},
      {"min.u32 %r0, -1, 1;", 1},
      {"max.s32 %r0, -1, 1;", 1},
      {"max.u32 %r0, -1, 1;", 0xffffffff},
  });
  ExpectAll({{"mul.wide.s32 %d0, -3, 7;", static_cast<uint64_t>(-21)},
             {"mul.wide.u32 %d0, 0xffffffff, 2;", 0x1fffffffe},
             {"mov.u64 %d1, 100; mad.wide.u32 %d0, 0xffffffff, 2, %d1;", 0x200000062},
             {"mul.hi.u64 %d0, 0x8000000000000000, 6;", 3},
             {"mul.hi.s64 %d0, -1, 6;", ~uint64_t{0}},
             {"mul.lo.s64 %d0, 0x100000001, 0x100000001;", 0x200000001},
             {"add.s64 %d0, 0xffffffff, 1;", 0x100000000},
             {"neg.s64 %d0, 1;", ~uint64_t{0}}},
            true);
}

TEST(PtxInteger, Quotients) {
  ExpectAll({{"div.s32 %r0, -7, 2;", 0xfffffffd},
             {"rem.s32 %r0, -7, 2;", 0xffffffff},
             {"div.u32 %r0, -7, 2;", 0x7ffffffc},
             {"rem.u32 %r0, 7, 4;", 3},
             {"div.s32 %r0, 0x80000000, -1;", 0x80000000}});
  ExpectAll({{"div.u64 %d0, 0xffffffffffffffff, 10;", 1844674407370955161u}, {"rem.s64 %d0, -9, 4;", ~uint64_t{0}}},
            true);
}

TEST(PtxInteger, Carries) {
  EXPECT_EQ(Value32("add.cc.u32 %r1, 0xffffffff, 1; addc.u32 %r0, 5, 6;"), 12u);
  EXPECT_EQ(Value32("add.cc.u32 %r1, 1, 1; addc.u32 %r0, 5, 6;"), 11u);
  EXPECT_EQ(Value32("sub.cc.u32 %r1, 0, 1; subc.u32 %r0, 5, 1;"), 3u);
  EXPECT_EQ(Value32("sub.cc.u32 %r1, 1, 0; subc.u32 %r0, 5, 1;"), 4u);
}

TEST(PtxInteger, Logic) {
  ExpectAll({{"and.b32 %r0, 12, 10;", 8},
             {"or.b32 %r0, 12, 10;", 14},
             {"xor.b32 %r0, 12, 10;", 6},
             {"not.b32 %r0, 12;", 0xfffffff3},
             {"cnot.b32 %r0, 0;", 1},
             {"cnot.b32 %r0, 9;", 0},
             {"lop3.b32 %r0, 12, 10, 6, 0x80;", 0},
             {"lop3.b32 %r0, 12, 10, 6, 0xfe;", 14},
             {"lop3.b32 %r0, 12, 10, 6, 0x96;", 0}});
  EXPECT_EQ(Value32("mov.b16 %h1, 0xff00; mov.b16 %h2, 0x0ff0; and.b16 %h0, %h1, %h2; cvt.u32.u16 %r0, %h0;"), 0x0f00u);
  EXPECT_EQ(Value32("setp.eq.s32 %p1, 1, 1; setp.eq.s32 %p2, 1, 2; xor.pred %p3, %p1, %p2; and.pred %p4, %p3, %p1; "
                    "not.pred %p5, %p4;"
                    "or.pred %p6, %p5, %p1; selp.u32 %r0, 7, 8, %p6;"),
            7u);
}

TEST(PtxInteger, Shifts) {
  ExpectAll({{"shl.b32 %r0, 3, 4;", 48},
             {"shl.b32 %r0, 3, 32;", 0},
             {"shl.b32 %r0, 3, 0xffffffff;", 0},
             {"shr.u32 %r0, 0x80000000, 31;", 1},
             {"shr.u32 %r0, 0x80000000, 40;", 0},
             {"shr.s32 %r0, 0x80000000, 40;", 0xffffffff},
             {"shr.s32 %r0, 0x80000000, 4;", 0xf8000000},
             {"shf.l.wrap.b32 %r0, 0x80000000, 1, 1;", 3},
             {"shf.r.wrap.b32 %r0, 0x80000000, 1, 1;", 0xc0000000},
             {"shf.l.wrap.b32 %r0, 5, 7, 33;", 14},
             {"shf.l.clamp.b32 %r0, 5, 7, 33;", 5},
             {"shf.r.clamp.b32 %r0, 5, 7, 40;", 7}});
  ExpectAll({{"shl.b64 %d0, 1, 40;", uint64_t{1} << 40}, {"shr.s64 %d0, -8, 1;", static_cast<uint64_t>(-4)}}, true);
  EXPECT_EQ(Value32("mov.b16 %h1, 0x8000; shr.s16 %h0, %h1, 3; cvt.u32.u16 %r0, %h0;"), 0xf000u);
}

TEST(PtxInteger, Fields) {
  ExpectAll({{"bfe.u32 %r0, 0x12345678, 8, 8;", 0x56},
             {"bfe.s32 %r0, 0x0000f000, 12, 4;", 0xffffffff},
             {"bfe.u32 %r0, 0xffffffff, 28, 8;", 0xf},
             {"bfe.s32 %r0, 0x80000000, 28, 8;", 0xfffffff8},
             {"bfe.u32 %r0, 0xffffffff, 4, 0;", 0},
             {"bfi.b32 %r0, 0xab, 0x12345678, 8, 8;", 0x1234ab78},
             {"bfi.b32 %r0, 0xff, 0, 28, 8;", 0xf0000000},
             {"bfind.u32 %r0, 0x00010000;", 16},
             {"bfind.s32 %r0, -1;", 0xffffffff},
             {"bfind.s32 %r0, -5;", 2},
             {"popc.b32 %r0, 0xf0f0;", 8},
             {"clz.b32 %r0, 0x00ffffff;", 8},
             {"clz.b32 %r0, 0;", 32},
             {"brev.b32 %r0, 1;", 0x80000000},
             {"popc.b64 %r0, 0xffffffffffffffff;", 64},
             {"clz.b64 %r0, 1;", 63}});
  ExpectAll({{"bfe.u64 %d0, 0x123456789abcdef0, 32, 16;", 0x5678}, {"brev.b64 %d0, 1;", uint64_t{1} << 63}}, true);
}

TEST(PtxInteger, Permutations) {
  ExpectAll({{"prmt.b32 %r0, 0x33221100, 0x77665544, 0x0123;", 0x00112233},
             {"prmt.b32 %r0, 0x33221100, 0x77665544, 0x7531;", 0x77553311},
             {"prmt.b32 %r0, 0x332211ff, 0, 0x0008;", 0xffffffff},
             {"prmt.b32.f4e %r0, 0x33221100, 0x77665544, 1;", 0x44332211},
             {"prmt.b32.b4e %r0, 0x33221100, 0x77665544, 1;", 0x66770011},
             {"prmt.b32.rc8 %r0, 0x33221100, 0, 2;", 0x22222222},
             {"prmt.b32.ecl %r0, 0x33221100, 0, 2;", 0x33222222},
             {"prmt.b32.ecr %r0, 0x33221100, 0, 2;", 0x22221100},
             {"prmt.b32.rc16 %r0, 0x33221100, 0, 1;", 0x33223322}});
}

TEST(PtxInteger, Comparisons) {
  const auto holds = [](const std::string& text) { return Value32("setp." + text + "; selp.u32 %r0, 1, 0, %p0;"); };
  EXPECT_EQ(holds("lt.s32 %p0, -1, 1"), 1u);
  EXPECT_EQ(holds("lt.u32 %p0, -1, 1"), 0u);
  EXPECT_EQ(holds("lo.u32 %p0, 1, 2"), 1u);
  EXPECT_EQ(holds("hs.u32 %p0, 2, 2"), 1u);
  EXPECT_EQ(holds("ge.s64 %p0, -1, -1"), 1u);
  EXPECT_EQ(holds("ne.b32 %p0, 3, 3"), 0u);
  EXPECT_EQ(
      Value32(
          "setp.eq.s32 %p1, 1, 2; setp.lt.and.s32 %p0|%p2, 1, 2, %p1; selp.u32 %r1, 1, 0, %p0; selp.u32 %r2, 2, 0, %p2;"
          "or.b32 %r0, %r1, %r2;"),
      0u);
  EXPECT_EQ(
      Value32(
          "setp.eq.s32 %p1, 1, 2; setp.lt.or.s32 %p0|%p2, 1, 2, !%p1; selp.u32 %r1, 1, 0, %p0; selp.u32 %r2, 2, 0, %p2;"
          "or.b32 %r0, %r1, %r2;"),
      3u);
  EXPECT_EQ(Value32("set.lt.u32.s32 %r0, -1, 1;"), 0xffffffffu);
  EXPECT_EQ(Value32("set.lt.f32.u32 %f0, -1, 1; mov.b32 %r0, %f0;"), 0u);
}

TEST(PtxInteger, MovesBetweenWidths) {
  EXPECT_EQ(Value64("mov.b32 %r1, 1; mov.b32 %r2, 2; mov.b64 %d0, {%r1, %r2};"), 0x200000001u);
  EXPECT_EQ(Value32("mov.b64 %d1, 0x500000004; mov.b64 {%r1, %r0}, %d1;"), 5u);
  EXPECT_EQ(Value32("mov.b16 %h1, 0x1234; mov.b16 %h2, 0x5678; mov.b32 %r0, {%h1, %h2};"), 0x56781234u);
  EXPECT_EQ(Value64("cvt.s64.s32 %d0, -2;"), static_cast<uint64_t>(-2));
  EXPECT_EQ(Value64("cvt.u64.u32 %d0, -2;"), 0xfffffffeu);
  EXPECT_EQ(Value32("mov.b32 %r1, 0x1ff; cvt.u8.u32 %r0, %r1;"), 0xffu);
  EXPECT_EQ(Value32("mov.b32 %r1, 0x1ff; cvt.s8.s32 %r0, %r1;"), 0xffffffffu);
  EXPECT_EQ(Value32("mov.b32 %r1, 300; cvt.sat.u8.u32 %r0, %r1;"), 255u);
  EXPECT_EQ(Value32("mov.b32 %r1, -300; cvt.sat.s8.s32 %r0, %r1;"), 0xffffff80u);
  EXPECT_EQ(Value32("mov.b32 %r1, -300; cvt.sat.u8.s32 %r0, %r1;"), 0u);
  EXPECT_EQ(Value32("mov.b16 %h1, 0x80; cvt.s32.s8 %r0, %h1;"), 0xffffff80u);
}

}  // namespace
}  // namespace lockstep::ptx_machine
