// Drops checks of what the same work-item has checked before, in the same segment and of the same bytes.
//
//   read a[i]            -                         read a[i]         read a[i]
//   x = a[i]             x = a[i]                  x = a[i]          x = a[i]
//   write a[i]     =>    read and write a[i]       if (c) {    =>    if (c) {
//   a[i] = x + 1         a[i] = x + 1                read a[i]         -
//                                                    y = a[i]          y = a[i]
//
// Two accesses of one work-item with no barrier between are of the same segment, so whatever is ordered
// before, after or not at all with one is so with the other (semantics.md, section 2), and they touch the
// same bytes. So, with R and W plain:
//   - R behind R finds nothing that the first does not find: a conflict needs a write by another, which
//     meets the first R or is met by it, whichever of the two checks comes first. Only the line differs,
//     and only where both lines have it; in the cell it is the covered case (ls_covered).
//   - Behind R and W, in whichever order, R and W find nothing more: W conflicts with all that they
//     conflict with, and that equal values do not excuse it, because the work-item read there too, the
//     cell knows (LS_VARIED). Again ls_covered.
//   - R behind W alone, W behind R alone and W behind W stay: they make a read-write race of what would
//     be a write of equal values, or a race of two values.
//   - R and W of one block, nothing between them that orders anything, are checked in one visit at the
//     first W, as R and then W (merge_rules.h says why a check may be made earlier or later). Where the cell is not as
//     simple as the library's common path wants it, R and W are checked one after the other, so either
//     line is told.
//
// "The same bytes": the addresses are equal expressions of the same SSA values; or bytes among those of the earlier
// check, as v.w behind v: their addresses are sums of the same terms (address_sums.h). "Behind": on every path from the
// entry, with nothing between that may order; a value that is computed anew on the way, in a loop, cannot have been in
// an expression that was checked before (its first computation comes before all checks of it, so from there a path
// without such a check would lead here).
#include "instrument/passes/merge_checks.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "instrument/analysis/address_numbers.h"
#include "instrument/analysis/address_sums.h"
#include "instrument/passes/merge_rules.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

constexpr size_t kMostStretches = 256;  // from one address that are compared with one another

// Address, bytes, root: what two checks must share.
using CheckedBytes = std::tuple<unsigned, uint64_t, int>;

// What the work-item has checked in the current segment, by number of the bytes.
struct Known {
  std::vector<bool> read, written;

  explicit Known(size_t size, bool all = false) : read(size, all), written(size, all) {}
  void Clear() { *this = Known(read.size()); }
  // Keeps what both know; true: something is gone.
  bool Meet(const Known& other) {
    bool less = false;
    for (size_t i = 0; i < read.size(); ++i) {
      less |= (read[i] && !other.read[i]) || (written[i] && !other.written[i]);
      read[i] = read[i] && other.read[i];
      written[i] = written[i] && other.written[i];
    }
    return less;
  }
};

class Merger {
 public:
  Merger(llvm::Function& kernel, CheckPlan& plan) : kernel_(kernel), plan_(plan) {
    AddressNumbers numbers;
    AddressSums sums(kernel.getParent()->getDataLayout(), numbers);
    for (size_t i = 0; i < plan.checks.size(); ++i) {
      const PlannedCheck& check = plan.checks[i];
      if (!MayMerge(plan, check)) continue;
      const CheckedBytes bytes{numbers.NumberOf(*check.access.pointer), check.access.size, check.root};
      const auto [place, fresh] = bytes_.emplace(bytes, bytes_.size());
      checks_of_[check.access.instruction].push_back({i, place->second});
      if (fresh) NoteNeighbour(sums.SumOf(*check.access.pointer), check.access.size, check.root);
    }
    FindContainers();
  }

  void Merge() {
    gone_.assign(plan_.checks.size(), false);
    for (llvm::BasicBlock& block : kernel_) MergeInBlock(block);
    DropWhatIsKnown();
    DropChecks(plan_, gone_);
  }

 private:
  struct Numbered {
    size_t check;
    unsigned bytes;
  };
  // Bytes from the sum of some terms.
  struct Stretch {
    uint64_t begin, size;
    unsigned bytes;  // their number
  };

  // The bytes with the next number.
  void NoteNeighbour(AddressSum sum, uint64_t size, int root) {
    stretches_[{root, std::move(sum.terms)}].push_back({sum.bytes, size, static_cast<unsigned>(containers_.size())});
    containers_.emplace_back();
  }

