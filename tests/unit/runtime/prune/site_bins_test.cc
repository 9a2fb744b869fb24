// Tickets of counters of which data or ids say which, against launches step by step: bins that work-items append to,
// `at = atomic_inc(&count[b]); if (at < cap) list[b * width + at] = ...` in random variants, by each for itself or by
// the first of a group for all of it. None is proven in which two work-items write one element.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "runtime/prune/range.h"
#include "tests/unit/runtime/prune/site_builder.h"

namespace lockstep {
namespace {

constexpr uint64_t kGlobal = 24, kLocal = 4;

// One place in the source that draws and writes.
struct Append {
  int data = -1, round = -1, bin = -1, found = -1, adds = 1, place = -1, guard = -1, index = -1, rounds = 1;
  int read = -1;  // handed on to the whole group; -1: each draws for itself
};

class RandomKernel {
 public:
  explicit RandomKernel(unsigned seed) : random_(seed) {
    const int width = 1 + Pick(8), cap = Pick(4) == 0 ? 1 + Pick(8) : width, limit = kernel_.Constant(cap);
    const bool across = Pick(4) == 0;  // the bins' first elements lie side by side
    for (int appends = 1 + Pick(2); appends > 0; --appends) {
      Append made;
      made.data = kernel_.Add(GroupOp::kUnknown, 32);
      made.rounds = Pick(3) == 0 ? 3 : 1;
      made.round = kernel_.Counter(kernel_.Constant(0), kernel_.Constant(1), kernel_.Constant(made.rounds));
      const int steals = kernel_.Op(GroupOp::kAdd, kernel_.Id('w'), made.round);
      switch (Pick(7)) {
        case 0: made.bin = kernel_.Op(GroupOp::kAnd, kernel_.Id('g'), kernel_.Constant(3)); break;
        case 1: made.bin = kernel_.Id('w'); break;
        case 2: made.bin = made.data; break;
        case 3: made.bin = made.round; break;
        case 4: made.bin = kernel_.Op(GroupOp::kURem, steals, kernel_.Constant(kGlobal / kLocal)); break;
        default: made.bin = kernel_.Op(GroupOp::kAnd, made.data, kernel_.Constant(7)); break;
      }
      made.adds = Pick(6) == 0 ? 2 : 1;
      made.found = kernel_.Ticket(made.adds);
      int at = made.found;
      const bool of_group = kernel_.program.values[made.bin].op != GroupOp::kAnd && made.bin != made.data;
      if (Pick(2) == 0) {
        at = made.read = kernel_.Add(GroupOp::kUnknown, 32);
        kernel_.program.handed_on.push_back({made.read, {made.found}, of_group});
      }
      const int wide = kernel_.Add(GroupOp::kSExt, 64, {made.bin, -1, -1}, 32);
      made.place = kernel_.Add(GroupOp::kMul, 64, {wide, kernel_.Constant(Pick(8) == 0 ? 0 : 4, 64), -1});
      kernel_.program.accesses.back().value = made.place;
      kernel_.program.accesses.back().repeats = made.rounds > 1;
      std::vector<SiteGuard> guards;
      if (Pick(6) != 0) {
        const GroupOp ops[] = {GroupOp::kULt, GroupOp::kSLt, GroupOp::kULe};
        made.guard = kernel_.Compare(ops[Pick(8) == 0 ? 1 + Pick(2) : 0], at, limit);
        guards.push_back({made.guard, true});
      }
      const int bin = Pick(8) == 0 ? kernel_.Op(GroupOp::kAnd, kernel_.Id('g'), kernel_.Constant(1)) : made.bin;
      const int count = kernel_.Constant(across ? 8 : width);
      made.index = across ? kernel_.Op(GroupOp::kAdd, kernel_.Op(GroupOp::kMul, at, count), bin)
                          : kernel_.Op(GroupOp::kAdd, kernel_.Op(GroupOp::kMul, bin, count), at);
      if (made.read >= 0 && Pick(8) != 0) {
        made.index = kernel_.Op(GroupOp::kMul, made.index, kernel_.Constant(Pick(8) == 0 ? 2 : kLocal));
        made.index = kernel_.Op(GroupOp::kAdd, made.index, kernel_.Id('l'));
      }
      kernel_.Access(SiteAccess::Kind::kWrite, made.index, guards);
      appends_.push_back(made);
    }
  }

