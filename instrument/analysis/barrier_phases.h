// Whether two instructions may run at the same time in two work-items of one group: not if every way
// to the one leads past a barrier that every way to the other leads past later.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_BARRIER_PHASES_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_BARRIER_PHASES_H_

#include <functional>
#include <map>
#include <vector>

#include "llvm/ADT/BitVector.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
}  // namespace llvm

namespace lockstep::instrument {

class BarrierPhases {
 public:
  // `barriers`: the instructions of `kernel` at which the whole group meets.
  BarrierPhases(const llvm::Function& kernel, const std::vector<llvm::Instruction*>& barriers);

  // True if both may come after the same barrier (or the kernel's start) and before the next one.
  // "False" holds if the group meets all barriers together.
  bool MayRunTogether(const llvm::Instruction& a, const llvm::Instruction& b) const;

  // Calls `visit` for every instruction with the barriers that may be the last one before it (bit 0:
  // none), a vector of size().
  void Visit(const std::function<void(const llvm::Instruction&, const llvm::BitVector&)>& visit) const;

  unsigned size() const { return static_cast<unsigned>(numbers_.size()) + 1; }

 private:
  // The barriers that may be the last one before `instruction`; bit 0: none.
  llvm::BitVector Before(const llvm::Instruction& instruction) const;

  const llvm::Function& kernel_;
  std::map<const llvm::Instruction*, unsigned> numbers_;
  std::map<const llvm::BasicBlock*, llvm::BitVector> at_start_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_BARRIER_PHASES_H_
