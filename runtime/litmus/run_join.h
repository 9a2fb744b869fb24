// Combinations of runs, one per thread, in which every value read is written by someone.
#ifndef LOCKSTEP_RUNTIME_LITMUS_RUN_JOIN_H_
#define LOCKSTEP_RUNTIME_LITMUS_RUN_JOIN_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/litmus/ast.h"
#include "runtime/litmus/runs.h"

namespace lockstep::litmus {

class RunJoin {
 public:
  using Visit = std::function<Status(const std::vector<const Run*>&)>;

  // `forward`: a read never reads what its own thread writes later (Rf).
  // `test` and `runs` must outlive this.
  RunJoin(const Test& test, const Runs& runs, bool forward);

  // Calls `visit` with one run per thread for every combination; stops at the first error.
  Status ForEach(const Visit& visit);

 private:
  // A set of (location, value) pairs, as bits.
  using Pairs = std::vector<uint64_t>;
  struct Item {
    const Run* run;
    Pairs needs;     // values that others must write
    Pairs provides;  // values it writes
  };

  static bool Covers(const Pairs& needs, const Pairs& a, const Pairs& b);
  static void Include(Pairs& into, const Pairs& from);
  void DropUnmatched();
  Status Join(size_t t, const Pairs& needs, const Pairs& provides, const Visit& visit);

  size_t words_ = 0;
  std::vector<std::vector<Item>> items_;  // by thread
  std::vector<Pairs> later_;              // what the runs of threads t and after may write
  std::vector<const Run*> chosen_;
};

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_RUN_JOIN_H_
