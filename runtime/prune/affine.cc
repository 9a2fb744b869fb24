#include "runtime/prune/affine.h"

namespace lockstep {
namespace {

using Wide = __int128;

bool TooLarge(Wide number) { return number > kAffineLimit || number < -kAffineLimit; }

}  // namespace

Affine Number(int64_t number) {
  Affine affine;
  affine.constant = number;
  return affine;
}

std::optional<Affine> AddScaled(const Affine& a, const Affine& b, int64_t factor) {
  Affine sum;
  const Wide constant = Wide(a.constant) + Wide(factor) * b.constant;
  if (TooLarge(constant)) return std::nullopt;
  sum.constant = static_cast<int64_t>(constant);
  sum.terms.reserve(a.terms.size() + b.terms.size());
  auto left = a.terms.begin(), right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    int variable;
    Wide coefficient = 0;
    if (right == b.terms.end() || (left != a.terms.end() && left->first <= right->first)) {
      variable = left->first;
    } else {
      variable = right->first;
    }
    if (left != a.terms.end() && left->first == variable) coefficient += (left++)->second;
    if (right != b.terms.end() && right->first == variable) coefficient += Wide(factor) * (right++)->second;
    if (TooLarge(coefficient)) return std::nullopt;
    if (coefficient != 0) sum.terms.emplace_back(variable, static_cast<int64_t>(coefficient));
  }
  return sum;
}

std::optional<Range> RangeOf(const Affine& a, const std::vector<AffineVariable>& variables) {
  Wide low = a.constant, high = a.constant;
  for (const auto& [variable, coefficient] : a.terms) {
    const Range& range = variables[variable].range;
    low += Wide(coefficient) * (coefficient > 0 ? range.low : range.high);
    high += Wide(coefficient) * (coefficient > 0 ? range.high : range.low);
  }
  if (TooLarge(low) || TooLarge(high)) return std::nullopt;
  return Range{static_cast<int64_t>(low), static_cast<int64_t>(high)};
}

int64_t FloorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace lockstep
