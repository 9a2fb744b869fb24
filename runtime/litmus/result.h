// What the enumeration of a litmus test found: plain data that the printers render.
#ifndef LOCKSTEP_RUNTIME_LITMUS_RESULT_H_
#define LOCKSTEP_RUNTIME_LITMUS_RESULT_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/litmus/ast.h"
#include "runtime/litmus/model.h"

namespace lockstep::litmus {

// One side of a racing or diverging pair.
struct Side {
  int thread = -1;  // the number behind P; -1: none
  Spot at;
  std::string event;  // EventText without values: what the source says, not one execution
  friend bool operator<(const Side& a, const Side& b) {
    return std::tie(a.thread, a.at.line, a.at.column, a.event) <
           std::tie(b.thread, b.at.line, b.at.column, b.event);
  }
};

struct Pair {
  std::string location;  // name, or of a barrier "NAME"
  Side first, second;
  friend bool operator<(const Pair& a, const Pair& b) {
    return std::tie(a.location, a.first, a.second) < std::tie(b.location, b.first, b.second);
  }
};

struct Result {
  std::map<std::vector<int64_t>, uint64_t> states;  // values of Test::observed -> executions
  uint64_t satisfying = 0;                          // executions in which the proposition holds
  uint64_t refuting = 0;                            // the other consistent executions
  bool holds = false;                               // the quantified condition
  std::set<Pair> data_races;
  std::set<Pair> unsequenced_races;
  std::set<Pair> divergences;
  bool loop_bound_reached = false;
  bool out_of_bounds = false;
  double seconds = 0;

  // One execution to draw: a racing one if there is one, else one that decides the condition.
  bool has_sample = false;
  bool sample_races = false;
  bool sample_decides = false;  // the condition: for exists and ~exists it holds in the sample, for forall it does not
  Execution sample;
  Relation sample_order;
  std::vector<std::pair<int, int>> sample_races_pairs;

  // Canonical witnesses of all consistent executions (see WitnessKey), if asked for.
  std::set<std::string> witnesses;
};

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_RESULT_H_
