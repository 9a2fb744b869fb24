// All runs of each thread of a litmus test alone, when reads may return any value of given sets.
//
// A run is found by replay: the interpreter follows a list of choices (one per read) and extends
// it at the first read beyond its end; then the last choice with an alternative is advanced.
// No choice is left where a thread reads what it alone knows: the last write before, by coherence.
#include "runtime/litmus/runs.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/litmus/own_reads.h"

namespace lockstep::litmus {
namespace {

constexpr size_t kMaxRuns = 400000;
constexpr size_t kMaxEvents = 64;

int64_t Apply(BinaryOp op, int64_t a, int64_t b) {
  const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  switch (op) {
    case BinaryOp::kAdd:
      return static_cast<int64_t>(ua + ub);
    case BinaryOp::kSub:
      return static_cast<int64_t>(ua - ub);
    case BinaryOp::kMul:
      return static_cast<int64_t>(ua * ub);
    case BinaryOp::kDiv:
      return b == 0 || (b == -1 && a == INT64_MIN) ? 0 : a / b;
    case BinaryOp::kAnd:
      return a & b;
    case BinaryOp::kOr:
      return a | b;
    case BinaryOp::kXor:
      return a ^ b;
    case BinaryOp::kMin:
      return std::min(a, b);
    case BinaryOp::kMax:
      return std::max(a, b);
    case BinaryOp::kEq:
      return a == b;
    case BinaryOp::kNe:
      return a != b;
    case BinaryOp::kLt:
      return a < b;
    case BinaryOp::kLe:
      return a <= b;
    case BinaryOp::kGt:
      return a > b;
    case BinaryOp::kGe:
      return a >= b;
    case BinaryOp::kLogicalAnd:
      return a != 0 && b != 0;
    case BinaryOp::kLogicalOr:
      return a != 0 || b != 0;
  }
  return 0;
}

class Interpreter {
 public:
  // `any_branch`: take both branches of every condition, whatever its value.
  Interpreter(const Test& test, int thread, int unroll, bool any_branch, Runs& shared,
              std::map<std::string, int>& barriers)
      : test_(test),
        thread_(thread),
        unroll_(unroll),
        any_branch_(any_branch),
        shared_(shared),
        barriers_(barriers),
        own_(OwnLocations(test, thread, shared.values)) {}

  // Appends the runs under the value sets in shared_; adds what they write to `written`.
  Status Enumerate(std::vector<Run>& runs, std::vector<std::set<int64_t>>& written) {
    choices_.clear();
    while (true) {
      run_ = Run();
      run_.registers = test_.threads[thread_].initial;
      next_choice_ = 0;
      stopped_ = false;
      iterations_.clear();
      uint64_t before = 0;
      Block(test_.threads[thread_].body, before);
      if (run_.events.size() > kMaxEvents) {
        return UnavailableError(absl::StrCat(test_.file, ": P", test_.threads[thread_].id,
                                                         " has a run of more than ", kMaxEvents, " events"));
      }
      for (const Event& event : run_.events) {
        if (event.Writes()) written[event.location].insert(event.write_value);
      }
      if (!stopped_) runs.push_back(run_);
      if (runs.size() > kMaxRuns) {
        return UnavailableError(
            absl::StrCat(test_.file, ": P", test_.threads[thread_].id, " has more than ", kMaxRuns, " runs"));
      }
      choices_.resize(next_choice_);
      while (!choices_.empty() && choices_.back().taken + 1 == choices_.back().count)
        choices_.pop_back();
      if (choices_.empty()) return OkStatus();
      ++choices_.back().taken;
    }
  }

 private:
  struct Choice {
    int taken = 0;
    int count = 1;
  };
  struct Value {
    int64_t value = 0;
    uint64_t events = 0;  // of the expression
  };

  int Choose(int count) {
    if (next_choice_ == choices_.size()) choices_.push_back({0, count});
    return choices_[next_choice_++].taken;
  }

  bool Taken(int64_t condition) { return any_branch_ ? Choose(2) == 1 : condition != 0; }

