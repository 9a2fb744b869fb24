// What is proven of random site programs is nothing that an enumeration of all work-items and iterations contradicts.
#include <gtest/gtest.h>

#include <algorithm>
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

// A random program next to a plain interpreter of it in 32 bits.
class Judge {
 public:
  // `coordinates`: of texels; 0: accesses to memory.
  explicit Judge(uint32_t seed, int coordinates = 0) : random_(seed) {
    launch_.global_size[0] = 1 + Pick(24);
    launch_.local_size[0] = 1 + Pick(8);
    launch_.arguments = {{1, 1 << Pick(5)}, {2, Pick(12)}};
    const int i = kernel_.Id('g');
    leaves_ = {i, kernel_.Id('l'), kernel_.Id('w'), kernel_.Argument(1), kernel_.Argument(2)};
    for (int tickets = Pick(4) == 0 ? 1 + Pick(2) : 0; tickets > 0; --tickets) {
      const int adds = 1 + Pick(6), ticket = kernel_.Ticket(adds);
      tickets_.push_back({ticket, adds});
      leaves_.insert(leaves_.end(), 3, ticket);
    }
    if (!tickets_.empty() && Pick(2) == 0) {  // again and again
      draws_ = 1 + Pick(6);
      for (SiteAccess& access : kernel_.program.accesses) access.repeats = true;
    }
    if (!tickets_.empty() && Pick(2) == 0) {  // one that is drawn for the group, by some of them
      handed_on_ = kernel_.Add(GroupOp::kUnknown, 32);
      std::vector<int> found;
      for (const auto& [ticket, adds] : tickets_) found.push_back(ticket);
      kernel_.program.handed_on.push_back({handed_on_, found});
      leaves_.insert(leaves_.end(), 4, handed_on_);
    }
    for (int loops = Pick(3); loops > 0; --loops) {
      const int bound = kernel_.Op(GroupOp::kAnd, Value(1), kernel_.Constant(15));
      const int start = Pick(3) == 0 ? kernel_.Op(GroupOp::kSRem, Value(1), kernel_.Constant(7)) : leaves_[Pick(3)];
      const int step = kernel_.Constant(1 + Pick(9));
      int phi;
      if (Pick(3) == 0) {  // until it is the bound
        const int end = kernel_.Op(GroupOp::kAdd, start, kernel_.Op(GroupOp::kMul, step, kernel_.Constant(Pick(5))));
        phi = kernel_.Counter(start, step, end);
        kernel_.program.loops.back().tests[0].relation = SiteLoopTest::Relation::kNotEqual;
        guards_.push_back({kernel_.Compare(GroupOp::kNe, phi, end), true});
      } else {
        phi = kernel_.Counter(start, step, bound);
        guards_.push_back({kernel_.Compare(GroupOp::kSLt, phi, bound), true});
      }
      leaves_.push_back(phi);
      loops_.push_back(kernel_.program.loops.size() - 1);
      if (Pick(2) == 0) {  // another one, of which nothing says how far it goes
        SiteLoop beside = kernel_.program.loops.back();
        beside.phi = kernel_.Add(GroupOp::kPhi, 32);
        beside.start = leaves_[Pick(3)];
        beside.step = kernel_.Constant(1 + Pick(9));
        beside.down = Pick(3) == 0;
        beside.tests.clear();
        kernel_.program.loops.push_back(beside);
        leaves_.push_back(beside.phi);
      }
    }
    for (int merges = Pick(2); merges > 0; --merges) {
      SiteMerge merge;
      for (int sources = 1 + Pick(3); sources > 0; --sources) {
        std::vector<SiteGuard> guards;
        if (Pick(2) == 0) guards.push_back({kernel_.Compare(GroupOp::kSLt, Value(1), Value(1)), Pick(2) == 0});
        merge.sources.push_back({Value(2), false, guards});
      }
      merge.phi = kernel_.Add(GroupOp::kPhi, 32);
      leaves_.insert(leaves_.end(), 2, merge.phi);
      kernel_.program.merges.push_back(std::move(merge));
    }
    if (coordinates == 0 && Pick(8) == 0) anything_ = kernel_.Add(GroupOp::kUnknown, 64);
    for (int accesses = 1 + Pick(3); accesses > 0; --accesses) {
      std::vector<SiteGuard> guards = guards_;
      if (Pick(2) == 0) {
        const GroupOp ops[] = {GroupOp::kSLt, GroupOp::kSLe, GroupOp::kULt, GroupOp::kULe, GroupOp::kEq, GroupOp::kNe};
        guards.push_back({kernel_.Compare(ops[Pick(6)], Value(1), Value(1)), Pick(2) == 0});
      }
      if (Pick(4) == 0) {
        const int flag = Flag(2);
        const int condition =
            Pick(2) == 0 ? kernel_.Add(GroupOp::kTrunc, 1, {flag, -1, -1}, 32)
                         : kernel_.Compare(Pick(3) == 0 ? GroupOp::kEq : GroupOp::kNe, flag, kernel_.Constant(0));
        guards.push_back({condition, Pick(2) == 0});
      }
      const SiteAccess::Kind kind = Pick(3) == 0 ? SiteAccess::Kind::kRead : SiteAccess::Kind::kWrite;
      if (coordinates == 0) {
        kernel_.Access(kind, Value(2), guards);
        // Round a ring.
        if (!tickets_.empty() && Pick(3) == 0) {
          const GroupOp widens = Pick(2) == 0 ? GroupOp::kZExt : GroupOp::kSExt;
          const int number =
              kernel_.Add(widens, 64, {tickets_[Pick(static_cast<int>(tickets_.size()))].first, -1, -1}, 32);
          const int places = kernel_.Constant(Pick(2) == 0 ? 64 : 8 + Pick(92), 64);
          const int place = kernel_.Add(GroupOp::kURem, 64, {number, places, -1});
          kernel_.program.accesses.back().value = kernel_.Add(GroupOp::kMul, 64, {place, kernel_.Constant(4, 64), -1});
          continue;
        }
        // By a number of 64 bits that data gives.
        int& at = kernel_.program.accesses.back().value;
        if (anything_ >= 0 && Pick(2) == 0)
          at = Pick(2) == 0 ? anything_ : kernel_.Add(GroupOp::kAdd, 64, {anything_, at, -1});
        continue;
      }
      std::vector<int> at;
      for (int d = 0; d < coordinates; ++d) at.push_back(Value(2));
      kernel_.Texel(kind, at, guards);
    }
    // Somebody writes the counter: then nothing is known of it.
    if (!tickets_.empty() && Pick(4) == 0) {
      kernel_.program.accesses.push_back({SiteAccess::Kind::kWrite, 1, kernel_.Constant(0, 64), 4, 0, {}});
      reset_ = true;
    }
  }

