#include "runtime/prune/range.h"

#include <algorithm>

namespace lockstep {
namespace {

using Wide = __int128;

uint64_t Mask(unsigned bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

// Bounds that lie within the type hold; else the value may have wrapped.
Range Within(Wide low, Wide high, unsigned bits) {
  const Range full = Range::Full(bits);
  if (low < full.low || high > full.high) return full;
  return {static_cast<int64_t>(low), static_cast<int64_t>(high)};
}

// The least 2^n - 1 that is not below `value`, which is not negative.
int64_t AllOnes(int64_t value) {
  uint64_t ones = 0;
  while (ones < static_cast<uint64_t>(value)) ones = ones << 1 | 1;
  return static_cast<int64_t>(ones);
}

bool Truth(GroupOp op, int64_t a, int64_t b, unsigned bits) {
  const uint64_t ua = static_cast<uint64_t>(a) & Mask(bits), ub = static_cast<uint64_t>(b) & Mask(bits);
  switch (op) {
    case GroupOp::kEq: return ua == ub;
    case GroupOp::kNe: return ua != ub;
    case GroupOp::kSLt: return bits == 1 ? a > b : a < b;  // of one bit, 1 means -1
    case GroupOp::kSLe: return bits == 1 ? a >= b : a <= b;
    case GroupOp::kULt: return ua < ub;
    default: return ua <= ub;
  }
}

Range Compare(const GroupValue& value, Range a, Range b) {
  const auto bits = static_cast<unsigned>(value.immediate);
  if (a.known() && b.known()) return Range::One(Truth(value.op, a.low, b.low, bits));
  const bool is_signed = value.op == GroupOp::kSLt || value.op == GroupOp::kSLe;
  const bool is_equality = value.op == GroupOp::kEq || value.op == GroupOp::kNe;
  const Range open{0, 1};
  if (bits == 1) return open;
  if (is_equality) {
    if (a.high < b.low || b.high < a.low) return Range::One(value.op == GroupOp::kNe);
    return open;
  }
  if (!is_signed && (a.low < 0 || b.low < 0)) return open;
  const bool strict = value.op == GroupOp::kSLt || value.op == GroupOp::kULt;
  if (strict ? a.high < b.low : a.high <= b.low) return Range::One(1);
  if (strict ? a.low >= b.high : a.low > b.high) return Range::One(0);
  return open;
}

// Both operands known. Undefined results may be anything.
Range Exact(GroupOp op, int64_t a, int64_t b, unsigned bits) {
  const uint64_t mask = Mask(bits), ua = static_cast<uint64_t>(a) & mask, ub = static_cast<uint64_t>(b) & mask;
  const auto result = [&](uint64_t number) { return Range::One(Cut(number, bits)); };
  switch (op) {
    case GroupOp::kAdd: return result(ua + ub);
    case GroupOp::kSub: return result(ua - ub);
    case GroupOp::kMul: return result(ua * ub);
    case GroupOp::kUDiv: return ub == 0 ? Range::Full(bits) : result(ua / ub);
    case GroupOp::kURem: return ub == 0 ? Range::Full(bits) : result(ua % ub);
    case GroupOp::kSDiv:
    case GroupOp::kSRem:
      if (b == 0 || (b == -1 && a == Range::Full(bits).low) || bits == 1) return Range::Full(bits);
      return result(static_cast<uint64_t>(op == GroupOp::kSDiv ? a / b : a % b));
    case GroupOp::kAnd: return result(ua & ub);
    case GroupOp::kOr: return result(ua | ub);
    case GroupOp::kXor: return result(ua ^ ub);
    case GroupOp::kShl: return ub >= bits ? Range::Full(bits) : result(ua << ub);
    case GroupOp::kLShr: return ub >= bits ? Range::Full(bits) : result(ua >> ub);
    case GroupOp::kAShr:
      return ub >= bits || bits == 1 ? Range::Full(bits) : result(static_cast<uint64_t>(a >> ub));
    case GroupOp::kSMin: return bits == 1 ? Range::Full(1) : Range::One(std::min(a, b));
    case GroupOp::kSMax: return bits == 1 ? Range::Full(1) : Range::One(std::max(a, b));
    case GroupOp::kUMin: return result(std::min(ua, ub));
    case GroupOp::kUMax: return result(std::max(ua, ub));
    default: return Range::Full(bits);
  }
}

// Whether mul24 of numbers in `a` is of them, and not of what is left of them in 24 bits.
bool Has24Bits(GroupOp op, Range a) {
  const Range all = op == GroupOp::kUMul24 ? Range{0, (1 << 24) - 1} : Range::Full(24);
  return a.low >= all.low && a.high <= all.high;
}

Range Product(Range a, Range b, unsigned bits) {
  const Wide corners[] = {Wide(a.low) * b.low, Wide(a.low) * b.high, Wide(a.high) * b.low,
                          Wide(a.high) * b.high};
  return Within(*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4), bits);
}

Range Bounds(GroupOp op, Range a, Range b, unsigned bits) {
  const Range full = Range::Full(bits);
  if (bits == 1) return full;
  const bool divisor = b.known() && b.low > 0;
  const bool shift = b.known() && b.low >= 0 && b.low < static_cast<int64_t>(bits);
  switch (op) {
    case GroupOp::kAdd: return Within(Wide(a.low) + b.low, Wide(a.high) + b.high, bits);
    case GroupOp::kSub: return Within(Wide(a.low) - b.high, Wide(a.high) - b.low, bits);
    case GroupOp::kMul:
    case GroupOp::kSMul24:  // both have 24 bits
    case GroupOp::kUMul24: return Product(a, b, bits);
    case GroupOp::kUDiv:
      return divisor && a.low >= 0 ? Range{a.low / b.low, a.high / b.low} : full;
    case GroupOp::kSDiv: return divisor ? Range{a.low / b.low, a.high / b.low} : full;
    case GroupOp::kURem:
      if (!divisor) return full;
      return a.low >= 0 && a.high < b.low ? a : Range{0, b.low - 1};
    case GroupOp::kSRem:
      if (!divisor) return full;
      if (a.low >= 0) return a.high < b.low ? a : Range{0, b.low - 1};
      return {1 - b.low, b.low - 1};
    case GroupOp::kAnd:
      if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high)};
      if (a.low >= 0) return {0, a.high};
      return b.low >= 0 ? Range{0, b.high} : full;
    case GroupOp::kOr:
    case GroupOp::kXor:
      return a.low >= 0 && b.low >= 0 ? Range{0, AllOnes(std::max(a.high, b.high))} : full;
    case GroupOp::kShl:
      return shift && b.low < 63 ? Product(a, Range::One(int64_t{1} << b.low), bits) : full;
    case GroupOp::kLShr:
      if (!shift) return full;
      if (a.low >= 0) return {a.low >> b.low, a.high >> b.low};
      return b.low == 0 ? a : Range{0, static_cast<int64_t>(Mask(bits) >> b.low)};
    case GroupOp::kAShr: return shift ? Range{a.low >> b.low, a.high >> b.low} : full;
    case GroupOp::kSMin: return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case GroupOp::kSMax: return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case GroupOp::kUMin:
      return a.low >= 0 && b.low >= 0 ? Range{std::min(a.low, b.low), std::min(a.high, b.high)} : full;
    case GroupOp::kUMax:
      return a.low >= 0 && b.low >= 0 ? Range{std::max(a.low, b.low), std::max(a.high, b.high)} : full;
    default: return full;
  }
}

}  // namespace

