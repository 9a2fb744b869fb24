// Uniformity on top of the divergence of values and control flow (divergence.h).
#include "instrument/analysis/uniformity.h"

#include <algorithm>
#include <deque>
#include <map>
#include <vector>

#include "instrument/analysis/divergence.h"
#include "instrument/analysis/divergence_sources.h"
#include "instrument/analysis/local_broadcasts.h"
#include "instrument/analysis/tiles.h"
#include "instrument/ir/barriers.h"
#include "instrument/ir/positions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

bool ContainsIrreducibleFlow(llvm::Function& kernel, const llvm::LoopInfo& loops) {
  using Order = llvm::ReversePostOrderTraversal<const llvm::Function*>;
  Order order(&kernel);
  return llvm::containsIrreducibleCFG<const llvm::BasicBlock*, const Order, const llvm::LoopInfo>(
      order, loops);
}

// The operand that decides where a terminator goes, or what a barrier fences; nullptr if there is
// no choice.
const llvm::Use* Decider(const llvm::Instruction& terminator) {
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&terminator)) {
    return call->arg_size() == 0 ? nullptr : &call->getArgOperandUse(0);
  }
  if (terminator.getNumSuccessors() < 2) return nullptr;
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) return &branch->getOperandUse(0);
  if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) return &choice->getOperandUse(0);
  return nullptr;
}

}  // namespace

std::string PlaceOf(const llvm::Instruction& instruction, const std::string& main_file) {
  const llvm::DebugLoc& location = instruction.getDebugLoc();
  if (!location) return "";
  std::string place = std::to_string(location.getLine()) + ":" + std::to_string(location.getCol());
  const std::string file = FileOf(*llvm::cast<llvm::DIScope>(location.getScope()));
  return file == main_file || file.empty() ? place : file + ":" + place;
}

std::string Describe(const DivergenceCause& cause, const std::string& main_file) {
  std::string text = "the branch";
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(cause.branch)) {
    text = (CalleeName(*call).find("barrier") != std::string::npos ? "its flags depend on "
                                                                   : "its arguments depend on ") +
           cause.what;
  } else {
    const std::string place = PlaceOf(*cause.branch, main_file);
    text += (place.empty() ? "" : " at " + place) + " depends on " + cause.what;
  }
  if (cause.origin != nullptr) {
    if (std::string place = PlaceOf(*cause.origin, main_file); !place.empty()) {
      text += " (" + place + ")";
    }
  }
  if (!cause.through.empty()) text += " through " + cause.through;
  return text;
}

struct Uniformity::Analyses {
  explicit Analyses(llvm::Function& kernel)
      : dominators(kernel),
        post_dominators(kernel),
        loops(dominators),
        irreducible(ContainsIrreducibleFlow(kernel, loops)) {
    if (irreducible) return;
    divergence.emplace(kernel, loops);
  }

  llvm::DominatorTree dominators;
  llvm::PostDominatorTree post_dominators;
  llvm::LoopInfo loops;
  bool irreducible;
  std::optional<Divergence> divergence;  // not there for irreducible flow
  std::map<const llvm::Instruction*, std::string> origins;
};

Uniformity::Uniformity(llvm::Function& kernel, bool frozen_arguments, Whose whose)
    : kernel_(kernel), analyses_(std::make_unique<Analyses>(kernel)) {
  sources_ = std::make_unique<DivergenceSources>(kernel, frozen_arguments, whose);
  const auto classify = [&](const llvm::Instruction& instruction) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load != nullptr && IsBroadcast(*load) ? Source{} : sources_->Classify(instruction);
  };
  if (!analyses_->irreducible) broadcasts_ = std::make_unique<LocalBroadcasts>(kernel);
  Compute(classify);
  // What is broadcast may be relied on only if the whole group meets all barriers (local_broadcasts.h).
  if (broadcasts_ == nullptr || broadcasts_->empty() || AllBarriersMet()) return;
  broadcasts_.reset();
  analyses_ = std::make_unique<Analyses>(kernel);
  Compute(classify);
}

bool Uniformity::AllBarriersMet() const {
  for (const llvm::CallInst* barrier : BarriersOf(kernel_)) {
    if (Before(*barrier)) return false;
  }
  return true;
}

