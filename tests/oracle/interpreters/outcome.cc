// Accounting of reductions.
#include "tests/oracle/interpreters/outcome.h"

#include <algorithm>
#include <iterator>

namespace lockstep::oracle {

void Outcome::AddReduction(const History& history, bool diverged, bool ended) {
  feasible = true;
  diverged_may = diverged_may || diverged;
  const RaceSet races = history.races();
  may.insert(races.begin(), races.end());
  if (!ended) {
    infinite = true;
    return;
  }
  diverged_must = diverged_must && diverged;
  if (!any_ended_) {
    must = races;
  } else if (!must.empty()) {
    RaceSet both;
    std::set_intersection(must.begin(), must.end(), races.begin(), races.end(),
                          std::inserter(both, both.end()));
    must = std::move(both);
  }
  any_ended_ = true;
}

}  // namespace lockstep::oracle
