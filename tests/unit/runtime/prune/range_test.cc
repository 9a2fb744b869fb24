// Are the bounds of values right? All pairs of members of random ranges, each computed by itself in plain
// arithmetic, must lie within what Apply says of the ranges.
#include "runtime/prune/range.h"

#include <gtest/gtest.h>

#include <random>

#include "runtime/prune/group_program.h"

namespace lockstep {
namespace {

// The definition, on the bits as an unsigned number. False: the result is not defined.
bool Defined(GroupOp op, unsigned bits, uint64_t a, uint64_t b, uint64_t* result) {
  const uint64_t mask = (uint64_t{1} << bits) - 1, sign = uint64_t{1} << (bits - 1);
  const auto as_signed = [&](uint64_t number) { return int64_t(number ^ sign) - int64_t(sign); };
  const int64_t sa = as_signed(a), sb = as_signed(b);
  switch (op) {
    case GroupOp::kAdd: *result = a + b; break;
    case GroupOp::kSub: *result = a - b; break;
    case GroupOp::kMul: *result = a * b; break;
    case GroupOp::kAnd: *result = a & b; break;
    case GroupOp::kOr: *result = a | b; break;
    case GroupOp::kXor: *result = a ^ b; break;
    case GroupOp::kUDiv:
      if (b == 0) return false;
      *result = a / b;
      break;
    case GroupOp::kURem:
      if (b == 0) return false;
      *result = a % b;
      break;
    case GroupOp::kSDiv:
      if (b == 0 || (a == sign && sb == -1)) return false;
      *result = uint64_t(sa / sb);
      break;
    case GroupOp::kSRem:
      if (b == 0 || (a == sign && sb == -1)) return false;
      *result = uint64_t(sa % sb);
      break;
    case GroupOp::kShl:
      if (b >= bits) return false;
      *result = a << b;
      break;
    case GroupOp::kLShr:
      if (b >= bits) return false;
      *result = a >> b;
      break;
    case GroupOp::kAShr:
      if (b >= bits) return false;
      *result = uint64_t(sa >> b);
      break;
    case GroupOp::kSMin: *result = uint64_t(sa < sb ? sa : sb); break;
    case GroupOp::kSMax: *result = uint64_t(sa > sb ? sa : sb); break;
    case GroupOp::kUMin: *result = a < b ? a : b; break;
    case GroupOp::kUMax: *result = a > b ? a : b; break;
    case GroupOp::kEq: *result = a == b; return true;
    case GroupOp::kNe: *result = a != b; return true;
    case GroupOp::kSLt: *result = sa < sb; return true;
    case GroupOp::kSLe: *result = sa <= sb; return true;
    case GroupOp::kULt: *result = a < b; return true;
    case GroupOp::kULe: *result = a <= b; return true;
    case GroupOp::kTrunc: *result = a & ((mask >> 1) | 1); return true;          // to one bit less
    case GroupOp::kSExt: *result = uint64_t(sa) & (mask << 1 | 1); return true;  // to one bit more
    case GroupOp::kZExt: *result = a; return true;
    default: return false;
  }
  *result &= mask;
  return true;
}

TEST(RangeTest, BoundsHoldForAllMembers) {
  std::mt19937 random(11);
  int narrow = 0;
  const int first = int(GroupOp::kAdd), last = int(GroupOp::kZExt);
  for (int round = 0; round < 6000; ++round) {
    GroupValue value;
    value.op = GroupOp(first + random() % (last - first + 1));
    const unsigned bits = 2 + random() % 5;
    const bool comparison = value.op >= GroupOp::kEq && value.op <= GroupOp::kULe;
    value.bits = comparison                    ? 1
                 : value.op == GroupOp::kTrunc ? (bits > 2 ? bits - 1 : 1)
                 : value.op >= GroupOp::kSExt  ? bits + 1
                                               : bits;
    value.immediate = bits;
    const Range full = Range::Full(bits);
    const auto pick = [&] {
      const int64_t width = full.high - full.low + 1;
      int64_t low = full.low + int64_t(random() % width), high = low + int64_t(random() % 4);
      if (random() % 6 == 0) high = full.high;
      if (random() % 3 == 0) high = low;
      return Range{low, std::min(high, full.high)};
    };
    const Range a = pick(), b = pick();
    const Range result = Apply(value, a, b, Range());
    narrow += !(result == Range::Full(value.bits));
    for (int64_t x = a.low; x <= a.high; ++x) {
      for (int64_t y = b.low; y <= b.high; ++y) {
        const uint64_t mask = (uint64_t{1} << bits) - 1;
        uint64_t expected = 0;
        if (!Defined(value.op, bits, uint64_t(x) & mask, uint64_t(y) & mask, &expected)) continue;
        const int64_t number = Cut(expected, value.bits);
        ASSERT_TRUE(number >= result.low && number <= result.high)
            << "operation " << int(value.op) << " on " << bits << " bits: " << x << ", " << y << " gives " << number
            << ", not within " << result.low << " to " << result.high;
      }
    }
  }
  EXPECT_GT(narrow, 2000) << "hardly anything is known of any value";
}

TEST(GroupProgramTest, NumbersAndBack) {
  GroupProgram program;
  program.values.resize(2);
  program.values[1].op = GroupOp::kAdd;
  program.values[1].operands = {0, 0, -1};
  program.blocks.resize(1);
  program.blocks[0].steps.push_back({GroupStep::Kind::kWrite, 1, 0, 4, 7});
  program.roots = {0};
  const std::vector<int64_t> numbers = program.Encode();
  const auto back = GroupProgram::Decode(numbers);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->Encode(), numbers);
  EXPECT_EQ(back->blocks[0].steps[0].line, 7u);
}

// An image may be damaged; no number may lead out of the program.
TEST(GroupProgramTest, NonsenseIsRefused) {
  GroupProgram program;
  program.values.resize(1);
  program.blocks.resize(1);
  program.blocks[0].steps.push_back({GroupStep::Kind::kWrite, 5, 0, 4, 7});
  EXPECT_FALSE(GroupProgram::Decode(program.Encode()));
  EXPECT_FALSE(GroupProgram::Decode({}));
  EXPECT_FALSE(GroupProgram::Decode({1LL << 60}));
}

}  // namespace
}  // namespace lockstep
