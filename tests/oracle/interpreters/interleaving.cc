// States are explored depth first; states that were seen are not entered again.
//
// Steps that touch no shared variable and cannot fail (private assignments, gotos, calls, returns,
// assumes that hold) commute with every step of the other work-items, so they are taken at once
// after the step before them, and a barrier is passed as soon as the last work-item has reached it.
// A goto to a block whose guard fails is left out if another target's guard holds: the reduction
// that takes it ends as infeasible or, with the same accesses, exists with the other target too.
#include "tests/oracle/interpreters/interleaving.h"

#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "tests/oracle/language/cfg.h"
#include "tests/oracle/language/check.h"

namespace lockstep::oracle {
namespace {

using Values = absl::InlinedVector<int, 8>;

// A stack frame (Fig. 8) with its barrier variables: the loop counters v_L; v_call and v_barrier are
// the positions at which the frames stand.
struct Frame {
  int routine = 0, block = 0, statement = 0;
  Values privates;
  absl::InlinedVector<int, 4> loops;
};

struct Thread {
  enum class Status : char { kRunning, kAtBarrier, kDone, kLooping } status = Status::kRunning;
  absl::InlinedVector<Frame, 1> stack;
  int turns[2] = {0, 0};  // functions of its group, and of its sub-group, that it has come to
};

struct State {
  std::vector<int> shared;
  absl::InlinedVector<Thread, 3> threads;
  History history;
  bool diverged = false;
};

class Explorer {
 public:
  Explorer(const Kernel& kernel, const InterleavingOptions& options)
      : kernel_(kernel), options_(options), layout_(kernel, options.geometry) {
    for (const Routine& routine : kernel.routines) {
      cfgs_.push_back(AnalyseCfg(routine));
      ORACLE_CHECK(cfgs_.back().reducible, "the kernel's control flow is not reducible");
    }
  }

  Outcome Run() {
    State start{layout_.Initial(), {}, History(options_.geometry)};
    std::vector<State> todo = {start};
    const int threads = options_.geometry.groups * options_.geometry.threads;
    for (int t = 0; t < threads; ++t) {
      std::vector<State> more;
      for (State& state : todo) {
        state.threads.emplace_back();
        Thread& thread = state.threads.back();
        thread.stack.push_back(NewFrame(0));
        if (!EnterBlock(&thread.stack.back(), -1, 0)) thread.status = Thread::Status::kLooping;
        SettleInto(std::move(state), t, &more);
      }
      todo = std::move(more);
    }
    for (State& state : todo) PassBarriers(std::move(state));
    while (!todo_.empty() && !stopped_) {
      State state = std::move(todo_.back());
      todo_.pop_back();
      Expand(state);
    }
    if (outcome_.states >= options_.max_states) outcome_.complete = false;
    return std::move(outcome_);
  }

 private:
  Frame NewFrame(int routine) const {
    Frame frame;
    frame.routine = routine;
    frame.privates.assign(kernel_.routines[routine].privates.size(), 0);
    frame.loops.assign(cfgs_[routine].loops.size(), 0);
    return frame;
  }

  const Block& BlockOf(const Frame& frame) const {
    return kernel_.routines[frame.routine].blocks[frame.block];
  }

  int Eval(const Expr& e, const Frame& frame, int t, State* state, const Statement* statement) {
    const int group = t / options_.geometry.threads;
    const auto read = [&](int array, int index) {
      const int element = layout_.Element(array, group, index);
      state->history.Access(layout_, t, element, false, statement->id, 0);
      return state->shared[element];
    };
    return Evaluate(e, Environment{t % options_.geometry.threads, options_.geometry.threads, group,
                                   frame.privates.data(), read});
  }

  int EvalPrivate(const Expr& e, const Frame& frame, int t) const {
    const auto read = [](int, int) {
      ORACLE_CHECK(false, "a shared variable is read in a private step");
      return 0;
    };
    return Evaluate(e, Environment{t % options_.geometry.threads, options_.geometry.threads,
                                   t / options_.geometry.threads, frame.privates.data(), read});
  }

