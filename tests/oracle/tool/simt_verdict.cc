#include "tests/oracle/tool/simt_verdict.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace lockstep::oracle {

std::vector<std::string> SimtDisagreements(const Verdict& verdict, const SimtOutcome& expected,
                                           const Kernel& kernel, const Geometry& geometry) {
  const Layout layout(kernel, geometry);
  const auto array_of = [&](int element) { return kernel.shared[layout.ArrayOf(element)].name; };
  std::vector<std::string> result;
  for (const std::string& text : verdict.other) {
    result.push_back(absl::StrCat("not checked completely: ", text));
  }
  for (const ReportedRace& race : verdict.races) {
    bool possible = expected.divergence;
    for (const auto& [statement, element] : expected.may) {
      possible = possible || (race.kind == RaceClass::kRace && !race.inter_group &&
                              race.statement_a == statement && race.statement_b == statement &&
                              race.array == array_of(element) &&
                              race.index == layout.IndexOf(element));
    }
    if (possible) continue;
    result.push_back(absl::StrCat("false alarm: statements ", race.statement_a, " and ",
                                  race.statement_b, " on ", race.array, "[", race.index, "]"));
  }
  for (const auto& [statement, element] : expected.must) {
    bool found = false;
    for (const ReportedRace& race : verdict.races) {
      found = found || (race.statement_a == statement && race.statement_b == statement &&
                        race.array == array_of(element));
    }
    if (found) continue;
    result.push_back(absl::StrCat("missed: statement ", statement, " on ", array_of(element), "[",
                                  layout.IndexOf(element), "]"));
  }
  if (expected.always_diverges && verdict.divergences.empty()) result.push_back("missed divergence");
  if (!expected.divergence && !verdict.divergences.empty()) result.push_back("false divergence");
  if (!expected.race && !expected.divergence && expected.finals.count(verdict.final_globals) == 0) {
    result.push_back(absl::StrCat("final state: expected ",
                                  absl::StrJoin(*expected.finals.begin(), " "), ", got ",
                                  absl::StrJoin(verdict.final_globals, " ")));
  }
  return result;
}

}  // namespace lockstep::oracle
