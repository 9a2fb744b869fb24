// What decides whether a loop goes on: the reads of memory on which its exits depend, whether they
// stand in the condition itself, behind && and ||, or reach it through variables of the work-item.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_CONDITION_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_CONDITION_H_

#include <map>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Loop;
class PostDominatorTree;
}  // namespace llvm

namespace lockstep::instrument {

struct LoopCondition {
  // Loads, atomic operations and calls (of image functions) inside the loop whose result takes part
  // in the decision; private and constant memory left out. In program order.
  std::vector<const llvm::Instruction*> reads;
  // A value that the work-item itself changes from iteration to iteration takes part too (a
  // counter, a pointer that moves on, a value tried again), so that the loop does not only wait.
  // The safe answer is true.
  bool makes_progress = false;
};

// Serves one kernel with every call in it inlined; answers hold until the kernel changes.
class LoopConditions {
 public:
  LoopConditions(llvm::Function& kernel, const llvm::PostDominatorTree& post_dominators);

  LoopCondition Of(const llvm::Loop& loop) const;

 private:
  using Edges = std::map<const llvm::Instruction*, std::vector<const llvm::Instruction*>>;

  // What `instruction` depends on directly, inside `loop`.
  std::vector<const llvm::Instruction*> DependsOn(const llvm::Instruction& instruction,
                                                  const llvm::Loop& loop) const;
  void AddControl(const llvm::BasicBlock& block, const llvm::Loop& loop,
                  std::vector<const llvm::Instruction*>& into) const;
  bool ComesBefore(const llvm::Instruction* a, const llvm::Instruction* b) const;  // in program order
  static bool InCycle(const llvm::Instruction& instruction, const Edges& edges);

  std::map<const llvm::BasicBlock*, unsigned> places_;  // of the blocks in the kernel
  // By block: the blocks whose branches decide directly whether it is reached.
  std::map<const llvm::BasicBlock*, std::vector<const llvm::BasicBlock*>> controlled_by_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_CONDITION_H_
