// find-irregular-loops: notes the loops whose condition reads shared memory that may change while the
// loop runs (Kojima & Igarashi, "A Hoare Logic for SIMT Programs", Definitions 6 and 7; Lemma 3 is the
// test: no memory that the condition reads is written by the body). Besides the body, writes elsewhere
// in the kernel count where another work-item may make them meanwhile. Nothing in the module changes.
//
// A loop that only waits (nothing of its own makes it end) for a write that its own group makes on
// another branch, or behind the loop, is marked: in lock step, the writer waits for the waiting ones.
#include <algorithm>
#include <climits>
#include <optional>
#include <set>
#include <tuple>

#include "instrument/analysis/barrier_phases.h"
#include "instrument/analysis/divergence_sources.h"
#include "instrument/analysis/loop_condition.h"
#include "instrument/analysis/roots.h"
#include "instrument/ir/access.h"
#include "instrument/ir/async_copies.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/image_access.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/positions.h"
#include "instrument/passes/passes.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

// In place of the number of a root: any memory.
constexpr unsigned kUnknown = UINT_MAX;

// One access with the memory it may go to, by the numbers of roots.
struct Touch {
  Access access;
  std::set<unsigned> roots;
};

// An edge that only work-items with one id in these dimensions, as bits, take.
struct IdTest {
  llvm::BasicBlockEdge edge;
  unsigned dimensions;
};

class Finder {
 public:
  Finder(llvm::Function& kernel, KernelDescription& info)
      : kernel_(kernel),
        info_(info),
        dominators_(kernel),
        post_dominators_(kernel),
        loops_(dominators_),
        conditions_(kernel, post_dominators_),
        phases_(kernel, MeetingPlaces(kernel)) {}