Range Range::Full(unsigned bits) {
  if (bits == 1) return {0, 1};
  if (bits >= 64) return {INT64_MIN, INT64_MAX};
  return {-(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1};
}

Range Range::Hull(Range a, Range b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

int64_t Cut(uint64_t number, unsigned bits) {
  number &= Mask(bits);
  if (bits > 1 && bits < 64 && (number >> (bits - 1)) != 0) number |= ~Mask(bits);
  return static_cast<int64_t>(number);
}

Range Apply(const GroupValue& value, Range a, Range b, Range c) {
  const unsigned bits = value.bits;
  switch (value.op) {
    case GroupOp::kEq:
    case GroupOp::kNe:
    case GroupOp::kSLt:
    case GroupOp::kSLe:
    case GroupOp::kULt:
    case GroupOp::kULe:
      return Compare(value, a, b);
    case GroupOp::kTrunc: {
      if (a.known()) return Range::One(Cut(static_cast<uint64_t>(a.low), bits));
      const Range full = Range::Full(bits);
      return bits > 1 && a.low >= full.low && a.high <= full.high ? a : full;
    }
    case GroupOp::kSExt:
      return value.immediate == 1 ? Range{-a.high, -a.low} : a;
    case GroupOp::kZExt: {
      const auto from = static_cast<unsigned>(value.immediate);
      if (a.known()) return Range::One(static_cast<int64_t>(static_cast<uint64_t>(a.low) & Mask(from)));
      return a.low >= 0 ? a : Range{0, static_cast<int64_t>(Mask(from))};
    }
    case GroupOp::kSelect:
      if (a.known()) return a.low != 0 ? b : c;
      return Range::Hull(b, c);
    case GroupOp::kSMul24:
    case GroupOp::kUMul24:
      if (!Has24Bits(value.op, a) || !Has24Bits(value.op, b)) return Range::Full(bits);
      return a.known() && b.known() ? Exact(GroupOp::kMul, a.low, b.low, bits) : Bounds(value.op, a, b, bits);
    default:
      return a.known() && b.known() ? Exact(value.op, a.low, b.low, bits) : Bounds(value.op, a, b, bits);
  }
}

}  // namespace lockstep
