// Variables that loops carry round: what is proven of random ones is nothing that walks of all work-items contradict,
// on which each iteration sets them to one of what they may be set to.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/prune/range.h"
#include "runtime/prune/site_proof.h"
#include "tests/unit/runtime/prune/site_builder.h"

namespace lockstep {
namespace {

constexpr int kWalkers = 8, kEach = 7;

class Walk {
 public:
  explicit Walk(uint32_t seed) : random_(seed) {
    item_ = kernel_.Id('g');
    rounds_ = Pick(12);
    round_ = kernel_.Counter(kernel_.Constant(0), kernel_.Constant(1), kernel_.Constant(rounds_));
    carried_ = kernel_.Add(GroupOp::kPhi, 32);
    SiteMerge merge;
    merge.phi = carried_;
    merge.sources.push_back(
        {Pick(4) == 0 ? kernel_.Op(GroupOp::kAnd, item_, kernel_.Constant(3)) : kernel_.Constant(Pick(5))});
    for (int more = 1 + Pick(3); more > 0; --more) {
      std::vector<SiteGuard> guards;
      for (int conditions = Pick(3); conditions > 0; --conditions) guards.push_back({Condition(), Pick(4) != 0});
      merge.sources.push_back({Next(), false, guards});
    }
    kernel_.program.merges.push_back(merge);
    for (int accesses = 1 + Pick(2); accesses > 0; --accesses) {
      std::vector<SiteGuard> guards = {{kernel_.Compare(GroupOp::kSLt, round_, kernel_.Constant(rounds_)), true}};
      if (Pick(3) == 0) guards.push_back({Condition(), true});
      const int own = kernel_.Op(GroupOp::kMul, item_, kernel_.Constant(kEach));
      int at = kernel_.Op(GroupOp::kAdd, carried_, kernel_.Constant(Pick(3)));
      if (Pick(4) == 0) at = kernel_.Add(GroupOp::kSelect, 32, {Condition(), at, kernel_.Constant(Pick(kEach))});
      kernel_.Access(Pick(3) == 0 ? SiteAccess::Kind::kRead : SiteAccess::Kind::kWrite,
                     kernel_.Op(GroupOp::kAdd, own, at), guards);
    }
  }

  bool Proven() { return kernel_.Proven(kWalkers, 4) || kernel_.proof.proven; }

  bool HasConflict() {
    std::map<int64_t, std::set<int>> writers, users;
    for (now_item_ = 0; now_item_ < kWalkers; ++now_item_) {
      for (int walk = 0; walk < 20; ++walk) {
        const auto& sources = kernel_.program.merges[0].sources;
        now_ = Evaluate(sources[0].value);
        for (now_round_ = 0; now_round_ < rounds_; ++now_round_) {
          for (const SiteAccess& access : kernel_.program.accesses) {
            if (!Holds(access.guards)) continue;
            const int64_t at = Evaluate(access.value);
            users[at].insert(now_item_);
            if (access.kind == SiteAccess::Kind::kWrite) writers[at].insert(now_item_);
          }
          const SiteSource& next = sources[1 + Pick(static_cast<int>(sources.size()) - 1)];
          if (Holds(next.guards)) now_ = Evaluate(next.value);
        }
      }
    }
    for (const auto& [at, who] : writers) {
      if (users[at].size() > 1) return true;
    }
    return false;
  }

 private:
  int Pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  int Some(int least, int count) { return kernel_.Constant(least + Pick(count)); }