  void Run() {
    using Order = llvm::ReversePostOrderTraversal<const llvm::Function*>;
    Order order(&kernel_);
    info_.loops_unknown =
        llvm::containsIrreducibleCFG<const BasicBlock*, const Order, const llvm::LoopInfo>(order,
                                                                                          loops_);
    if (loops_.empty()) return;
    CollectTouches();
    CollectIdTests();
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) Look(*loop);
  }

 private:
  static std::vector<Instruction*> MeetingPlaces(llvm::Function& kernel) {
    std::vector<Instruction*> places;
    for (Instruction& instruction : llvm::instructions(kernel)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr) continue;
      const bool barrier = IsBarrier(*call) && !call->hasMetadata(kCopyMarker);
      if (barrier || CalleeName(*call).rfind("work_group_", 0) == 0) places.push_back(call);
    }
    return places;
  }

  void CollectTouches() {
    DescribeVariables(kernel_, info_);
    variables_ = LocalVariables(kernel_);
    for (llvm::GlobalVariable* variable : ProgramVariables(kernel_)) variables_.push_back(variable);
    for (Access& access : CollectAccesses(kernel_)) {
      Touch touch{access, {}};
      const PointerRoots& found = roots_.RootsOf(access.pointer);
      if (!found.complete) touch.roots.insert(kUnknown);
      for (const Value* root : found.roots) {
        if (const std::optional<unsigned> number = NumberOf(*root)) touch.roots.insert(*number);
      }
      if (!touch.roots.empty()) touches_.push_back(std::move(touch));
    }
    std::vector<llvm::CallInst*> unknown;
    for (const ImageAccess& image : CollectImageAccesses(kernel_, unknown)) {
      Touch touch;
      touch.access.instruction = image.call;
      touch.access.pointer = image.image;
      touch.access.kind = image.writes ? AccessKind::kWrite : AccessKind::kRead;
      touch.roots.insert(NumberOf(*image.image).value_or(kUnknown));
      touches_.push_back(std::move(touch));
    }
  }

  // The number of the root; nullopt for constant memory.
  std::optional<unsigned> NumberOf(const Value& root) const {
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&root)) return argument->getArgNo();
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&root);
    if (variable == nullptr) return kUnknown;
    if (variable->isConstant() || variable->getAddressSpace() == kConstant) return std::nullopt;
    const auto found = std::find(variables_.begin(), variables_.end(), variable);
    if (found == variables_.end()) return kUnknown;
    return static_cast<unsigned>(info_.args.size() + static_cast<size_t>(found - variables_.begin()));
  }

  bool IsLocalVariable(unsigned root) const {
    return root >= info_.args.size() && root < info_.args.size() + info_.locals.size();
  }

  // Both may be one memory: what the host knows of arguments decides about different ones.
  bool MayMeet(const Touch& a, unsigned root_a, const Touch& b, unsigned root_b) const {
    if (root_a == root_b) return true;
    const unsigned space_a = MemorySpaceOf(a.access.pointer->getType());
    const unsigned space_b = MemorySpaceOf(b.access.pointer->getType());
    const bool same_space = space_a == space_b || space_a == kGeneric || space_b == kGeneric;
    if (root_a == kUnknown || root_b == kUnknown) return same_space;
    return same_space && space_a != kLocal && !IsLocalVariable(root_a) && !IsLocalVariable(root_b);
  }

  void Look(const llvm::Loop& loop) {
    const LoopCondition condition = conditions_.Of(loop);
    if (condition.reads.empty()) return;
    IrregularLoop found;
    const llvm::DebugLoc start = loop.getStartLoc();
    SetPosition(start ? start : loop.getHeader()->getTerminator()->getDebugLoc(), found.loop);
    found.loop.op = SiteOp::kLoop;
    const bool only_waits = OnlyWaits(loop, condition);
    std::set<std::tuple<unsigned, unsigned, bool, bool, bool, unsigned>> known;
    for (const Touch& read : touches_) {
      if (!IsReadOf(condition, read)) continue;
      for (const Touch& write : touches_) {
        if (!write.access.writes() || KeepsValue(*write.access.instruction)) continue;
        LoopPair pair;
        pair.in_loop = loop.contains(write.access.instruction);
        pair.together = phases_.MayRunTogether(*read.access.instruction, *write.access.instruction);
        pair.waits = only_waits && !pair.in_loop && pair.together &&
                     !HappensBefore(*write.access.instruction, loop);
        pair.fixed_ids = FixedIds(*loop.getHeader(), *write.access.instruction->getParent());
        for (const unsigned root_a : read.roots) {
          for (const unsigned root_b : write.roots) {
            if (!MayMeet(read, root_a, write, root_b)) continue;
            if (!known.emplace(root_a, root_b, pair.in_loop, pair.together, pair.waits,
                               pair.fixed_ids).second) {
              continue;
            }
            pair.read = Describe(read, root_a);
            pair.write = Describe(write, root_b);
            found.pairs.push_back(pair);
          }
        }
      }
    }
    if (!found.pairs.empty()) info_.irregular_loops.push_back(std::move(found));
  }

  static bool IsReadOf(const LoopCondition& condition, const Touch& touch) {
    return touch.access.reads() &&
           std::find(condition.reads.begin(), condition.reads.end(), touch.access.instruction) !=
               condition.reads.end();
  }

  Site Describe(const Touch& touch, unsigned root) const {
    const Access& access = touch.access;
    Site site;
    site.op = !access.writes() ? SiteOp::kRead : access.reads() ? SiteOp::kRmw : SiteOp::kWrite;
    site.atomic = access.atomic;
    if (access.atomic) {
      site.order = OrderCalled(access.order);
      site.scope = ScopeCalled(access.scope);
    }
    const unsigned space = MemorySpaceOf(access.pointer->getType());
    const bool local = IsLocalVariable(root) || space == kLocal;
    site.region = local ? MemoryRegion::kLocal : MemoryRegion::kGlobal;
    site.bytes = access.size;
    if (root != kUnknown) site.roots = {root};
    SetPosition(access.instruction->getDebugLoc(), site);
    return site;
  }

  // Whether nothing that a work-item does in the loop makes it end: no counter, no barrier at which
  // the others get their turn, no write of what the condition reads but one that a lock is taken by.
  bool OnlyWaits(const llvm::Loop& loop, const LoopCondition& condition) const {
    if (condition.makes_progress) return false;
    for (const Instruction* place : MeetingPlaces(kernel_)) {
      if (loop.contains(place)) return false;
    }
    for (const Touch& write : touches_) {
      if (!write.access.writes() || !loop.contains(write.access.instruction)) continue;
      if (TakesLock(*write.access.instruction, loop)) continue;
      for (const Touch& read : touches_) {
        if (!IsReadOf(condition, read)) continue;
        for (const unsigned a : read.roots) {
          for (const unsigned b : write.roots) {
            if (MayMeet(read, a, write, b)) return false;
          }
        }
      }
    }
    return true;
  }

  // An atomic operation that only reads: OpenCL 1.x has no atomic load, so atomic_or(p, 0) stands in.
  static bool KeepsValue(const Instruction& instruction) {
    const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    if (rmw == nullptr) return false;
    const auto* constant = llvm::dyn_cast<llvm::Constant>(rmw->getValOperand());
    if (constant == nullptr) return false;
    switch (rmw->getOperation()) {
      case llvm::AtomicRMWInst::Add:
      case llvm::AtomicRMWInst::Sub:
      case llvm::AtomicRMWInst::Xor:
      case llvm::AtomicRMWInst::Or:
        return constant->isNullValue();
      case llvm::AtomicRMWInst::And:
        return constant->isAllOnesValue();
      default:
        return false;
    }
  }

  // An atomic operation that, done twice, leaves what it leaves done once.
  static bool TakesLock(const Instruction& instruction, const llvm::Loop& loop) {
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      return loop.isLoopInvariant(exchange->getCompareOperand()) &&
             loop.isLoopInvariant(exchange->getNewValOperand());
    }
    const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    if (rmw == nullptr || !loop.isLoopInvariant(rmw->getValOperand())) return false;
    if (KeepsValue(instruction)) return true;
    switch (rmw->getOperation()) {
      case llvm::AtomicRMWInst::Xchg:
      case llvm::AtomicRMWInst::And:
      case llvm::AtomicRMWInst::Or:
      case llvm::AtomicRMWInst::Max:
      case llvm::AtomicRMWInst::Min:
      case llvm::AtomicRMWInst::UMax:
      case llvm::AtomicRMWInst::UMin:
        return true;
      default:
        return false;
    }
  }

  // Whether `write` lies on the way to the loop, in the same iteration of what is around both: then
  // all who make it have made it when the first one waits.
  bool HappensBefore(const Instruction& write, const llvm::Loop& loop) const {
    const llvm::Loop* around = loop.getParentLoop();
    while (around != nullptr && !around->contains(&write)) around = around->getParentLoop();
    llvm::SmallPtrSet<const BasicBlock*, 32> seen;
    std::vector<const BasicBlock*> work = {write.getParent()};
    while (!work.empty()) {
      const BasicBlock* at = work.back();
      work.pop_back();
      for (const BasicBlock* next : llvm::successors(at)) {
        if (next == loop.getHeader()) return true;
        if (around != nullptr && next == around->getHeader()) continue;
        if (seen.insert(next).second) work.push_back(next);
      }
    }
    return false;
  }

  // Finds the branches that are taken by work-items with one value of an id.
  void CollectIdTests() {
    for (const BasicBlock& from : kernel_) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
      if (branch == nullptr || !branch->isConditional()) continue;
      const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
      if (compare == nullptr || !compare->isEquality()) continue;
      const bool equal = compare->getPredicate() == llvm::CmpInst::ICMP_EQ;
      unsigned fixed = 0;
      for (const unsigned side : {0u, 1u}) {
        const Value* other = compare->getOperand(1 - side);
        if (!llvm::isa<llvm::Constant>(other) && !llvm::isa<llvm::Argument>(other)) continue;
        fixed |= DimensionsOf(compare->getOperand(side));
      }
      if (fixed != 0) id_tests_.push_back({{&from, branch->getSuccessor(equal ? 0 : 1)}, fixed});
    }
  }

  // The dimensions whose id has one value, as bits, wherever `a` or `b` runs: a branch that leads to
  // both compares it. If that leaves one work-item of a group, it is the same one in both.
  unsigned FixedIds(const BasicBlock& a, const BasicBlock& b) const {
    unsigned fixed = 0;
    for (const IdTest& test : id_tests_) {
      if (dominators_.dominates(test.edge, &a) && dominators_.dominates(test.edge, &b)) fixed |= test.dimensions;
    }
    return fixed;
  }

  // The dimensions that a work-item's id tells apart, as bits; 0: no id.
  static unsigned DimensionsOf(const Value* value) {
    while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) value = cast->getOperand(0);
    const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    if (call == nullptr) return 0;
    const std::string name = CalleeName(*call);
    if (name == "get_local_linear_id" || name == "get_global_linear_id") return 7;
    if (name != "get_local_id" && name != "get_global_id") return 0;
    const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    return dimension == nullptr || dimension->getZExtValue() > 2
               ? 0
               : 1u << dimension->getZExtValue();
  }

  llvm::Function& kernel_;
  KernelDescription& info_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::LoopInfo loops_;
  LoopConditions conditions_;
  BarrierPhases phases_;
  RootAnalysis roots_;
  std::vector<llvm::GlobalVariable*> variables_;  // in the order of their numbers as roots
  std::vector<Touch> touches_;
  std::vector<IdTest> id_tests_;
};

}  // namespace

bool FindIrregularLoops(llvm::Module& module, PipelineState& state) {
  for (llvm::Function* kernel : KernelsToInstrument(module, state)) {
    Finder(*kernel, InfoOf(*kernel, state)).Run();
  }
  return false;
}

}  // namespace lockstep::instrument
