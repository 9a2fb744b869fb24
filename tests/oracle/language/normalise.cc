// Each restriction is one small rewrite of blocks.
#include "tests/oracle/language/normalise.h"

#include <algorithm>
#include <utility>

#include "tests/oracle/language/cfg.h"
#include "tests/oracle/language/check.h"
#include "tests/oracle/language/expr.h"

namespace lockstep::oracle {
namespace {

int NewBlock(Routine* routine, const std::string& name, std::vector<int> targets) {
  Block block;
  block.name = name + "_" + std::to_string(routine->blocks.size());
  block.targets = std::move(targets);
  routine->blocks.push_back(std::move(block));
  return static_cast<int>(routine->blocks.size()) - 1;
}

// B: before; call; after; goto ..   becomes   B: before; goto C   C: call; goto D   D: after; goto ..
void IsolateCalls(Routine* routine) {
  std::vector<size_t> isolated;
  for (size_t b = 0; b < routine->blocks.size(); ++b) {
    for (size_t i = 0; i < routine->blocks[b].statements.size(); ++i) {
      if (routine->blocks[b].statements[i].kind != Statement::Kind::kCall) continue;
      if (std::count(isolated.begin(), isolated.end(), b) != 0) continue;
      const int rest = NewBlock(routine, "after_call", {});
      const int call = NewBlock(routine, "call", {rest});
      isolated.push_back(call);
      Block& block = routine->blocks[b];
      Block& after = routine->blocks[rest];
      const auto at = block.statements.begin() + static_cast<long>(i);
      routine->blocks[call].statements.push_back(*at);
      after.statements.assign(at + 1, block.statements.end());
      after.returns = block.returns;
      after.targets = std::move(block.targets);
      block.statements.erase(at, block.statements.end());
      block.returns = false;
      block.targets = {call};
      break;  // the rest is looked at when its own turn comes
    }
  }
}

void UniteReturns(Routine* routine) {
  const int end = NewBlock(routine, "return", {});
  for (Block& block : routine->blocks) {
    if (!block.returns) continue;
    block.returns = false;
    block.targets = {end};
  }
  routine->blocks[end].returns = true;
}

void SeparateHeaders(Routine* routine) {
  const Cfg cfg = AnalyseCfg(*routine);
  if (!cfg.reducible) return;
  std::vector<bool> header(routine->blocks.size(), false);
  for (const Loop& loop : cfg.loops) header[loop.header] = true;
  const size_t count = routine->blocks.size();
  for (size_t b = 0; b < count; ++b) {
    int headers = 0;
    for (int target : routine->blocks[b].targets) headers += target != kEnd && header[target];
    for (size_t i = 0; headers > 1 && i < routine->blocks[b].targets.size(); ++i) {
      const int target = routine->blocks[b].targets[i];
      if (target == kEnd || !header[target]) continue;
      const int between = NewBlock(routine, "to_header", {target});
      // The guard moves along, so that the choice stays as informed as it was.
      if (const Expr* guard = Guard(routine->blocks[target])) {
        routine->blocks[between].statements.push_back(Assume(std::make_shared<Expr>(*guard)));
      }
      routine->blocks[b].targets[i] = between;
      --headers;
    }
  }
}

// Replaces the shared reads of `e` by private variables that `before` loads.
ExprPtr Split(const ExprPtr& e, int id, Routine* routine, std::vector<Statement>* before) {
  if (!e || !e->reads_shared) return e;
  ORACLE_CHECK(e->op != Op::kAnd && e->op != Op::kOr && e->op != Op::kCond,
               "a shared read under an operator that may skip it");
  Expr copy = *e;
  copy.a = Split(e->a, id, routine, before);
  copy.b = Split(e->b, id, routine, before);
  copy.reads_shared = false;
  if (e->op != Op::kShared) return std::make_shared<Expr>(std::move(copy));
  copy.reads_shared = true;
  const int variable = static_cast<int>(routine->privates.size());
  routine->privates.push_back("t" + std::to_string(variable));
  before->push_back(Assign(id, variable, std::make_shared<Expr>(std::move(copy))));
  return Private(variable);
}

// Whether the value of `e` depends on nothing.
bool IsConstant(const Expr& e) {
  switch (e.op) {
    case Op::kConst:
      return true;
    case Op::kTid:
    case Op::kThreads:
    case Op::kGroup:
    case Op::kPrivate:
    case Op::kShared:
      return false;
    default:
      return (!e.a || IsConstant(*e.a)) && (!e.b || IsConstant(*e.b)) && (!e.c || IsConstant(*e.c));
  }
}

bool NeverHolds(const Expr* guard) {
  if (guard == nullptr || !IsConstant(*guard)) return false;
  return Evaluate(*guard, {0, 1, 0, nullptr, [](int, int) { return 0; }}) == 0;
}

}  // namespace

Kernel WithoutDeadEdges(Kernel kernel) {
  for (Routine& routine : kernel.routines) {
    for (Block& block : routine.blocks) {
      std::vector<int> kept;
      for (int target : block.targets) {
        if (target == kEnd || !NeverHolds(Guard(routine.blocks[target]))) kept.push_back(target);
      }
      // Without any target it would be another kind of block; then nothing gets past its targets either.
      if (!kept.empty()) block.targets = std::move(kept);
    }
  }
  return kernel;
}

Kernel WithSingleAccesses(Kernel kernel) {
  for (Routine& routine : kernel.routines) {
    for (Block& block : routine.blocks) {
      std::vector<Statement> statements;
      for (Statement& s : block.statements) {
        const bool plain_read = s.kind == Statement::Kind::kAssign && !s.to_shared &&
                                s.value->op == Op::kShared && !s.value->a->reads_shared;
        if (!plain_read) {
          s.index = Split(s.index, s.id, &routine, &statements);
          s.value = Split(s.value, s.id, &routine, &statements);
        }
        statements.push_back(std::move(s));
      }
      block.statements = std::move(statements);
    }
  }
  return kernel;
}

Kernel WithExitBarrier(Kernel kernel) {
  Routine& main = kernel.routines[0];
  const int exit = NewBlock(&main, "exit", {});
  for (Block& block : main.blocks) {
    for (int& target : block.targets) {
      if (target == kEnd) target = exit;
    }
  }
  main.blocks[exit].statements.push_back(ExitBarrier());
  main.blocks[exit].targets = {kEnd};
  return kernel;
}

Kernel Normalised(Kernel kernel) {
  for (size_t r = 0; r < kernel.routines.size(); ++r) {
    Routine& routine = kernel.routines[r];
    IsolateCalls(&routine);
    if (r > 0) UniteReturns(&routine);
    SeparateHeaders(&routine);
  }
  return kernel;
}

}  // namespace lockstep::oracle
