// Instructions on floating-point numbers, one by one.
#include <cmath>

#include "tests/ptx/machine/arithmetic.h"
#include "tests/ptx/machine/kernel_for_test.h"

namespace lockstep::ptx_machine {
namespace {

// 0f… of a number.
std::string Text(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, 4);
  char text[16];
  std::snprintf(text, sizeof(text), "0f%08X", bits);
  return text;
}

float Single(const std::string& body) {
  const auto bits = static_cast<uint32_t>(Value32(body + " mov.b32 %r0, %f0;"));
  float value = 0;
  std::memcpy(&value, &bits, 4);
  return value;
}

double Double(const std::string& body) {
  const uint64_t bits = Value64(body + " mov.b64 %d0, %g0;");
  double value = 0;
  std::memcpy(&value, &bits, 8);
  return value;
}

TEST(PtxFloat, Arithmetic) {
  EXPECT_EQ(Single("add.f32 %f0, " + Text(1.5f) + ", " + Text(2.25f) + ";"), 3.75f);
  EXPECT_EQ(Single("sub.rn.f32 %f0, " + Text(1.5f) + ", " + Text(2.25f) + ";"), -0.75f);
  EXPECT_EQ(Single("mul.f32 %f0, " + Text(1.5f) + ", " + Text(2.0f) + ";"), 3.0f);
  EXPECT_EQ(Single("fma.rn.f32 %f0, " + Text(3.0f) + ", " + Text(4.0f) + ", " + Text(5.0f) + ";"), 17.0f);
  EXPECT_EQ(Single("div.rn.f32 %f0, " + Text(1.0f) + ", " + Text(3.0f) + ";"), 1.0f / 3.0f);
  EXPECT_EQ(Single("sqrt.rn.f32 %f0, " + Text(2.0f) + ";"), std::sqrt(2.0f));
  EXPECT_EQ(Single("rcp.rn.f32 %f0, " + Text(4.0f) + ";"), 0.25f);
  EXPECT_EQ(Single("rsqrt.approx.f32 %f0, " + Text(4.0f) + ";"), 0.5f);
  EXPECT_EQ(Single("ex2.approx.f32 %f0, " + Text(3.0f) + ";"), 8.0f);
  EXPECT_EQ(Single("lg2.approx.f32 %f0, " + Text(8.0f) + ";"), 3.0f);
  EXPECT_EQ(Single("sin.approx.f32 %f0, " + Text(0.0f) + ";"), 0.0f);
  EXPECT_EQ(Single("cos.approx.f32 %f0, " + Text(0.0f) + ";"), 1.0f);
  EXPECT_EQ(Single("neg.f32 %f0, " + Text(2.0f) + ";"), -2.0f);
  EXPECT_EQ(Single("abs.f32 %f0, " + Text(-2.0f) + ";"), 2.0f);
  EXPECT_EQ(Single("copysign.f32 %f0, " + Text(-1.0f) + ", " + Text(2.0f) + ";"), -2.0f);
  EXPECT_EQ(Double("add.rn.f64 %g0, 0d3FF8000000000000, 0d4002000000000000;"), 3.75);
  EXPECT_EQ(Double("fma.rn.f64 %g0, 0d4008000000000000, 0d4010000000000000, 0d4014000000000000;"), 17.0);
}

TEST(PtxFloat, RoundsAsAsked) {
  // 1 + 2^-24 lies halfway between 1 and its successor.
  const std::string operands = Text(1.0f) + ", " + Text(std::ldexp(1.0f, -24)) + ";";
  const float next = std::nextafter(1.0f, 2.0f);
  EXPECT_EQ(Single("add.rn.f32 %f0, " + operands), 1.0f);
  EXPECT_EQ(Single("add.rz.f32 %f0, " + operands), 1.0f);
  EXPECT_EQ(Single("add.rm.f32 %f0, " + operands), 1.0f);
  EXPECT_EQ(Single("add.rp.f32 %f0, " + operands), next);
  EXPECT_EQ(Single("cvt.rz.f32.s32 %f0, 0x7fffffff;"), 2147483520.0f);
  EXPECT_EQ(Single("cvt.rn.f32.s32 %f0, 0x7fffffff;"), 2147483648.0f);
  EXPECT_EQ(Single("cvt.rp.f32.f64 %f0, 0d3FF0000000000001;"), next);
  EXPECT_EQ(Single("cvt.rn.f32.f64 %f0, 0d3FF0000000000001;"), 1.0f);
  EXPECT_EQ(Single("cvt.rni.f32.f32 %f0, " + Text(2.5f) + ";"), 2.0f);
  EXPECT_EQ(Single("cvt.rpi.f32.f32 %f0, " + Text(2.1f) + ";"), 3.0f);
  EXPECT_EQ(Single("cvt.rmi.f32.f32 %f0, " + Text(-2.1f) + ";"), -3.0f);
}

TEST(PtxFloat, FlushesAndSaturates) {
  const std::string tiny = Text(1e-40f);
  EXPECT_EQ(Single("mul.f32 %f0, " + tiny + ", " + Text(1.0f) + ";"), 1e-40f);
  EXPECT_EQ(Single("mul.ftz.f32 %f0, " + tiny + ", " + Text(1.0f) + ";"), 0.0f);
  EXPECT_EQ(Single("add.sat.f32 %f0, " + Text(3.0f) + ", " + Text(1.0f) + ";"), 1.0f);
  EXPECT_EQ(Single("add.sat.f32 %f0, " + Text(-3.0f) + ", " + Text(1.0f) + ";"), 0.0f);
  EXPECT_EQ(Single("add.sat.f32 %f0, 0f7FC00000, " + Text(1.0f) + ";"), 0.0f);
}

TEST(PtxFloat, NotANumber) {
  EXPECT_EQ(Value32("sub.f32 %f0, 0f7F800000, 0f7F800000; mov.b32 %r0, %f0;"), 0x7fffffffu);
  EXPECT_EQ(Single("min.f32 %f0, 0f7FC00000, " + Text(1.0f) + ";"), 1.0f);
  EXPECT_EQ(Single("max.f32 %f0, " + Text(1.0f) + ", 0f7FC00000;"), 1.0f);
  EXPECT_TRUE(std::isnan(Single("min.NaN.f32 %f0, 0f7FC00000, " + Text(1.0f) + ";")));
  EXPECT_EQ(Value32("min.f32 %f0, 0f00000000, 0f80000000; mov.b32 %r0, %f0;"), 0x80000000u);
  EXPECT_EQ(Value32("max.f32 %f0, 0f80000000, 0f00000000; mov.b32 %r0, %f0;"), 0u);
  const auto holds = [](const std::string& compare, const std::string& with) {
    return Value32("setp." + compare + ".f32 %p0, " + Text(1.0f) + ", " + with + "; selp.u32 %r0, 1, 0, %p0;") == 1;
  };
  for (const char* ordered : {"eq", "ne", "lt", "le", "gt", "ge", "num"})
    EXPECT_FALSE(holds(ordered, "0f7FC00000")) << ordered;
  for (const char* unordered : {"equ", "neu", "ltu", "leu", "gtu", "geu", "nan"})
    EXPECT_TRUE(holds(unordered, "0f7FC00000")) << unordered;
  EXPECT_TRUE(holds("lt", Text(2.0f)));
  EXPECT_TRUE(holds("ne", Text(2.0f)));
  EXPECT_FALSE(holds("gtu", Text(2.0f)));
  EXPECT_EQ(Value32("testp.notanumber.f32 %p0, 0f7FC00000; selp.u32 %r0, 1, 0, %p0;"), 1u);
  EXPECT_EQ(Value32("testp.subnormal.f32 %p0, 0f00000001; selp.u32 %r0, 1, 0, %p0;"), 1u);
  EXPECT_EQ(Value32("testp.infinite.f64 %p0, 0d7FF0000000000000; selp.u32 %r0, 1, 0, %p0;"), 1u);
}

TEST(PtxFloat, BecomesInteger) {
  EXPECT_EQ(Value32("cvt.rzi.s32.f32 %r0, " + Text(-2.9f) + ";"), 0xfffffffeu);
  EXPECT_EQ(Value32("cvt.rni.s32.f32 %r0, " + Text(3.5f) + ";"), 4u);
  EXPECT_EQ(Value32("cvt.rzi.s32.f32 %r0, " + Text(1e20f) + ";"), 0x7fffffffu);
  EXPECT_EQ(Value32("cvt.rzi.s32.f32 %r0, " + Text(-1e20f) + ";"), 0x80000000u);
  EXPECT_EQ(Value32("cvt.rzi.u32.f32 %r0, " + Text(-1.0f) + ";"), 0u);
  EXPECT_EQ(Value32("cvt.rzi.u32.f32 %r0, " + Text(1e20f) + ";"), 0xffffffffu);
  EXPECT_EQ(Value32("cvt.rzi.s32.f32 %r0, 0f7FC00000;"), 0u);
  EXPECT_EQ(Value64("cvt.rzi.s64.f32 %d0, 0f7FC00000;"), uint64_t{1} << 63);
  EXPECT_EQ(Value64("cvt.rzi.u64.f64 %d0, 0d43F0000000000000;"), ~uint64_t{0});
  EXPECT_EQ(Value32("cvt.rzi.u16.f64 %h0, 0d40F0000000000000; cvt.u32.u16 %r0, %h0;"), 0xffffu);
  EXPECT_EQ(Double("cvt.rn.f64.u64 %g0, 0xffffffffffffffff;"), 18446744073709551616.0);
}

TEST(PtxFloat, Halves) {
  EXPECT_EQ(ToHalf(1.0, Rounding::kRn), 0x3c00u);
  EXPECT_EQ(ToHalf(65504.0, Rounding::kRn), 0x7bffu);
  EXPECT_EQ(ToHalf(65520.0, Rounding::kRn), 0x7c00u);
  EXPECT_EQ(ToHalf(65520.0, Rounding::kRz), 0x7bffu);
  EXPECT_EQ(ToHalf(-2.0, Rounding::kRn), 0xc000u);
  EXPECT_EQ(ToHalf(std::ldexp(1.0, -24), Rounding::kRn), 1u);
  EXPECT_EQ(ToHalf(std::ldexp(1.0, -25), Rounding::kRn), 0u);
  EXPECT_EQ(ToHalf(std::ldexp(1.5, -25), Rounding::kRn), 1u);
  EXPECT_EQ(ToHalf(2047.9999, Rounding::kRn), 0x6800u);
  for (uint64_t half = 0; half < 0x7c00; ++half) {
    EXPECT_EQ(ToHalf(FromHalf(half), Rounding::kRn), half);
    EXPECT_EQ(ToHalf(FromHalf(half | 0x8000), Rounding::kRz), half | 0x8000);
  }
  EXPECT_EQ(Single("mov.b16 %h1, 0x3e00; cvt.f32.f16 %f0, %h1;"), 1.5f);
  EXPECT_EQ(Value32("cvt.rn.f16.f32 %h0, " + Text(0.1f) + "; cvt.u32.u16 %r0, %h0;"), 0x2e66u);
}

}  // namespace
}  // namespace lockstep::ptx_machine
