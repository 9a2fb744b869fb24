// Open barriers (group_program.h): when a run shows that the whole group meets each of them in one iteration.
#include "runtime/prune/group_proof.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

constexpr int kRoot = 1;
constexpr uint64_t kBytes = 256;
constexpr int64_t kItems = 16;

// A kernel by hand. Values are leaves, or computed where they are used; block 0 is entered first.
class Kernel {
 public:
  explicit Kernel(int blocks) {
    program_.blocks.resize(static_cast<size_t>(blocks));
    program_.roots = {kRoot};
    program_.open_barriers = true;
  }

  int Constant(int64_t value) { return Add(GroupOp::kConstant, {-1, -1, -1}, value); }
  int LocalId() { return Add(GroupOp::kId, {-1, -1, -1}, 'l' * 4); }
  int Unknown() { return Add(GroupOp::kUnknown, {-1, -1, -1}, 0); }
  // Computed in `block`, behind what is there already.
  int Compute(int block, GroupOp op, int a, int b) {
    const bool compares = op == GroupOp::kSLt || op == GroupOp::kEq;
    const int value = Add(op, {a, b, -1}, compares ? 32 : 0, compares ? 1 : 32);
    Step(block, GroupStep::Kind::kCompute, value);
    return value;
  }
  void Access(int block, GroupStep::Kind kind, int offset) { Step(block, kind, offset); }
  void Barrier(int block) { Step(block, GroupStep::Kind::kBarrier, -1); }
  // A counter of the loop whose header is `block`: `start` on the way from `before`, else `next`, set later.
  int Counter(int block, int before, int start, int from) {
    const int value = Add(GroupOp::kPhi, {-1, -1, -1}, 0);
    program_.blocks[block].phis.push_back({value, {{before, start}, {from, -1}}});
    return value;
  }
  void SetNext(int block, int value) { program_.blocks[block].phis[0].sources[1][1] = value; }
  void Loop(int header, const std::vector<int>& members) {
    program_.headers.push_back(header);
    for (const int member : members) {
      program_.blocks[member].loops.push_back(static_cast<int>(program_.headers.size()) - 1);
    }
  }
  void To(int block, int successor) {
    program_.blocks[block].successors = {successor};
    program_.blocks[block].join = successor;
  }
  void Branch(int block, int condition, int then, int otherwise, int join) {
    GroupBlock& made = program_.blocks[block];
    made.condition = condition;
    made.successors = {then, otherwise};
    made.join = join;
  }

  std::map<int, RootProof> Prove() const {
    LaunchNumbers launch;
    launch.local_size[0] = kItems;
    launch.global_size[0] = 4 * kItems;
    return ProveGroup(program_, launch, {{kRoot, kBytes}}, 1'000'000);
  }
  bool Met() const { return Prove().at(kBarriersMet).proven; }
  bool Apart() const { return Prove().at(kRoot).proven; }
  Kernel WithoutBarriers() const {
    Kernel made = *this;
    made.program_ = ApartOf(program_);
    return made;
  }

 private:
  int Add(GroupOp op, std::array<int, 3> operands, int64_t immediate, unsigned bits = 32) {
    program_.values.push_back({op, bits, true, operands, immediate});
    return static_cast<int>(program_.values.size()) - 1;
  }
  void Step(int block, GroupStep::Kind kind, int value) {
    program_.blocks[block].steps.push_back({kind, value, kRoot, 4, 0});
  }

  GroupProgram program_;
};

// if (l >= bound) return; barrier
Kernel Guarded(int64_t bound) {
  Kernel kernel(3);
  kernel.Branch(0, kernel.Compute(0, GroupOp::kSLt, kernel.LocalId(), kernel.Constant(bound)), 1, 2, 2);
  kernel.Barrier(1);
  kernel.To(1, 2);
  return kernel;
}

TEST(OpenBarriers, AGuardThatNobodyFailsIsMet) { EXPECT_TRUE(Guarded(kItems).Met()); }
TEST(OpenBarriers, AGuardThatAllFailIsMetByNobody) { EXPECT_TRUE(Guarded(0).Met()); }
TEST(OpenBarriers, AGuardThatTheLastOneFailsParts) {
  EXPECT_FALSE(Guarded(kItems - 1).Met());
  EXPECT_FALSE(Guarded(1).Met());
}

// for (i = 0; i < (l < parted ? 3 : 2); ++i) barrier
Kernel Rounds(int64_t parted) {
  Kernel kernel(4);
  const int fewer = kernel.Compute(0, GroupOp::kSLt, kernel.LocalId(), kernel.Constant(parted));
  kernel.To(0, 1);
  const int counter = kernel.Counter(1, 0, kernel.Constant(0), 2);
  const int bound = kernel.Compute(1, GroupOp::kAdd, kernel.Constant(2), fewer);
  kernel.Branch(1, kernel.Compute(1, GroupOp::kSLt, counter, bound), 2, 3, 3);
  kernel.Barrier(2);
  kernel.SetNext(1, kernel.Compute(2, GroupOp::kAdd, counter, kernel.Constant(1)));
  kernel.To(2, 1);
  kernel.Loop(1, {1, 2});
  return kernel;
}

