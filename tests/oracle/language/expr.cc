// Building, evaluating and walking expressions.
#include "tests/oracle/language/expr.h"

#include <utility>

#include "tests/oracle/language/check.h"

namespace lockstep::oracle {
namespace {

ExprPtr Make(Op op, int value, ExprPtr a = nullptr, ExprPtr b = nullptr, ExprPtr c = nullptr) {
  auto e = std::make_shared<Expr>();
  e->op = op;
  e->value = value;
  e->reads_shared = op == Op::kShared || (a && a->reads_shared) || (b && b->reads_shared) ||
                    (c && c->reads_shared);
  e->a = std::move(a);
  e->b = std::move(b);
  e->c = std::move(c);
  return e;
}

void Collect(const Expr& e, Op op, std::vector<int>* out) {
  if (e.op == op) out->push_back(e.value);
  for (const Expr* child : {e.a.get(), e.b.get(), e.c.get()}) {
    if (child) Collect(*child, op, out);
  }
}

}  // namespace

ExprPtr Const(int value) { return Make(Op::kConst, value); }
ExprPtr Tid() { return Make(Op::kTid, 0); }
ExprPtr Threads() { return Make(Op::kThreads, 0); }
ExprPtr Group() { return Make(Op::kGroup, 0); }
ExprPtr Private(int variable) { return Make(Op::kPrivate, variable); }
ExprPtr Shared(int array, ExprPtr index) { return Make(Op::kShared, array, std::move(index)); }
ExprPtr Not(ExprPtr a) { return Make(Op::kNot, 0, std::move(a)); }
ExprPtr Binary(Op op, ExprPtr a, ExprPtr b) { return Make(op, 0, std::move(a), std::move(b)); }
ExprPtr Cond(ExprPtr a, ExprPtr b, ExprPtr c) {
  return Make(Op::kCond, 0, std::move(a), std::move(b), std::move(c));
}

int Evaluate(const Expr& e, const Environment& env) {
  const auto a = [&] { return Evaluate(*e.a, env); };
  const auto b = [&] { return Evaluate(*e.b, env); };
  switch (e.op) {
    case Op::kConst: return e.value;
    case Op::kTid: return env.tid;
    case Op::kThreads: return env.threads;
    case Op::kGroup: return env.group;
    case Op::kPrivate: return env.privates[e.value];
    case Op::kShared: return env.read_shared(e.value, a());
    case Op::kNot: return !a();
    case Op::kAdd: return a() + b();
    case Op::kSub: return a() - b();
    case Op::kMul: return a() * b();
    case Op::kMod: {
      const int divisor = b();
      ORACLE_CHECK(divisor > 0, "division by a number that is not positive");
      return a() % divisor;
    }
    case Op::kBitAnd: return a() & b();
    case Op::kLess: return a() < b();
    case Op::kLessEqual: return a() <= b();
    case Op::kEqual: return a() == b();
    case Op::kNotEqual: return a() != b();
    case Op::kAnd: return a() && b();
    case Op::kOr: return a() || b();
    case Op::kCond: return a() ? b() : Evaluate(*e.c, env);
  }
  ORACLE_CHECK(false, "unknown operator");
  return 0;
}

void CollectPrivates(const Expr& e, std::vector<int>* out) { Collect(e, Op::kPrivate, out); }
void CollectShared(const Expr& e, std::vector<int>* out) { Collect(e, Op::kShared, out); }

}  // namespace lockstep::oracle
