// Integers and pointers of a kernel as values of a group program: what each is made of, and which step
// computes it. A pointer stands for its offset in bytes from the root it leads to.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_SLICE_VALUES_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_SLICE_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "runtime/prune/group_program.h"

namespace llvm {
class DataLayout;
class GEPOperator;
class Instruction;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Beyond these there is no slice of a kernel.
inline constexpr size_t kMaxSlicedInstructions = 8000;  // of the kernel
inline constexpr size_t kMaxSliceValues = 4000;         // of the program

class SliceValues {
 public:
  SliceValues(const llvm::DataLayout& layout, GroupProgram& program)
      : layout_(layout), program_(program) {}

  // Pointers are compared as well, where `same_object` says that both lead to one root.
  void ComparePointers(std::function<bool(const llvm::Value*, const llvm::Value*)> same_object) {
    same_object_ = std::move(same_object);
  }

  // What `value` is computed from; empty for leaves.
  std::vector<const llvm::Value*> OperandsOf(const llvm::Value* value) const;

  // Adds to `closure` all that `value` is computed from, itself included.
  void AddClosure(const llvm::Value* value, std::set<const llvm::Value*>& closure) const;

  // The number of `value` in the program, which gets one if it has none.
  int NumberOf(const llvm::Value* value);

  // Appends the steps that compute `instruction` (no phi); none if it is a leaf.
  void Compute(const llvm::Instruction& instruction, std::vector<GroupStep>& steps);

  // The number of bytes that `gep` adds to its pointer.
  int Stride(const llvm::GEPOperator& gep, std::vector<GroupStep>& steps);

  // Marks all values whose LLVM value is in `core`, and what helps to compute them.
  void MarkCore(const std::set<const llvm::Value*>& core);

 private:
  int Add(GroupValue value, const llvm::Value* owner);
  int Constant(int64_t value, const llvm::Value* owner);
  int Step(GroupValue value, const llvm::Value* owner, std::vector<GroupStep>& steps);
  GroupValue Leaf(const llvm::Value* value) const;
  int AddIndices(const llvm::GEPOperator& gep, int sum, std::vector<GroupStep>& steps);
  void ComputeOffset(const llvm::GEPOperator& gep, GroupStep last, std::vector<GroupStep>& steps);

  const llvm::DataLayout& layout_;
  GroupProgram& program_;
  std::function<bool(const llvm::Value*, const llvm::Value*)> same_object_;
  std::map<const llvm::Value*, int> numbers_;
  std::vector<const llvm::Value*> owners_;  // of each value of the program
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_SLICE_VALUES_H_