TEST(OpenBarriers, RoundsThatAreEqualAreMet) {
  EXPECT_TRUE(Rounds(0).Met());
  EXPECT_TRUE(Rounds(kItems).Met());
}
TEST(OpenBarriers, RoundsOfOneMorePart) { EXPECT_FALSE(Rounds(1).Met()); }

// for (i = 0; i < 2; ++i) if ((l < parted) == i) barrier
Kernel OwnIteration(int64_t parted) {
  Kernel kernel(5);
  const int mine = kernel.Compute(0, GroupOp::kSLt, kernel.LocalId(), kernel.Constant(parted));
  kernel.To(0, 1);
  const int counter = kernel.Counter(1, 0, kernel.Constant(0), 3);
  kernel.Branch(1, kernel.Compute(1, GroupOp::kEq, counter, mine), 2, 3, 3);
  kernel.Barrier(2);
  kernel.To(2, 3);
  const int next = kernel.Compute(3, GroupOp::kAdd, counter, kernel.Constant(1));
  kernel.SetNext(1, next);
  kernel.Branch(3, kernel.Compute(3, GroupOp::kSLt, next, kernel.Constant(2)), 1, 4, 4);
  kernel.Loop(1, {1, 2, 3});
  return kernel;
}

TEST(OpenBarriers, OneBarrierInOneIterationIsMet) {
  EXPECT_TRUE(OwnIteration(0).Met());
  EXPECT_TRUE(OwnIteration(kItems).Met());
}
// All wait at the same barrier, equally often.
TEST(OpenBarriers, OneBarrierInDifferentIterationsParts) {
  EXPECT_FALSE(OwnIteration(1).Met());
  EXPECT_FALSE(OwnIteration(kItems / 2).Met());
}

// if (l < parted) barrier else barrier
Kernel OneOfTwo(int64_t parted) {
  Kernel kernel(4);
  kernel.Branch(0, kernel.Compute(0, GroupOp::kSLt, kernel.LocalId(), kernel.Constant(parted)), 1, 2, 3);
  for (const int side : {1, 2}) {
    kernel.Barrier(side);
    kernel.To(side, 3);
  }
  return kernel;
}

TEST(OpenBarriers, ABarrierOnEachSideIsNotOne) {
  EXPECT_TRUE(OneOfTwo(kItems).Met());
  EXPECT_FALSE(OneOfTwo(1).Met());
}

TEST(OpenBarriers, ABranchThatNobodyKnowsIsNotMet) {
  Kernel kernel(3);
  kernel.Branch(0, kernel.Compute(0, GroupOp::kSLt, kernel.Unknown(), kernel.Constant(5)), 1, 2, 2);
  kernel.Barrier(1);
  kernel.To(1, 2);
  EXPECT_FALSE(kernel.Met());
}

// That all is lost for the memory says nothing of the barriers behind.
TEST(OpenBarriers, AConflictDoesNotEndTheRun) {
  for (const int64_t bound : {kItems, kItems - 1}) {
    Kernel kernel(3);
    kernel.Access(0, GroupStep::Kind::kWrite, kernel.Constant(0));
    kernel.Barrier(0);
    kernel.Branch(0, kernel.Compute(0, GroupOp::kSLt, kernel.LocalId(), kernel.Constant(bound)), 1, 2, 2);
    kernel.Barrier(1);
    kernel.To(1, 2);
    EXPECT_FALSE(kernel.Apart());
    EXPECT_EQ(kernel.Met(), bound == kItems);
  }
}

// Each writes its own, then reads its neighbour's: apart only with the barrier between.
TEST(OpenBarriers, TheyOrderLocalMemory) {
  for (const bool with_barrier : {true, false}) {
    Kernel kernel(2);
    const int own = kernel.Compute(0, GroupOp::kMul, kernel.LocalId(), kernel.Constant(4));
    kernel.Access(0, GroupStep::Kind::kWrite, own);
    if (with_barrier) kernel.Barrier(0);
    kernel.To(0, 1);
    const int other = kernel.Compute(1, GroupOp::kSub, kernel.Constant(4 * (kItems - 1)), own);
    kernel.Access(1, GroupStep::Kind::kRead, other);
    EXPECT_EQ(kernel.Apart(), with_barrier);
    EXPECT_FALSE(kernel.WithoutBarriers().Apart());
    EXPECT_TRUE(kernel.Met());
  }
}

// Each keeps to its own, in a loop whose rounds nobody knows and that meets a barrier, or with atomic operations.
TEST(WithoutBarriers, WhatEachHasToItselfIsApart) {
  for (const auto kind : {GroupStep::Kind::kWrite, GroupStep::Kind::kAtomic}) {
    for (const int64_t stride : {4, 0}) {
      Kernel kernel(3);
      const int own = kernel.Compute(0, GroupOp::kMul, kernel.LocalId(), kernel.Constant(stride));
      kernel.To(0, 1);
      kernel.Loop(1, {1});
      kernel.Access(1, kind, own);
      kernel.Barrier(1);
      kernel.Branch(1, kernel.Unknown(), 1, 2, 2);
      EXPECT_EQ(kernel.WithoutBarriers().Apart(), stride == 4);
    }
  }
}

}  // namespace
}  // namespace lockstep
