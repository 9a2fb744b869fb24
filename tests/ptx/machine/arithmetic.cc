// Integers and bits. Source: PTX ISA 7.5, 9.7.1, 9.7.2, 9.7.7.
#include "tests/ptx/machine/arithmetic.h"

#include <algorithm>

namespace lockstep::ptx_machine {
namespace {

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

SignedWide NumberOf(uint64_t bits, Type type) {
  return IsSigned(type) ? SignedWide{SignExtended(bits, BitsOf(type))} : static_cast<SignedWide>(bits);
}

uint64_t Product(const Instruction& of, uint64_t a, uint64_t b, uint64_t c) {
  const unsigned bits = BitsOf(of.type);
  // Unsigned: 64-bit numbers without a sign multiply to more than a signed 128-bit number holds.
  const Wide product = static_cast<Wide>(NumberOf(a, of.type)) * static_cast<Wide>(NumberOf(b, of.type));
  if (of.part == Part::kWide) return Low(static_cast<uint64_t>(product) + c, 2 * bits);
  const Wide part = of.part == Part::kHi ? product >> bits : product;
  return Low(static_cast<uint64_t>(part) + c, bits);
}

uint64_t Product24(const Instruction& of, uint64_t a, uint64_t b, uint64_t c) {
  const auto number = [&](uint64_t bits) -> int64_t {
    return IsSigned(of.type) ? SignExtended(bits, 24) : static_cast<int64_t>(Low(bits, 24));
  };
  const auto product = static_cast<uint64_t>(number(a) * number(b));
  return Low((of.part == Part::kHi ? product >> 16 : product) + c, 32);
}

// Division by zero gives what the machine's hardware does not say; all ones, as NVIDIA's does.
uint64_t Quotient(const Instruction& of, uint64_t a, uint64_t b, bool rest) {
  if (b == 0) return rest ? a : Low(~uint64_t{0}, BitsOf(of.type));
  const SignedWide left = NumberOf(a, of.type), right = NumberOf(b, of.type);
  return static_cast<uint64_t>(rest ? left % right : left / right);
}

uint64_t Saturated(const Instruction& of, SignedWide value) {
  if (!of.saturate) return static_cast<uint64_t>(value);
  const SignedWide top = (SignedWide{1} << (BitsOf(of.type) - 1)) - 1;
  return static_cast<uint64_t>(std::clamp(value, -top - 1, top));
}

uint64_t ShiftLeft(uint64_t a, uint64_t by, unsigned bits) { return by >= bits ? 0 : a << by; }

uint64_t ShiftRight(const Instruction& of, uint64_t a, uint64_t by) {
  const unsigned bits = BitsOf(of.type);
  if (!IsSigned(of.type)) return by >= bits ? 0 : a >> by;
  return static_cast<uint64_t>(SignExtended(a, bits) >> std::min<uint64_t>(by, bits - 1));
}

uint64_t FunnelShift(const Instruction& of, uint64_t low, uint64_t high, uint64_t by) {
  const uint64_t count = of.clamp ? std::min<uint64_t>(by, 32) : by & 31;
  const uint64_t both = high << 32 | low;
  if (of.variant == Variant::kL) return count == 32 ? low : both << count >> 32;
  return both >> count;
}

uint64_t ExtractField(const Instruction& of, uint64_t a, uint64_t at, uint64_t length) {
  const unsigned bits = BitsOf(of.type);
  at &= 0xff;
  length &= 0xff;
  if (length == 0) return 0;
  // Bits above the highest are its sign; so is what is above the field.
  const bool sign = IsSigned(of.type) && (a >> std::min<uint64_t>(at + length - 1, bits - 1) & 1) != 0;
  uint64_t result = 0;
  for (unsigned i = 0; i < bits; ++i) {
    const bool bit = i < length && at + i < bits ? (a >> (at + i) & 1) != 0 : sign;
    result |= static_cast<uint64_t>(bit) << i;
  }
  return result;
}

uint64_t InsertField(const Instruction& of, uint64_t field, uint64_t into, uint64_t at, uint64_t length) {
  const unsigned bits = BitsOf(of.type);
  at &= 0xff;
  length &= 0xff;
  for (unsigned i = 0; i < length && at + i < bits; ++i) {
    const uint64_t bit = uint64_t{1} << (at + i);
    into = (field >> i & 1) != 0 ? into | bit : into & ~bit;
  }
  return into;
}

unsigned PermuteSelector(Variant mode, unsigned selector, unsigned i) {
  const unsigned k = selector & 3;
  switch (mode) {
    case Variant::kF4e: return k + i;
    case Variant::kB4e: return (k + 8 - i) & 7;
    case Variant::kRc8: return k;
    case Variant::kEcl: return std::max(k, i);
    case Variant::kEcr: return std::min(k, i);
    case Variant::kRc16: return (k & 1) * 2 + (i & 1);
    default: return selector >> (4 * i) & 15;
  }
}

uint64_t Permute(const Instruction& of, uint64_t a, uint64_t b, uint64_t selector) {
  const uint64_t both = b << 32 | a;
  uint64_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned from = PermuteSelector(of.variant, static_cast<unsigned>(selector), i);
    uint64_t byte = both >> (8 * (from & 7)) & 0xff;
    if ((from & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;  // its sign, eight times
    result |= byte << (8 * i);
  }
  return result;
}

uint64_t LeadingZeros(uint64_t a, unsigned bits) {
  return a == 0 ? bits : static_cast<uint64_t>(__builtin_clzll(a)) - (64 - bits);
}

// The place of the highest bit that is not a sign; all ones if there is none.
uint64_t FindHighest(const Instruction& of, uint64_t a) {
  const unsigned bits = BitsOf(of.type);
  if (IsSigned(of.type) && SignExtended(a, bits) < 0) a = Low(~a, bits);
  return a == 0 ? 0xffffffff : 63 - static_cast<uint64_t>(__builtin_clzll(a));
}

uint64_t Reverse(uint64_t a, unsigned bits) {
  uint64_t result = 0;
  for (unsigned i = 0; i < bits; ++i) result |= (a >> i & 1) << (bits - 1 - i);
  return result;
}

uint64_t Lookup(uint64_t a, uint64_t b, uint64_t c, uint64_t table) {
  uint64_t result = 0;
  for (unsigned i = 0; i < 32; ++i) {
    const uint64_t row = (a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1);
    result |= (table >> row & 1) << i;
  }
  return result;
}

uint64_t ComputeInteger(const Instruction& of, uint64_t a, uint64_t b, uint64_t c, uint64_t d, bool* known) {
  const unsigned bits = BitsOf(of.type);
  const SignedWide left = NumberOf(a, of.type), right = NumberOf(b, of.type);
  switch (of.op) {
    case Op::kAdd: return Saturated(of, left + right);
    case Op::kSub: return Saturated(of, left - right);
    case Op::kMul: return Product(of, a, b, 0);
    case Op::kMad: return Product(of, a, b, c);
    case Op::kMul24: return Product24(of, a, b, 0);
    case Op::kMad24: return Product24(of, a, b, c);
    case Op::kDiv: return Quotient(of, a, b, /*rest=*/false);
    case Op::kRem: return Quotient(of, a, b, /*rest=*/true);
    case Op::kAbs: return static_cast<uint64_t>(left < 0 ? -left : left);
    case Op::kNeg: return static_cast<uint64_t>(-left);
    case Op::kMin: return left < right ? a : b;
    case Op::kMax: return left > right ? a : b;
    case Op::kSad: return static_cast<uint64_t>(left < right ? right - left : left - right) + c;
    case Op::kAnd: return a & b;
    case Op::kOr: return a | b;
    case Op::kXor: return a ^ b;
    case Op::kNot: return ~a;
    case Op::kCnot: return a == 0 ? 1 : 0;
    case Op::kShl: return ShiftLeft(a, b, bits);
    case Op::kShr: return ShiftRight(of, a, b);
    case Op::kShf: return FunnelShift(of, a, b, c);
    case Op::kLop3: return Lookup(a, b, c, d);
    case Op::kBfe: return ExtractField(of, a, b, c);
    case Op::kBfi: return InsertField(of, a, b, c, d);
    case Op::kBfind: return FindHighest(of, a);
    case Op::kPrmt: return Permute(of, a, b, c);
    case Op::kPopc: return static_cast<uint64_t>(__builtin_popcountll(a));
    case Op::kClz: return LeadingZeros(a, bits);
    case Op::kBrev: return Reverse(a, bits);
    default: *known = false; return 0;
  }
}

}  // namespace

uint64_t Compute(const Instruction& instruction, uint64_t a, uint64_t b, uint64_t c, uint64_t d, bool* known) {
  if (IsFloat(instruction.type)) return ComputeFloat(instruction, a, b, c, known);
  const bool twice = instruction.part == Part::kWide;
  // These count bits, and answer with 32 of them whatever they look at.
  const bool counts = instruction.op == Op::kPopc || instruction.op == Op::kClz || instruction.op == Op::kBfind;
  const unsigned bits = counts ? 32 : BitsOf(instruction.type) * (twice ? 2 : 1);
  return Low(ComputeInteger(instruction, a, b, c, d, known), bits);
}

uint64_t AtomicResult(const Instruction& instruction, uint64_t old, uint64_t b, uint64_t c) {
  Instruction as;
  as.type = instruction.type;
  bool known = true;
  const auto compute = [&](Op op) {
    as.op = op;
    return Compute(as, old, b, 0, 0, &known);
  };
  switch (instruction.variant) {
    case Variant::kAdd: return compute(Op::kAdd);
    case Variant::kAnd: return compute(Op::kAnd);
    case Variant::kOr: return compute(Op::kOr);
    case Variant::kXor: return compute(Op::kXor);
    case Variant::kMin: return compute(Op::kMin);
    case Variant::kMax: return compute(Op::kMax);
    case Variant::kInc: return old >= b ? 0 : old + 1;
    case Variant::kDec: return old == 0 || old > b ? b : old - 1;
    case Variant::kCas: return old == b ? c : old;
    default: return b;  // exch
  }
}

}  // namespace lockstep::ptx_machine