  int Next() {
    const int step = kernel_.Op(GroupOp::kAdd, carried_, Some(1, 3));
    switch (Pick(9)) {
      case 0: return kernel_.Op(GroupOp::kSub, carried_, Some(1, 2));
      case 1: return kernel_.Op(Pick(2) == 0 ? GroupOp::kSRem : GroupOp::kURem, step, Some(2, 12));
      case 2: return kernel_.Op(GroupOp::kAnd, step, kernel_.Constant((1 << (1 + Pick(4))) - 1));
      case 3: {
        const int end = kernel_.Compare(Pick(2) == 0 ? GroupOp::kEq : GroupOp::kSLt, Some(0, 12), carried_);
        const int start = kernel_.Constant(Pick(3)), next = step;
        return kernel_.Add(GroupOp::kSelect, 32, {end, start, next});
      }
      case 4: return kernel_.Op(GroupOp::kSMin, step, Some(3, 12));
      case 5: return kernel_.Op(GroupOp::kSub, Some(4, 12), carried_);
      case 6: return kernel_.Op(GroupOp::kSDiv, carried_, Some(2, 3));
      case 7: return Pick(2) == 0 ? round_ : kernel_.Op(GroupOp::kMul, carried_, Some(2, 2));
      default: return step;
    }
  }
  int Condition() {
    const GroupOp ops[] = {GroupOp::kSLt, GroupOp::kSLe, GroupOp::kULt, GroupOp::kNe, GroupOp::kEq};
    const GroupOp op = ops[Pick(5)];
    const int one = Pick(4) == 0 ? round_ : carried_, other = Some(0, 14);
    return Pick(2) == 0 ? kernel_.Compare(op, one, other) : kernel_.Compare(op, other, one);
  }
  bool Holds(const std::vector<SiteGuard>& guards) const {
    for (const SiteGuard& guard : guards) {
      if ((Evaluate(guard.condition) != 0) != guard.holds) return false;
    }
    return true;
  }
  int64_t Evaluate(int number) const {
    const GroupValue& value = kernel_.program.values[number];
    if (value.op == GroupOp::kConstant) return value.immediate;
    if (value.op == GroupOp::kId) return now_item_;
    if (value.op == GroupOp::kPhi) return number == carried_ ? now_ : now_round_;
    const Range a = Range::One(Evaluate(value.operands[0]));
    const Range b = OperandsOf(value.op) > 1 ? Range::One(Evaluate(value.operands[1])) : Range();
    const Range c = OperandsOf(value.op) > 2 ? Range::One(Evaluate(value.operands[2])) : Range();
    return Apply(value, a, b, c).low;
  }

  std::mt19937 random_;
  SiteBuilder kernel_;
  int item_ = -1, round_ = -1, carried_ = -1, rounds_ = 0;
  int now_item_ = 0, now_round_ = 0;
  int64_t now_ = 0;
};

// A condition may be what brings on an induction, by which the two that are chosen from must not be lost.
TEST(SiteProof, WhatIsChosenFromStaysWhileTheConditionIsFollowed) {
  SiteBuilder kernel;
  const int item = kernel.Id('g'), read = kernel.Add(GroupOp::kUnknown, 32);
  const int round = kernel.Counter(kernel.Constant(0), kernel.Constant(1), kernel.Constant(3));
  const int carried = kernel.Add(GroupOp::kPhi, 32);
  const int next = kernel.Op(GroupOp::kAdd, kernel.Op(GroupOp::kMul, carried, kernel.Constant(10)), read);
  SiteMerge merge;
  merge.phi = carried;
  merge.sources.push_back({kernel.Constant(0), false, {}});
  merge.sources.push_back({next, false, {{kernel.Compare(GroupOp::kSLt, round, kernel.Constant(3)), true}}});
  kernel.program.merges.push_back(merge);
  const int is_it = kernel.Compare(GroupOp::kEq, carried, kernel.Constant(12));
  kernel.Access(SiteAccess::Kind::kWrite, kernel.Add(GroupOp::kSelect, 32, {is_it, kernel.Constant(0), item}));
  EXPECT_FALSE(kernel.Proven(8, 4));
  EXPECT_FALSE(kernel.proof.proven);
}

TEST(SiteProof, AgreesWithWalks) {
  const char* given = std::getenv("PROOF_WALKS");  // fewer, where each takes long
  const uint32_t walks = given == nullptr ? 10'000 : static_cast<uint32_t>(std::stoul(given));
  uint32_t proven = 0, met = 0;
  for (uint32_t seed = 0; seed < walks; ++seed) {
    Walk walk(seed);
    const bool conflict = walk.HasConflict();
    met += conflict;
    if (!walk.Proven()) continue;
    ++proven;
    ASSERT_FALSE(conflict) << "seed " << seed;
  }
  EXPECT_GT(met, walks / 10);
  EXPECT_GT(proven, walks * 3 / 10) << "of " << walks - met;
}

}  // namespace
}  // namespace lockstep
