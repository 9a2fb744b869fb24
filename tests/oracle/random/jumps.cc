// Random jumps: a block that goes to one place gets others to choose from.
#include <algorithm>
#include <string>
#include <utility>

#include "tests/oracle/language/cfg.h"
#include "tests/oracle/random/generator.h"
#include "tests/oracle/random/rng.h"

namespace lockstep::oracle {
namespace {

ExprPtr Condition(const Routine& routine, Rng* rng) {
  const ExprPtr variable = Private(rng->Below(std::min<int>(4, routine.privates.size())));
  switch (rng->Below(4)) {
    case 0: return Binary(Op::kEqual, Tid(), Const(rng->Below(3)));
    case 1: return Binary(Op::kLess, variable, Const(1 + rng->Below(3)));
    case 2: return Binary(Op::kEqual, variable, Tid());
    default: return Binary(Op::kLess, Threads(), Const(2 + rng->Below(2)));
  }
}

int NewEdge(Routine* routine, ExprPtr guard, int target) {
  Block block;
  block.name = "edge_" + std::to_string(routine->blocks.size());
  if (guard) block.statements.push_back(Assume(std::move(guard)));
  block.targets = {target};
  routine->blocks.push_back(std::move(block));
  return static_cast<int>(routine->blocks.size()) - 1;
}

// One more jump from a random block to a random block; false if it does not fit.
bool AddJump(Routine* routine, Rng* rng, bool nondeterminism, int id) {
  const int count = static_cast<int>(routine->blocks.size());
  const int from = rng->Below(count), to = rng->Below(count);
  // A target with a guard would make a dead end (Def. 5.1).
  if (routine->blocks[from].targets.size() != 1 || routine->blocks[to].returns ||
      Guard(routine->blocks[to])) {
    return false;
  }
  const int old = routine->blocks[from].targets[0];
  const Cfg before = AnalyseCfg(*routine);
  if (before.position[from] < 0 || before.position[to] < 0) return false;
  const Routine saved = *routine;
  ExprPtr jump = Condition(*routine, rng);
  // Jumps back may be taken twice altogether, so that every kernel is finite.
  const bool back = before.position[to] <= before.position[from];
  if (back) {
    const int fuel = static_cast<int>(routine->privates.size());
    routine->privates.push_back("f" + std::to_string(fuel));
    routine->blocks[from].statements.push_back(
        Assign(id, fuel, Binary(Op::kAdd, Private(fuel), Const(1))));
    jump = Binary(Op::kAnd, Binary(Op::kLess, Private(fuel), Const(3)), std::move(jump));
  }
  std::vector<int> targets;
  if (nondeterminism && !back && rng->Percent(30)) {
    targets = {NewEdge(routine, nullptr, to), NewEdge(routine, nullptr, old)};
  } else if (!back && rng->Percent(20)) {  // a switch with three cases
    const ExprPtr second = Condition(*routine, rng);
    targets = {NewEdge(routine, jump, to), NewEdge(routine, Binary(Op::kAnd, Not(jump), second), to),
               NewEdge(routine, Binary(Op::kAnd, Not(jump), Not(second)), old)};
  } else {
    targets = {NewEdge(routine, jump, to), NewEdge(routine, Not(jump), old)};
  }
  routine->blocks[from].targets = std::move(targets);
  if (AnalyseCfg(*routine).reducible) return true;
  *routine = saved;
  return false;
}

}  // namespace

void AddJumps(Kernel* kernel, Rng* rng, bool nondeterminism, int next_id) {
  int wanted = 1 + rng->Below(3);
  for (int tries = 0; tries < 40 && wanted > 0; ++tries) {
    Routine& routine = kernel->routines[rng->Below(static_cast<int>(kernel->routines.size()))];
    if (AddJump(&routine, rng, nondeterminism, next_id)) {
      ++next_id;
      --wanted;
    }
  }
}

}  // namespace lockstep::oracle