  // Moves the frame from block `from` (-1: none) to the start of block `to` and keeps the loop
  // counters: reset on leaving a loop, incremented at its header. False if a loop runs too long.
  bool EnterBlock(Frame* frame, int from, int to) const {
    const Cfg& cfg = cfgs_[frame->routine];
    if (from >= 0) {
      for (int loop : cfg.loops_of[from]) {
        if (!cfg.Contains(loop, to)) frame->loops[loop] = 0;
      }
    }
    frame->block = to;
    frame->statement = 0;
    for (int loop : cfg.loops_of[to]) {
      if (cfg.loops[loop].header == to && ++frame->loops[loop] > options_.max_iterations) {
        return false;
      }
    }
    return true;
  }

  // Takes all private steps of work-item `t` in all possible ways; adds the results to `out`.
  void SettleInto(State state, int t, std::vector<State>* out) {
    for (;;) {
      Thread& thread = state.threads[t];
      if (thread.status != Thread::Status::kRunning) break;
      Frame& frame = thread.stack.back();
      const Block& block = BlockOf(frame);
      if (frame.statement < static_cast<int>(block.statements.size())) {
        const Statement& s = block.statements[frame.statement];
        if (TouchesShared(s) || s.kind == Statement::Kind::kAssert) break;
        if (s.kind == Statement::Kind::kAssume && !EvalPrivate(*s.value, frame, t)) break;
        if (s.kind == Statement::Kind::kBarrier || s.kind == Statement::Kind::kCollective) {
          if (s.kind == Statement::Kind::kCollective) ++thread.turns[s.part];
          thread.status = Thread::Status::kAtBarrier;
          break;
        }
        if (s.kind == Statement::Kind::kHavoc) {
          ++frame.statement;
          for (int value = 0; value < s.choices; ++value) {
            frame.privates[s.variable] = value;
            SettleInto(state, t, out);
          }
          return;
        }
        if (s.kind == Statement::Kind::kCall) {
          EnterCall(&thread, s, t);
          continue;
        }
        if (s.kind == Statement::Kind::kAssign) {
          frame.privates[s.variable] = EvalPrivate(*s.value, frame, t);
        }
        ++frame.statement;
        continue;
      }
      if (block.returns) {
        Return(&thread);
        continue;
      }
      const std::vector<int> targets = Targets(frame, block, t);
      for (size_t i = 0; i + 1 < targets.size(); ++i) {
        State other = state;
        Goto(&other.threads[t], targets[i]);
        SettleInto(std::move(other), t, out);
      }
      Goto(&thread, targets.back());
    }
    out->push_back(std::move(state));
  }

  // The targets of the block's goto worth taking (see the head of this file).
  std::vector<int> Targets(const Frame& frame, const Block& block, int t) const {
    std::vector<int> open;
    for (int target : block.targets) {
      const Expr* guard =
          target == kEnd ? nullptr : Guard(kernel_.routines[frame.routine].blocks[target]);
      if (!guard || guard->reads_shared || EvalPrivate(*guard, frame, t)) open.push_back(target);
    }
    return open.empty() ? block.targets : open;
  }

  void Goto(Thread* thread, int target) const {
    if (target == kEnd) {
      thread->status = Thread::Status::kDone;
    } else if (!EnterBlock(&thread->stack.back(), thread->stack.back().block, target)) {
      thread->status = Thread::Status::kLooping;
    }
  }

  // Rule CALL of Fig. 8.
  void EnterCall(Thread* thread, const Statement& s, int t) const {
    Frame callee = NewFrame(s.callee);
    const Routine& routine = kernel_.routines[s.callee];
    for (size_t i = 0; i < s.arguments.size(); ++i) {
      callee.privates[routine.parameters[i]] = EvalPrivate(*s.arguments[i], thread->stack.back(), t);
    }
    if (static_cast<int>(thread->stack.size()) >= options_.max_call_depth ||
        !EnterBlock(&callee, -1, 0)) {
      thread->status = Thread::Status::kLooping;
      return;
    }
    thread->stack.push_back(std::move(callee));
  }

