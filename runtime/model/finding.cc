// Names of the findings' enumerations, as reports spell them.
#include "runtime/model/finding.h"

namespace lockstep {

const char* RuleName(Rule rule) {
  return rule == Rule::kDataRace ? "data-race" : "barrier-divergence";
}

const char* ReachName(Reach reach) {
  return reach == Reach::kIntraGroup ? "intra-group" : "inter-group";
}

}  // namespace lockstep
