// Joins the checks of neighbours: members of a struct, components of a vector, unrolled a[i], a[i + 1], the
// points of a stencil (what ESOP'13, Sect. 6, wishes for).
//
//   read a[i - 1]                     read a[i - 1 .. i + 1], sites 1, 2, 3
//   x = a[i - 1]                      x = a[i - 1]
//   read a[i]                  =>     x += a[i]
//   x += a[i]                         x += a[i + 1]
//   read a[i + 1]
//   x += a[i + 1]
//
// The accesses are of one block with nothing between them that orders anything, of one kind (reads, writes,
// reads with writes of the same bytes), through one root, and each of exactly one of its granules. Their
// addresses have equal terms (address_sums.h), so how far they are from each other is known. A check may be
// made earlier or later than its access there (merge_rules.h): reads are checked in front of the first of
// them, where its address is known, writes in front of the last, where all values are known. Each cell gets
// the record of its own access, with its own site, and meets what it would have met: a finding names the
// line and the bytes as before. Where two writes of one work-item to one cell change places, their
// values differ, and the cell says so whichever comes last (LS_VARIED), or they are equal.
#include "instrument/passes/join_checks.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "instrument/analysis/address_sums.h"
#include "instrument/passes/merge_rules.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::instrument {
namespace {

class Joiner {
 public:
  Joiner(llvm::Function& kernel, CheckPlan& plan)
      : kernel_(kernel), plan_(plan), sums_(kernel.getParent()->getDataLayout(), numbers_), gone_(plan.checks.size()) {
    for (size_t i = 0; i < plan.checks.size(); ++i) {
      if (MayJoin(plan.checks[i])) check_of_[plan.checks[i].access.instruction] = i;
    }
  }

  void Join() {
    for (llvm::BasicBlock& block : kernel_) {
      for (llvm::Instruction& instruction : block) {
        if (MayOrder(instruction)) Finish();
        if (const auto found = check_of_.find(&instruction); found != check_of_.end()) See(found->second);
      }
      Finish();
    }
    DropChecks(plan_, gone_);
  }

 private:
  // Root, bytes of a granule, kind, terms: what neighbours have in common.
  using Kin = std::tuple<int, uint64_t, bool, bool, std::map<std::pair<unsigned, unsigned>, uint64_t>>;

  bool MayJoin(const PlannedCheck& check) const {
    return MayMerge(plan_, check) && check.once == nullptr && !check.bounds_only && check.InPieces() &&
           check.access.size == uint64_t{1} << check.piece_shift;
  }

  void See(size_t number) {
    const PlannedCheck& check = plan_.checks[number];
    AddressSum sum = sums_.SumOf(*check.access.pointer);
    const bool write = check.access.kind == AccessKind::kWrite;
    // Of several checks of one cell the first is joined.
    seen_[Kin{check.root, check.access.size, write, check.read_site != 0, std::move(sum.terms)}].emplace(
        static_cast<int64_t>(sum.bytes), number);
  }

  // Joins what stands since the last ordering: `seen_` has checks in the order of their addresses.
  void Finish() {
    for (const auto& [kin, cells] : seen_) {
      const auto size = static_cast<int64_t>(std::get<1>(kin));
      std::vector<size_t> run;
      int64_t next = 0;
      for (const auto& [bytes, number] : cells) {
        if (!run.empty() && (bytes != next || run.size() == PlannedCheck::kMaxJoined)) JoinRun(run, size);
        run.push_back(number);
        next = bytes + size;
      }
      JoinRun(run, size);
    }
    seen_.clear();
  }

  // `run`: checks of cells one behind the other; empty afterwards.
  void JoinRun(std::vector<size_t>& run, int64_t size) {
    const std::vector<size_t> joined = std::exchange(run, {});
    if (joined.size() < 2) return;
    // Numbers of checks are in the order of the instructions of a block.
    const bool write = plan_.checks[joined[0]].access.kind == AccessKind::kWrite;
    const auto place = write ? std::max_element(joined.begin(), joined.end())
                             : std::min_element(joined.begin(), joined.end());
    std::vector<PlannedCheck::Piece> pieces;
    for (const size_t number : joined) {
      const PlannedCheck& check = plan_.checks[number];
      pieces.push_back({check.site, check.read_site, check.access.value});
      gone_[number] = number != *place;
    }
    PlannedCheck& whole = plan_.checks[*place];
    whole.pieces = std::move(pieces);
    whole.first_piece = -size * (place - joined.begin());
  }

  llvm::Function& kernel_;
  CheckPlan& plan_;
  AddressNumbers numbers_;
  AddressSums sums_;
  std::map<const llvm::Instruction*, size_t> check_of_;
  std::map<Kin, std::map<int64_t, size_t>> seen_;
  std::vector<bool> gone_;
};

}  // namespace

void JoinChecks(llvm::Function& kernel, CheckPlan& plan) { Joiner(kernel, plan).Join(); }

}  // namespace lockstep::instrument
