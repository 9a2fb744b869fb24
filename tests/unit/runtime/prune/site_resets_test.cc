// Counters that the last work-item resets, against launches step by step: random kernels draw tickets, count who has
// done so and reset what they drew from. Where that is proven to come last, launches whose second counter begins at 0
// add to nothing behind its reset, and others in which nobody does have no two equal tickets.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "tests/unit/runtime/prune/site_builder.h"

namespace lockstep {
namespace {

constexpr uint64_t kResetters = 12, kEachGroup = 4;
constexpr int kCounted = 1, kEnded = 2;  // roots: of the tickets' counter, and of that of who has drawn

class ResettingKernel {
 public:
  explicit ResettingKernel(unsigned seed) : random_(seed) {
    for (int draws = 1 + Pick(2); draws > 0; --draws) {
      const int ticket = kernel_.Ticket(1 + Pick(3));
      kernel_.program.accesses.back().guards = Guards();
      kernel_.Access(SiteAccess::Kind::kWrite, ticket, kernel_.program.accesses.back().guards);
    }
    kernel_.program.roots = {0, kCounted, kEnded};
    const int ends = kernel_.Ticket(Pick(8) == 0 ? 2 : 1);
    kernel_.program.roots = {0, kCounted, kEnded};
    kernel_.program.accesses.back().root = kEnded;
    kernel_.program.accesses.back().guards = Guards();
    if (Pick(8) == 0) {  // somebody else counts, too
      kernel_.Ticket(1);
      kernel_.program.accesses.back().root = kEnded;
      kernel_.program.accesses.back().guards = Guards();
    }
    kernel_.program.roots = {0, kCounted, kEnded};
    const int64_t enders[] = {kResetters, kResetters / kEachGroup, kEachGroup, 1};
    for (const int root : {kEnded, kCounted}) {
      if (root == kEnded && Pick(2) == 0) continue;
      const int most = kernel_.Constant(enders[Pick(4)] - 1 + (Pick(8) == 0 ? Pick(3) - 1 : 0));
      const bool at_least = Pick(3) == 0;
      const int asks =
          at_least ? kernel_.Compare(GroupOp::kSLe, most, ends) : kernel_.Compare(GroupOp::kEq, ends, most);
      SiteAccess reset{SiteAccess::Kind::kWrite, root, kernel_.Constant(0, 64), 4, 0, {{asks, true}}};
      if (Pick(8) != 0) reset.behind = ends;
      kernel_.program.accesses.push_back(reset);
    }
  }

  RootProof Proof() const {
    LaunchNumbers launch;
    launch.global_size[0] = kResetters;
    launch.local_size[0] = kEachGroup;
    const auto decoded = SiteProgram::Decode(kernel_.program.Encode());
    return ProveSites(*decoded, launch, {{0, 1 << 20}, {kCounted, 4}, {kEnded, 4}}, 400'000).at(0);
  }

  struct Outcome {
    bool late = false;   // somebody added to the tickets' counter behind its reset
    bool twice = false;  // two work-items found one number there
  };
  // One launch, in some order of the work-items' steps. `ended`: what the second counter begins with.
  Outcome Run(int64_t ended) {
    Outcome outcome;
    std::map<int, int64_t> counters = {{kCounted, Pick(100)}, {kEnded, ended}};
    std::vector<size_t> next(kResetters, 0);
    std::vector<std::map<int, int64_t>> found(kResetters);
    std::map<int64_t, uint64_t> drawn;  // by whom
    bool reset = false;
    std::vector<uint64_t> left(kResetters);
    for (uint64_t item = 0; item < kResetters; ++item) left[item] = item;
    while (!left.empty()) {
      const size_t which = Pick(static_cast<int>(left.size()));
      const uint64_t item = left[which];
      if (next[item] == kernel_.program.accesses.size()) {
        left.erase(left.begin() + static_cast<int64_t>(which));
        continue;
      }
      const SiteAccess& access = kernel_.program.accesses[next[item]++];
      if (access.root == 0 || !Holds(access, item, found[item])) continue;
      if (access.added < 0) {
        counters[access.root] = 0;
        reset = reset || access.root == kCounted;
        continue;
      }
      found[item][access.found] = counters[access.root];
      const int64_t adds = kernel_.program.values[access.added].immediate;
      if (access.root == kCounted) {
        outcome.late = outcome.late || reset;
        const auto [by, first] = drawn.emplace(counters[kCounted], item);
        outcome.twice = outcome.twice || (!first && by->second != item);
      }
      counters[access.root] += adds;
    }
    return outcome;
  }

 private:
  int Pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  // Everybody, the first of each group, the first group, or the first of all.
  std::vector<SiteGuard> Guards() {
    std::vector<SiteGuard> guards;
    const int who = Pick(4);
    if (who & 1) guards.push_back({kernel_.Compare(GroupOp::kEq, kernel_.Id('l'), kernel_.Constant(0)), true});
    if (who & 2) guards.push_back({kernel_.Compare(GroupOp::kEq, kernel_.Id('w'), kernel_.Constant(0)), true});
    return guards;
  }

  bool Holds(const SiteAccess& access, uint64_t item, const std::map<int, int64_t>& found) const {
    const auto value = [&](auto& self, int number) -> int64_t {
      const GroupValue& made = kernel_.program.values[number];
      if (made.op == GroupOp::kConstant) return made.immediate;
      if (made.op == GroupOp::kTrunc) return self(self, made.operands[0]);
      if (made.op != GroupOp::kId) return found.at(number);
      return static_cast<int64_t>(made.immediate / 4 == 'l' ? item % kEachGroup : item / kEachGroup);
    };
    if (access.behind >= 0 && found.count(access.behind) == 0) return false;
    return std::all_of(access.guards.begin(), access.guards.end(), [&](const SiteGuard& guard) {
      const GroupValue& compare = kernel_.program.values[guard.condition];
      for (const int operand : compare.operands) {
        const bool is_found = operand >= 0 && kernel_.program.values[operand].op == GroupOp::kUnknown;
        if (is_found && found.count(operand) == 0) return false;  // who has not come by
      }
      const int64_t a = value(value, compare.operands[0]), b = value(value, compare.operands[1]);
      return (compare.op == GroupOp::kEq ? a == b : a <= b) == guard.holds;
    });
  }

  std::mt19937 random_;
  SiteBuilder kernel_;
};

TEST(SiteProof, AgreesWithLaunchesThatResetTheirCounters) {
  int proven = 0, late = 0, twice = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    ResettingKernel kernel(seed);
    const RootProof proof = kernel.Proof();
    if (!proof.proven) {
      for (int run = 0; run < 4; ++run) twice += kernel.Run(0).twice;
      continue;
    }
    const bool counts_on = proof.counters == std::vector<int>{kCounted};
    EXPECT_TRUE(counts_on || proof.counters.empty()) << seed;  // of one work-item alone
    proven += counts_on;
    for (int run = 0; run < 40; ++run) {
      const ResettingKernel::Outcome from_zero = kernel.Run(0), from_any = kernel.Run(run % 5);
      EXPECT_FALSE(from_zero.twice || (counts_on && from_zero.late)) << seed;
      EXPECT_FALSE(from_any.twice && !(counts_on && from_any.late)) << seed;
      late += from_any.late;
    }
  }
  EXPECT_GT(proven, 50);
  EXPECT_GT(late, 50);
  EXPECT_GT(twice, 100);
}

}  // namespace
}  // namespace lockstep
