// How a value changes from one iteration of a loop to the next: not at all, or by the same amount each time.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_VALUES_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_VALUES_H_

#include <cstdint>
#include <optional>

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class DominatorTree;
class Loop;
class LoopInfo;
class PHINode;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Whether `value` is the same in all iterations of one execution of `loop`. `anywhere`: and can be computed where
// the loop is not, without a trap. The safe answer is no.
bool IsLoopInvariant(const llvm::Value& value, const llvm::Loop& loop, bool anywhere = false);

// Addresses that lie as far from each other in any two iterations of `loop` that follow each other. Answers hold
// until the loop changes.
class LoopStrides {
 public:
  LoopStrides(const llvm::Loop& loop, const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators)
      : loop_(loop), loops_(loops), dominators_(dominators) {}

  // How far `pointer` moves from each iteration to the next, in bytes, modulo 2^64; 0: not at all. The safe answer,
  // nullopt: by no amount that is always the same and known.
  std::optional<uint64_t> StrideOf(const llvm::Value& pointer) const { return StrideOf(pointer, 0, kMaxDepth); }

  // Code at `builder`, anywhere behind the loop's header, for what `pointer`, which has a stride, is in the first
  // iteration. Where no iteration computes the address this is anything.
  llvm::Value* FirstOf(llvm::Value& pointer, llvm::IRBuilder<>& builder) const;

 private:
  static constexpr unsigned kMaxDepth = 32;

  // Of `value`, widened to 64 bits by `widened` (an opcode; 0: it has them, or is a pointer).
  std::optional<uint64_t> StrideOf(const llvm::Value& value, unsigned widened, unsigned depth) const;
  std::optional<uint64_t> StrideOfCounter(const llvm::PHINode& phi, unsigned widened) const;

  const llvm::Loop& loop_;
  const llvm::LoopInfo& loops_;
  const llvm::DominatorTree& dominators_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_VALUES_H_
