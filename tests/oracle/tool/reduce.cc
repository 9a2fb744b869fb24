// Greedy passes until nothing more can go.
#include "tests/oracle/tool/reduce.h"

#include <utility>
#include <vector>

#include "tests/oracle/language/cfg.h"

namespace lockstep::oracle {
namespace {

// Empties unreachable blocks and short-cuts empty ones; keeps numbers as they are.
void Tidy(Kernel* kernel) {
  for (Routine& routine : kernel->routines) {
    for (Block& block : routine.blocks) {
      for (int& target : block.targets) {
        for (int hops = 0; target != kEnd && hops < 100; ++hops) {
          const Block& next = routine.blocks[target];
          if (!next.statements.empty() || next.returns || next.targets.size() != 1) break;
          target = next.targets[0];
        }
      }
    }
    const Cfg cfg = AnalyseCfg(routine);
    if (!cfg.reducible) continue;
    // Unreachable blocks go; the others are renumbered.
    std::vector<int> number(routine.blocks.size(), -1);
    std::vector<Block> kept;
    for (size_t b = 0; b < routine.blocks.size(); ++b) {
      if (cfg.position[b] < 0) continue;
      number[b] = static_cast<int>(kept.size());
      kept.push_back(routine.blocks[b]);
    }
    for (Block& block : kept) {
      for (int& target : block.targets) {
        if (target != kEnd) target = number[target];
      }
    }
    routine.blocks = std::move(kept);
  }
}

bool AllReducible(const Kernel& kernel) {
  for (const Routine& routine : kernel.routines) {
    if (!AnalyseCfg(routine).reducible) return false;
  }
  return true;
}

// All kernels that are one step smaller.
std::vector<Kernel> Smaller(const Kernel& kernel) {
  std::vector<Kernel> result;
  const auto add = [&](Kernel smaller) {
    Tidy(&smaller);
    if (AllReducible(smaller)) result.push_back(std::move(smaller));
  };
  for (size_t r = 0; r < kernel.routines.size(); ++r) {
    for (size_t b = 0; b < kernel.routines[r].blocks.size(); ++b) {
      const Block& block = kernel.routines[r].blocks[b];
      for (size_t t = 0; block.targets.size() > 1 && t < block.targets.size(); ++t) {
        Kernel smaller = kernel;  // only this target is left, without its guard
        Routine& routine = smaller.routines[r];
        const int target = block.targets[t];
        routine.blocks[b].targets = {target};
        if (target != kEnd && Guard(routine.blocks[target])) {
          auto& statements = routine.blocks[target].statements;
          statements.erase(statements.begin());
        }
        add(std::move(smaller));
      }
      for (size_t s = Guard(block) ? 1 : 0; s < block.statements.size(); ++s) {
        Kernel smaller = kernel;
        auto& statements = smaller.routines[r].blocks[b].statements;
        statements.erase(statements.begin() + static_cast<long>(s));
        add(std::move(smaller));
      }
    }
  }
  return result;
}

}  // namespace

RandomKernel Reduce(RandomKernel random,
                    const std::function<bool(const RandomKernel&)>& still_fails) {
  random.source.reset();
  Tidy(&random.kernel);
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (Kernel& candidate : Smaller(random.kernel)) {
      RandomKernel next = random;
      next.kernel = std::move(candidate);
      if (!still_fails(next)) continue;
      random = std::move(next);
      smaller = true;
      break;
    }
  }
  return random;
}

}  // namespace lockstep::oracle