  bool Proven() {
    LaunchNumbers launch;
    launch.global_size[0] = kGlobal;
    launch.local_size[0] = kLocal;
    const auto decoded = SiteProgram::Decode(kernel_.program.Encode());
    return ProveSites(*decoded, launch, {{0, uint64_t{1} << 40}, {1, 1 << 20}}, 400'000).at(0).proven;
  }

  // Whether two work-items write one element in a launch, in which data, the work-items' order and what the counters
  // begin with are anything.
  bool Conflicts() {
    struct Step {
      const Append* append;
      uint64_t item;  // who draws
      int round;
    };
    std::vector<std::vector<Step>> steps(kGlobal);
    for (uint64_t item = 0; item < kGlobal; ++item) {
      for (const Append& append : appends_) {
        if (append.read >= 0 && item % kLocal != 0) continue;
        for (int round = 0; round < append.rounds; ++round) steps[item].push_back({&append, item, round});
      }
    }
    std::map<int64_t, int32_t> counters;
    std::map<int32_t, uint64_t> written;
    const int32_t first = Pick(4) == 0 ? INT32_MAX - Pick(6) : Pick(4) == 0 ? -Pick(6) : 0;
    const int most = Pick(2) == 0 ? 2 : 8;  // few bins, or many
    const auto data = [&] { return Pick(most) - (Pick(8) == 0 ? 4 : 0); };
    bool conflict = false;
    steps.erase(std::remove_if(steps.begin(), steps.end(), [](const auto& of_item) { return of_item.empty(); }),
                steps.end());
    for (size_t left = steps.size(); left > 0;) {
      std::vector<Step>& mine = steps[Pick(static_cast<int>(steps.size()))];
      if (mine.empty()) continue;
      const auto [step, item, round] = mine.front();
      const Append& append = *step;
      mine.erase(mine.begin());
      left -= mine.empty();
      std::map<int, int64_t> values = {{append.data, data()}, {append.round, round}};
      const auto begins = static_cast<int32_t>(static_cast<uint32_t>(first) + static_cast<uint32_t>(Pick(2)));
      int32_t& counter = counters.try_emplace(Value(append.place, item, values), begins).first->second;
      values[append.found] = values[append.read] = counter;
      counter = static_cast<int32_t>(static_cast<uint32_t>(counter) + static_cast<uint32_t>(append.adds));
      for (uint64_t reader = item; reader < item + (append.read >= 0 ? kLocal : 1); ++reader) {
        if (reader != item) values[append.data] = data();
        if (append.guard >= 0 && Value(append.guard, reader, values) == 0) continue;
        const auto [by, is_first] = written.emplace(static_cast<int32_t>(Value(append.index, reader, values)), reader);
        conflict = conflict || (!is_first && by->second != reader);
      }
    }
    return conflict;
  }

 private:
  int Pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  int64_t Value(int number, uint64_t item, const std::map<int, int64_t>& values) const {
    const GroupValue& value = kernel_.program.values[number];
    const auto operand = [&](int i) { return Value(value.operands[i], item, values); };
    switch (value.op) {
      case GroupOp::kConstant: return value.immediate;
      case GroupOp::kUnknown:
      case GroupOp::kPhi: return values.at(number);
      case GroupOp::kId:
        return static_cast<int64_t>(value.immediate / 4 == 'w'   ? item / kLocal
                                    : value.immediate / 4 == 'l' ? item % kLocal
                                                                 : item);
      case GroupOp::kTrunc:
      case GroupOp::kSExt: return operand(0);
      case GroupOp::kAnd: return operand(0) & operand(1);
      case GroupOp::kURem: return operand(0) % operand(1);
      case GroupOp::kULt: return static_cast<uint32_t>(operand(0)) < static_cast<uint32_t>(operand(1));
      case GroupOp::kULe: return static_cast<uint32_t>(operand(0)) <= static_cast<uint32_t>(operand(1));
      case GroupOp::kSLt: return operand(0) < operand(1);
      default: break;
    }
    const auto a = static_cast<uint64_t>(operand(0)), b = static_cast<uint64_t>(operand(1));
    const uint64_t made = value.op == GroupOp::kMul ? a * b : a + b;
    return value.bits == 32 ? static_cast<int32_t>(made) : static_cast<int64_t>(made);
  }

  std::mt19937 random_;
  SiteBuilder kernel_;
  std::vector<Append> appends_;
};

TEST(SiteProof, AgreesWithLaunchesThatAppendToBins) {
  int proven = 0, conflicts = 0;
  for (unsigned seed = 0; seed < 6000; ++seed) {
    RandomKernel kernel(seed);
    const bool holds = kernel.Proven();
    proven += holds;
    for (int run = 0; run < (holds ? 40 : 4); ++run) {
      const bool conflict = kernel.Conflicts();
      conflicts += conflict;
      ASSERT_FALSE(holds && conflict) << seed;
    }
  }
  EXPECT_GT(proven, 500);
  EXPECT_GT(conflicts, 2000);
}

}  // namespace
}  // namespace lockstep