  bool Full() const { return run_.events.size() > kMaxEvents; }

  uint64_t Add(Event event, uint64_t before, Spot at) {
    event.thread = thread_;
    event.at = at;
    if (event.location >= 0) event.regions = test_.locations[event.location].regions;
    run_.events.push_back(event);
    run_.before.push_back(before);
    const size_t index = run_.events.size() - 1;
    return index < 64 ? uint64_t{1} << index : 0;
  }

  int LocationOf(int64_t address) {
    const int location = LocationAt(test_, address);
    if (location < 0) {
      shared_.out_of_bounds = true;
      stopped_ = true;
    }
    return location;
  }

  // Chooses what a read of `location` behind the events `before` returns.
  int64_t ReadValue(int location, uint64_t before) {
    if (shared_.coherent && own_[location] && ordered_) {
      int64_t value = test_.locations[location].initial;
      for (size_t i = 0; i < run_.events.size() && i < 64; ++i) {
        const Event& event = run_.events[i];
        if (event.location == location && event.Writes() && ((before >> i) & 1)) value = event.write_value;
      }
      return value;
    }
    const auto& values = shared_.values[location];
    auto it = values.begin();
    std::advance(it, Choose(static_cast<int>(values.size())));
    return *it;
  }

  Event AccessOf(const Expr& expr, EventKind kind, int location) {
    Event event;
    event.kind = kind;
    event.location = location;
    event.order = expr.order;
    event.scope = expr.scope;
    event.remote = expr.remote;
    return event;
  }

  // Operands are not sequenced with each other; the operation itself is after them.
  Value Eval(const Expr& expr, uint64_t before) {
    Value out;
    if (stopped_ || Full()) return out;
    switch (expr.kind) {
      case ExprKind::kConstant:
      case ExprKind::kAddress:
        out.value = expr.value;
        return out;
      case ExprKind::kName:
      case ExprKind::kRegister:
        out.value = run_.registers[expr.index];
        return out;
      case ExprKind::kNot:
      case ExprKind::kNegate:
        out = Eval(*expr.a, before);
        out.value = expr.kind == ExprKind::kNot
                        ? out.value == 0
                        : static_cast<int64_t>(-static_cast<uint64_t>(out.value));
        return out;
      case ExprKind::kBinary: {
        const Value a = Eval(*expr.a, before);
        // && and || are sequence points and may leave the second operand out.
        const bool lazy = expr.op == BinaryOp::kLogicalAnd || expr.op == BinaryOp::kLogicalOr;
        if (lazy && (a.value != 0) == (expr.op == BinaryOp::kLogicalOr))
          return {a.value != 0, a.events};
        const Value b = Eval(*expr.b, lazy ? before | a.events : before);
        return {Apply(expr.op, a.value, b.value), a.events | b.events};
      }
      case ExprKind::kComma: {
        const Value a = Eval(*expr.a, before);
        const Value b = Eval(*expr.b, before | a.events);
        return {b.value, a.events | b.events};
      }
      case ExprKind::kAssign:
        out = Eval(*expr.b, before);
        if (!stopped_) run_.registers[expr.index] = out.value;
        return out;
      case ExprKind::kFence: {
        Event event;
        event.kind = EventKind::kFence;
        event.order = expr.order;
        event.scope = expr.scope;
        event.remote = expr.remote;
        event.regions = expr.flags;
        out.events = Add(event, before, expr.at);
        return out;
      }
      default:
        return Access(expr, before);
    }
  }

