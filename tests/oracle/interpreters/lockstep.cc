// The lock-step form of a kernel is interpreted, not built: a position in the sort order, and for
// every work-item its private variables and v_active. Each case below names its row of the tables.
// Non-determinism (which write of a vector assignment survives, v_next, havoc) forks the state.
#include "tests/oracle/interpreters/lockstep.h"

#include <map>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "tests/oracle/language/cfg.h"
#include "tests/oracle/language/check.h"

namespace lockstep::oracle {
namespace {

using Values = absl::InlinedVector<int, 8>;

// One activation of a routine for all work-items (Table 6b).
struct Frame {
  int routine = 0;
  int place = 0;      // index into the sort order: the block being reduced
  int statement = 0;  // next statement of that block
  absl::InlinedVector<Values, 3> privates;  // by work-item
  absl::InlinedVector<int, 3> active;       // v_active, by work-item: a block or kEnd
};

struct State {
  std::vector<int> shared;
  absl::InlinedVector<Frame, 1> stack;
  History history;
  int back_jumps = 0;
};

class Explorer {
 public:
  Explorer(const Kernel& kernel, const LockstepOptions& options)
      : kernel_(kernel),
        options_(options),
        geometry_{1, options.threads},
        layout_(kernel, geometry_) {
    for (const Routine& routine : kernel.routines) {
      cfgs_.push_back(AnalyseCfg(routine));
      ORACLE_CHECK(cfgs_.back().reducible, "the kernel's control flow is not reducible");
    }
  }

  Outcome Run() {
    State start{layout_.Initial(), {}, History(geometry_), 0};
    start.stack.push_back(NewFrame(0));
    start.stack.back().active.assign(options_.threads, 0);  // v_active := Start
    todo_.push_back(std::move(start));
    while (!todo_.empty() && !stopped_) {
      State state = std::move(todo_.back());
      todo_.pop_back();
      Reduce(std::move(state));
    }
    return std::move(outcome_);
  }

 private:
  Frame NewFrame(int routine) const {
    Frame frame;
    frame.routine = routine;
    frame.privates.assign(options_.threads, Values(kernel_.routines[routine].privates.size(), 0));
    return frame;
  }

  int BlockNumber(const Frame& frame) const { return cfgs_[frame.routine].order[frame.place]; }

  const Block& BlockOf(const Frame& frame) const {
    return kernel_.routines[frame.routine].blocks[BlockNumber(frame)];
  }

  // The enabled work-items: v_active = B.
  std::vector<int> Enabled(const Frame& frame) const {
    std::vector<int> enabled;
    for (int t = 0; t < options_.threads; ++t) {
      if (frame.active[t] == BlockNumber(frame)) enabled.push_back(t);
    }
    return enabled;
  }

  int Eval(const Expr& e, int t, State* state, int statement) {
    const auto read = [&](int array, int index) {
      const int element = layout_.Element(array, 0, index);
      state->history.Access(layout_, t, element, false, statement, 0);
      return state->shared[element];
    };
    return Evaluate(e, Environment{t, options_.threads, 0,
                                   state->stack.back().privates[t].data(), read});
  }

  void Finish(const State& state, bool diverged, bool ended) {
    outcome_.AddReduction(state.history, diverged, ended);
  }

  // Queues a state that was reached by a non-deterministic choice, unless it is known.
  void Fork(State state) {
    if (!seen_.insert(KeyOf(state)).second) return;
    todo_.push_back(std::move(state));
  }

  // Reduces `state` until it ends or forks.
  void Reduce(State state) {
    for (;;) {
      if (++outcome_.states > options_.max_states) {
        outcome_.complete = false;
        stopped_ = true;
        return;
      }
      if (options_.stop_at_first_race && state.history.raced()) {
        outcome_.complete = false;
        stopped_ = true;
        Finish(state, false, true);
        return;
      }
      const Frame& frame = state.stack.back();
      const Block& block = BlockOf(frame);
      const bool going = frame.statement < static_cast<int>(block.statements.size())
                             ? ReduceStatement(&state, block.statements[frame.statement])
                             : ReduceTransfer(&state, block);
      if (!going) return;
    }
  }

