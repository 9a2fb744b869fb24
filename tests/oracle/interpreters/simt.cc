// A big-step evaluator: Run(P, mask, states) maps the set of states before P to that after it.
#include "tests/oracle/interpreters/simt.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "tests/oracle/language/check.h"

namespace lockstep::oracle {
namespace {

struct State {
  std::vector<int> shared;
  std::vector<std::vector<int>> privates;  // by work-item
  SimtRaces races;                         // kGoOn: on the way here
  bool operator<(const State& other) const {
    return std::tie(shared, privates, races) < std::tie(other.shared, other.privates, other.races);
  }
};
using States = std::set<State>;
using Mask = std::vector<bool>;

class Evaluator {
 public:
  Evaluator(const StructuredKernel& kernel, const Kernel& layout_of, const SimtOptions& options)
      : kernel_(kernel), options_(options), layout_(layout_of, Geometry{1, options.threads}) {}

  SimtOutcome Run() {
    State start;
    start.shared = layout_.Initial();
    start.privates.assign(options_.threads,
                          std::vector<int>(kernel_.routines[0].privates.size(), 0));
    const States states =
        Sequence(kernel_.routines[0].body, Mask(options_.threads, true), {std::move(start)});
    for (const State& state : states) {
      outcome_.finals.insert(layout_.GlobalPart(state.shared));
      End(state);
    }
    outcome_.always_diverges = outcome_.divergence && states.empty();
    return outcome_;
  }

 private:
  // An evaluation is over, or at a divergence.
  void End(const State& state) {
    outcome_.may.insert(state.races.begin(), state.races.end());
    if (!std::exchange(any_ended_, true)) {
      outcome_.must = state.races;
      return;
    }
    SimtRaces both;
    std::set_intersection(outcome_.must.begin(), outcome_.must.end(), state.races.begin(),
                          state.races.end(), std::inserter(both, both.end()));
    outcome_.must = std::move(both);
  }

  int Eval(const Expr& e, const State& state, int t) const {
    const auto read = [&](int array, int index) {
      return state.shared[layout_.Element(array, 0, index)];
    };
    return Evaluate(e, Environment{t, options_.threads, 0, state.privates[t].data(), read});
  }

  // E-SEQ.
  States Sequence(const std::vector<Node>& nodes, const Mask& mask, States states) {
    for (const Node& node : nodes) {
      States after;
      for (const State& state : states) {
        const States some = One(node, mask, state);
        after.insert(some.begin(), some.end());
      }
      states = std::move(after);
    }
    return states;
  }

  // The active work-items of `mask` for which the condition is (is not) true.
  Mask Restrict(const Node& node, const Mask& mask, const State& state, bool value) const {
    Mask result = mask;
    for (int t = 0; t < options_.threads; ++t) {
      if (mask[t]) result[t] = (Eval(*node.condition, state, t) != 0) == value;
    }
    return result;
  }

  States One(const Node& node, const Mask& mask, const State& state) {
    if (std::count(mask.begin(), mask.end(), true) == 0) return {state};  // E-INACTIVE
    if (outcome_.infinite || ++steps_ > options_.max_steps) {
      outcome_.infinite = true;
      return {};
    }
    switch (node.kind) {
      case Node::Kind::kStatement:
        return Basic(node.statement, mask, state);
      case Node::Kind::kIf: {  // E-IF: the condition is evaluated before either branch
        const Mask yes = Restrict(node, mask, state, true), no = Restrict(node, mask, state, false);
        return Sequence(node.orelse, no, Sequence(node.body, yes, {state}));
      }
      case Node::Kind::kWhile: {  // E-WHILE: who has left stays away
        const Mask going = Restrict(node, mask, state, true);
        States result;
        for (const State& after : Sequence(node.body, going, {state})) {
          const States some = One(node, going, after);
          result.insert(some.begin(), some.end());
        }
        return result;
      }
      case Node::Kind::kDoWhile: {  // P; while e do P
        Node loop = node;
        loop.kind = Node::Kind::kWhile;
        States result;
        for (const State& after : Sequence(node.body, mask, {state})) {
          const States some = One(loop, mask, after);
          result.insert(some.begin(), some.end());
        }
        return result;
      }
      default:
        ORACLE_CHECK(false, "jumps are not part of the language");
        return {};
    }
  }

