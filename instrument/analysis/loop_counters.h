// Loop counters: values that begin somewhere and move by the same amount in each iteration.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_COUNTERS_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_COUNTERS_H_

#include <optional>
#include <vector>

#include "runtime/prune/site_program.h"

namespace llvm {
class DominatorTree;
class Loop;
class LoopInfo;
class PHINode;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Another iteration follows only if the counter, or the next one, is in `relation` to `bound`. Unsigned
// where the counter is widened without its sign, or compared so.
struct LoopCounterTest {
  SiteLoopTest::Relation relation;
  bool is_signed;
  bool of_next;
  const llvm::Value* bound;
};

struct LoopCounter {
  const llvm::PHINode* phi;
  const llvm::Value* start;
  const llvm::Value* step;  // as many of its bits as the counter has; of a pointer, the address that is next
  bool down;                // step is subtracted
  std::vector<LoopCounterTest> tests;
};

// `phi` as the counter of the loop whose header it stands in; nullopt if it is none: it does not stand in a
// header, is no integer or pointer, begins with several values, or moves otherwise. Whether `step` is one number all
// along is for the launch to find out.
std::optional<LoopCounter> AsLoopCounter(const llvm::PHINode& phi, const llvm::LoopInfo& loops,
                                         const llvm::DominatorTree& dominators);

// Whether the number of iterations of `loop` is known, and no more than `most`.
bool IsShort(const llvm::Loop& loop, unsigned most, const llvm::LoopInfo& loops,
             const llvm::DominatorTree& dominators);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_COUNTERS_H_
