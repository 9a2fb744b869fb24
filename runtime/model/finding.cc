// Names of the findings' enumerations, as reports spell them.
#include "runtime/model/finding.h"

namespace lockstep {

const char* RuleName(Rule rule) {
  switch (rule) {
    case Rule::kDataRace:
      return "data-race";
    case Rule::kBarrierDivergence:
      return "barrier-divergence";
    case Rule::kOutOfBounds:
      return "out-of-bounds";
    case Rule::kIrregularLoop:
      return "irregular-loop";
    case Rule::kCommandRace: return "command-race";
  }
  return "";
}

const char* ReachName(Reach reach) {
  return reach == Reach::kIntraGroup ? "intra-group" : "inter-group";
}

}  // namespace lockstep
