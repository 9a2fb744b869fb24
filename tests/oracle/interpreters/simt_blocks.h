// The SIMT semantics of Kojima-Igarashi where a group is several blocks of N work-items: each block is a
// machine of Fig. 1 with the rules of Sect. 5, and between blocks there is no order but that of
// barriers, as between independent work-items (ESOP'13 Def. 3.1).
//
// The blocks run one after the other from one barrier to the next. If no accesses of two blocks
// conflict on that way, every other interleaving of them makes the same accesses and ends in the same
// state; so some interleaving races exactly if this one does, and up to the first interval with a race
// nothing else is to be looked at.
#ifndef LOCKSTEP_TESTS_ORACLE_INTERPRETERS_SIMT_BLOCKS_H_
#define LOCKSTEP_TESTS_ORACLE_INTERPRETERS_SIMT_BLOCKS_H_

#include <optional>
#include <vector>

#include "tests/oracle/interpreters/history.h"
#include "tests/oracle/interpreters/simt.h"

namespace lockstep::oracle {

struct SimtBlocksOutcome {
  // The first interval between barriers that has one of these ends the evaluation.
  bool race = false;        // of two blocks (RaceClass::kRace), or E-SASSIGNRACE within one
  bool divergence = false;  // without a race so far: E-SYNCDIV, or blocks wait at different barriers
  bool infinite = false;    // more than max_steps
  bool same_value = false, wrong_flag = false;  // conflicts of two blocks of that class
  std::vector<int> final_state;  // the global arrays; empty if race, divergence or infinite
};

// One group of `options.threads` work-items in blocks of `block` (the last one may be smaller).
// Nullopt for kernels outside the paper's language (see RunSimt).
std::optional<SimtBlocksOutcome> RunSimtBlocks(const StructuredKernel& kernel,
                                               const SimtOptions& options, int block);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_INTERPRETERS_SIMT_BLOCKS_H_
