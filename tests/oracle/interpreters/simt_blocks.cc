// A small-step machine for each block, so that it can stop at a barrier: a stack of statement lists
// with the mask under which each is executed.
#include "tests/oracle/interpreters/simt_blocks.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "tests/oracle/language/check.h"

namespace lockstep::oracle {
namespace {

using Mask = std::vector<bool>;  // by lane of the block

bool Any(const Mask& mask) { return std::count(mask.begin(), mask.end(), true) != 0; }
bool All(const Mask& mask) { return std::count(mask.begin(), mask.end(), false) == 0; }

// What the blocks share.
struct Common {
  Common(const Kernel& layout_of, int threads, int blocks)
      : threads(threads),
        layout(layout_of, Geometry{1, threads}),
        store(layout.Initial()),
        history(Geometry{1, blocks}) {}

  const int threads;
  const Layout layout;
  std::vector<int> store;
  History history;  // its work-items are the blocks
  bool race = false;
  long steps = 0;
};

class Machine {
 public:
  enum class Stop { kBarrier, kEnd, kSyncDiv, kRace, kSteps };

  Machine(const StructuredKernel& kernel, int number, int first, int lanes)
      : number_(number), first_(first) {
    privates_.assign(lanes, std::vector<int>(kernel.routines[0].privates.size(), 0));
    stack_.push_back({&kernel.routines[0].body, 0, Mask(lanes, true), nullptr, 0});
  }

  // Runs up to the next barrier that the whole block executes, or to what else ends the interval.
  Stop Run(Common* group, long max_steps) {
    while (!stack_.empty()) {
      if (++group->steps > max_steps) return Stop::kSteps;
      Frame& frame = stack_.back();
      if (frame.at == frame.nodes->size()) {
        if (frame.loop != nullptr) {  // E-WHILE: who has left stays away
          frame.mask = Restrict(*frame.loop, frame.mask, group, true);
          frame.at = 0;
          ++frame.round;
        }
        if (frame.loop == nullptr || !Any(frame.mask)) stack_.pop_back();
        continue;
      }
      const Node& node = (*frame.nodes)[frame.at++];
      const Mask mask = frame.mask;
      if (!Any(mask)) continue;  // E-INACTIVE
      switch (node.kind) {
        case Node::Kind::kStatement:
          if (node.statement.kind == Statement::Kind::kBarrier) {
            if (!All(mask)) return Stop::kSyncDiv;
            barrier_ = &node.statement;
            return Stop::kBarrier;
          }
          if (node.statement.kind == Statement::Kind::kAssign && !Assign(node.statement, mask, group)) {
            return Stop::kRace;
          }
          break;
        case Node::Kind::kIf: {  // E-IF: the condition is evaluated before either branch
          const Mask yes = Restrict(node, mask, group, true);
          Mask no = mask;
          for (size_t l = 0; l < no.size(); ++l) no[l] = mask[l] && !yes[l];
          stack_.push_back({&node.orelse, 0, no, nullptr, 0});
          stack_.push_back({&node.body, 0, yes, nullptr, 0});
          break;
        }
        case Node::Kind::kWhile:
          stack_.push_back({&node.body, 0, Restrict(node, mask, group, true), &node, 1});
          if (!Any(stack_.back().mask)) stack_.pop_back();
          break;
        case Node::Kind::kDoWhile:
          stack_.push_back({&node.body, 0, mask, &node, 1});
          break;
        default:
          ORACLE_CHECK(false, "jumps are not part of the language");
      }
    }
    return Stop::kEnd;
  }

  // The barrier at which it waits, and in which iterations of the loops around it.
  const Statement& barrier() const { return *barrier_; }
  std::vector<int> Rounds() const {
    std::vector<int> rounds;
    for (const Frame& frame : stack_) {
      if (frame.loop != nullptr) rounds.push_back(frame.round);
    }
    return rounds;
  }

 private:
  struct Frame {
    const std::vector<Node>* nodes;
    size_t at;
    Mask mask;
    const Node* loop;  // whose body `nodes` is
    int round;
  };

