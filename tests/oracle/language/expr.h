// Expressions of the papers' kernel languages (ESOP'13 Sect. 3.1; Kojima-Igarashi Sect. 2.1) and
// their evaluation.
#ifndef LOCKSTEP_TESTS_ORACLE_LANGUAGE_EXPR_H_
#define LOCKSTEP_TESTS_ORACLE_LANGUAGE_EXPR_H_

#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"

namespace lockstep::oracle {

enum class Op {
  kConst,      // value
  kTid,        // the work-item's number within its group, from 0
  kThreads,    // work-items per group
  kGroup,      // the number of the group, from 0
  kPrivate,    // private variable `value` of the current routine
  kShared,     // element a of shared array `value`
  kNot,        // !a
  kAdd,        // a + b, and so on
  kSub,
  kMul,
  kMod,        // only for positive divisors
  kBitAnd,
  kLess,
  kLessEqual,
  kEqual,
  kNotEqual,
  kAnd,        // a && b, evaluated as in C
  kOr,
  kCond,       // a ? b : c
};

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

struct Expr {
  Op op = Op::kConst;
  int value = 0;
  ExprPtr a, b, c;
  bool reads_shared = false;  // does evaluation possibly read a shared variable?
};

ExprPtr Const(int value);
ExprPtr Tid();
ExprPtr Threads();
ExprPtr Group();
ExprPtr Private(int variable);
ExprPtr Shared(int array, ExprPtr index);
ExprPtr Not(ExprPtr a);
ExprPtr Binary(Op op, ExprPtr a, ExprPtr b);
ExprPtr Cond(ExprPtr a, ExprPtr b, ExprPtr c);

// What one work-item sees. `read_shared(array, index)` returns an element's value (and may record
// the access).
struct Environment {
  int tid = 0;
  int threads = 1;
  int group = 0;
  const int* privates = nullptr;
  absl::FunctionRef<int(int array, int index)> read_shared;
};

// The value of `e`; only operands that C would evaluate are evaluated.
int Evaluate(const Expr& e, const Environment& environment);

// The indices of the private variables (shared arrays) that `e` mentions, added to `out`.
void CollectPrivates(const Expr& e, std::vector<int>* out);
void CollectShared(const Expr& e, std::vector<int>* out);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_LANGUAGE_EXPR_H_
