// Programs as lists of numbers, for the description. One function names the fields for both directions, so that
// they cannot differ: a coder's Field() either appends a number or reads it.
#ifndef LOCKSTEP_RUNTIME_PRUNE_NUMBER_CODER_H_
#define LOCKSTEP_RUNTIME_PRUNE_NUMBER_CODER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/prune/group_program.h"

namespace lockstep {

class NumberWriter {
 public:
  template <typename T>
  void Field(T& number) { numbers_.push_back(static_cast<int64_t>(number)); }
  template <typename T>
  void Size(std::vector<T>& list) { numbers_.push_back(static_cast<int64_t>(list.size())); }
  std::vector<int64_t> Take() { return std::move(numbers_); }

 private:
  std::vector<int64_t> numbers_;
};

class NumberReader {
 public:
  // `numbers` must outlive the reader.
  explicit NumberReader(const std::vector<int64_t>& numbers) : numbers_(numbers) {}
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
  // Whether all numbers were read and none was missing.
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
void CodeList(Coder& coder, std::vector<int>& list) {
  coder.Size(list);
  for (int& number : list) coder.Field(number);
}

template <typename Coder>
void CodeValues(Coder& coder, std::vector<GroupValue>& values) {
  coder.Size(values);
  for (GroupValue& value : values) {
    coder.Field(value.op);
    coder.Field(value.bits);
    coder.Field(value.core);
    for (int& operand : value.operands) coder.Field(operand);
    coder.Field(value.immediate);
  }
}

// The numbers of a program whose fields Code(coder, program) names; found by its argument, so in no
// unnamed namespace.
template <typename Program>
std::vector<int64_t> Encoded(Program program) {
  NumberWriter writer;
  Code(writer, program);
  return writer.Take();
}

// The program of which `numbers` are all; nothing if they are of none, or Sound(program) says no.
template <typename Program>
std::optional<Program> Decoded(const std::vector<int64_t>& numbers) {
  NumberReader reader(numbers);
  Program program;
  Code(reader, program);
  if (!reader.complete() || !Sound(program)) return std::nullopt;
  return program;
}

// Whether every value is one that Apply() knows, and its operands are there.
bool SoundValues(const std::vector<GroupValue>& values);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_NUMBER_CODER_H_