  // Tables 1, 3a and 6b. Returns false if the state ended or was forked.
  bool ReduceStatement(State* state, const Statement& s) {
    Frame& frame = state->stack.back();
    const std::vector<int> enabled = Enabled(frame);
    switch (s.kind) {
      case Statement::Kind::kSkip:
        break;
      case Statement::Kind::kAssign:
        if (s.to_shared) return AssignShared(state, s, enabled);
        {
          std::vector<int> values;  // all are evaluated before any is assigned
          for (int t : enabled) values.push_back(Eval(*s.value, t, state, s.id));
          for (size_t i = 0; i < enabled.size(); ++i) {
            frame.privates[enabled[i]][s.variable] = values[i];
          }
        }
        break;
      case Statement::Kind::kHavoc:
        return Havoc(*state, s, enabled, 0);
      case Statement::Kind::kAssume:
      case Statement::Kind::kAssert: {
        bool all = true;
        for (int t : enabled) all = Eval(*s.value, t, state, s.id) && all;
        if (all) break;
        if (s.kind == Statement::Kind::kAssert) {
          outcome_.assertion_failed = true;
          Finish(*state, false, true);
        }
        return false;  // a failed assume: infeasible, counts for nothing
      }
      case Statement::Kind::kBarrier:
        // sync: some active implies all active. Where nobody is active it stands for BARRIER_SKIP
        // (proof of Theorem B.20) and separates no accesses.
        if (enabled.empty()) break;
        if (static_cast<int>(enabled.size()) < options_.threads) {
          Finish(*state, true, true);
          return false;
        }
        if (state->history.Full(0)) {  // beyond the limit: counts as infinite
          Finish(*state, false, false);
          return false;
        }
        state->history.Synchronise(layout_, 0,
                                   std::vector<unsigned>(options_.threads, s.flags),
                                   std::vector<int>(options_.threads, 0));
        break;
      case Statement::Kind::kCall:
        return EnterCall(state, s, enabled);
      case Statement::Kind::kCollective: ORACLE_CHECK(false, "the paper has no functions of groups");
    }
    ++frame.statement;
    return true;
  }

  // v := psi(..): every element takes one of the values that enabled work-items assign to it.
  bool AssignShared(State* state, const Statement& s, const std::vector<int>& enabled) {
    std::vector<std::pair<int, int>> writes;  // element, value, by enabled work-item
    for (int t : enabled) {
      const int element = layout_.Element(s.variable, 0, Eval(*s.index, t, state, s.id));
      writes.emplace_back(element, Eval(*s.value, t, state, s.id));
    }
    std::map<int, std::vector<int>> choices;
    for (size_t i = 0; i < enabled.size(); ++i) {
      state->history.Access(layout_, enabled[i], writes[i].first, true, s.id, writes[i].second);
      choices[writes[i].first].push_back(writes[i].second);
    }
    ++state->stack.back().statement;
    return Choose(*state, choices, choices.begin());
  }

  // Assigns one of its choices to every element, in all ways; true if there was just one way, which
  // was then applied to `state`.
  bool Choose(State& state, const std::map<int, std::vector<int>>& choices,
              std::map<int, std::vector<int>>::const_iterator at) {
    for (; at != choices.end(); ++at) {
      bool same = true;
      for (int value : at->second) same = same && value == at->second[0];
      if (!same) break;
      state.shared[at->first] = at->second[0];
    }
    if (at == choices.end()) return true;
    for (int value : at->second) {
      State other = state;
      other.shared[at->first] = value;
      if (Choose(other, choices, std::next(at))) Fork(std::move(other));
    }
    return false;
  }

  // havoc of every enabled work-item from `first` on.
  bool Havoc(State& state, const Statement& s, const std::vector<int>& enabled, size_t first) {
    if (first == enabled.size()) {
      ++state.stack.back().statement;
      return true;
    }
    const int t = enabled[first];
    for (int choice = 0; choice < s.choices; ++choice) {
      State other = state;
      if (s.to_shared) {
        const int element = layout_.Element(s.variable, 0, Eval(*s.index, t, &other, s.id));
        other.history.Access(layout_, t, element, true, s.id, choice);
        other.shared[element] = choice;
      } else {
        other.stack.back().privates[t][s.variable] = choice;
      }
      if (Havoc(other, s, enabled, first + 1)) Fork(std::move(other));
    }
    return false;
  }

  // Table 6b, top row: everybody enters the procedure if anybody calls it; the others with
  // v_active = End_p, the return block.
  bool EnterCall(State* state, const Statement& s, const std::vector<int>& enabled) {
    if (enabled.empty()) {  // B_nocall
      ++state->stack.back().statement;
      return true;
    }
    if (static_cast<int>(state->stack.size()) >= options_.max_call_depth) {
      Finish(*state, false, false);
      return false;
    }
    const Routine& routine = kernel_.routines[s.callee];
    Frame callee = NewFrame(s.callee);
    callee.active.assign(options_.threads, cfgs_[s.callee].order.back());
    for (int t : enabled) {
      callee.active[t] = 0;
      for (size_t i = 0; i < s.arguments.size(); ++i) {
        callee.privates[t][routine.parameters[i]] = Eval(*s.arguments[i], t, state, s.id);
      }
    }
    state->stack.push_back(std::move(callee));
    return true;
  }

