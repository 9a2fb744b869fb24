// Finds the reads that plain writes come together with: in one basic block, with nothing between that may order.
//
//   x = a[i]        site 1: read                  a[i] = 1       site 1: write, read: 2
//   a[i] = x + 1    site 2: write, read: 1,       x = a[i]       site 2: read
//                           read_first
//
// A cell keeps one record of the two, the write's; the report tells by the pair what that stood for. "The same bytes"
// are equal expressions of the same SSA values, as in merge_checks.cc: nothing is computed anew within a block.
#include "instrument/passes/pair_reads.h"

#include <map>
#include <utility>
#include <vector>

#include "instrument/analysis/address_numbers.h"
#include "instrument/passes/merge_rules.h"
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

bool IsPlain(const PlannedCheck& check) {
  const Access& access = check.access;
  return !access.atomic && !access.copy && !check.bounds_only &&
         (llvm::isa<llvm::LoadInst>(access.instruction) || llvm::isa<llvm::StoreInst>(access.instruction));
}

class Pairer {
 public:
  explicit Pairer(const CheckPlan& plan) {
    for (const PlannedCheck& check : plan.checks) {
      if (IsPlain(check)) checks_of_[check.access.instruction].push_back(&check);
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

  AddressNumbers numbers_;
  std::map<const llvm::Instruction*, std::vector<const PlannedCheck*>> checks_of_;
  std::map<ReadBytes, Seen> seen_;
  std::map<unsigned, Pair> pairs_;
};

}  // namespace

void PairReads(llvm::Function& kernel, const CheckPlan& plan, KernelDescription& info) {
  Pairer pairer(plan);
  for (llvm::BasicBlock& block : kernel) pairer.Look(block);
  pairer.Fill(info);
}

}  // namespace lockstep::instrument