  Value Access(const Expr& expr, uint64_t before) {
    const Value address = Eval(*expr.a, before);
    Value operand;
    if (expr.b) operand = Eval(*expr.b, before);
    Value expected;
    if (expr.c) expected = Eval(*expr.c, before);
    const uint64_t operands = address.events | operand.events | expected.events;
    before |= operands;
    if (stopped_ || Full()) return {};
    const int location = LocationOf(address.value);
    if (stopped_) return {};
    Value out;
    out.events = operands;
    switch (expr.kind) {
      case ExprKind::kPlainLoad:
      case ExprKind::kAtomicLoad: {
        Event event = AccessOf(expr, EventKind::kRead, location);
        event.read_value = out.value = ReadValue(location, before);
        out.events |= Add(event, before, expr.at);
        return out;
      }
      case ExprKind::kPlainStore:
      case ExprKind::kAtomicStore: {
        Event event = AccessOf(expr, EventKind::kWrite, location);
        event.write_value = out.value = operand.value;
        out.events |= Add(event, before, expr.at);
        return out;
      }
      case ExprKind::kExchange:
      case ExprKind::kFetch: {
        Event event = AccessOf(expr, EventKind::kRmw, location);
        event.read_value = out.value = ReadValue(location, before);
        event.write_value = expr.kind == ExprKind::kExchange
                                ? operand.value
                                : Apply(expr.op, out.value, operand.value);
        out.events |= Add(event, before, expr.at);
        return out;
      }
      default:
        return CompareExchange(expr, location, operand.value, expected.value, before, out.events);
    }
  }

  // Reads the expected value plainly from its location, then exchanges, or only reads the object
  // with the second order. A weak one may also fail although the values are equal.
  Value CompareExchange(const Expr& expr, int location, int64_t desired, int64_t expected,
                        uint64_t before, uint64_t events) {
    if (expected >= kFirstAddress / 2) {  // otherwise a private variable, whose value this is
      const int place = LocationOf(expected);
      if (stopped_) return {};
      Event read;
      read.kind = EventKind::kRead;
      read.location = place;
      read.read_value = expected = ReadValue(place, before);
      const uint64_t bit = Add(read, before, expr.c->at);
      before |= bit;
      events |= bit;
    }
    const int64_t value = ReadValue(location, before);
    const bool success = value == expected && !(expr.weak && Choose(2) == 1);
    Event event = AccessOf(expr, success ? EventKind::kRmw : EventKind::kRead, location);
    event.read_value = value;
    event.write_value = desired;
    if (!success) {
      event.order = expr.failure_order;
      event.failed_exchange = true;
    }
    events |= Add(event, before, expr.at);
    return {success, events};
  }

  void Block(const std::vector<Statement>& statements, uint64_t& before) {
    for (const Statement& statement : statements) {
      if (stopped_ || Full()) return;
      One(statement, before);
    }
  }

  void One(const Statement& statement, uint64_t& before) {
    switch (statement.kind) {
      case StatementKind::kExpression:
        ordered_ = IsOrdered(*statement.expr);
        before |= Eval(*statement.expr, before).events;
        return;
      case StatementKind::kBlock:
        Block(statement.body, before);
        return;
      case StatementKind::kIf: {
        ordered_ = IsOrdered(*statement.expr);
        const Value value = Eval(*statement.expr, before);
        before |= value.events;
        if (!stopped_) Block(Taken(value.value) ? statement.body : statement.otherwise, before);
        return;
      }
      case StatementKind::kWhile: {
        iterations_.push_back(0);
        while (!stopped_ && !Full()) {
          ordered_ = IsOrdered(*statement.expr);
          const Value value = Eval(*statement.expr, before);
          before |= value.events;
          if (stopped_) break;
          const bool last = iterations_.back() == unroll_;
          if (any_branch_ && last) break;
          if (!Taken(value.value)) break;
          if (last) {
            shared_.loop_bound_reached = true;
            stopped_ = true;
            break;
          }
          ++iterations_.back();
          Block(statement.body, before);
        }
        iterations_.pop_back();
        return;
      }
      case StatementKind::kBarrier: {
        // The same barrier in another iteration is another barrier.
        std::string name = statement.label;
        for (int iteration : iterations_) absl::StrAppend(&name, "/", iteration);
        const int id = barriers_.emplace(name, static_cast<int>(barriers_.size())).first->second;
        Event entry;
        entry.kind = EventKind::kBarrierEntry;
        entry.order = Order::kRelease;
        entry.scope = statement.scope;
        entry.regions = statement.flags;
        entry.barrier = id;
        before |= Add(entry, before, statement.at);
        Event exit = entry;
        exit.kind = EventKind::kBarrierExit;
        exit.order = Order::kAcquire;
        before |= Add(exit, before, statement.at);
        return;
      }
    }
  }

