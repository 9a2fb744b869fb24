// Which values of a kernel may differ between work-items that compute them together, from given
// sources: differences of data go on from operands, differences of control flow where work-items
// that parted at a branch meet again, or leave a loop in different iterations.
//
// Rosemann, Moll, Hack, "An Abstract Interpretation for SPMD Divergence on Reducible Control Flow
// Graphs" (POPL'21), Sect. 5. LLVM 15 has the same (DivergenceAnalysis, SyncDependenceAnalysis), but
// ends the search for meeting points early: those behind an arm of three blocks in a row it may miss.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_DIVERGENCE_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_DIVERGENCE_H_

#include <functional>
#include <map>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Loop;
class LoopInfo;
class Use;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Where work-items that part at a branch come together again.
struct MeetingPoints {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 4> joins;       // on two disjoint ways
  llvm::SmallPtrSet<const llvm::BasicBlock*, 4> loop_exits;  // out of a loop, in different iterations
};

class Divergence {
 public:
  // `kernel`: reducible, no unreachable blocks. `loops`: of it, kept by the caller.
  Divergence(const llvm::Function& kernel, const llvm::LoopInfo& loops);

  // The sources, before Compute(). One that is uniform stays so whatever its operands are.
  void MarkDivergent(const llvm::Instruction& instruction);
  void MarkUniform(const llvm::Instruction& instruction);
  // One whose result is equal, although its operands differ, as long as `agrees` says so. It is asked while
  // Compute() runs, and may say yes first and no later, when more is known to differ.
  void MarkAgreeing(const llvm::Instruction& instruction, std::function<bool()> agrees);
  void Compute();

  // Whether work-items that compute `value` together may have different results.
  bool IsDivergent(const llvm::Value& value) const { return divergent_.contains(&value); }
  // Whether they may see different values here: also where they left a loop around it at different times.
  bool IsDivergentUse(const llvm::Use& use) const;
  // Whether that is because they left a loop around the value at different times.
  bool IsLeftApart(const llvm::Use& use) const;

  // Of a branch with two or more targets, whether it is divergent or not.
  const MeetingPoints& MeetingPointsOf(const llvm::Instruction& terminator) const;

 private:
  void Propagate();
  void Order(const llvm::Loop* region, const llvm::BasicBlock& start);
  MeetingPoints FindMeetingPoints(const llvm::BasicBlock& branch) const;
  void Update(const llvm::Instruction& instruction);
  void SpreadControl(const llvm::Instruction& terminator);
  void PushUsers(const llvm::Value& value);

  const llvm::LoopInfo& loops_;
  // The blocks in an order in which each stands behind those that lead to it, the blocks of a loop
  // stand together, and its header is the last of them: there the next iteration begins.
  std::vector<const llvm::BasicBlock*> order_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> place_;
  mutable std::map<const llvm::Instruction*, MeetingPoints> meeting_points_;
  llvm::DenseSet<const llvm::Value*> divergent_;
  llvm::DenseSet<const llvm::Instruction*> uniform_;
  std::map<const llvm::Instruction*, std::function<bool()>> agreeing_;
  llvm::DenseSet<const llvm::Instruction*> parted_;  // branches whose control flow has been spread
  llvm::SmallPtrSet<const llvm::Loop*, 8> left_apart_;  // loops that work-items leave at different times
  std::vector<const llvm::Instruction*> work_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_DIVERGENCE_H_