std::string Uniformity::WhyUniform(const llvm::Instruction& terminator) const {
  const llvm::Use* decider = Decider(terminator);
  if (decider == nullptr || sources_ == nullptr || AtBranch(terminator)) return "";
  std::vector<std::string> origins;
  const auto add = [&](const std::string& origin) {
    if (std::find(origins.begin(), origins.end(), origin) == origins.end()) origins.push_back(origin);
  };
  std::deque<const llvm::Value*> queue{decider->get()};
  llvm::SmallPtrSet<const llvm::Value*, 32> seen{decider->get()};
  while (!queue.empty()) {
    const llvm::Value* at = queue.front();
    queue.pop_front();
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(at)) {
      if (!argument->getType()->isPointerTy()) add("argument " + sources_->Name(*argument));
      continue;
    }
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(at);
    if (instruction == nullptr) continue;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      add((IsBroadcast(*load) ? "a broadcast through " : "a load from ") + sources_->OriginOf(*load));
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction)) {
      if (analyses_->origins.count(call) != 0) continue;  // its part is cut off (tiles.h)
      add(CalleeName(*call));
    } else if (sources_->Classify(*instruction).spread == Spread::kUniform) {
      add("get_global_id - get_local_id");
      continue;
    }
    for (const llvm::Use& operand : instruction->operands()) {
      if (seen.insert(operand.get()).second) queue.push_back(operand.get());
    }
  }
  std::string text;
  for (const std::string& origin : origins) text += (text.empty() ? "" : ", ") + origin;
  return text;
}

Uniformity::Uniformity(llvm::Function& kernel,
                       const std::function<Source(const llvm::Instruction&)>& classify)
    : kernel_(kernel), analyses_(std::make_unique<Analyses>(kernel)) {
  Compute(classify);
}

void Uniformity::Compute(const std::function<Source(const llvm::Instruction&)>& classify) {
  if (analyses_->irreducible) return;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel_)) {
    const Source source = classify(instruction);
    if (source.spread == Spread::kUniform) analyses_->divergence->MarkUniform(instruction);
    if (source.spread == Spread::kDivergent) {
      analyses_->divergence->MarkDivergent(instruction);
      analyses_->origins.emplace(&instruction, source.what);
    }
    if (sources_ != nullptr && CutsLowBits(instruction)) {
      analyses_->divergence->MarkAgreeing(instruction, [this, &instruction] { return AgreesInTiles(instruction); });
    }
  }
  analyses_->divergence->Compute();
}

bool Uniformity::AgreesInTiles(const llvm::Instruction& instruction) const {
  const Divergence& divergence = *analyses_->divergence;
  const auto sharing = [&](const llvm::Use& use) {
    if (divergence.IsLeftApart(use)) return Sharing::kUnknown;
    if (!divergence.IsDivergent(*use)) return llvm::isa<llvm::UndefValue>(*use) ? Sharing::kUnknown : Sharing::kShared;
    const auto* source = llvm::dyn_cast<llvm::Instruction>(use.get());
    const bool own_id = source != nullptr && llvm::isa<llvm::CallBase>(source);
    return analyses_->origins.count(source) != 0 && !own_id ? Sharing::kUnknown : Sharing::kOwn;
  };
  const auto size = [&](uint64_t dimension) { return sources_->GroupSize(dimension); };
  return SameForGroup(instruction, size, sharing, kernel_.getParent()->getDataLayout());
}

Uniformity::~Uniformity() = default;

bool Uniformity::IsBroadcast(const llvm::LoadInst& load) const {
  return broadcasts_ != nullptr && broadcasts_->Contains(load);
}

bool Uniformity::irreducible() const { return analyses_->irreducible; }

std::optional<DivergenceCause> Uniformity::AtBranch(const llvm::Instruction& terminator) const {
  const llvm::Use* decider = Decider(terminator);
  if (decider == nullptr) return std::nullopt;
  if (analyses_->irreducible) return DivergenceCause{&terminator, nullptr, "irreducible control flow", ""};
  if (!analyses_->divergence->IsDivergentUse(*decider) &&
      analyses_->origins.count(&terminator) == 0) {
    return std::nullopt;
  }
  return Trace(terminator, decider);
}