  // Rule RETURN of Fig. 8.
  void Return(Thread* thread) const {
    const Frame callee = std::move(thread->stack.back());
    thread->stack.pop_back();
    ORACLE_CHECK(!thread->stack.empty(), "return in the main routine");
    Frame& caller = thread->stack.back();
    const Statement& call = BlockOf(caller).statements[caller.statement];
    const Routine& routine = kernel_.routines[callee.routine];
    for (size_t i = 0; i < call.outs.size(); ++i) {
      caller.privates[call.outs[i]] = callee.privates[routine.outs[i]];
    }
    ++caller.statement;
  }

  static bool SamePlace(const Thread& a, const Thread& b) {
    if (a.status != b.status || a.stack.size() != b.stack.size()) return false;
    for (size_t i = 0; i < a.stack.size(); ++i) {
      const Frame &f = a.stack[i], &g = b.stack[i];
      if (f.routine != g.routine || f.block != g.block || f.statement != g.statement) return false;
    }
    return true;
  }

  static bool SameBarrierVariables(const Thread& a, const Thread& b) {
    if (!SamePlace(a, b)) return false;
    for (size_t i = 0; i < a.stack.size(); ++i) {
      if (a.stack[i].loops != b.stack[i].loops) return false;
    }
    return true;
  }

  std::set<int> Waiting(const State& state, int begin, int end) const {
    std::set<int> ids;
    for (int t = begin; t < end; ++t) {
      const Thread& thread = state.threads[t];
      const Frame& frame = thread.stack.back();
      ids.insert(thread.status == Thread::Status::kDone
                     ? 0
                     : BlockOf(frame).statements[frame.statement].id);
    }
    return ids;
  }

  // What the work-item waits at.
  const Statement& StopOf(const Thread& thread) const {
    const Frame& frame = thread.stack.back();
    return BlockOf(frame).statements[frame.statement];
  }

  static bool Waits(const Thread& thread) { return thread.status == Thread::Status::kAtBarrier; }

  // The rules of Fig. 4d for a sub-group all of which waits, some where sub-groups meet: those go on, the others stay.
  // Returns whether there is one; then `state` is used up.
  bool PassPart(State& state, int group) {
    const int threads = options_.geometry.threads, part = kernel_.part;
    for (int first = group * threads; part > 0 && first < (group + 1) * threads; first += part) {
      bool all = true, any = false, agree = true;
      for (int t = first; t < first + part; ++t) {
        const Thread& thread = state.threads[t];
        all = all && (Waits(thread) || thread.status == Thread::Status::kDone);
        any = any || (Waits(thread) && StopOf(thread).part);
        agree = agree && SameBarrierVariables(thread, state.threads[first]);
      }
      if (!all || !any) continue;
      if (!agree) {
        ORACLE_CHECK(options_.on_divergence == InterleavingOptions::OnDivergence::kResume,
                     "sub-groups go on after a divergence");
        state.diverged = true;
        outcome_.divergences.insert(Waiting(state, first, first + part));
      }
      const auto goes = [&](int t) {
        return t >= first && t < first + part && Waits(state.threads[t]) && StopOf(state.threads[t]).part;
      };
      std::vector<bool> going;
      for (int t = group * threads; t < (group + 1) * threads; ++t) going.push_back(goes(t));
      Release(std::move(state), group * threads, going);
      return true;
    }
    return false;
  }

