// Floating-point numbers. Source: PTX ISA 7.5, 9.7.3. Approximations are those of the host's mathematics, rounded once,
// which are within the errors that the ISA allows.
#include <cfenv>
#include <cmath>
#include <cstring>

#include "tests/ptx/machine/arithmetic.h"

namespace lockstep::ptx_machine {
namespace {

template <typename To, typename From>
To Bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

float AsFloat(uint64_t bits) { return Bits<float>(static_cast<uint32_t>(bits)); }
double AsDouble(uint64_t bits) { return Bits<double>(bits); }
// The one NaN that f32 operations answer with.
uint64_t Of(float value) { return std::isnan(value) ? 0x7fffffff : Bits<uint32_t>(value); }
uint64_t Of(double value) { return Bits<uint64_t>(value); }

// Rounds as `rounding` says while it lives.
class RoundingMode {
 public:
  explicit RoundingMode(Rounding rounding) : before_(std::fegetround()) {
    switch (rounding) {
      case Rounding::kRz:
      case Rounding::kRzi: std::fesetround(FE_TOWARDZERO); return;
      case Rounding::kRm:
      case Rounding::kRmi: std::fesetround(FE_DOWNWARD); return;
      case Rounding::kRp:
      case Rounding::kRpi: std::fesetround(FE_UPWARD); return;
      default: std::fesetround(FE_TONEAREST);
    }
  }
  ~RoundingMode() { std::fesetround(before_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  int before_;
};

template <typename T>
T Flushed(T value, bool flush) {
  return flush && std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(T{0}, value) : value;
}

template <typename T>
T Least(T a, T b, bool nan, bool most) {
  if (nan && (std::isnan(a) || std::isnan(b))) return std::nan("") * T{1};
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) != most ? a : b;  // -0.0 is less than +0.0
  return (a < b) != most ? a : b;
}

// Each operation through volatile operands, so that it is not moved out of the rounding mode.
template <typename T>
T Operate(const Instruction& of, T left, T right, T third, bool* known) {
  const RoundingMode mode(of.rounding);
  const volatile T a = left, b = right, c = third;
  switch (of.op) {
    case Op::kAdd: return a + b;
    case Op::kSub: return a - b;
    case Op::kMul: return a * b;
    case Op::kDiv: return a / b;
    case Op::kMad:
    case Op::kFma: return std::fma(T{a}, T{b}, T{c});
    case Op::kMin: return Least<T>(a, b, of.nan, /*most=*/false);
    case Op::kMax: return Least<T>(a, b, of.nan, /*most=*/true);
    case Op::kRcp: return T{1} / a;
    case Op::kSqrt: return std::sqrt(T{a});
    case Op::kRsqrt: return static_cast<T>(1.0L / std::sqrt(static_cast<long double>(a)));
    case Op::kSin: return static_cast<T>(std::sin(static_cast<double>(a)));
    case Op::kCos: return static_cast<T>(std::cos(static_cast<double>(a)));
    case Op::kEx2: return static_cast<T>(std::exp2(static_cast<double>(a)));
    case Op::kLg2: return static_cast<T>(std::log2(static_cast<double>(a)));
    default: *known = false; return T{0};
  }
}

template <typename T>
T Finished(const Instruction& of, T value) {
  value = Flushed(value, of.flush);
  if (!of.saturate) return value;
  return std::isnan(value) || value < T{0} ? T{0} : value > T{1} ? T{1} : value;
}

template <typename T>
bool Classify(Variant variant, T value) {
  switch (variant) {
    case Variant::kFinite: return std::isfinite(value);
    case Variant::kInfinite: return std::isinf(value);
    case Variant::kNumber: return !std::isnan(value);
    case Variant::kNotANumber: return std::isnan(value);
    case Variant::kNormal: return std::isnormal(value);
    default: return std::fpclassify(value) == FP_SUBNORMAL;
  }
}

bool CompareFloats(Compare compare, double a, double b) {
  const bool unordered = std::isnan(a) || std::isnan(b);
  switch (compare) {
    case Compare::kEq: return a == b;
    case Compare::kNe: return !unordered && a != b;
    case Compare::kLt: return a < b;
    case Compare::kLe: return a <= b;
    case Compare::kGt: return a > b;
    case Compare::kGe: return a >= b;
    case Compare::kEqu: return unordered || a == b;
    case Compare::kNeu: return unordered || a != b;
    case Compare::kLtu: return unordered || a < b;
    case Compare::kLeu: return unordered || a <= b;
    case Compare::kGtu: return unordered || a > b;
    case Compare::kGeu: return unordered || a >= b;
    case Compare::kNum: return !unordered;
    default: return unordered;
  }
}

template <typename T>
bool CompareIntegers(Compare compare, T a, T b) {
  switch (compare) {
    case Compare::kEq: return a == b;
    case Compare::kNe: return a != b;
    case Compare::kLt:
    case Compare::kLo: return a < b;
    case Compare::kLe:
    case Compare::kLs: return a <= b;
    case Compare::kGt:
    case Compare::kHi: return a > b;
    default: return a >= b;
  }
}

// The value of a float of any width; every one is a double.
double ValueOf(Type type, uint64_t bits, bool flush) {
  if (type == Type::kF16) return FromHalf(bits);
  return type == Type::kF32 ? Flushed(AsFloat(bits), flush) : AsDouble(bits);
}

double RoundedToInteger(double value, Rounding rounding) {
  const RoundingMode mode(rounding);
  return std::nearbyint(value);
}

uint64_t FloatToInteger(const Instruction& of, double value) {
  const unsigned bits = BitsOf(of.type);
  if (std::isnan(value)) {
    const bool zero = of.type2 != Type::kF64 && bits != 64;
    return zero ? 0 : uint64_t{1} << (bits - 1);
  }
  const double whole = RoundedToInteger(value, of.rounding);
  // Values out of range become the nearest in range.
  const double top = std::ldexp(1.0, static_cast<int>(bits) - (IsSigned(of.type) ? 1 : 0));
  const double bottom = IsSigned(of.type) ? -top : 0.0;
  if (whole >= top) return IsSigned(of.type) ? Low(~uint64_t{0}, bits - 1) : Low(~uint64_t{0}, bits);
  if (whole <= bottom) return IsSigned(of.type) ? uint64_t{1} << (bits - 1) : 0;
  return Low(whole < 0 ? static_cast<uint64_t>(static_cast<int64_t>(whole)) : static_cast<uint64_t>(whole), bits);
}

uint64_t IntegerToFloat(const Instruction& of, uint64_t a) {
  const RoundingMode mode(of.rounding);
  const volatile int64_t with_sign = SignExtended(a, BitsOf(of.type2));
  const volatile uint64_t without = a;
  const bool sign = IsSigned(of.type2);
  if (of.type == Type::kF32) return Of(sign ? static_cast<float>(with_sign) : static_cast<float>(without));
  const double value = sign ? static_cast<double>(with_sign) : static_cast<double>(without);
  return of.type == Type::kF64 ? Of(value) : ToHalf(value, of.rounding);
}

uint64_t FloatToFloat(const Instruction& of, double value) {
  if (of.rounding >= Rounding::kRni) value = RoundedToInteger(value, of.rounding);
  if (of.saturate) value = std::isnan(value) || value < 0 ? 0 : value > 1 ? 1 : value;
  if (of.type == Type::kF64) return Of(value);
  if (of.type == Type::kF16) return ToHalf(value, of.rounding);
  const RoundingMode mode(of.rounding);
  const volatile double exact = value;
  return Of(Flushed(static_cast<float>(exact), of.flush));
}

uint64_t IntegerToInteger(const Instruction& of, uint64_t a) {
  if (!of.saturate) return IsSigned(of.type2) ? static_cast<uint64_t>(SignExtended(a, BitsOf(of.type2))) : a;
  __extension__ typedef __int128 Number;
  const unsigned bits = BitsOf(of.type);
  const Number value = IsSigned(of.type2) ? Number{SignExtended(a, BitsOf(of.type2))} : Number{a};
  const Number top = (Number{1} << (bits - (IsSigned(of.type) ? 1 : 0))) - 1;
  const Number bottom = IsSigned(of.type) ? -top - 1 : 0;
  return static_cast<uint64_t>(value < bottom ? bottom : value > top ? top : value);
}

}  // namespace

uint64_t ComputeFloat(const Instruction& instruction, uint64_t a, uint64_t b, uint64_t c, bool* known) {
  const unsigned bits = BitsOf(instruction.type);
  const uint64_t sign = uint64_t{1} << (bits - 1);
  switch (instruction.op) {
    case Op::kNeg: return a ^ sign;
    case Op::kAbs: return a & ~sign;
    case Op::kCopysign:  // the sign of the first
      return (b & ~sign) | (a & sign);
    default: break;
  }
  const bool flush = instruction.flush;
  if (instruction.type == Type::kF32) {
    const float x = Flushed(AsFloat(a), flush), y = Flushed(AsFloat(b), flush), z = Flushed(AsFloat(c), flush);
    if (instruction.op == Op::kTestp) return Classify(instruction.variant, AsFloat(a)) ? 1 : 0;
    return Of(Finished(instruction, Operate<float>(instruction, x, y, z, known)));
  }
  if (instruction.type == Type::kF64) {
    if (instruction.op == Op::kTestp) return Classify(instruction.variant, AsDouble(a)) ? 1 : 0;
    return Of(Finished(instruction, Operate<double>(instruction, AsDouble(a), AsDouble(b), AsDouble(c), known)));
  }
  // A double holds the exact sum and product of two halves, and rounds that of three by less than is seen.
  const double result = Operate<double>(instruction, FromHalf(a), FromHalf(b), FromHalf(c), known);
  return ToHalf(Finished(instruction, result), Rounding::kRn);
}

bool CompareValues(const Instruction& instruction, uint64_t a, uint64_t b) {
  const Type type = instruction.op == Op::kSet ? instruction.type2 : instruction.type;
  if (IsFloat(type)) {
    return CompareFloats(instruction.compare, ValueOf(type, a, instruction.flush), ValueOf(type, b, instruction.flush));
  }
  const bool as_unsigned = instruction.compare >= Compare::kLo && instruction.compare <= Compare::kHs;
  if (!IsSigned(type) || as_unsigned) return CompareIntegers<uint64_t>(instruction.compare, a, b);
  return CompareIntegers<int64_t>(instruction.compare, SignExtended(a, BitsOf(type)), SignExtended(b, BitsOf(type)));
}

uint64_t Convert(const Instruction& instruction, uint64_t a, unsigned width) {
  if (IsFloat(instruction.type)) {
    if (!IsFloat(instruction.type2)) return IntegerToFloat(instruction, a);
    return FloatToFloat(instruction, ValueOf(instruction.type2, a, instruction.flush));
  }
  uint64_t result = IsFloat(instruction.type2)
                        ? FloatToInteger(instruction, ValueOf(instruction.type2, a, instruction.flush))
                        : IntegerToInteger(instruction, a);
  const unsigned bits = BitsOf(instruction.type);
  result = IsSigned(instruction.type) ? static_cast<uint64_t>(SignExtended(result, bits)) : Low(result, bits);
  return Low(result, width);
}

double FromHalf(uint64_t half) {
  const int exponent = static_cast<int>(half >> 10 & 31);
  const auto fraction = static_cast<double>(half & 0x3ff);
  double value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
  if (exponent == 31) value = fraction == 0 ? INFINITY : NAN;
  return (half & 0x8000) != 0 ? -value : value;
}

uint64_t ToHalf(double value, Rounding rounding) {
  const uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return 0x7fff;
  if (std::isinf(value)) return sign | 0x7c00;
  const double size = std::fabs(value);
  int exponent = 0;
  std::frexp(size, &exponent);                    // size = m * 2^exponent, m in [1/2, 1)
  const int unit = std::max(exponent - 11, -24);  // what the last place of the result is worth
  const double units = RoundedToInteger(std::ldexp(value, -unit), rounding);
  const double rounded = std::fabs(std::ldexp(units, unit));
  if (rounded > 65504.0) {
    const bool stays = rounding == Rounding::kRz || (rounding == Rounding::kRm && sign == 0) ||
                       (rounding == Rounding::kRp && sign != 0);
    return sign | (stays ? 0x7bff : 0x7c00);
  }
  if (rounded < std::ldexp(1.0, -14)) return sign | static_cast<uint64_t>(std::ldexp(rounded, 24));
  std::frexp(rounded, &exponent);
  const auto fraction = static_cast<uint64_t>(std::ldexp(rounded, 11 - exponent));  // 1024 to 2047
  return sign | static_cast<uint64_t>(exponent + 14) << 10 | (fraction - 1024);
}

uint64_t FloatImmediate(uint64_t bits, unsigned width, Type type) {
  if (type == Type::kF64 && width == 32) return Of(static_cast<double>(AsFloat(bits)));
  if (type == Type::kF32 && width == 64) return Of(static_cast<float>(AsDouble(bits)));
  return bits;
}

}  // namespace lockstep::ptx_machine
