// Dominators, natural loops and the sort order of blocks (ESOP'13 Sect. 3.1 and 4).
#ifndef LOCKSTEP_TESTS_ORACLE_LANGUAGE_CFG_H_
#define LOCKSTEP_TESTS_ORACLE_LANGUAGE_CFG_H_

#include <vector>

#include "tests/oracle/language/kernel.h"

namespace lockstep::oracle {

// A natural loop: its unique header and all blocks from which a back edge to it can be reached
// without passing it. Back edges to one header make one loop.
struct Loop {
  int header = 0;
  std::vector<bool> contains;  // by block
  int size = 0;                // blocks contained
};

struct Cfg {
  bool reducible = true;
  std::vector<Loop> loops;                // inner loops before those around them
  std::vector<std::vector<int>> loops_of;  // by block: indices into `loops`, innermost first
  // Blocks by the sort order: no loop is left before all its blocks were listed, and B comes before
  // C if a path without back edges leads from B to C. A block with `return` comes last.
  // Unreachable blocks are left out.
  std::vector<int> order;
  std::vector<int> position;  // by block: its index in `order`; -1 if unreachable

  bool Contains(int loop, int block) const { return loops[loop].contains[block]; }
};

// Analyses one routine. If it is not reducible, only `reducible` means something.
Cfg AnalyseCfg(const Routine& routine);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_LANGUAGE_CFG_H_
