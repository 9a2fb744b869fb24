#include "tests/oracle/tool/simt_verdict.h"

#include <algorithm>

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

std::vector<std::string> SimtBlocksDisagreements(const Verdict& verdict,
                                                 const SimtBlocksOutcome& expected) {
  std::vector<std::string> result;
  for (const std::string& text : verdict.other) {
    result.push_back(absl::StrCat("not checked completely: ", text));
  }
  const auto reported = [&](RaceClass kind) {
    return std::any_of(verdict.races.begin(), verdict.races.end(),
                       [&](const ReportedRace& race) { return race.kind == kind; });
  };
  if (expected.race) {
    if (!reported(RaceClass::kRace)) result.push_back("missed race");
    return result;  // what the race decides is another matter in every execution
  }
  if (expected.divergence) {
    if (verdict.divergences.empty()) result.push_back("missed divergence");
    return result;
  }
  if (reported(RaceClass::kRace)) result.push_back("false race");
  if (!verdict.divergences.empty()) result.push_back("false divergence");
  if (reported(RaceClass::kSameValue) != expected.same_value) {
    result.push_back(expected.same_value ? "missed equal values" : "false equal values");
  }
  if (reported(RaceClass::kWrongFlag) != expected.wrong_flag) {
    result.push_back(expected.wrong_flag ? "missed wrong flag" : "false wrong flag");
  }
  if (verdict.final_globals != expected.final_state) {
    result.push_back(absl::StrCat("final state: expected ", absl::StrJoin(expected.final_state, " "),
                                  ", got ", absl::StrJoin(verdict.final_globals, " ")));
  }
  return result;
}

}  // namespace lockstep::oracle