  // Tables 2, 3b and 6a.
  bool ReduceTransfer(State* state, const Block& block) {
    Frame& frame = state->stack.back();
    if (block.returns) {  // Table 5/6b, bottom row: reduced whatever v_active is
      const Frame callee = std::move(frame);
      state->stack.pop_back();
      Frame& caller = state->stack.back();
      const Statement& call = BlockOf(caller).statements[caller.statement];
      const Routine& routine = kernel_.routines[callee.routine];
      for (int t : Enabled(caller)) {
        for (size_t i = 0; i < call.outs.size(); ++i) {
          caller.privates[t][call.outs[i]] = callee.privates[t][routine.outs[i]];
        }
      }
      ++caller.statement;
      return true;
    }
    return ChooseNext(*state, block, Enabled(frame), 0);
  }

  // v_next :in {B1..Bn} for the enabled work-items from `first` on, with the early check of guards.
  bool ChooseNext(State& state, const Block& block, const std::vector<int>& enabled, size_t first) {
    Frame& frame = state.stack.back();
    if (first == enabled.size()) return Advance(&state);
    const int t = enabled[first];
    std::vector<int> open;
    for (int target : block.targets) {
      const Expr* guard =
          target == kEnd ? nullptr : Guard(kernel_.routines[frame.routine].blocks[target]);
      const bool holds = !options_.early_guards || !guard || guard->reads_shared ||
                         Eval(*guard, t, &state, 0);
      if (holds) open.push_back(target);
    }
    if (open.empty()) return false;  // infeasible
    if (open.size() == 1) {
      frame.active[t] = open[0];
      return ChooseNext(state, block, enabled, first + 1);
    }
    for (int target : open) {
      State other = state;
      other.stack.back().active[t] = target;
      if (ChooseNext(other, block, enabled, first + 1)) Fork(std::move(other));
    }
    return false;
  }

  // Where reduction goes after the last statement of a block: back to the head of the innermost loop
  // that ends here and that somebody wants to go on with (Table 6a, bottom row), else to next(B).
  bool Advance(State* state) {
    Frame& frame = state->stack.back();
    const Cfg& cfg = cfgs_[frame.routine];
    const int block = BlockNumber(frame);
    const bool last_place = frame.place + 1 == static_cast<int>(cfg.order.size());
    const int next = last_place ? kEnd : cfg.order[frame.place + 1];
    for (int loop : cfg.loops_of[block]) {
      if (next != kEnd && cfg.Contains(loop, next)) break;  // not the last block of this loop
      const int head = cfg.loops[loop].header;
      for (int t = 0; t < options_.threads; ++t) {
        if (frame.active[t] != head) continue;
        frame.place = cfg.position[head];
        frame.statement = 0;
        if (++state->back_jumps > options_.max_back_jumps) {
          Finish(*state, false, false);
          return false;
        }
        return true;
      }
    }
    if (last_place) {
      for (int t = 0; t < options_.threads; ++t) {
        ORACLE_CHECK(frame.active[t] == kEnd, "a work-item was left behind");
      }
      Finish(*state, false, true);
      outcome_.finals.insert(layout_.GlobalPart(state->shared));
      return false;
    }
    ++frame.place;
    frame.statement = 0;
    return true;
  }

  static void Append(int value, std::string* key) {
    key->append(reinterpret_cast<const char*>(&value), 2);  // all values are small
  }

  static std::string KeyOf(const State& state) {
    std::string key;
    Append(state.back_jumps, &key);
    for (int value : state.shared) Append(value, &key);
    for (const Frame& frame : state.stack) {
      Append(frame.routine, &key);
      Append(frame.place, &key);
      Append(frame.statement, &key);
      for (int active : frame.active) Append(active, &key);
      for (const Values& values : frame.privates) {
        for (int value : values) Append(value, &key);
      }
    }
    state.history.AppendTo(&key);
    return key;
  }

  const Kernel& kernel_;
  const LockstepOptions& options_;
  const Geometry geometry_;
  const Layout layout_;
  std::vector<Cfg> cfgs_;
  std::vector<State> todo_;
  absl::flat_hash_set<std::string> seen_;
  bool stopped_ = false;
  Outcome outcome_;
};

}  // namespace

Outcome RunLockstep(const Kernel& kernel, const LockstepOptions& options) {
  return Explorer(kernel, options).Run();
}

}  // namespace lockstep::oracle