  // Applies the rules of Fig. 4d wherever a whole group, or a sub-group, waits, then queues the state if it is new.
  void PassBarriers(State state) {
    const Geometry& geometry = options_.geometry;
    for (int group = 0; group < geometry.groups; ++group) {
      if (state.history.Full(group)) continue;
      if (PassPart(state, group)) return;
    }
    for (int group = 0; group < geometry.groups; ++group) {
      const int begin = group * geometry.threads, end = begin + geometry.threads;
      bool all = true, any = false, agree = true;
      for (int t = begin; t < end; ++t) {
        const Thread& thread = state.threads[t];
        any = any || thread.status == Thread::Status::kAtBarrier;
        all = all && (thread.status == Thread::Status::kAtBarrier ||
                      thread.status == Thread::Status::kDone);
        agree = agree && SameBarrierVariables(thread, state.threads[begin]);
      }
      if (!all || !any) continue;
      if (state.history.Full(group)) {  // beyond the limit: counts as infinite
        ++outcome_.states;
        outcome_.AddReduction(state.history, state.diverged, false);
        return;
      }
      if (!agree) {  // BARRIER_F
        state.diverged = true;
        outcome_.divergences.insert(Waiting(state, begin, end));
        if (options_.on_divergence == InterleavingOptions::OnDivergence::kError) {
          ORACLE_CHECK(geometry.groups == 1, "errors at barriers are for one group");
          ++outcome_.states;
          outcome_.AddReduction(state.history, true, true);
          return;
        }
      }
      std::vector<bool> going;
      for (int t = begin; t < end; ++t) {
        const bool left =
            Waits(state.threads[t]) && StopOf(state.threads[t]).at_exit && !agree;  // waits for the others
        going.push_back(Waits(state.threads[t]) && !left);
      }
      Release(std::move(state), begin, going);
      return;
    }
    std::string key = KeyOf(state);
    if (!seen_.insert(std::move(key)).second) return;
    if (++outcome_.states >= options_.max_states) stopped_ = true;
    if (options_.stop_at_first_race && state.history.raced()) {
      outcome_.AddReduction(state.history, state.diverged, true);
      outcome_.complete = false;
      stopped_ = true;
    }
    todo_.push_back(std::move(state));
  }

  // What the function that work-item `t` waits at makes of the values of those of `going`, from `begin` on, who wait at
  // the same place and have come to as many functions of the kind. Whoever is elsewhere is left out, of a broadcast 0.
  int ResultOf(const State& state, int begin, const std::vector<bool>& going, int t) const {
    const Statement& mine = StopOf(state.threads[t]);
    const Thread& self = state.threads[t];
    const int from = mine.part ? t - (t - begin) % kernel_.part : begin;
    const int to = mine.part ? from + kernel_.part : begin + options_.geometry.threads;
    int result = 0;
    for (int other = from; other < to; ++other) {
      const Thread& thread = state.threads[other];
      if (!going[other - begin] || thread.turns[mine.part] != self.turns[mine.part] || !SamePlace(thread, self))
        continue;
      if (mine.lane < 0 || other - from == mine.lane) result += EvalPrivate(*mine.value, thread.stack.back(), other);
    }
    return result & 7;
  }

  // BARRIER_S, or the resumption after a divergence: of the group whose first work-item is `begin` those of `going` go
  // on.
  void Release(State state, int begin, const std::vector<bool>& going) {
    const int count = options_.geometry.threads;
    std::vector<unsigned> flags(count, 0);
    std::vector<int> barriers(count, History::kNoBarrier);  // by the first work-item that waits at it
    std::vector<int> results(count, 0);
    bool orders = false;
    for (int t = 0; t < count; ++t) {
      if (!going[t]) continue;
      const Statement& stop = StopOf(state.threads[begin + t]);
      if (stop.kind == Statement::Kind::kCollective) {
        results[t] = ResultOf(state, begin, going, begin + t);
        continue;
      }
      int first = 0;
      while (!going[first] || !SameBarrierVariables(state.threads[begin + first], state.threads[begin + t])) ++first;
      barriers[t] = first;
      flags[t] = stop.flags;
      orders = true;
    }
    for (int t = 0; t < count; ++t) {
      if (!going[t]) continue;
      Thread& thread = state.threads[begin + t];
      const Statement& stop = StopOf(thread);
      Frame& frame = thread.stack.back();
      if (stop.kind == Statement::Kind::kCollective) frame.privates[stop.variable] = results[t];
      ++frame.statement;
      thread.status = Thread::Status::kRunning;
    }
    if (orders) state.history.Synchronise(layout_, begin / count, flags, barriers);
    std::vector<State> todo;
    todo.push_back(std::move(state));
    for (int t = 0; t < count; ++t) {
      if (!going[t]) continue;
      std::vector<State> more;
      for (State& each : todo) SettleInto(std::move(each), begin + t, &more);
      todo = std::move(more);
    }
    for (State& each : todo) PassBarriers(std::move(each));
  }