std::optional<DivergenceCause> Uniformity::AtFlags(const llvm::CallBase& call) const {
  const llvm::Use* decider = Decider(call);
  if (decider == nullptr || llvm::isa<llvm::Constant>(*decider)) return std::nullopt;
  if (analyses_->irreducible) return DivergenceCause{&call, nullptr, "irreducible control flow", ""};
  if (!analyses_->divergence->IsDivergentUse(*decider)) return std::nullopt;
  return Trace(call, decider);
}

std::optional<DivergenceCause> Uniformity::AtArgument(const llvm::CallBase& call, unsigned argument) const {
  return AtOperand(call.getArgOperandUse(argument));
}

std::optional<DivergenceCause> Uniformity::AtOperand(const llvm::Use& operand) const {
  if (llvm::isa<llvm::Constant>(operand)) return std::nullopt;
  const auto& user = llvm::cast<llvm::Instruction>(*operand.getUser());
  if (analyses_->irreducible) return DivergenceCause{&user, nullptr, "irreducible control flow", ""};
  if (!analyses_->divergence->IsDivergentUse(operand)) return std::nullopt;
  return Trace(user, &operand);
}

// Walks from the deciding operand, `first`, back to the nearest source: through operands that differ, and
// where a value differs only because work-items arrive from different sides (or leave a loop in
// different iterations) through the branches that sent them there.
DivergenceCause Uniformity::Trace(const llvm::Instruction& start, const llvm::Use* first) const {
  const Divergence& divergence = *analyses_->divergence;
  std::deque<const llvm::Instruction*> queue{&start};
  llvm::SmallPtrSet<const llvm::Instruction*, 32> seen{&start};
  std::map<const llvm::Instruction*, const llvm::LoadInst*> through;  // the last load on the way
  const llvm::Instruction* at = nullptr;
  auto push = [&](const llvm::Value* value) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || !seen.insert(instruction).second) return;
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(at);
    through[instruction] = load != nullptr ? load : through[at];
    queue.push_back(instruction);
  };
  while (!queue.empty()) {
    at = queue.front();
    queue.pop_front();
    // Of the start it is the operand that was asked about, whatever its own result is.
    const bool asked = at == &start && first != nullptr && divergence.IsDivergentUse(*first);
    if (auto origin = analyses_->origins.find(at); origin != analyses_->origins.end() && !asked) {
      const llvm::LoadInst* load = sources_ == nullptr ? nullptr : through[at];
      return {&start, at, origin->second,
              load == nullptr ? "" : "a load from " + sources_->OriginOf(*load)};
    }
    const llvm::Loop* left = nullptr;  // the loop that a value leaves at different times
    bool by_operand = false;
    const bool decides = at->isTerminator() || at == &start;
    const llvm::Use* decider = at == &start ? first : decides ? Decider(*at) : nullptr;
    for (const llvm::Use& operand : at->operands()) {
      if (decides && &operand != decider) continue;
      if (divergence.IsDivergent(*operand)) {
        by_operand = true;
        push(operand);
      } else if (divergence.IsDivergentUse(operand)) {
        left = analyses_->loops.getLoopFor(llvm::cast<llvm::Instruction>(operand)->getParent());
      }
    }
    if (by_operand) continue;
    for (const llvm::BasicBlock& block : kernel_) {
      const llvm::Instruction& branch = *block.getTerminator();
      const llvm::Use* condition = Decider(branch);
      if (condition == nullptr || !divergence.IsDivergentUse(*condition)) continue;
      const auto& joins = divergence.MeetingPointsOf(branch);
      if (joins.joins.count(at->getParent()) || joins.loop_exits.count(at->getParent()) ||
          (left != nullptr && left->contains(&block))) {
        push(&branch);
      }
    }
  }
  return {&start, nullptr, "a value that may differ between work-items", ""};
}

