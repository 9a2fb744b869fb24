// Integer polynomials over the quantities that a launch fixes (arguments, sizes) and those that
// tell work-items apart (ids): the form in which byte addresses are handed from the compiler to
// the launch.
#ifndef LOCKSTEP_RUNTIME_BASE_POLYNOMIAL_H_
#define LOCKSTEP_RUNTIME_BASE_POLYNOMIAL_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

// A sum of products. Symbols are short names:
//   g<d> global id, l<d> local id, w<d> group id                (tell work-items apart)
//   a<i> argument i, G<d> global size, L<d> enqueued local size, S<d> size of the own group,
//   W<d> number of groups, o<d> global offset
class Polynomial {
 public:
  using Monomial = std::vector<std::string>;  // sorted symbols; empty = the constant

  Polynomial() = default;
  static Polynomial Constant(int64_t value);
  static Polynomial Symbol(const std::string& name);

  Polynomial operator+(const Polynomial& other) const;
  Polynomial operator*(const Polynomial& other) const;
  bool operator==(const Polynomial& other) const { return terms_ == other.terms_; }

  // False once a coefficient or the number of terms has outgrown its bounds; such a polynomial
  // means nothing.
  bool valid() const { return valid_; }
  const std::map<Monomial, int64_t>& terms() const { return terms_; }

  // As text, "4*g0+-2*a3*g1+8", terms in a fixed order; "0" if empty.
  std::string ToString() const;
  // The reverse. An ill-formed text gives an invalid polynomial.
  static Polynomial Parse(const std::string& text);

 private:
  void Add(const Monomial& monomial, int64_t coefficient);

  std::map<Monomial, int64_t> terms_;
  bool valid_ = true;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_POLYNOMIAL_H_