  States Basic(const Statement& s, const Mask& mask, const State& state) {
    switch (s.kind) {
      case Statement::Kind::kSkip:
        return {state};
      case Statement::Kind::kBarrier:  // E-SYNC, E-SYNCDIV
        if (std::count(mask.begin(), mask.end(), false) == 0) return {state};
        outcome_.divergence = true;
        End(state);
        return {};
      case Statement::Kind::kAssign:
        return s.to_shared ? AssignShared(s, mask, state) : States{AssignLocal(s, mask, state)};
      default:
        ORACLE_CHECK(false, "not part of the language");
        return {};
    }
  }

  // E-LASSIGN.
  State AssignLocal(const Statement& s, const Mask& mask, const State& state) const {
    State result = state;
    for (int t = 0; t < options_.threads; ++t) {
      if (mask[t]) result.privates[t][s.variable] = Eval(*s.value, state, t);
    }
    return result;
  }

  // E-SASSIGN; or E-SASSIGN' and E-SASSIGNRACE.
  States AssignShared(const Statement& s, const Mask& mask, const State& state) {
    std::map<int, std::set<int>> values;  // by element
    for (int t = 0; t < options_.threads; ++t) {
      if (!mask[t]) continue;
      const int element = layout_.Element(s.variable, 0, Eval(*s.index, state, t));
      values[element].insert(Eval(*s.value, state, t));
    }
    States results = {state};
    for (const auto& [element, choices] : values) {
      if (choices.size() > 1 &&
          options_.shared_assign == SimtOptions::SharedAssign::kEqualOnly) {
        outcome_.race = true;
        return {};
      }
      const bool goes_on = options_.shared_assign == SimtOptions::SharedAssign::kGoOn;
      const bool race = goes_on && choices.size() > 1;
      outcome_.race = outcome_.race || race;
      States more;
      for (const State& each : results) {
        for (int value : choices) {
          State other = each;
          if (race) other.races.emplace(s.id, element);
          other.shared[element] = value;
          more.insert(std::move(other));
        }
      }
      results = std::move(more);
    }
    return results;
  }

  const StructuredKernel& kernel_;
  const SimtOptions& options_;
  const Layout layout_;
  long steps_ = 0;
  bool any_ended_ = false;
  SimtOutcome outcome_;
};

bool InLanguage(const std::vector<Node>& nodes) {
  for (const Node& node : nodes) {
    switch (node.kind) {
      case Node::Kind::kBreak:
      case Node::Kind::kContinue:
      case Node::Kind::kReturn:
        return false;
      case Node::Kind::kStatement:
        if (node.statement.kind != Statement::Kind::kSkip &&
            node.statement.kind != Statement::Kind::kBarrier &&
            node.statement.kind != Statement::Kind::kAssign) {
          return false;
        }
        break;
      default:
        if (!InLanguage(node.body) || !InLanguage(node.orelse)) return false;
    }
  }
  return true;
}

void CollectAssigned(const std::vector<Node>& nodes, std::vector<int>* arrays) {
  for (const Node& node : nodes) {
    if (node.kind == Node::Kind::kStatement && node.statement.to_shared) {
      arrays->push_back(node.statement.variable);
    }
    CollectAssigned(node.body, arrays);
    CollectAssigned(node.orelse, arrays);
  }
}

bool LoopsRegular(const std::vector<Node>& nodes) {
  for (const Node& node : nodes) {
    if (node.kind == Node::Kind::kWhile || node.kind == Node::Kind::kDoWhile) {
      std::vector<int> assigned, read;
      CollectAssigned(node.body, &assigned);
      CollectShared(*node.condition, &read);
      for (int array : read) {
        if (std::count(assigned.begin(), assigned.end(), array) != 0) return false;
      }
    }
    if (!LoopsRegular(node.body) || !LoopsRegular(node.orelse)) return false;
  }
  return true;
}

}  // namespace

bool InSimtLanguage(const StructuredKernel& kernel) { return InLanguage(kernel.routines[0].body); }

std::optional<SimtOutcome> RunSimt(const StructuredKernel& kernel, const SimtOptions& options) {
  if (!InSimtLanguage(kernel)) return std::nullopt;
  Kernel shared_only;
  shared_only.shared = kernel.shared;
  return Evaluator(kernel, shared_only, options).Run();
}

bool ClearlyRegular(const StructuredKernel& kernel) {
  return LoopsRegular(kernel.routines[0].body);
}

}  // namespace lockstep::oracle
