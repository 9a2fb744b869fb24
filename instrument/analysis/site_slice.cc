#include "instrument/analysis/site_slice.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "instrument/analysis/divergence_sources.h"
#include "instrument/analysis/handed_on.h"
#include "instrument/analysis/loop_counters.h"
#include "instrument/analysis/roots.h"
#include "instrument/analysis/slice_values.h"
#include "instrument/ir/access.h"
#include "instrument/ir/all_accesses.h"
#include "instrument/ir/async_copies.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/cycles.h"
#include "instrument/ir/image_access.h"
#include "instrument/ir/kernels.h"
#include "instrument/ir/llvm_versions.h"
#include "instrument/ir/reducible.h"
#include "instrument/ir/synchronisation.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

using llvm::dyn_cast;
using llvm::Instruction;
using llvm::Value;

constexpr size_t kMaxAccesses = 400;
constexpr size_t kMaxMerged = 16;

// A condition that held, or did not, on the way to a block.
struct Guard {
  const Value* condition;
  bool holds;
};

// A phi where the ways of one branch meet again: `if_true` if `condition`, else `if_false`.
struct Gated {
  const Value *condition, *if_true, *if_false;
};

// One of the values of a phi where many ways meet (SiteSource).
struct Merging {
  const Value* value;
  bool shrinks;
  std::vector<Guard> guards;
};

// ... all of them, and what SiteMerge says of it.
struct Merge {
  bool now = true;
  std::vector<Merging> sources;
};

// An access of the program. `root`: as docs/abi.md, section 2, numbers them.
struct Found {
  Access access;
  int root = -1;
  std::vector<const Value*> texel;  // coordinates; empty: an access to memory, at its pointer
};

// What was made wider to be `value`.
const Value* Uncast(const Value* value) {
  while (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(value)) value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
  return value;
}

// A work-item that makes the access has acquired what others had released to it, and released what it did before.
bool AcquiresAndReleases(const Access& access) { return access.order == "acq_rel" || access.order == "seq_cst"; }

// What `access` adds, once for all work-items of the launch, if that is all that it does; else null.
const Value* AddedBy(const Access& access) {
  const auto* operation = dyn_cast<llvm::AtomicRMWInst>(access.instruction);
  if (operation == nullptr || operation->getOperation() != llvm::AtomicRMWInst::Add) return nullptr;
  return access.remote || !ReachesDevice(access.scope) ? nullptr : operation->getValOperand();
}

class SiteSlicer {
 public:
  // `places`: also accesses to roots of which work-items cannot be shown not to meet.
  SiteSlicer(llvm::Function& kernel, bool places)
      : kernel_(kernel),
        places_(places),
        synchronises_(Synchronises(kernel)),
        dominators_(kernel),
        loops_(dominators_),
        cycles_(BlocksInCycles(kernel)),
        values_(kernel.getParent()->getDataLayout(), slice_) {
    values_.ComparePointers([this](const Value* a, const Value* b) {
      const Value* root = analysis_.RootsOf(a).Single();
      return root != nullptr && root == analysis_.RootsOf(b).Single();
    });
  }

