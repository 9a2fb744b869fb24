// Named kernels through the tool: the papers' examples, and every kernel on which the tool and the
// oracle ever disagreed, as small as it got. Expectations come from the interleaving semantics.
//
// The command and the runner are named by ORACLE_LOCKSTEP and ORACLE_RUNNER.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/oracle/interpreters/interleaving.h"
#include "tests/oracle/language/normalise.h"
#include "tests/oracle/paper_kernels.h"
#include "tests/oracle/tool/batch.h"

namespace lockstep::oracle {
namespace {

class Tool : public ::testing::Test {
 protected:
  void SetUp() override {
    const char *lockstep = getenv("ORACLE_LOCKSTEP"), *runner = getenv("ORACLE_RUNNER");
    ASSERT_TRUE(lockstep && runner) << "ORACLE_LOCKSTEP and ORACLE_RUNNER must name the two programs";
    folder_ = ::testing::TempDir() + "/oracle-named-XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    tools_ = {lockstep, runner, folder_, ""};
  }

  void TearDown() override {
    if (folder_.empty()) return;
    std::error_code failed;
    std::filesystem::remove_all(folder_, failed);
    EXPECT_FALSE(failed) << failed.message();
  }

  // Runs the kernel and compares; returns what was expected.
  Outcome Check(const StructuredKernel& kernel, int threads, int groups = 1) {
    RandomKernel random;
    random.geometry = {groups, threads};
    random.kernel = Lower(kernel);
    random.source = kernel;
    InterleavingOptions options;
    options.geometry = random.geometry;
    options.on_divergence = InterleavingOptions::OnDivergence::kResume;
    const Outcome expected =
        Interleave(WithExitBarrier(WithSingleAccesses(random.kernel)), options);
    EXPECT_TRUE(expected.complete);
    const absl::StatusOr<std::vector<Verdict>> verdicts = RunBatch({random}, tools_, "named");
    EXPECT_TRUE(verdicts.ok()) << verdicts.status();
    if (verdicts.ok()) {
      EXPECT_EQ(absl::StrJoin(
                    Disagreements((*verdicts)[0], expected, random.kernel, random.geometry), "\n"),
                "")
          << KernelText(random, 1).text;
    }
    return expected;
  }

  std::string folder_;
  Tools tools_;
};

SharedArray Array(const std::string& name, int length, Region region = Region::kGlobal) {
  SharedArray array;
  array.name = name;
  array.length = length;
  array.region = region;
  return array;
}

StructuredKernel MakeKernel(std::vector<SharedArray> shared, std::vector<std::string> privates,
                            std::vector<Node> body) {
  StructuredKernel kernel;
  kernel.name = "named";
  kernel.shared = std::move(shared);
  kernel.routines.resize(1);
  kernel.routines[0].privates = std::move(privates);
  kernel.routines[0].body = std::move(body);
  return kernel;
}

Node Increment(int id, int variable) {
  return Do(Assign(id, variable, Binary(Op::kAdd, Private(variable), Const(1))));
}

ExprPtr Below(int variable, int bound) {
  return Binary(Op::kLess, Private(variable), Const(bound));
}

TEST_F(Tool, Fig1a) {
  for (int threads : {2, 4}) {
    const Outcome expected = Check(Fig1a(threads), threads);
    EXPECT_TRUE(expected.race_free());
    EXPECT_FALSE(expected.diverged_may);
  }
}

TEST_F(Tool, Fig1aWithoutABarrier) {
  for (int barrier : {4, 7}) EXPECT_FALSE(Check(Fig1a(4, barrier), 4).must.empty());
}

TEST_F(Tool, Fig1b) {
  for (int threads : {2, 4}) EXPECT_TRUE(Check(Fig1b(threads), threads).diverged_must);
}

// One barrier with the wrong flag before reads of two arrays: reported once, for one of them.
// Seed 597, where the comparison asked for both.
TEST_F(Tool, OneBarrierWithTheWrongFlagForTwoArrays) {
  const Node barrier = Do(Barrier(3, kLocalFence));
  const Outcome expected = Check(
      MakeKernel({Array("g0", 4), Array("g1", 4)}, {"v", "w"},
                 {Do(Store(1, 0, Tid(), Tid())), Do(Store(2, 1, Tid(), Tid())), barrier,
                  Do(Assign(4, 0, Shared(0, Binary(Op::kSub, Const(3), Tid())))),
                  Do(Assign(5, 1, Shared(1, Binary(Op::kSub, Const(3), Tid()))))}),
      4);
  EXPECT_EQ(expected.must.size(), 8u);
}

// PoCL replicates the code of groups of at most two work-items, and its replication of a kernel in
// the resumable form failed an assertion. Seed 21.
TEST_F(Tool, NestedLoopsInAGroupOfTwo) {
  const Node inner = While(3, Below(1, 2), {Increment(4, 1), Do(Barrier(5))});
  const ExprPtr bound = Binary(Op::kAdd, Binary(Op::kMod, Tid(), Const(2)), Const(1));
  const Outcome expected =
      Check(MakeKernel({Array("g0", 2)}, {"i", "j"},
                       {While(1, Binary(Op::kLess, Private(0), bound), {Increment(2, 0), inner})}),
            2);
  EXPECT_FALSE(expected.diverged_may);
}

// The same cause, another assertion. Seed 28.
TEST_F(Tool, ContinueInAGroupOfTwo) {
  const Outcome expected = Check(
      MakeKernel({Array("g0", 2), Array("l1", 2, Region::kLocal)}, {"i", "v"},
                 {Do(Store(1, 1, Tid(), Tid())),
                  While(2, Below(0, 2),
                        {Increment(3, 0), Do(Barrier(4)), Do(Assign(5, 1, Shared(1, Tid()))),
                         If(6, Binary(Op::kEqual, Tid(), Const(1)), {Jump(Node::Kind::kContinue)}),
                         Increment(7, 1)})}),
      2);
  EXPECT_FALSE(expected.diverged_may);
}

// The same cause; one work-item waits while the other leaves. Seed 64.
TEST_F(Tool, BarrierOfOneInALoopOfAGroupOfTwo) {
  const ExprPtr own = Binary(Op::kEqual, Private(1), Tid());
  const Outcome expected =
      Check(MakeKernel({Array("g0", 2)}, {"f", "v"},
                       {DoWhile(1, Binary(Op::kAnd, Below(0, 3), own),
                                {Do(Store(2, 0, Tid(), Const(0))), If(3, own, {Do(Barrier(4))}),
                                 Increment(5, 0)})}),
            2);
  EXPECT_TRUE(expected.diverged_must);
}

}  // namespace
}  // namespace lockstep::oracle
