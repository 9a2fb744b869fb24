// Two counters of a loop that goes on while they have not met: what is proven of random ones is nothing that the loop
// itself contradicts, wherever they wrap.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "runtime/prune/range.h"
#include "runtime/prune/site_proof.h"
#include "tests/unit/runtime/prune/site_builder.h"

namespace lockstep {
namespace {

using Relation = SiteLoopTest::Relation;

constexpr int kCounting = 6;
constexpr int kMostTrips = 600;  // more than any counter of 8 bits has values

class TwoCounters {
 public:
  explicit TwoCounters(uint32_t seed) : random_(seed) {
    bits_ = Pick(2) == 0 ? 8 : 32;
    row_ = Pick(14);
    step_ = 1 + Pick(3);
    move_ = 1 + Pick(3);
    starts_[0] = Pick(8) == 0 ? 100 + Pick(28) : Pick(6) - 2;
    starts_[1] = Pick(8) == 0 ? -128 + Pick(10) : starts_[0] + Pick(16) - 2;
    if (Pick(8) == 0) starts_[1] = 127 - Pick(3);
    test_.relation = Pick(2) == 0 ? Relation::kLess : Relation::kLessEqual;
    test_.is_signed = Pick(3) != 0;
    test_.of_next = Pick(2) == 0;
    more_ = Pick(3) == 0 ? Pick(7) - 3 : test_.of_next ? -move_ : 0;

    item_ = kernel_.Id('g');
    row_start_ = kernel_.Op(GroupOp::kMul, item_, kernel_.Constant(row_));
    const auto start = [&](int which) {
      const int sum = kernel_.Op(GroupOp::kAdd, row_start_, kernel_.Constant(starts_[which]));
      return bits_ == 32 ? sum : kernel_.Add(GroupOp::kTrunc, bits_, {sum, -1, -1});
    };
    const int starts[] = {start(0), start(1)};
    for (int& phi : phis_) phi = kernel_.Add(GroupOp::kPhi, bits_);
    test_.bound = phis_[1];
    if (more_ != 0 || Pick(4) == 0) {
      const bool takes = more_ < 0 && Pick(2) == 0;
      test_.bound = kernel_.Add(takes ? GroupOp::kSub : GroupOp::kAdd, bits_,
                                {phis_[1], kernel_.Constant(takes ? -more_ : more_, bits_), -1});
    }
    const bool takes = Pick(2) == 0;
    kernel_.program.loops.push_back({phis_[0], 0, starts[0], kernel_.Constant(step_, bits_), false, {test_}});
    kernel_.program.loops.push_back(
        {phis_[1], 0, starts[1], kernel_.Constant(takes ? move_ : -move_, bits_), takes, {}});
    for (int accesses = 1 + Pick(2); accesses > 0; --accesses) {
      const int phi = phis_[Pick(2)];
      const int wide = bits_ == 32 ? phi : kernel_.Add(GroupOp::kSExt, 32, {phi, -1, -1}, bits_);
      // Never below 0, so that the proof may be about what wraps, too.
      const int base = kernel_.Constant(256);
      kernel_.Access(Pick(3) == 0 ? SiteAccess::Kind::kRead : SiteAccess::Kind::kWrite,
                     kernel_.Op(GroupOp::kAdd, wide, base));
      of_.emplace_back(phi == phis_[1], kernel_.program.accesses.back().kind == SiteAccess::Kind::kWrite);
    }
  }

  bool Proven() { return kernel_.Proven(kCounting, kCounting) || kernel_.proof.proven; }

  bool HasConflict() const {
    std::map<int64_t, std::set<int>> writers, users;
    for (int item = 0; item < kCounting; ++item) {
      int64_t counters[2];
      for (const int which : {0, 1}) counters[which] = Wrapped(int64_t{item} * row_ + starts_[which]);
      for (int round = 0; round < kMostTrips; ++round) {
        for (const auto& [which, writes] : of_) {
          users[counters[which]].insert(item);
          if (writes) writers[counters[which]].insert(item);
        }
        const int64_t next = Wrapped(counters[0] + step_);
        if (!Holds(test_.of_next ? next : counters[0], Wrapped(counters[1] + more_))) break;
        counters[0] = next;
        counters[1] = Wrapped(counters[1] - move_);
      }
    }
    for (const auto& [at, who] : writers) {
      if (users[at].size() > 1) return true;
    }
    return false;
  }

 private:
  int Pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  int64_t Wrapped(int64_t number) const { return Cut(static_cast<uint64_t>(number), bits_); }
  bool Holds(int64_t a, int64_t b) const {
    if (!test_.is_signed) {
      const uint64_t mask = (uint64_t{1} << bits_) - 1;
      a = static_cast<int64_t>(static_cast<uint64_t>(a) & mask);
      b = static_cast<int64_t>(static_cast<uint64_t>(b) & mask);
    }
    return test_.relation == Relation::kLess ? a < b : a <= b;
  }

  std::mt19937 random_;
  SiteBuilder kernel_;
  SiteLoopTest test_;
  unsigned bits_ = 32;
  int row_ = 0, step_ = 0, move_ = 0, more_ = 0, item_ = -1, row_start_ = -1;
  int starts_[2], phis_[2];
  std::vector<std::pair<int, bool>> of_;  // of each access: which counter, whether it writes
};

TEST(SiteProof, AgreesWithLoopsUntilTwoCountersMeet) {
  constexpr uint32_t kPrograms = 20'000;
  uint32_t proven = 0, met = 0;
  for (uint32_t seed = 0; seed < kPrograms; ++seed) {
    TwoCounters program(seed);
    const bool conflict = program.HasConflict();
    met += conflict;
    if (!program.Proven()) continue;
    ++proven;
    ASSERT_FALSE(conflict) << "seed " << seed;
  }
  EXPECT_GT(met, kPrograms / 4);
  EXPECT_GT(proven, kPrograms / 3) << "of " << kPrograms - met;
}

}  // namespace
}  // namespace lockstep
