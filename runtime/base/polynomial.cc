#include "runtime/base/polynomial.h"

#include <algorithm>
#include <optional>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

// Address computations in kernels are short; what is longer is not worth proving things about.
constexpr size_t kMaxTerms = 24;
constexpr size_t kMaxDegree = 6;

}  // namespace

Polynomial Polynomial::Constant(int64_t value) {
  Polynomial result;
  result.Add({}, value);
  return result;
}

Polynomial Polynomial::Symbol(const std::string& name) {
  Polynomial result;
  result.Add({name}, 1);
  return result;
}

void Polynomial::Add(const Monomial& monomial, int64_t coefficient) {
  int64_t& sum = terms_[monomial];
  if (__builtin_add_overflow(sum, coefficient, &sum)) valid_ = false;
  if (sum == 0) terms_.erase(monomial);
  if (terms_.size() > kMaxTerms || monomial.size() > kMaxDegree) valid_ = false;
}

Polynomial Polynomial::operator+(const Polynomial& other) const {
  Polynomial result = *this;
  result.valid_ = valid_ && other.valid_;
  for (const auto& [monomial, coefficient] : other.terms_) result.Add(monomial, coefficient);
  return result;
}

Polynomial Polynomial::operator*(const Polynomial& other) const {
  Polynomial result;
  result.valid_ = valid_ && other.valid_;
  for (const auto& [a, ca] : terms_) {
    for (const auto& [b, cb] : other.terms_) {
      Monomial product = a;
      product.insert(product.end(), b.begin(), b.end());
      std::sort(product.begin(), product.end());
      int64_t coefficient = 0;
      if (__builtin_mul_overflow(ca, cb, &coefficient)) result.valid_ = false;
      result.Add(product, coefficient);
      if (!result.valid_) return result;
    }
  }
  return result;
}

std::string Polynomial::ToString() const {
  if (terms_.empty()) return "0";
  std::vector<std::string> parts;
  for (const auto& [monomial, coefficient] : terms_) {
    parts.push_back(monomial.empty() ? StrCat(coefficient)
                                     : StrCat(coefficient, "*", Join(monomial, "*")));
  }
  return Join(parts, "+");
}

Polynomial Polynomial::Parse(const std::string& text) {
  Polynomial result;
  for (const std::string& part : Split(text, '+')) {
    const std::vector<std::string> factors = Split(part, '*');
    const std::optional<int64_t> coefficient = ParseSigned(factors.front());
    if (!coefficient) {
      result.valid_ = false;
      return result;
    }
    Monomial monomial(factors.begin() + 1, factors.end());
    std::sort(monomial.begin(), monomial.end());
    result.Add(monomial, *coefficient);
  }
  return result;
}

}  // namespace lockstep
