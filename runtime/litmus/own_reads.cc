// Reads whose value program order alone decides.
#include "runtime/litmus/own_reads.h"

namespace lockstep::litmus {
namespace {

bool IsRead(const Expr& expr) { return expr.kind == ExprKind::kPlainLoad || expr.kind == ExprKind::kAtomicLoad; }

bool IsWrite(const Expr& expr) {
  return expr.kind == ExprKind::kPlainStore || expr.kind == ExprKind::kAtomicStore || expr.kind == ExprKind::kExchange ||
         expr.kind == ExprKind::kFetch || expr.kind == ExprKind::kCompareExchange;
}

// The expression and all below it, but not below `without`.
void Collect(const Expr& expr, const Expr* without, std::vector<const Expr*>& into) {
  if (&expr == without) return;
  into.push_back(&expr);
  for (const auto* part : {&expr.a, &expr.b, &expr.c}) {
    if (*part != nullptr) Collect(**part, without, into);
  }
}

}  // namespace

bool IsOrdered(const Expr& full) {
  std::vector<const Expr*> all;
  Collect(full, nullptr, all);
  const Expr* write = nullptr;
  for (const Expr* expr : all) {
    if (!IsWrite(*expr)) continue;
    if (write != nullptr) return false;
    write = expr;
  }
  if (write == nullptr) return true;
  std::vector<const Expr*> beside;  // what may be evaluated after the write; its operands are not
  Collect(full, write, beside);
  for (const Expr* expr : beside) {
    if (!IsRead(*expr)) continue;
    const bool known = write->a->kind == ExprKind::kAddress && expr->a->kind == ExprKind::kAddress;
    if (!known || write->a->value == expr->a->value) return false;
  }
  return true;
}

std::vector<bool> OwnLocations(const Test& test, size_t thread, const std::vector<std::set<int64_t>>& values) {
  std::vector<bool> own(test.locations.size(), true);
  for (const auto& found : values) {
    if (!found.empty() && *found.rbegin() >= kFirstAddress / 2) return std::vector<bool>(own.size(), false);
  }
  for (size_t t = 0; t < test.threads.size(); ++t) {
    if (t == thread) continue;
    for (const auto& [name, address] : test.threads[t].parameters) {
      for (const Symbol& symbol : test.symbols) {
        if (symbol.name != name) continue;
        for (int cell = 0; cell < symbol.count; ++cell) own[symbol.first + cell] = false;
      }
    }
  }
  return own;
}

}  // namespace lockstep::litmus
