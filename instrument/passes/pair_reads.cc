// Finds the reads that plain writes come together with, with nothing between that may order: in one basic block, or
// else in blocks one of which is always behind or before the other.
//
//   x = a[i]        site 1: read                  a[i] = 1       site 1: write, read: 2
//   a[i] = x + 1    site 2: write, read: 1,       x = a[i]       site 2: read
//                           read_first
//
// A cell keeps one record of the two, the write's; the report tells by the pair what that stood for. "The same bytes"
// are equal expressions of the same SSA values, as in merge_checks.cc: nothing is computed anew within a block, nor
// between two places of which the first dominates the second: who computes a value anew comes to the first again before
// the second.
#include "instrument/passes/pair_reads.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "instrument/analysis/address_numbers.h"
#include "instrument/passes/merge_rules.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

using ReadBytes = std::pair<unsigned, uint64_t>;  // number of the address, size

struct Pair {
  unsigned read = 0;  // 0: none
  bool first = false;

  bool operator==(const Pair& other) const { return read == other.read && first == other.first; }
};

class Pairer {
 public:
  explicit Pairer(const CheckPlan& plan) {
    for (const PlannedCheck& check : plan.checks) {
      if (!check.IsPlain()) continue;
      plain_.push_back(&check);
      checks_of_[check.access.instruction].push_back(&check);
    }
  }

  void Look(llvm::BasicBlock& block) {
    for (llvm::Instruction& instruction : block) {
      if (MayOrder(instruction)) Finish();
      const auto found = checks_of_.find(&instruction);
      if (found == checks_of_.end()) continue;
      for (const PlannedCheck* check : found->second) {
        Seen& seen = seen_[{numbers_.NumberOf(*check->access.pointer), check->access.size}];
        if (check->access.kind != AccessKind::kRead) {
          seen.writes.push_back({check->site, {seen.read, seen.read != 0}});
        } else if (seen.read == 0) {
          seen.read = check->site;
        }
      }
    }
    Finish();
  }

  // For writes that have no pair in their block.
  void LookFurther(llvm::Function& kernel) {
    std::map<ReadBytes, std::vector<const PlannedCheck*>> reads, writes;
    for (const PlannedCheck* check : plain_) {
      const ReadBytes bytes = {numbers_.NumberOf(*check->access.pointer), check->access.size};
      (check->access.kind == AccessKind::kRead ? reads : writes)[bytes].push_back(check);
    }
    std::optional<llvm::DominatorTree> before;
    std::optional<llvm::PostDominatorTree> behind;
    std::map<unsigned, Pair> further;
    for (const auto& [bytes, of_bytes] : writes) {
      const auto found = reads.find(bytes);
      for (const PlannedCheck* write : of_bytes) {
        if (pairs_[write->site].read != 0) continue;
        if (found == reads.end()) {
          further[write->site] = {};
          continue;
        }
        if (!before) {
          before.emplace(kernel);
          behind.emplace(kernel);
        }
        const Pair pair = PairElsewhere(*write, found->second, *before, *behind);
        const auto [known, fresh] = further.emplace(write->site, pair);
        if (!fresh && !(known->second == pair)) known->second = {};
      }
    }
    for (const auto& [site, pair] : further) pairs_[site] = pair;
  }

  // A site that stands for several writes has the pair that all of them have.
  void Fill(KernelDescription& info) const {
    for (const auto& [site, pair] : pairs_) {
      info.sites[site].read = pair.read;
      info.sites[site].read_first = pair.first;
    }
  }

 private:
  struct Seen {
    unsigned read = 0;  // the first one's site
    std::vector<std::pair<unsigned, Pair>> writes;
  };

  void Finish() {
    for (const auto& [bytes, seen] : seen_) {
      for (auto [site, pair] : seen.writes) {
        if (pair.read == 0) pair.read = seen.read;
        const auto [known, fresh] = pairs_.emplace(site, pair);
        if (!fresh && !(known->second == pair)) known->second = {};
      }
    }
    seen_.clear();
  }

  // The read with the lowest site, one that comes before the write first.
  Pair PairElsewhere(const PlannedCheck& write, const std::vector<const PlannedCheck*>& reads,
                     const llvm::DominatorTree& before, const llvm::PostDominatorTree& behind) {
    Pair best;
    const llvm::Instruction& at = *write.access.instruction;
    for (const PlannedCheck* read : reads) {
      const llvm::Instruction& other = *read->access.instruction;
      if (other.getParent() == at.getParent()) continue;
      const bool first = before.dominates(&other, &at);
      if (!first && !(before.dominates(&at, &other) && behind.dominates(other.getParent(), at.getParent()))) continue;
      if (best.read != 0 && std::make_pair(!first, read->site) >= std::make_pair(!best.first, best.read)) continue;
      if (walks_ == kMostWalks) break;
      ++walks_;
      if (MayOrderBetween(first ? other : at, first ? at : other)) continue;
      best = {read->site, first};
    }
    return best;
  }

  // Whether something that may order stands on a way from `from`, in another block, to `to` that does not lead past
  // `from` again. `from` dominates `to`.
  static bool MayOrderBetween(const llvm::Instruction& from, const llvm::Instruction& to) {
    for (const llvm::Instruction* i = from.getNextNode(); i != nullptr; i = i->getNextNode()) {
      if (MayOrder(*i)) return true;
    }
    for (const llvm::Instruction* i = to.getPrevNode(); i != nullptr; i = i->getPrevNode()) {
      if (MayOrder(*i)) return true;
    }
    std::set<const llvm::BasicBlock*> seen = {from.getParent()};
    std::vector<const llvm::BasicBlock*> open(llvm::pred_begin(to.getParent()), llvm::pred_end(to.getParent()));
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.back();
      open.pop_back();
      if (!seen.insert(block).second) continue;
      if (std::any_of(block->begin(), block->end(), [](const llvm::Instruction& i) { return MayOrder(i); }))
        return true;
      open.insert(open.end(), llvm::pred_begin(block), llvm::pred_end(block));
    }
    return false;
  }

  // Of ways between two places: what a pair tells is worth no compile time that grows with the square of a kernel.
  static constexpr size_t kMostWalks = 1000;
  size_t walks_ = 0;

  AddressNumbers numbers_;
  std::vector<const PlannedCheck*> plain_;  // in the order of the plan, so that the same is found each time
  std::map<const llvm::Instruction*, std::vector<const PlannedCheck*>> checks_of_;
  std::map<ReadBytes, Seen> seen_;
  std::map<unsigned, Pair> pairs_;
};

}  // namespace

void PairReads(llvm::Function& kernel, const CheckPlan& plan, KernelDescription& info) {
  Pairer pairer(plan);
  for (llvm::BasicBlock& block : kernel) pairer.Look(block);
  pairer.LookFurther(kernel);
  pairer.Fill(info);
}

}  // namespace lockstep::instrument
