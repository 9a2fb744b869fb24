// Renders results of litmus tests as text, in the shape of herd's output.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runtime/litmus/print.h"

namespace lockstep::litmus {
namespace {

std::string SideText(const Test& test, const Side& side) {
  if (side.thread < 0) return "no further barrier";
  return absl::StrCat("P", side.thread, " ", test.file, ":", side.at.line, ":", side.at.column, " ",
                      side.event);
}

void PairLines(const Test& test, const char* what, const std::set<Pair>& pairs, std::string& out) {
  for (const Pair& pair : pairs) {
    absl::StrAppend(&out, what, " ", pair.location, ": ", SideText(test, pair.first), " -- ",
                    SideText(test, pair.second), "\n");
  }
}

}  // namespace

std::string StateText(const Test& test, const std::vector<int64_t>& state) {
  std::string out;
  for (size_t i = 0; i < state.size(); ++i) {
    absl::StrAppend(&out, i == 0 ? "" : " ", test.observed[i].text, "=", state[i], ";");
  }
  return out;
}

std::string ResultText(const Test& test, const Result& result) {
  static constexpr const char* kKinds[] = {"Allowed", "Forbidden", "Required"};
  static constexpr const char* kQuantifiers[] = {"exists", "~exists", "forall"};
  const int quantifier = static_cast<int>(test.quantifier);
  const bool negated = test.quantifier == Quantifier::kNotExists;
  std::string out = absl::StrCat("Test ", test.name, " ", kKinds[quantifier], "\nStates ",
                                 result.states.size(), "\n");
  for (const auto& [state, count] : result.states)
    absl::StrAppend(&out, StateText(test, state), "\n");
  absl::StrAppend(&out, result.loop_bound_reached ? "Loop " : "", result.holds ? "Ok" : "No",
                  "\nWitnesses\n");
  // As in herd, a witness of ~exists is an execution in which the proposition fails.
  absl::StrAppend(&out, "Positive: ", negated ? result.refuting : result.satisfying,
                  " Negative: ", negated ? result.satisfying : result.refuting, "\n");
  if (!result.data_races.empty()) absl::StrAppend(&out, "Flag data-race\n");
  PairLines(test, "Race", result.data_races, out);
  if (!result.unsequenced_races.empty()) absl::StrAppend(&out, "Flag unsequenced-race\n");
  PairLines(test, "Unsequenced", result.unsequenced_races, out);
  if (!result.divergences.empty()) absl::StrAppend(&out, "Flag barrier-divergence\n");
  PairLines(test, "Divergence", result.divergences, out);
  const char* observation = result.satisfying == 0 ? "Never"
                            : result.refuting == 0 ? "Always"
                                                   : "Sometimes";
  absl::StrAppend(&out, "Condition ", kQuantifiers[quantifier], " (", test.condition_text,
                  ")\nObservation ", test.name, " ", observation, " ", result.satisfying, " ",
                  result.refuting, "\n");
  absl::StrAppend(&out, "Time ", test.name, " ", absl::StrFormat("%.2f", result.seconds), "\n");
  return out;
}

}  // namespace lockstep::litmus