  // Takes one step of every work-item that can take one (rules THREAD and TERMINATION).
  void Expand(const State& state) {
    bool can_step = false, done = true, looping = false;
    for (size_t t = 0; t < state.threads.size(); ++t) {
      const Thread& thread = state.threads[t];
      done = done && thread.status == Thread::Status::kDone;
      looping = looping || thread.status == Thread::Status::kLooping;
      if (thread.status != Thread::Status::kRunning) continue;
      can_step = true;
      Step(state, static_cast<int>(t));
    }
    if (done) {
      outcome_.AddReduction(state.history, state.diverged, true);
      if (!state.diverged) outcome_.finals.insert(layout_.GlobalPart(state.shared));
    } else if (looping) {  // that work-item alone makes an infinite reduction
      outcome_.AddReduction(state.history, state.diverged, false);
    } else {
      ORACLE_CHECK(can_step, "a state without a step");
    }
  }

  // The next step of work-item `t`, which reads or writes a shared variable or may fail.
  void Step(State state, int t) {
    const int group = t / options_.geometry.threads;
    Frame frame = state.threads[t].stack.back();  // a copy: the state moves on below
    const Statement& s = BlockOf(frame).statements[frame.statement];
    int value = 0, element = -1;
    if (s.to_shared) {
      element = layout_.Element(s.variable, group, Eval(*s.index, frame, t, &state, &s));
    }
    if (s.value) value = Eval(*s.value, frame, t, &state, &s);
    ++state.threads[t].stack.back().statement;
    std::vector<State> next;
    switch (s.kind) {
      case Statement::Kind::kAssign:
        if (s.to_shared) {
          state.history.Access(layout_, t, element, true, s.id, value);
          state.shared[element] = value;
        } else {
          state.threads[t].stack.back().privates[s.variable] = value;
        }
        SettleInto(std::move(state), t, &next);
        break;
      case Statement::Kind::kHavoc:
        for (int choice = 0; choice < s.choices; ++choice) {
          State other = state;
          other.history.Access(layout_, t, element, true, s.id, choice);
          other.shared[element] = choice;
          SettleInto(std::move(other), t, &next);
        }
        break;
      case Statement::Kind::kAssert:
        if (!value) {
          outcome_.assertion_failed = true;
          outcome_.AddReduction(state.history, state.diverged, true);
          return;
        }
        SettleInto(std::move(state), t, &next);
        break;
      case Statement::Kind::kAssume:
        if (!value) return;  // infeasible
        SettleInto(std::move(state), t, &next);
        break;
      default:
        ORACLE_CHECK(false, "arguments of calls must be private");
    }
    for (State& each : next) PassBarriers(std::move(each));
  }

  static void Append(int value, std::string* key) {
    key->append(reinterpret_cast<const char*>(&value), 2);  // all values are small
  }

  static std::string KeyOf(const State& state) {
    std::string key;
    key.reserve(192);
    key.push_back(state.diverged);
    for (int value : state.shared) Append(value, &key);
    for (const Thread& thread : state.threads) {
      key.push_back(static_cast<char>(thread.status));
      key.push_back(static_cast<char>(thread.stack.size()));
      for (int turn : thread.turns) Append(turn, &key);
      for (const Frame& frame : thread.stack) {
        key.push_back(static_cast<char>(frame.routine));
        Append(frame.block, &key);
        key.push_back(static_cast<char>(frame.statement));
        for (int value : frame.privates) Append(value, &key);
        for (int count : frame.loops) key.push_back(static_cast<char>(count));
      }
    }
    state.history.AppendTo(&key);
    return key;
  }

  const Kernel& kernel_;
  const InterleavingOptions& options_;
  const Layout layout_;
  std::vector<Cfg> cfgs_;
  std::vector<State> todo_;
  absl::flat_hash_set<std::string> seen_;
  bool stopped_ = false;
  Outcome outcome_;
};

}  // namespace

Outcome Interleave(const Kernel& kernel, const InterleavingOptions& options) {
  return Explorer(kernel, options).Run();
}

}  // namespace lockstep::oracle