  RootProof Proof() {
    const std::map<int, uint64_t> sizes = {{0, kBytes}, {1, 4}, {SiteSizeOf(0, 1), kRows}, {SiteSizeOf(0, 2), kRows}};
    return ProveSites(kernel_.program, launch_, sizes, 400'000).at(0);
  }
  bool has_tickets() const { return !tickets_.empty(); }

  // An access lies outside of the root: asked for behind HasConflict(), which counts it for texels.
  bool outside() const { return outside_; }
  bool HasConflict() {
    std::map<int64_t, std::set<uint64_t>> writers, users;
    bool texels = false;
    DrawTickets();
    for (item_ = 0; item_ < launch_.global_size[0]; ++item_) {
      phi_values_.clear();
      ForEachDraw([&](const SiteAccess& access) {
        const int64_t at = Evaluate(access.value);
        if (access.root != 0) return;
        if (access.texel) {
          texels = true;
          const int64_t size = static_cast<int64_t>(kRows);
          std::vector<int64_t> texel = {at};
          for (const int more : access.more) texel.push_back(more < 0 ? 0 : Evaluate(more));
          outside_ |= at < 0 || at >= static_cast<int64_t>(kBytes);
          for (const int d : {1, 2}) outside_ |= texel[d] < 0 || texel[d] >= size;
          const int64_t one = (texel[2] * size + texel[1]) * static_cast<int64_t>(kBytes) + at;  // within the image
          users[one].insert(item_);
          if (access.kind == SiteAccess::Kind::kWrite) writers[one].insert(item_);
          return;
        }
        outside_ |= at < 0 || at + 4 > static_cast<int64_t>(kBytes);
        for (int64_t byte = at; byte < at + 4; ++byte) {
          users[byte].insert(item_);
          if (access.kind == SiteAccess::Kind::kWrite) writers[byte].insert(item_);
        }
      });
    }
    if (outside_ && texels) return true;
    for (const auto& [at, who] : writers) {
      if (users[at].size() > 1) return true;
    }
    return false;
  }

 private:
  int Pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  int Value(int depth) {
    const int leaf = leaves_[Pick(static_cast<int>(leaves_.size()))];
    if (depth == 0 || Pick(4) == 0) return leaf;
    if (Pick(12) == 0) {
      const int condition = kernel_.Compare(Pick(2) == 0 ? GroupOp::kSLt : GroupOp::kEq, Value(0), Value(0));
      const int if_true = Value(depth - 1), if_false = Value(depth - 1);
      return kernel_.Add(GroupOp::kSelect, 32, {condition, if_true, if_false});
    }
    const GroupOp ops[] = {GroupOp::kAdd,  GroupOp::kSub,  GroupOp::kMul,  GroupOp::kAnd,
                           GroupOp::kOr,   GroupOp::kXor,  GroupOp::kUDiv, GroupOp::kURem,
                           GroupOp::kShl,  GroupOp::kLShr, GroupOp::kAShr, GroupOp::kSMin,
                           GroupOp::kSMax, GroupOp::kSRem, GroupOp::kSDiv, GroupOp::kSMul24};
    const GroupOp op = ops[Pick(16)];
    const bool constant = op >= GroupOp::kUDiv && op <= GroupOp::kSRem;
    const bool shift = op == GroupOp::kShl || op == GroupOp::kLShr || op == GroupOp::kAShr;
    const int right = shift                      ? kernel_.Constant(Pick(4))
                      : constant || Pick(2) == 0 ? kernel_.Constant(1 + Pick(16))
                                                 : Value(depth - 1);
    return kernel_.Op(op, Value(depth - 1), right);
  }

  int Comparison() { return kernel_.Compare(Pick(4) == 0 ? GroupOp::kNe : GroupOp::kSLt, Value(1), Value(1)); }

  // 0 or 1, or what counts as one of these by its lowest bit: as bools are kept that are made of comparisons on the
  // way.
  int Flag(int depth) {
    switch (depth == 0 ? Pick(2) : Pick(6)) {
      case 0: return kernel_.Add(GroupOp::kZExt, 32, {Comparison(), -1, -1}, 1);
      case 1: return kernel_.Constant(Pick(3));
      case 2: return kernel_.Op(GroupOp::kAnd, Flag(depth - 1), Flag(depth - 1));
      case 3: return kernel_.Op(GroupOp::kOr, Flag(depth - 1), Flag(depth - 1));
      case 4: {
        const int condition = Comparison(), if_true = Flag(depth - 1), if_false = Flag(depth - 1);
        return kernel_.Add(GroupOp::kSelect, 32, {condition, if_true, if_false});
      }
      default: break;
    }
    SiteMerge merge;
    merge.now = true;
    for (int sources = 1 + Pick(3); sources > 0; --sources) {
      std::vector<SiteGuard> guards;
      for (int i = Pick(3); i > 0; --i) guards.push_back({Comparison(), Pick(2) == 0});
      merge.sources.push_back({Flag(depth - 1), false, guards});
    }
    merge.phi = kernel_.Add(GroupOp::kPhi, 32);
    kernel_.program.merges.push_back(merge);
    return merge.phi;
  }

  // With each number that the work-item drew; what it reads that was drawn for its group may be what any of the group
  // drew.
  template <typename Visit>
  void ForEachDraw(Visit visit) {
    for (int draw = 0; draw < draws_; ++draw) {
      for (const auto& [ticket, adds] : tickets_) taken_[{item_, ticket}] = drawn_.at({item_, ticket})[draw];
      if (handed_on_ < 0) {
        Iterate(0, visit);
        continue;
      }
      const uint64_t size = launch_.local_size[0], first = item_ / size * size;
      for (uint64_t other = first; other < std::min(first + size, launch_.global_size[0]); ++other) {
        for (const auto& [ticket, adds] : tickets_) {
          for (const int64_t number : drawn_.at({other, ticket})) {
            taken_[{item_, handed_on_}] = number;
            Iterate(0, visit);
          }
        }
      }
    }
  }

  template <typename Visit>
  void Iterate(size_t loop, Visit visit) {
    if (loop == loops_.size()) return Merge(0, visit);
    const SiteLoop& made = kernel_.program.loops[loops_[loop]];
    const int64_t bound = Evaluate(made.tests[0].bound), step = Evaluate(made.step);
    const bool other_than = made.tests[0].relation == SiteLoopTest::Relation::kNotEqual;
    int64_t iteration = 0;
    for (int64_t at = Evaluate(made.start); other_than ? at != bound : at < bound; at += step, ++iteration) {
      phi_values_[made.phi] = at;
      for (const SiteLoop& beside : kernel_.program.loops) {
        if (beside.loop != made.loop || beside.phi == made.phi) continue;
        const int64_t moved = Evaluate(beside.step) * iteration;
        phi_values_[beside.phi] = Evaluate(beside.start) + (beside.down ? -moved : moved);
      }
      Iterate(loop + 1, visit);
    }
  }

  // Each merge may be each of its sources.
  template <typename Visit>
  void Merge(size_t merge, Visit visit) {
    const auto holds = [&](const std::vector<SiteGuard>& guards) {
      return std::all_of(guards.begin(), guards.end(),
                         [&](const SiteGuard& guard) { return (Evaluate(guard.condition) != 0) == guard.holds; });
    };
    if (merge == kernel_.program.merges.size()) {
      for (const SiteAccess& access : kernel_.program.accesses) {
        if (holds(access.guards)) visit(access);
      }
      return;
    }
    for (const SiteSource& source : kernel_.program.merges[merge].sources) {
      if (!holds(source.guards)) continue;
      phi_values_[kernel_.program.merges[merge].phi] = Evaluate(source.value);
      Merge(merge + 1, visit);
    }
  }

  // Work-items draw theirs in some order.
  void DrawTickets() {
    std::vector<uint64_t> order;
    for (uint64_t item = 0; item < launch_.global_size[0]; ++item) {
      order.insert(order.end(), draws_, item);
      if (anything_ >= 0) taken_[{item, anything_}] = 4 * Pick(static_cast<int>(kBytes / 4));
    }
    std::shuffle(order.begin(), order.end(), random_);
    // Also from near the end of what the counter holds, read with a sign or without.
    int64_t counter = Pick(3) == 0 ? INT32_MAX - Pick(40) : Pick(3) == 0 ? -1 - Pick(40) : Pick(20) - 5;
    for (const uint64_t item : order) {
      for (const auto& [ticket, adds] : tickets_) {
        drawn_[{item, ticket}].push_back(counter);
        counter = static_cast<int32_t>(counter + adds);
        if (reset_ && Pick(4) == 0) counter = 0;
      }
    }
  }

  int64_t Evaluate(int number) {
    const GroupValue& value = kernel_.program.values[number];
    switch (value.op) {
      case GroupOp::kConstant: return value.immediate;
      case GroupOp::kArgument: return launch_.arguments.at(static_cast<unsigned>(value.immediate));
      case GroupOp::kPhi: return phi_values_.at(number);
      case GroupOp::kUnknown: return taken_.at({item_, number});
      case GroupOp::kId: {
        const uint64_t size = launch_.local_size[0];
        const char letter = static_cast<char>(value.immediate / 4);
        return static_cast<int64_t>(letter == 'g' ? item_ : letter == 'l' ? item_ % size : item_ / size);
      }
      default: break;
    }
    if (value.bits == 64 && value.op == GroupOp::kZExt && value.immediate == 32)
      return static_cast<uint32_t>(Evaluate(value.operands[0]));
    if (value.bits == 64 && value.op == GroupOp::kURem)
      return static_cast<int64_t>(static_cast<uint64_t>(Evaluate(value.operands[0])) %
                                  static_cast<uint64_t>(Evaluate(value.operands[1])));
    const Range a = Range::One(Evaluate(value.operands[0]));
    const Range b = OperandsOf(value.op) > 1 ? Range::One(Evaluate(value.operands[1])) : Range();
    const Range c = OperandsOf(value.op) > 2 ? Range::One(Evaluate(value.operands[2])) : Range();
    const Range exact = Apply(value, a, b, c);
    if (exact.known() || value.bits != 32) return exact.low;
    switch (value.op) {  // it wraps
      case GroupOp::kAdd: return static_cast<int32_t>(a.low + b.low);
      case GroupOp::kSub: return static_cast<int32_t>(a.low - b.low);
      case GroupOp::kMul: return static_cast<int32_t>(a.low * b.low);
      case GroupOp::kShl: return static_cast<int32_t>(static_cast<uint64_t>(a.low) << b.low);
      default: return exact.low;
    }
  }

  static constexpr uint64_t kBytes = 400, kRows = 100;
  bool outside_ = false, reset_ = false;
  int anything_ = -1, handed_on_ = -1, draws_ = 1;
  std::vector<std::pair<int, int64_t>> tickets_;                    // the value found, and what is added
  std::map<std::pair<uint64_t, int>, std::vector<int64_t>> drawn_;  // work-item and value -> what it found
  std::map<std::pair<uint64_t, int>, int64_t> taken_;               // ... or read, now
  std::mt19937 random_;
  SiteBuilder kernel_;
  LaunchNumbers launch_;
  std::vector<int> leaves_;
  std::vector<size_t> loops_;  // the counters with tests
  std::vector<SiteGuard> guards_;
  uint64_t item_ = 0;
  std::map<int, int64_t> phi_values_;
};

// Of many random programs none is proven in which two work-items do meet. `dimensions`: of the texels that program
// `seed` goes to; 0: it goes to memory.
void ExpectAgreement(int (*dimensions)(uint32_t seed)) {
  int proven = 0, inside = 0, with_tickets = 0, conflicts = 0;
  for (uint32_t seed = 0; seed < 20'000; ++seed) {
    Judge judge(seed, dimensions(seed));
    const bool conflict = judge.HasConflict();
    conflicts += conflict;
    const RootProof proof = judge.Proof();
    if (!proof.proven) continue;
    ++proven;
    inside += proof.inside;
    with_tickets += judge.has_tickets();
    ASSERT_FALSE(conflict) << "seed " << seed;
    ASSERT_FALSE(proof.inside && judge.outside()) << "seed " << seed;
  }
  EXPECT_GT(proven, 1000);
  EXPECT_GT(inside, 1000);
  EXPECT_GT(with_tickets, 100);
  EXPECT_GT(conflicts, 2000);
}

TEST(SiteProof, AgreesWithEnumeration) {
  ExpectAgreement([](uint32_t) { return 0; });
}
TEST(SiteProof, AgreesWithEnumerationOfTexels) {
  ExpectAgreement([](uint32_t seed) { return 2 + static_cast<int>(seed % 2); });
}

}  // namespace
}  // namespace lockstep
