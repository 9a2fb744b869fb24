// PoCL's loops over the work-items begin behind its barriers, and must not begin with phis: it makes variables of them
// all (phistoallocas). PoCL 6 has LLVM's instcombine run behind that, which makes one store of two where two ways come
// together, and so a phi (InstCombinerImpl::mergeStoreIntoSuccessor); if one way has just passed a barrier, such a loop
// begins with it, and an assertion ends the process. And where it merges the stores of many variables, it finds only
// some of their loads at once, as it looks back few instructions; LLVM 18 ends the process where a second turn would
// find more ("did not reach a fixpoint"). Three ways it leaves alone.
//
//   other: ...; br join        =>      other: ...; br (get_local_id(0) >> 32 == 1), never, join
//                                      never: a store that no optimiser takes away; br join
//
// The third way leaves the side without a barrier, if there is one: PoCL copies what is behind a branch for each edge
// that leads there from behind a barrier (barriertails). Where both sides have one it makes one copy more, and nobody
// goes there.
#include "instrument/backends/pocl/barrier_joins.h"

#include <cstddef>
#include <iterator>

#include "instrument/backends/pocl/never_taken.h"
#include "instrument/ir/barriers.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::instrument {
namespace {

// So many variables' loads instcombine finds at once (llvm::DefMaxInstsToScan is 6); some phis become two variables.
constexpr ptrdiff_t kFewPhis = 3;

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

// Whether `block` has one way on, and nothing but straight code lies between a barrier and that.
bool ComesFromBarrier(const llvm::BasicBlock* block, const Blocks& with_barrier) {
  Blocks seen;
  while (block != nullptr && block->getSingleSuccessor() != nullptr && seen.insert(block).second) {
    if (with_barrier.contains(block)) return true;
    block = block->getSinglePredecessor();
  }
  return false;
}

// The block from which the third way to `join` is to leave; nullptr if it needs none.
llvm::BasicBlock* LeaveTo(llvm::BasicBlock& join, const Blocks& with_barrier, const llvm::DominatorTree& dominators) {
  const llvm::SmallVector<llvm::BasicBlock*, 4> before(llvm::pred_begin(&join), llvm::pred_end(&join));
  if (before.size() != 2 || before[0] == before[1]) return nullptr;
  if (dominators.dominates(&join, before[0]) || dominators.dominates(&join, before[1])) return nullptr;  // a loop
  const bool first = ComesFromBarrier(before[0], with_barrier), second = ComesFromBarrier(before[1], with_barrier);
  const auto phis = join.phis();
  const bool many = std::distance(phis.begin(), phis.end()) > kFewPhis;
  if (!first && !second && !many) return nullptr;
  return before[first ? 1 : 0];
}

void AddWayTo(llvm::BasicBlock& join, llvm::BasicBlock& before, llvm::Value& control) {
  llvm::BasicBlock* other = llvm::SplitEdge(&before, &join);
  llvm::BasicBlock* never = AddNeverTaken(*other, control);
  llvm::BranchInst::Create(&join, never);
  for (llvm::PHINode& phi : join.phis()) phi.addIncoming(phi.getIncomingValueForBlock(other), never);
}

}  // namespace

void GiveJoinsAThirdWay(llvm::Function& kernel, llvm::Value& control) {
  Blocks with_barrier;
  for (const llvm::CallInst* barrier : BarriersOf(kernel)) with_barrier.insert(barrier->getParent());
  if (with_barrier.empty()) return;  // no variables are made
  const llvm::DominatorTree dominators(kernel);
  llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>, 8> ways;
  for (llvm::BasicBlock& join : kernel) {
    if (llvm::BasicBlock* other = LeaveTo(join, with_barrier, dominators)) ways.emplace_back(other, &join);
  }
  for (const auto& [other, join] : ways) AddWayTo(*join, *other, control);
}

}  // namespace lockstep::instrument
