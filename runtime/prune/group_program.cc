#include "runtime/prune/group_program.h"

#include <cstddef>
#include <utility>

namespace lockstep {
namespace {

constexpr unsigned kOperands[] = {
#define LOCKSTEP_GROUP_OP(name, text, operands) operands,
#include "runtime/prune/group_ops.def"
};
constexpr int64_t kOps = sizeof(kOperands) / sizeof(kOperands[0]);

// One function for both directions, so that they cannot differ: Field either appends a number or reads it.
class Writer {
 public:
  template <typename T>
  void Field(T& number) { numbers_.push_back(static_cast<int64_t>(number)); }
  template <typename T>
  void Size(std::vector<T>& list) { numbers_.push_back(static_cast<int64_t>(list.size())); }
  std::vector<int64_t> Take() { return std::move(numbers_); }

 private:
  std::vector<int64_t> numbers_;
};

class Reader {
 public:
  explicit Reader(const std::vector<int64_t>& numbers) : numbers_(numbers) {}
  template <typename T>
  void Field(T& number) { number = static_cast<T>(Next()); }
  template <typename T>
  void Size(std::vector<T>& list) {
    const int64_t size = Next();
    // No list is longer than the numbers that are left to fill it.
    if (size < 0 || static_cast<uint64_t>(size) > numbers_.size() - at_) {
      failed_ = true;
      return;
    }
    list.resize(static_cast<size_t>(size));
  }
  bool complete() const { return !failed_ && at_ == numbers_.size(); }

 private:
  int64_t Next() {
    if (at_ >= numbers_.size()) failed_ = true;
    return failed_ ? 0 : numbers_[at_++];
  }

  const std::vector<int64_t>& numbers_;
  size_t at_ = 0;
  bool failed_ = false;
};

template <typename Coder>
void Code(Coder& coder, std::vector<int>& list) {
  coder.Size(list);
  for (int& number : list) coder.Field(number);
}

template <typename Coder>
void Code(Coder& coder, GroupProgram& program) {
  coder.Size(program.values);
  for (GroupValue& value : program.values) {
    coder.Field(value.op);
    coder.Field(value.bits);
    coder.Field(value.core);
    for (int& operand : value.operands) coder.Field(operand);
    coder.Field(value.immediate);
  }
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
    Code(coder, block.successors);
    coder.Field(block.join);
    coder.Field(block.steers);
    Code(coder, block.loops);
  }
  Code(coder, program.headers);
  Code(coder, program.roots);
  Code(coder, program.others);
}

// Whether every index of the program leads to something.
class Checker {
 public:
  explicit Checker(const GroupProgram& program) : program_(program) {}

  bool Sound() const {
    if (program_.blocks.empty()) return false;
    for (const GroupValue& value : program_.values) {
      if (static_cast<int64_t>(value.op) >= kOps || value.bits < 1 || value.bits > 64) return false;
      for (unsigned i = 0; i < OperandsOf(value.op); ++i) {
        if (!IsValue(value.operands[i])) return false;
      }
    }
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

unsigned OperandsOf(GroupOp op) { return kOperands[static_cast<size_t>(op)]; }

std::vector<int64_t> GroupProgram::Encode() const {
  Writer writer;
  GroupProgram copy = *this;
  Code(writer, copy);
  return writer.Take();
}

std::optional<GroupProgram> GroupProgram::Decode(const std::vector<int64_t>& numbers) {
  Reader reader(numbers);
  GroupProgram program;
  Code(reader, program);
  if (!reader.complete() || !Checker(program).Sound()) return std::nullopt;
  return program;
}

}  // namespace lockstep
