// Which phases write each local object, and which loads are in none of them.
#include "instrument/analysis/local_broadcasts.h"

#include <map>
#include <vector>

#include "instrument/analysis/barrier_phases.h"
#include "instrument/analysis/roots.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/kernels.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::instrument {
namespace {

// What the phases write.
class Writes {
 public:
  explicit Writes(unsigned phases) : anywhere_(phases), nowhere_(phases) {}

  void Note(const llvm::Value& pointer, const llvm::BitVector& phases, RootAnalysis& roots) {
    if (!MayBeLocal(pointer)) return;
    const PointerRoots& to = roots.RootsOf(&pointer);
    if (!to.complete) anywhere_ |= phases;
    for (const llvm::Value* root : to.roots) {
      llvm::BitVector& known = of_.try_emplace(root, nowhere_).first->second;
      known |= phases;
    }
  }

  // Whether `root` is written in some phase but in none of `phases`.
  bool OnlyElsewhere(const llvm::Value* root, const llvm::BitVector& phases) const {
    if (anywhere_.anyCommon(phases)) return false;
    const auto found = of_.find(root);
    // Drivers may take a variable without any store for undefined, differently at each use.
    if (found == of_.end()) return !llvm::isa<llvm::GlobalVariable>(root) || anywhere_.any();
    return !found->second.anyCommon(phases);
  }

 private:
  std::map<const llvm::Value*, llvm::BitVector> of_;
  llvm::BitVector anywhere_;  // through pointers that may lead to any object
  const llvm::BitVector nowhere_;
};

}  // namespace

LocalBroadcasts::LocalBroadcasts(llvm::Function& kernel) {
  std::vector<llvm::Instruction*> barriers;
  for (llvm::CallInst* barrier : BarriersOf(kernel)) {
    if (OrdersLocalMemory(*barrier)) barriers.push_back(barrier);
  }
  if (barriers.empty()) return;
  const BarrierPhases phases(kernel, barriers);
  RootAnalysis roots;
  Writes writes(phases.size());
  const llvm::BitVector always(phases.size(), true);
  phases.Visit([&](const llvm::Instruction& at, const llvm::BitVector& now) {
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&at)) {
      writes.Note(*store->getPointerOperand(), now, roots);
    } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&at)) {
      writes.Note(*rmw->getPointerOperand(), now, roots);
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at)) {
      writes.Note(*exchange->getPointerOperand(), now, roots);
    } else if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&at)) {
      writes.Note(*memory->getRawDest(), now, roots);
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&at)) {
      if (call->onlyReadsMemory() || llvm::isa<llvm::DbgInfoIntrinsic>(call)) return;
      // An asynchronous copy writes until it is waited for; of the others nothing is known.
      for (const llvm::Use& argument : call->args()) {
        if (argument->getType()->isPointerTy()) writes.Note(*argument, always, roots);
      }
    }
  });
  phases.Visit([&](const llvm::Instruction& at, const llvm::BitVector& now) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&at);
    if (load == nullptr || load->isAtomic() || load->getPointerAddressSpace() != kLocal) return;
    const PointerRoots& from = roots.RootsOf(load->getPointerOperand());
    if (!from.complete || from.is_private || from.roots.empty()) return;
    for (const llvm::Value* root : from.roots) {
      if (!writes.OnlyElsewhere(root, now)) return;
    }
    loads_.insert(load);
  });
}

}  // namespace lockstep::instrument
