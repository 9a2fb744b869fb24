// A local variable that the whole group sets before the work begins is the usual case:
//
//   local float seed;
//   seed = 0;                     // by all: writes of one value, which is no data's
//   barrier(CLK_LOCAL_MEM_FENCE);
//   ...
//   if (last) seed = sum;         // data's, but behind a barrier: never compared with the first
//
// Two writes of local memory may meet in one segment only, that is if both can be reached, without a barrier that
// orders local memory on the way, from one and the same such barrier or from the kernel's entry. (Where work-items go
// on from different barriers, the launch has a finding of another kind, and that is no launch to speak for others.)
#include "instrument/passes/fixed_values.h"

#include <algorithm>
#include <set>
#include <vector>

#include "instrument/analysis/roots.h"
#include "instrument/ir/access.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/image_access.h"
#include "instrument/ir/kernels.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

namespace lockstep::instrument {
namespace {

constexpr size_t kMostLocalWrites = 256;

// Where segments begin: behind barriers; nullptr is the kernel's entry.
using Starts = std::set<const llvm::Instruction*>;

bool OrdersLocal(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && IsBarrier(*call) && OrdersLocalMemory(*call);
}

// Where the segments begin in which `at` may be executed.
Starts StartsOf(const llvm::Instruction& at) {
  Starts starts;
  std::set<const llvm::BasicBlock*> seen;  // from their ends on
  std::vector<const llvm::BasicBlock*> work;
  // Goes back from behind `last`, of `block`, to a barrier or into the blocks before.
  const auto back = [&](const llvm::BasicBlock& block, const llvm::Instruction* last) {
    for (const llvm::Instruction* one = last; one != nullptr; one = one->getPrevNode()) {
      if (!OrdersLocal(*one)) continue;
      starts.insert(one);
      return;
    }
    if (block.isEntryBlock()) starts.insert(nullptr);
    for (const llvm::BasicBlock* before : llvm::predecessors(&block)) {
      if (seen.insert(before).second) work.push_back(before);
    }
  };
  back(*at.getParent(), at.getPrevNode());
  while (!work.empty()) {
    const llvm::BasicBlock* block = work.back();
    work.pop_back();
    back(*block, block->getTerminator());
  }
  return starts;
}

bool Overlap(const Starts& a, const Starts& b) {
  return std::any_of(a.begin(), a.end(), [&](const llvm::Instruction* start) { return b.count(start) != 0; });
}

struct Write {
  llvm::Instruction* instruction = nullptr;
  const PointerRoots* roots = nullptr;
  bool local = false;  // for certain
  bool fixed = false;
};

bool MayShareMemory(const Write& a, const Write& b) {
  if (!a.roots->complete || !b.roots->complete) return true;
  return std::any_of(a.roots->roots.begin(), a.roots->roots.end(), [&](const llvm::Value* root) {
    return std::find(b.roots->roots.begin(), b.roots->roots.end(), root) != b.roots->roots.end();
  });
}

}  // namespace

void MarkFixedValues(llvm::Function& kernel, const std::function<bool(const llvm::StoreInst&)>& fixed) {
  RootAnalysis roots;
  std::vector<Write> local;                // that may go to local memory
  std::vector<llvm::StoreInst*> global;    // fixed, and to global memory for certain
  bool all_fixed = !WritesImages(kernel);  // of all that may go to global memory
  bool some_local = false;
  for (const struct Access& access : CollectAccesses(kernel)) {
    if (!access.writes()) continue;
    auto* store = llvm::dyn_cast<llvm::StoreInst>(access.instruction);
    const unsigned space = access.pointer->getType()->getPointerAddressSpace();
    Write write{access.instruction, &roots.RootsOf(access.pointer)};
    write.fixed = store != nullptr && !access.atomic && fixed(*store);
    write.local = space == kLocal;
    if (space != kGlobal) local.push_back(write);
    if (space != kLocal) all_fixed &= write.fixed;
    some_local |= write.local && write.fixed;
    if (space == kGlobal && write.fixed) global.push_back(store);
  }
  const auto mark = [&](llvm::Instruction& store) {
    store.setMetadata(kFixedValueMetadata, llvm::MDNode::get(kernel.getContext(), {}));
  };
  if (all_fixed) {
    for (llvm::StoreInst* store : global) mark(*store);
  }
  if (!some_local || local.size() > kMostLocalWrites) return;
  std::vector<Starts> starts;
  for (const Write& write : local) starts.push_back(StartsOf(*write.instruction));
  for (size_t i = 0; i < local.size(); ++i) {
    if (!local[i].local || !local[i].fixed) continue;
    bool meets = false;
    for (size_t k = 0; k < local.size() && !meets; ++k) {
      meets = !local[k].fixed && MayShareMemory(local[i], local[k]) && Overlap(starts[i], starts[k]);
    }
    if (!meets) mark(*local[i].instruction);
  }
}

}  // namespace lockstep::instrument
