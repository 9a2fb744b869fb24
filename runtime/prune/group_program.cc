#include "runtime/prune/group_program.h"

#include <algorithm>
#include <set>

#include "runtime/prune/number_coder.h"

namespace lockstep {
namespace {

constexpr unsigned kOperands[] = {
#define LOCKSTEP_GROUP_OP(name, text, operands) operands,
#include "runtime/prune/group_ops.def"
};
constexpr int64_t kOps = sizeof(kOperands) / sizeof(kOperands[0]);

}  // namespace

template <typename Coder>
static void Code(Coder& coder, GroupProgram& program) {
  CodeValues(coder, program.values);
  coder.Size(program.blocks);
  for (GroupBlock& block : program.blocks) {
    coder.Size(block.phis);
    for (GroupPhi& phi : block.phis) {
      coder.Field(phi.value);
      coder.Size(phi.sources);
      for (auto& source : phi.sources) {
        coder.Field(source[0]);
        coder.Field(source[1]);
      }
    }
    coder.Size(block.steps);
    for (GroupStep& step : block.steps) {
      coder.Field(step.kind);
      coder.Field(step.value);
      coder.Field(step.root);
      coder.Field(step.bytes);
      coder.Field(step.line);
    }
    coder.Field(block.condition);
    CodeList(coder, block.successors);
    coder.Field(block.join);
    coder.Field(block.steers);
    CodeList(coder, block.loops);
  }
  CodeList(coder, program.headers);
  CodeList(coder, program.roots);
  CodeList(coder, program.others);
  coder.Field(program.open_barriers);
}

namespace {

// Whether every index of the program leads to something.
class Checker {
 public:
  explicit Checker(const GroupProgram& program) : program_(program) {}

  bool Sound() const {
    if (program_.blocks.empty() || !SoundValues(program_.values)) return false;
    for (const GroupBlock& block : program_.blocks) {
      if (!Sound(block)) return false;
    }
    for (const int header : program_.headers) {
      if (!IsBlock(header)) return false;
    }
    return true;
  }

 private:
  bool IsValue(int number) const {
    return number >= 0 && static_cast<size_t>(number) < program_.values.size();
  }
  bool IsBlock(int number) const {
    return number >= 0 && static_cast<size_t>(number) < program_.blocks.size();
  }
  bool Sound(const GroupBlock& block) const {
    if (block.phis.size() > GroupProgram::kMaxPhis) return false;
    for (const GroupPhi& phi : block.phis) {
      if (!IsValue(phi.value)) return false;
      for (const auto& source : phi.sources) {
        if (!IsBlock(source[0]) || !IsValue(source[1])) return false;
      }
    }
    for (const GroupStep& step : block.steps) {
      if (step.kind > GroupStep::Kind::kBarrier) return false;
      if (step.kind != GroupStep::Kind::kBarrier && !IsValue(step.value)) return false;
    }
    for (const int successor : block.successors) {
      if (!IsBlock(successor)) return false;
    }
    for (const int loop : block.loops) {
      if (loop < 0 || static_cast<size_t>(loop) >= program_.headers.size()) return false;
    }
    if (block.condition >= 0 && (!IsValue(block.condition) || block.successors.size() != 2)) return false;
    return block.join < 0 || IsBlock(block.join);
  }

  const GroupProgram& program_;
};

}  // namespace

static bool Sound(const GroupProgram& program) { return Checker(program).Sound(); }

bool SoundValues(const std::vector<GroupValue>& values) {
  for (const GroupValue& value : values) {
    if (static_cast<int64_t>(value.op) >= kOps || value.bits < 1 || value.bits > 64) return false;
    for (unsigned i = 0; i < OperandsOf(value.op); ++i) {
      if (value.operands[i] < 0 || static_cast<size_t>(value.operands[i]) >= values.size()) return false;
    }
  }
  return true;
}

unsigned OperandsOf(GroupOp op) { return kOperands[static_cast<size_t>(op)]; }

std::vector<int64_t> GroupProgram::Encode() const { return Encoded(*this); }

std::optional<GroupProgram> GroupProgram::Decode(const std::vector<int64_t>& numbers) {
  return Decoded<GroupProgram>(numbers);
}

GroupProgram WithoutAtomics(GroupProgram program) {
  std::set<int> atomic;
  for (const GroupBlock& block : program.blocks) {
    for (const GroupStep& step : block.steps) {
      if (step.kind == GroupStep::Kind::kAtomic) atomic.insert(step.root);
    }
  }
  const auto drop = [](auto& list, const auto& which) {
    list.erase(std::remove_if(list.begin(), list.end(), which), list.end());
  };
  drop(program.roots, [&](int root) { return atomic.count(root) != 0; });
  for (GroupBlock& block : program.blocks) {
    drop(block.steps, [&](const GroupStep& step) { return atomic.count(step.root) != 0; });
  }
  return program;
}

}  // namespace lockstep