  void FindContainers() {
    for (const auto& [terms, stretches] : stretches_) {
      if (stretches.size() > kMostStretches) continue;
      for (const Stretch& part : stretches) {
        for (const Stretch& whole : stretches) {
          const uint64_t offset = part.begin - whole.begin;
          if (whole.size > part.size && offset <= whole.size - part.size)
            containers_[part.bytes].push_back(whole.bytes);
        }
      }
    }
  }

  // Whether all of the bytes are known.
  bool IsIn(const std::vector<bool>& known, unsigned bytes) const {
    return known[bytes] || std::any_of(containers_[bytes].begin(), containers_[bytes].end(),
                                       [&](unsigned whole) { return known[whole]; });
  }

  const std::vector<Numbered>& ChecksOf(const llvm::Instruction& instruction) const {
    static const auto& none = *new std::vector<Numbered>();
    const auto found = checks_of_.find(&instruction);
    return found == checks_of_.end() ? none : found->second;
  }

  // The first write takes over the reads between two orderings.
  void MergeInBlock(llvm::BasicBlock& block) {
    struct Seen {
      std::vector<size_t> reads;
      int write = -1;
    };
    std::map<unsigned, Seen> seen;
    const auto finish = [&] {
      for (auto& [bytes, one] : seen) {
        if (one.write < 0 || one.reads.empty()) continue;
        PlannedCheck& write = plan_.checks[one.write];
        write.read_site = plan_.checks[one.reads.front()].site;
        for (const size_t read : one.reads) gone_[read] = true;
      }
      seen.clear();
    };
    for (llvm::Instruction& instruction : block) {
      if (MayOrder(instruction)) finish();
      for (const Numbered& numbered : ChecksOf(instruction)) {
        Seen& one = seen[numbered.bytes];
        const PlannedCheck& check = plan_.checks[numbered.check];
        if (check.access.kind == AccessKind::kRead) {
          one.reads.push_back(numbered.check);
        } else if (one.write < 0 && check.InPieces()) {
          one.write = static_cast<int>(numbered.check);
        }
      }
    }
    finish();
  }

  // Forward over the blocks, to the greatest fixed point.
  void DropWhatIsKnown() {
    std::map<const llvm::BasicBlock*, Known> at_start;
    for (const llvm::BasicBlock& block : kernel_) {
      at_start.emplace(&block, Known(bytes_.size(), /*all=*/&block != &kernel_.getEntryBlock()));
    }
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&kernel_);
    for (bool again = true; again;) {
      again = false;
      for (llvm::BasicBlock* block : order) {
        Known known = at_start.at(block);
        Follow(*block, known, /*drop=*/false);
        for (llvm::BasicBlock* next : llvm::successors(block)) again |= at_start.at(next).Meet(known);
      }
    }
    for (llvm::BasicBlock* block : order) {
      Known known = at_start.at(block);
      Follow(*block, known, /*drop=*/true);
    }
  }

  void Follow(llvm::BasicBlock& block, Known& known, bool drop) {
    for (llvm::Instruction& instruction : block) {
      if (MayOrder(instruction)) known.Clear();
      for (const auto& [number, bytes] : ChecksOf(instruction)) {
        if (gone_[number]) continue;
        const PlannedCheck& check = plan_.checks[number];
        const bool read = check.access.kind == AccessKind::kRead || check.read_site != 0;
        const bool write = check.access.kind != AccessKind::kRead;
        if (drop && IsIn(known.read, bytes) && (!write || IsIn(known.written, bytes))) {
          gone_[number] = true;
          continue;
        }
        if (read) known.read[bytes] = true;
        if (write) known.written[bytes] = true;
      }
    }
  }

  llvm::Function& kernel_;
  CheckPlan& plan_;
  std::map<CheckedBytes, unsigned> bytes_;
  std::map<std::pair<int, std::map<std::pair<unsigned, unsigned>, uint64_t>>, std::vector<Stretch>> stretches_;
  std::vector<std::vector<unsigned>> containers_;  // of bytes, which others have all of them and more
  std::map<const llvm::Instruction*, std::vector<Numbered>> checks_of_;
  std::vector<bool> gone_;
};

}  // namespace

void MergeChecks(llvm::Function& kernel, CheckPlan& plan) { Merger(kernel, plan).Merge(); }

}  // namespace lockstep::instrument