  std::optional<SiteProgram> Make() {
    if (kernel_.getInstructionCount() > kMaxSlicedInstructions) return std::nullopt;
    NumberRoots();
    const bool seen = ReadCalls();
    if (!seen || !ReadAccesses()) {
      if (!places_) return std::nullopt;
      program_.roots.clear();
      accesses_.clear();
    }
    if (places_) ReadPlaces();
    if (accesses_.empty() || accesses_.size() > kMaxAccesses) return std::nullopt;
    const auto adds = [](const Found& found) { return AddedBy(found.access) != nullptr; };
    if (std::any_of(accesses_.begin(), accesses_.end(), adds))
      handed_on_ = HandedOn(kernel_, dominators_, loops_, analysis_);
    for (const Found& found : accesses_) {
      if (found.texel.empty()) Need(found.access.pointer);
      for (const Value* coordinate : found.texel) Need(coordinate);
      if (const Value* added = AddedBy(found.access)) Need(added);
      for (const Guard& guard : GuardsOf(*found.access.instruction->getParent())) Need(guard.condition);
    }
    std::vector<GroupStep> steps;  // the order of which does not matter here
    for (Instruction& instruction : llvm::instructions(kernel_)) {
      if (needed_.count(&instruction) != 0 && !llvm::isa<llvm::PHINode>(instruction)) {
        values_.Compute(instruction, steps);
      }
    }
    for (const LoopCounter& counter : counters_) {
      if (const auto* move = dyn_cast<llvm::GEPOperator>(counter.step)) strides_[move] = values_.Stride(*move, steps);
    }
    for (const auto& [phi, gated] : gated_) Emit(*phi, gated);
    for (const auto& [phi, merged] : merged_) Emit(*phi, merged);
    for (const Found& found : accesses_) Emit(found);
    for (const LoopCounter& counter : counters_) Emit(counter);
    for (const auto& [load, value] : handed_on_) {
      if (needed_.count(load) == 0) continue;
      SiteHandedOn& made = program_.handed_on.emplace_back();
      made.value = values_.NumberOf(load);
      made.alike = value.alike;
      for (const llvm::AtomicRMWInst* one : value.drawn) made.found.push_back(values_.NumberOf(one));
    }
    if (slice_.values.size() > kMaxSliceValues) return std::nullopt;
    program_.values = std::move(slice_.values);
    return std::move(program_);
  }

 private:
  void NumberRoots() {
    for (unsigned i = 0; i < NumSourceArguments(kernel_); ++i) {
      const llvm::Type* type = kernel_.getArg(i)->getType();
      const bool image = StartsWith(OpenClTypeName(type), "image");  // which may be no pointer (llvm_versions.h)
      if (!image && !type->isPointerTy()) continue;
      const unsigned space = MemorySpaceOf(type);
      if (space == kGlobal || space == kConstant) numbers_[kernel_.getArg(i)] = static_cast<int>(i);
    }
  }