  int Eval(const Expr& e, int lane, int statement, Common* group) const {
    const auto read = [&](int array, int index) {
      const int element = group->layout.Element(array, 0, index);
      group->history.Access(group->layout, number_, element, /*write=*/false, statement, 0);
      return group->store[element];
    };
    return Evaluate(e, Environment{first_ + lane, group->threads, 0, privates_[lane].data(), read});
  }

  Mask Restrict(const Node& node, const Mask& mask, Common* group, bool value) const {
    Mask result = mask;
    for (size_t l = 0; l < mask.size(); ++l) {
      if (mask[l]) {
        result[l] = (Eval(*node.condition, static_cast<int>(l), node.id, group) != 0) == value;
      }
    }
    return result;
  }

  // E-LASSIGN, E-SASSIGN'; false: E-SASSIGNRACE.
  bool Assign(const Statement& s, const Mask& mask, Common* group) {
    std::map<int, std::set<int>> values;  // by variable of a lane, or by element
    std::vector<std::pair<int, int>> own;
    for (size_t l = 0; l < mask.size(); ++l) {
      if (!mask[l]) continue;
      const int lane = static_cast<int>(l);
      if (!s.to_shared) {
        own.emplace_back(lane, Eval(*s.value, lane, s.id, group));
        continue;
      }
      const int index = Eval(*s.index, lane, s.id, group);
      values[group->layout.Element(s.variable, 0, index)].insert(Eval(*s.value, lane, s.id, group));
    }
    for (const auto& [lane, value] : own) privates_[lane][s.variable] = value;
    for (const auto& [element, choices] : values) {
      if (choices.size() > 1) return false;
      group->history.Access(group->layout, number_, element, /*write=*/true, s.id, *choices.begin());
      group->store[element] = *choices.begin();
    }
    return true;
  }

  const int number_, first_;
  std::vector<std::vector<int>> privates_;  // by lane
  std::vector<Frame> stack_;
  const Statement* barrier_ = nullptr;
};

}  // namespace

std::optional<SimtBlocksOutcome> RunSimtBlocks(const StructuredKernel& kernel,
                                               const SimtOptions& options, int block) {
  if (!InSimtLanguage(kernel)) return std::nullopt;
  Kernel shared_only;
  shared_only.shared = kernel.shared;
  const int count = (options.threads + block - 1) / block;
  Common group(shared_only, options.threads, count);
  std::vector<Machine> blocks;
  for (int b = 0; b < count; ++b) {
    blocks.emplace_back(kernel, b, b * block, std::min(block, options.threads - b * block));
  }
  SimtBlocksOutcome outcome;
  for (;;) {
    std::vector<Machine::Stop> stops;
    for (Machine& each : blocks) stops.push_back(each.Run(&group, options.max_steps));
    const auto stopped = [&](Machine::Stop how) { return std::count(stops.begin(), stops.end(), how); };
    if (stopped(Machine::Stop::kSteps) != 0) {
      outcome.infinite = true;
      return outcome;
    }
    for (const Race& race : group.history.races()) {
      outcome.race = outcome.race || race.kind == RaceClass::kRace;
      outcome.same_value = outcome.same_value || race.kind == RaceClass::kSameValue;
      outcome.wrong_flag = outcome.wrong_flag || race.kind == RaceClass::kWrongFlag;
    }
    outcome.race = outcome.race || stopped(Machine::Stop::kRace) != 0;
    if (outcome.race) return outcome;
    if (stopped(Machine::Stop::kEnd) == count) {
      outcome.final_state = group.layout.GlobalPart(group.store);
      return outcome;
    }
    outcome.divergence = stopped(Machine::Stop::kBarrier) != count;
    for (const Machine& each : blocks) {
      if (outcome.divergence) return outcome;
      outcome.divergence = &each.barrier() != &blocks[0].barrier() || each.Rounds() != blocks[0].Rounds();
    }
    if (outcome.divergence || group.history.Full(0)) {
      outcome.infinite = !outcome.divergence;
      return outcome;
    }
    group.history.Synchronise(group.layout, 0, std::vector<unsigned>(count, blocks[0].barrier().flags),
                              std::vector<int>(count, 0));
  }
}

}  // namespace lockstep::oracle