  const Test& test_;
  const int thread_;
  const int unroll_;
  const bool any_branch_;
  Runs& shared_;
  std::map<std::string, int>& barriers_;
  std::vector<Choice> choices_;
  size_t next_choice_ = 0;
  Run run_;
  bool stopped_ = false;
  std::vector<int> iterations_;
  const std::vector<bool> own_;
  bool ordered_ = false;  // the full expression being evaluated
};

// Runs every thread once under out.values; adds what they write to `written`, returns the most
// writes that one execution could have.
StatusOr<size_t> Round(const Test& test, int unroll, bool any_branch, Runs& out,
                             std::map<std::string, int>& barriers,
                             std::vector<std::set<int64_t>>& written) {
  out.of_thread.assign(test.threads.size(), {});
  out.loop_bound_reached = out.out_of_bounds = false;
  size_t longest = 0;
  for (size_t t = 0; t < test.threads.size(); ++t) {
    Interpreter interpreter(test, static_cast<int>(t), unroll, any_branch, out, barriers);
    if (auto status = interpreter.Enumerate(out.of_thread[t], written); !status.ok()) return status;
    size_t writes = 0;
    for (const Run& run : out.of_thread[t]) {
      writes = std::max<size_t>(writes, std::count_if(run.events.begin(), run.events.end(),
                                                      [](const Event& e) { return e.Writes(); }));
    }
    longest += writes;
  }
  return longest;
}

void AddConstants(const Prop& prop, std::set<int64_t>& into) {
  for (const Term* term : {&prop.left, &prop.right}) {
    if (term->kind == Term::kConstant && prop.parts.empty()) into.insert(term->value);
  }
  for (const Prop& part : prop.parts) AddConstants(part, into);
}

}  // namespace

StatusOr<Runs> AllRuns(const Test& test, int unroll, bool coherent) {
  Runs out;
  out.coherent = coherent;
  std::map<std::string, int> barriers;
  std::vector<std::set<int64_t>> initial;
  for (const Location& location : test.locations) initial.push_back({location.initial});
  // Upwards: all values that any path could write, also in branches that no value found so far
  // opens. Every round adds values that need one more write to arise; a chain of writes, each
  // computed from a read of the one before, is no longer than the writes of one execution.
  out.values = initial;
  for (size_t round = 0;; ++round) {
    auto written = out.values;
    const auto longest = Round(test, unroll, true, out, barriers, written);
    if (!longest.ok()) return longest.status();
    if (written == out.values || round > *longest) break;
    out.values = std::move(written);
  }
  // A value that only copies itself in a circle is in no chain; the condition may ask for one.
  std::set<int64_t> asked;
  AddConstants(test.condition, asked);
  for (auto& values : out.values) values.insert(asked.begin(), asked.end());
  // Downwards: drop values that no run writes when reads return only values of the sets.
  while (true) {
    auto written = initial;
    if (auto status = Round(test, unroll, false, out, barriers, written); !status.ok())
      return status.status();
    if (written == out.values) break;
    bool smaller = false;
    for (size_t l = 0; l < written.size(); ++l) {
      std::set<int64_t> kept;
      std::set_intersection(out.values[l].begin(), out.values[l].end(), written[l].begin(),
                            written[l].end(), std::inserter(kept, kept.end()));
      smaller = smaller || kept.size() < out.values[l].size();
      out.values[l] = std::move(kept);
    }
    if (!smaller) break;
  }
  out.barriers.resize(barriers.size());
  for (const auto& [name, id] : barriers) out.barriers[id] = name;
  return out;
}

}  // namespace lockstep::litmus
