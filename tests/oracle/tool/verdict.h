// What the tool said about one kernel, in the oracle's terms, and whether the oracle agrees.
#ifndef LOCKSTEP_TESTS_ORACLE_TOOL_VERDICT_H_
#define LOCKSTEP_TESTS_ORACLE_TOOL_VERDICT_H_

#include <string>
#include <vector>

#include "tests/oracle/interpreters/outcome.h"
#include "tests/oracle/language/kernel.h"

namespace lockstep::oracle {

// A reported race. Statement -1: the line holds no statement.
struct ReportedRace {
  std::string array;
  int index = 0;  // element within the array (of one group's instance, for local arrays)
  int statement_a = 0, statement_b = 0;
  bool write_a = false, write_b = false;
  RaceClass kind = RaceClass::kRace;
  bool inter_group = false;
  bool lockstep_only = false;  // marked as ordered by lock step of the device's width
  bool same_calls = true;      // the same calls led to both accesses
};

struct ReportedDivergence {
  int statement_a = 0, statement_b = 0;  // 0: the kernel's end
};

struct Verdict {
  std::vector<ReportedRace> races;
  std::vector<ReportedDivergence> divergences;
  std::vector<std::string> other;  // anything that is not a finding: not instrumented, incomplete
  std::vector<int> final_globals;  // the global arrays after the launch
};

// What the tool should have said and did not, or said and should not have; empty if it is right.
//
// `expected` comes from the interleaving semantics with resumption after divergence. The tool saw
// one schedule, so it must report what every schedule has and may report what some schedule has:
// - each reported race is a possible race of these statements on this element;
// - each element that always races has a report at one of its racing statements;
// - divergence likewise, with the barriers involved;
// - without races and divergence, the final state is the only possible one;
// - marked as ordered by lock step are the races within a group (all of which are smaller than a
//   block) whose accesses are different statements, unless equal values or a barrier excuse them: what
//   one statement does for several work-items is one instruction (E-SASSIGNRACE), unless different
//   calls led there: then it may be marked, if no pair of equal calls stands for the report as well.
std::vector<std::string> Disagreements(const Verdict& verdict, const Outcome& expected,
                                       const Kernel& kernel, const Geometry& geometry);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_TOOL_VERDICT_H_