// Whether `from` decides if a work-item begins the next iteration of `loop` before the paths from
// here meet again. Post-dominance cannot tell: both paths may lead to one place, but one of them an
// iteration later, with other values of what counts as uniform within an iteration.
//
//   header:  j = 0      <-------+
//   inner:   while (j++ < 1) {  |
//              barrier          |    `again` leads to the barrier on both ways
//              if (again) ------+
//            }
bool Uniformity::DecidesNextIteration(const llvm::BasicBlock& from, const llvm::Loop& loop) const {
  const auto* node = analyses_->post_dominators.getNode(const_cast<llvm::BasicBlock*>(&from));
  const llvm::BasicBlock* meeting =
      node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
  // Where one gets from here within this iteration, not past `stop`.
  const auto reaches = [&](const llvm::BasicBlock* stop, bool next_iteration) {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen;
    std::vector<const llvm::BasicBlock*> work(llvm::succ_begin(&from), llvm::succ_end(&from));
    while (!work.empty()) {
      const llvm::BasicBlock* at = work.back();
      work.pop_back();
      if (at == stop) continue;
      if (at == loop.getHeader()) {
        if (next_iteration) return true;
      } else if (!loop.contains(at)) {
        if (!next_iteration) return true;
      } else if (seen.insert(at).second) {
        work.insert(work.end(), llvm::succ_begin(at), llvm::succ_end(at));
      }
    }
    return false;
  };
  // If nobody can leave before the next iteration, all begin it.
  return reaches(meeting, /*next_iteration=*/true) && reaches(nullptr, /*next_iteration=*/false);
}

std::optional<DivergenceCause> Uniformity::Before(const llvm::Instruction& instruction) const {
  llvm::BasicBlock* block = const_cast<llvm::BasicBlock*>(instruction.getParent());
  llvm::SmallPtrSet<llvm::BasicBlock*, 1> start{block};
  llvm::SmallVector<llvm::BasicBlock*, 16> frontier;
  llvm::ReverseIDFCalculator calculator(analyses_->post_dominators);
  calculator.setDefiningBlocks(start);
  calculator.calculate(frontier);
  const llvm::SmallPtrSet<llvm::BasicBlock*, 16> controlling(frontier.begin(), frontier.end());
  for (llvm::BasicBlock& candidate : kernel_) {  // in program order: the same answer every time
    if (controlling.count(&candidate) == 0) continue;
    if (auto cause = AtBranch(*candidate.getTerminator())) return cause;
  }
  for (const llvm::Loop* loop = analyses_->loops.getLoopFor(block); loop != nullptr;
       loop = loop->getParentLoop()) {
    for (llvm::BasicBlock& candidate : kernel_) {
      if (!loop->contains(&candidate)) continue;
      if (auto cause = AtBranch(*candidate.getTerminator());
          cause && DecidesNextIteration(candidate, *loop)) {
        return cause;
      }
    }
  }
  return std::nullopt;
}

// Goes out from `instruction` along control dependence [Ferrante, Ottenstein & Warren]: `block` depends
// on a branch if it post-dominates one of its sides but not the branch.
std::optional<DivergenceCause> Uniformity::Nearest(const llvm::Instruction& instruction) const {
  if (analyses_->irreducible || !Before(instruction)) return Before(instruction);
  const auto next = [&](const llvm::BasicBlock* block) -> const llvm::BasicBlock* {
    const auto* node = analyses_->post_dominators.getNode(const_cast<llvm::BasicBlock*>(block));
    return node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
  };
  const auto depends = [&](const llvm::BasicBlock* block, const llvm::BasicBlock& branch) {
    for (const llvm::BasicBlock* side : llvm::successors(&branch)) {
      for (const llvm::BasicBlock* at = side; at != nullptr && at != next(&branch); at = next(at)) {
        if (at == block) return true;
      }
    }
    return false;
  };
  std::deque<const llvm::BasicBlock*> queue{instruction.getParent()};
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen{instruction.getParent()};
  while (!queue.empty()) {
    const llvm::BasicBlock* block = queue.front();
    queue.pop_front();
    for (const llvm::BasicBlock& branch : kernel_) {  // in program order: the same answer every time
      if (llvm::succ_size(&branch) < 2 || !depends(block, branch)) continue;
      if (auto cause = AtBranch(*branch.getTerminator())) return cause;
      if (seen.insert(&branch).second) queue.push_back(&branch);
    }
  }
  return Before(instruction);
}

}  // namespace lockstep::instrument
