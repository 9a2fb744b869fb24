// Backward data flow (Aho, Lam, Sethi & Ullman, section 9.2.5), with phis' sources used at the end of the
// blocks they come from.
#include "runtime/prune/group_liveness.h"

namespace lockstep {
namespace {

using Set = std::vector<bool>;

class Flow {
 public:
  Flow(const GroupProgram& program, const std::vector<bool>& counts)
      : program_(program), counts_(counts), at_start_(program.blocks.size(), Set(program.values.size())) {
    for (bool again = true; again;) {
      again = false;
      for (size_t block = program.blocks.size(); block-- > 0;) {
        Set live = Behind(block, 0);
        for (const GroupPhi& phi : program.blocks[block].phis) live[phi.value] = false;
        if (live == at_start_[block]) continue;
        at_start_[block] = std::move(live);
        again = true;
      }
    }
  }

  // What is live in front of step `step`.
  Set Behind(size_t number, size_t step) const {
    const GroupBlock& block = program_.blocks[number];
    Set live(program_.values.size());
    for (const int successor : block.successors) {
      const Set& next = at_start_[successor];
      for (size_t i = 0; i < live.size(); ++i) live[i] = live[i] || next[i];
      for (const GroupPhi& phi : program_.blocks[successor].phis) {
        for (const auto& source : phi.sources) {
          if (source[0] == static_cast<int>(number)) Use(source[1], live);
        }
      }
    }
    if (block.condition >= 0) Use(block.condition, live);
    for (size_t i = block.steps.size(); i-- > step;) {
      const GroupStep& at = block.steps[i];
      if (at.kind == GroupStep::Kind::kBarrier) continue;
      if (at.kind != GroupStep::Kind::kCompute) {
        Use(at.value, live);
        continue;
      }
      live[at.value] = false;
      if (!counts_[at.value]) continue;
      const GroupValue& value = program_.values[at.value];
      for (unsigned k = 0; k < OperandsOf(value.op); ++k) Use(value.operands[k], live);
    }
    return live;
  }

 private:
  void Use(int value, Set& live) const {
    const GroupOp op = program_.values[value].op;
    if (counts_[value] && (op == GroupOp::kPhi || OperandsOf(op) > 0)) live[value] = true;
  }

  const GroupProgram& program_;
  const std::vector<bool>& counts_;
  std::vector<Set> at_start_;
};

}  // namespace

GroupLiveness::GroupLiveness(const GroupProgram& program, const std::vector<bool>& counts) {
  const Flow flow(program, counts);
  for (size_t block = 0; block < program.blocks.size(); ++block) {
    const auto& steps = program.blocks[block].steps;
    for (size_t step = 0; step < steps.size(); ++step) {
      if (steps[step].kind != GroupStep::Kind::kBarrier) continue;
      const Set live = flow.Behind(block, step + 1);
      std::vector<int>& list = live_[{static_cast<int>(block), step + 1}];
      for (size_t i = 0; i < live.size(); ++i) {
        if (live[i]) list.push_back(static_cast<int>(i));
      }
    }
  }
  live_[{0, 0}];  // nothing is live where the kernel begins
}

}  // namespace lockstep