  // False: a call may do to global memory what we do not see.
  bool ReadCalls() {
    bool seen = true;
    for (Instruction& instruction : llvm::instructions(kernel_)) {
      auto* call = dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call) || IsBarrier(*call)) continue;
      const llvm::Function* callee = call->getCalledFunction();
      if (callee != nullptr && IsImageAccess(callee->getName())) continue;  // ReadImages
      const std::string name = CalleeName(*call);
      if (StartsWith(name, "get_image_")) continue;
      const bool copies = IsAsyncCopyBuiltin(name);
      for (const Value* argument : call->args()) {
        if (!argument->getType()->isPointerTy()) continue;
        const unsigned space = argument->getType()->getPointerAddressSpace();
        if (space != kGlobal && space != kGeneric && !(copies && space == kConstant)) continue;
        seen &= copies && Exclude(argument);
      }
    }
    return seen;
  }

  // Takes the roots of `pointer`, which a copy reads or writes where we do not see it, out of what can be shown.
  // False: it may lead anywhere.
  bool Exclude(const Value* pointer) {
    const PointerRoots& roots = analysis_.RootsOf(pointer);
    for (const Value* root : roots.roots) {
      if (const auto number = numbers_.find(root); number != numbers_.end()) excluded_.insert(number->second);
    }
    return roots.complete;
  }

  // The image accesses whose texel the kernel names. Images of which it does not, always, are excluded.
  std::vector<Found> ReadImages() {
    std::vector<llvm::CallInst*> unknown;
    std::vector<Found> found;
    for (const ImageAccess& image : CollectImageAccesses(kernel_, unknown)) {
      const auto number = numbers_.find(image.image);
      if (number == numbers_.end()) continue;
      Found& made = found.emplace_back();
      made.access.instruction = image.call;
      made.access.kind = image.writes ? AccessKind::kWrite : AccessKind::kRead;
      made.access.size = 1;
      made.root = number->second;
      made.texel = image.Texel();
      if (made.texel.empty()) excluded_.insert(made.root);
    }
    // An image that some other access leads to may be any.
    for (const llvm::CallInst* call : unknown) {
      const auto number = numbers_.find(call->getArgOperand(0));
      if (number == numbers_.end()) return {};
      excluded_.insert(number->second);
    }
    return found;
  }

  // False: an access may go anywhere, or nothing is written.
  bool ReadAccesses() {
    std::set<int> written;
    std::map<int, std::string> scopes;
    std::vector<Found> found = ReadImages();
    for (const Found& image : found) {
      if (image.access.writes()) written.insert(image.root);
    }
    for (Access& access : CollectAccesses(kernel_)) {
      const PointerRoots& roots = analysis_.RootsOf(access.pointer);
      if (!roots.complete) return false;
      for (const Value* root : roots.roots) {
        const auto number = numbers_.find(root);
        if (number == numbers_.end()) continue;
        if (access.writes()) written.insert(number->second);
        if (access.atomic && !synchronises_) {
          const std::string& scope = scopes.try_emplace(number->second, access.scope).first->second;
          if (!ReachesDevice(access.scope) || scope != access.scope || access.remote) excluded_.insert(number->second);
        }
        if (roots.Single() == nullptr || access.copy) excluded_.insert(number->second);
        found.push_back({access, number->second, {}});
      }
    }
    for (Found& one : found) {
      if (written.count(one.root) != 0 && excluded_.count(one.root) == 0) accesses_.push_back(std::move(one));
    }
    for (const int root : written) {
      if (excluded_.count(root) == 0) program_.roots.push_back(root);
    }
    return !program_.roots.empty() && accesses_.size() <= kMaxAccesses;
  }

  // Adds the accesses to each global or constant argument that are not there yet, if all of them are through it alone.
  // (What a load or a call returns may be anything.)
  void ReadPlaces() {
    std::set<int> excluded = excluded_;
    excluded.insert(program_.roots.begin(), program_.roots.end());
    std::vector<Found> found;
    for (Access& access : CollectAllAccesses(kernel_)) {
      const PointerRoots& roots = analysis_.RootsOf(access.pointer);
      for (const Value* root : roots.roots) {
        const auto number = numbers_.find(root);
        if (number == numbers_.end()) continue;
        if (roots.Single() == nullptr || access.copy) excluded.insert(number->second);
        found.push_back({access, number->second, {}});
      }
    }
    for (Found& one : found) {
      if (excluded.count(one.root) == 0) accesses_.push_back(std::move(one));
    }
  }

  // The conditions of branches of which one side leads to `block` alone. A value that a condition and what
  // `block` does share is the same in both: its definition dominates the branch, which dominates `block`,
  // so that no way leads from a new definition to `block` that does not pass the branch again.
  std::vector<Guard> GuardsOf(const llvm::BasicBlock& block) const {
    std::vector<Guard> guards;
    for (const auto* node = dominators_.getNode(&block); node != nullptr; node = node->getIDom()) {
      const auto* branch = dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
      if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) {
        continue;
      }
      for (const unsigned side : {0u, 1u}) {
        const llvm::BasicBlockEdge edge(node->getBlock(), branch->getSuccessor(side));
        if (dominators_.dominates(edge, &block)) guards.push_back({branch->getCondition(), side == 0});
      }
    }
    return guards;
  }

  // The branch in the block that dominates `phi` next, if each way into the phi's block leads over one side of
  // it. Both lie in the same loops and no way leads round one between them, so that the condition's value
  // when the phi is reached is that by which the branch was taken.
  std::optional<Gated> AsGated(const llvm::PHINode& phi) const {
    // One value whichever way, which dominates the phi: it is not computed anew without the phi being reached again.
    if (const Value* only = phi.hasConstantValue(); only != nullptr && !llvm::isa<llvm::UndefValue>(only)) {
      return Gated{only, only, only};
    }
    const llvm::BasicBlock* block = phi.getParent();
    const auto* own = dominators_.getNode(block);  // null: no way leads there
    const auto* node = own != nullptr ? own->getIDom() : nullptr;
    if (node == nullptr || loops_.isLoopHeader(block) || loops_.getLoopFor(block) != loops_.getLoopFor(node->getBlock())) {
      return std::nullopt;
    }
    const llvm::BasicBlock* from = node->getBlock();
    const auto* branch = dyn_cast<llvm::BranchInst>(from->getTerminator());
    if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) {
      return std::nullopt;
    }
    const Value* sides[2] = {nullptr, nullptr};
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const llvm::BasicBlock* incoming = phi.getIncomingBlock(i);
      bool found = false;
      for (const unsigned side : {0u, 1u}) {
        const llvm::BasicBlock* successor = branch->getSuccessor(side);
        const bool over = incoming == from ? successor == block
                                           : dominators_.dominates(llvm::BasicBlockEdge(from, successor), incoming);
        if (!over) continue;
        if (sides[side] != nullptr && sides[side] != phi.getIncomingValue(i)) return std::nullopt;
        sides[side] = phi.getIncomingValue(i);
        found = true;
      }
      if (!found) return std::nullopt;
    }
    if (sides[0] == nullptr || sides[1] == nullptr) return std::nullopt;
    return Gated{branch->getCondition(), sides[0], sides[1]};
  }

  // A pointer is one only against bounds in the same object.
  std::optional<LoopCounter> AsCounter(const llvm::PHINode& phi) {
    std::optional<LoopCounter> counter = AsLoopCounter(phi, loops_, dominators_);
    if (!counter || !phi.getType()->isPointerTy()) return counter;
    const Value* root = analysis_.RootsOf(&phi).Single();
    if (root == nullptr) return std::nullopt;
    auto& tests = counter->tests;
    tests.erase(
        std::remove_if(tests.begin(), tests.end(),
                       [&](const LoopCounterTest& test) { return analysis_.RootsOf(test.bound).Single() != root; }),
        tests.end());
    return counter;
  }

  // The conditions on the way from `block` to `next`.
  std::vector<Guard> GuardsOf(const llvm::BasicBlock& block, const llvm::BasicBlock& next) const {
    std::vector<Guard> guards = GuardsOf(block);
    const auto* branch = dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch != nullptr && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)) {
      guards.push_back({branch->getCondition(), branch->getSuccessor(0) == &next});
    }
    return guards;
  }

  // The values that an integer has which is set on several ways, or in some of the iterations, through all phis on the
  // way; none if they are too many, or one of them may be anything.
  std::optional<Merge> AsMerged(const llvm::PHINode& phi) const {
    if (!phi.getType()->isIntegerTy()) return std::nullopt;
    std::vector<const llvm::PHINode*> web = {&phi};
    Merge made;
    std::vector<Merging>& merged = made.sources;
    const auto in_web = [&](const Value* value) { return std::find(web.begin(), web.end(), value) != web.end(); };
    for (size_t i = 0; i < web.size(); ++i) {
      for (unsigned k = 0; k < web[i]->getNumIncomingValues(); ++k) {
        const Value* value = web[i]->getIncomingValue(k);
        // Where a phi's block dominates no way into it, none leads from something new of what its conditions share with
        // what it dominates that does not pass it, and them, again.
        if (dominators_.dominates(web[i]->getParent(), web[i]->getIncomingBlock(k))) made.now = false;
        if (in_web(value)) continue;
        if (llvm::isa<llvm::UndefValue>(value) || web.size() + merged.size() > kMaxMerged) return std::nullopt;
        const auto* next = dyn_cast<llvm::PHINode>(value);
        if (next != nullptr && !AsLoopCounter(*next, loops_, dominators_)) {
          web.push_back(next);
          continue;
        }
        merged.push_back({value, false, GuardsOf(*web[i]->getIncomingBlock(k), *web[i]->getParent())});
      }
    }
    for (Merging& one : merged) {
      const auto* move = dyn_cast<llvm::BinaryOperator>(one.value);
      if (move == nullptr || !in_web(move->getOperand(0))) continue;
      const auto* by = dyn_cast<llvm::ConstantInt>(move->getOperand(1));
      const unsigned op = move->getOpcode();
      one.shrinks = op == llvm::Instruction::LShr || op == llvm::Instruction::AShr ||
                    ((op == llvm::Instruction::SDiv || op == llvm::Instruction::UDiv) && by != nullptr &&
                     by->getValue().isStrictlyPositive());
      if (one.shrinks) one = {nullptr, true, {}};
    }
    return made;
  }

  // Takes in `value` and all that it is computed from; of counters, where they begin, by how much they move,
  // and how long.
  void Need(const Value* value) {
    std::vector<const Value*> work = {value};
    while (!work.empty()) {
      const Value* at = work.back();
      work.pop_back();
      if (!needed_.insert(at).second) continue;
      if (const auto* load = dyn_cast<llvm::LoadInst>(at); load != nullptr && handed_on_.count(load) != 0) {
        const auto& drawn = handed_on_.at(load).drawn;
        work.insert(work.end(), drawn.begin(), drawn.end());
      }
      if (const auto* phi = dyn_cast<llvm::PHINode>(at)) {
        std::optional<LoopCounter> counter = AsCounter(*phi);
        if (!counter) {
          if (const auto gated = AsGated(*phi)) {
            work.insert(work.end(), {gated->condition, gated->if_true, gated->if_false});
            gated_.emplace_back(phi, *gated);
          } else if (std::optional<Merge> merged = AsMerged(*phi)) {
            for (const Merging& one : merged->sources) {
              if (one.value != nullptr) work.push_back(one.value);
              for (const Guard& guard : one.guards) work.push_back(guard.condition);
            }
            merged_.emplace_back(phi, *std::move(merged));
          }
          continue;
        }
        work.push_back(counter->start);
        if (const auto* move = dyn_cast<llvm::GEPOperator>(counter->step)) {
          work.insert(work.end(), move->idx_begin(), move->idx_end());
        } else {
          work.push_back(counter->step);
        }
        for (const LoopCounterTest& test : counter->tests) work.push_back(test.bound);
        // What ends the loop may be about another one.
        for (const llvm::PHINode& other : phi->getParent()->phis()) {
          const std::optional<LoopCounter> beside = AsCounter(other);
          if (beside && !beside->tests.empty()) work.push_back(&other);
        }
        counters_.push_back(*std::move(counter));
        continue;
      }
      for (const Value* operand : values_.OperandsOf(at)) work.push_back(operand);
    }
  }

  // The addition behind which alone `reset`, an atomic store, is made, with none to the root of `reset` behind it, if
  // whether it is made depends on what that found; else null.
  const Instruction* BehindWhat(const Found& reset) const {
    const Instruction* made = reset.access.instruction;
    if (!reset.access.atomic || reset.access.reads() || !synchronises_) return nullptr;
    for (const Guard& guard : GuardsOf(*made->getParent())) {
      const auto* compare = dyn_cast<llvm::ICmpInst>(guard.condition);
      for (const Found& one : accesses_) {
        const Instruction* added = one.access.instruction;
        if (compare == nullptr || AddedBy(one.access) == nullptr || !AcquiresAndReleases(one.access)) continue;
        if (Uncast(compare->getOperand(0)) != added && Uncast(compare->getOperand(1)) != added) continue;
        if (cycles_.count(added->getParent()) != 0 || !dominators_.dominates(added, made)) continue;
        const bool last = std::none_of(accesses_.begin(), accesses_.end(), [&](const Found& other) {
          return other.root == reset.root && other.access.instruction != added && AddedBy(other.access) != nullptr &&
                 llvm::isPotentiallyReachable(added, other.access.instruction, nullptr, &dominators_, &loops_);
        });
        if (last) return added;
      }
    }
    return nullptr;
  }

  // Where atomics can order something the proof is that not even two of them meet, of whatever kind: then there is
  // nobody whom they could order.
  void Emit(const Found& found) {
    const Access& access = found.access;
    SiteAccess made;
    made.kind = access.atomic && !synchronises_      ? SiteAccess::Kind::kAtomic
                : access.atomic || access.writes() ? SiteAccess::Kind::kWrite
                                                    : SiteAccess::Kind::kRead;
    made.root = found.root;
    made.texel = !found.texel.empty();
    made.value = values_.NumberOf(made.texel ? found.texel[0] : access.pointer);
    for (size_t d = 1; d < found.texel.size(); ++d) made.more[d - 1] = values_.NumberOf(found.texel[d]);
    made.bytes = access.size;
    made.repeats = cycles_.count(access.instruction->getParent()) != 0;
    if (const Value* added = AddedBy(access)) {
      made.added = values_.NumberOf(added);
      if (needed_.count(access.instruction) != 0) made.found = values_.NumberOf(access.instruction);
    }
    if (const Instruction* behind = BehindWhat(found)) made.behind = values_.NumberOf(behind);
    if (const llvm::DebugLoc& location = access.instruction->getDebugLoc()) made.line = location.getLine();
    for (const Guard& guard : GuardsOf(*access.instruction->getParent())) {
      made.guards.push_back({values_.NumberOf(guard.condition), guard.holds});
    }
    program_.accesses.push_back(std::move(made));
  }

  void Emit(const llvm::PHINode& phi, const Gated& gated) {
    const std::array<int, 3> operands = {values_.NumberOf(gated.condition), values_.NumberOf(gated.if_true),
                                         values_.NumberOf(gated.if_false)};
    GroupValue& value = slice_.values[values_.NumberOf(&phi)];
    value.op = GroupOp::kSelect;
    value.operands = operands;
  }

  void Emit(const llvm::PHINode& phi, const Merge& merged) {
    SiteMerge made;
    made.phi = values_.NumberOf(&phi);
    made.now = merged.now;
    for (const Merging& one : merged.sources) {
      SiteSource& source = made.sources.emplace_back();
      source.shrinks = one.shrinks;
      if (one.value != nullptr) source.value = values_.NumberOf(one.value);
      for (const Guard& guard : one.guards) source.guards.push_back({values_.NumberOf(guard.condition), guard.holds});
    }
    program_.merges.push_back(std::move(made));
  }

  void Emit(const LoopCounter& counter) {
    SiteLoop loop;
    loop.phi = values_.NumberOf(counter.phi);
    loop.start = values_.NumberOf(counter.start);
    // Those of one loop stand in one block.
    loop.loop = static_cast<int>(program_.loops.size());
    for (const LoopCounter& other : counters_) {
      if (other.phi->getParent() != counter.phi->getParent()) continue;
      loop.loop = static_cast<int>(&other - counters_.data());
      break;
    }
    const auto stride = strides_.find(counter.step);
    loop.step = stride != strides_.end() ? stride->second : values_.NumberOf(counter.step);
    loop.down = counter.down;
    for (const LoopCounterTest& test : counter.tests) {
      loop.tests.push_back({test.relation, test.is_signed, test.of_next, values_.NumberOf(test.bound)});
    }
    program_.loops.push_back(std::move(loop));
  }

  llvm::Function& kernel_;
  const bool places_, synchronises_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  const std::set<const llvm::BasicBlock*> cycles_;
  GroupProgram slice_;  // of which the values are used
  SliceValues values_;
  SiteProgram program_;
  RootAnalysis analysis_;
  std::map<const Value*, int> numbers_;  // of roots
  std::set<int> excluded_;               // roots of which not all accesses can be known
  std::vector<Found> accesses_;
  std::map<const llvm::LoadInst*, HandedOnValue> handed_on_;
  std::set<const Value*> needed_;
  std::vector<LoopCounter> counters_;
  std::vector<std::pair<const llvm::PHINode*, Gated>> gated_;
  std::vector<std::pair<const llvm::PHINode*, Merge>> merged_;
  std::map<const Value*, int> strides_;  // of pointers that are counters: by how much they move
};

}  // namespace

std::optional<SiteProgram> MakeSiteProgram(llvm::Function& kernel) {
  // In a loop with several entries no block lies on every way round, so that a condition may be of the last time while
  // what it is asked about is of this time.
  if (kernel.empty() || IsIrreducible(kernel)) return std::nullopt;
  std::optional<SiteProgram> program = SiteSlicer(kernel, /*places=*/true).Make();
  // Too large, perhaps without the accesses that only add to what can be shown.
  return program ? std::move(program) : SiteSlicer(kernel, /*places=*/false).Make();
}

}  // namespace lockstep::instrument
