// Proofs kept on disk, and where a proof is taken from: the process, the disk, or the prover.
#include "runtime/prune/proof_store.h"

#include <gtest/gtest.h>

#include "runtime/prune/launch_proofs.h"
#include "tests/unit/temporary_folder.h"

namespace lockstep {
namespace {

using Proofs = LaunchProofs::Proofs;

class ProofStoreTest : public testing::Test {
 protected:
  Cache Disk() const { return Cache(folder_.path(), 1 << 20); }

  TemporaryFolder folder_;
};

const Proofs kSome = {{-1, {true, false, "each group meets all its barriers"}},
                      {2, {false, false, "an access may leave it (line 7)"}},
                      {3, {true, true, "no two work-items meet", {0, 12}}},
                      {30, {true, false, ""}}};

void ExpectSome(const std::optional<Proofs>& found) {
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), kSome.size());
  for (const auto& [root, proof] : kSome) {
    ASSERT_EQ(found->count(root), 1u) << root;
    EXPECT_EQ(found->at(root).proven, proof.proven) << root;
    EXPECT_EQ(found->at(root).inside, proof.inside) << root;
    EXPECT_EQ(found->at(root).why, proof.why) << root;
    EXPECT_EQ(found->at(root).counters, proof.counters) << root;
  }
}

TEST_F(ProofStoreTest, ComeBackAsTheyWere) {
  ProofStore(Disk(), "edition").Put("subject", kSome);
  ExpectSome(ProofStore(Disk(), "edition").Get("subject"));
}

TEST_F(ProofStoreTest, SpeakForTheirSubjectAndBuildOnly) {
  ProofStore store(Disk(), "edition");
  store.Put("subject", kSome);
  EXPECT_FALSE(store.Get("subjec"));
  EXPECT_FALSE(ProofStore(Disk(), "edition 2").Get("subject"));
  EXPECT_FALSE(ProofStore(Cache("", 0), "edition").Get("subject"));
}

// A question of which nothing is known but that it is about argument 1 and root 0.
class Counting {
 public:
  explicit Counting(uint64_t steps, const char* kind = "group", const Proofs& answer = kSome)
      : proofs_({kind,
                 {0},
                 {0},
                 {1},
                 [] {
                   return std::vector<int64_t>{1, 2, 3};
                 },
                 [steps, answer](const LaunchNumbers&, const LaunchProofs::Sizes&, uint64_t* taken) {
                   *taken += steps;
                   return answer;
                 }}) {}
  Proofs For(ProofContext* context, int64_t argument, uint64_t size) {
    LaunchNumbers launch;
    launch.arguments[1] = argument;
    return *proofs_.For(launch, {{0, size}}, context);
  }

 private:
  LaunchProofs proofs_;
};

TEST_F(ProofStoreTest, ALaterProcessReadsWhatTookLong) {
  ProofStore store(Disk(), "edition");
  ProofContext first{&store, {}}, second{&store, {}};
  Counting here(ProofStore::kWorthIt), there(ProofStore::kWorthIt);
  ExpectSome(here.For(&first, 5, 64));
  ExpectSome(here.For(&first, 5, 64));
  EXPECT_EQ(first.cost.made, 1u);
  EXPECT_EQ(first.cost.known, 1u);
  ExpectSome(there.For(&second, 5, 64));
  EXPECT_EQ(second.cost.read, 1u);
  EXPECT_EQ(second.cost.made, 0u);
  // Anything else: proven anew.
  there.For(&second, 6, 64);
  there.For(&second, 5, 65);
  Counting(ProofStore::kWorthIt, "sites").For(&second, 5, 64);
  EXPECT_EQ(second.cost.made, 3u);
}

TEST_F(ProofStoreTest, WhatWasQuickIsNotKept) {
  ProofStore store(Disk(), "edition");
  ProofContext first{&store, {}}, second{&store, {}};
  Counting(ProofStore::kWorthIt - 1).For(&first, 5, 64);
  Counting(ProofStore::kWorthIt - 1).For(&second, 5, 64);
  EXPECT_EQ(second.cost.made, 1u);
}

TEST_F(ProofStoreTest, WhatTakesLongInVainIsAskedMoreAndMoreSeldom) {
  Counting dear(1'000'000, "group", {{0, {false, false, kTakesTooLong}}});
  Counting of_some(110'000), cheap(10);
  ProofContext context, some, other;
  uint64_t some_of_sixty = 0;
  for (int64_t launch = 0; launch < 2000; ++launch) {
    const Proofs proofs = dear.For(&context, launch, 64);
    EXPECT_FALSE(proofs.at(0).proven);
    EXPECT_FALSE(proofs.at(0).why.empty());
    of_some.For(&some, launch, 64);
    if (launch == 59) some_of_sixty = some.cost.made;
    cheap.For(&other, launch, 64);
  }
  EXPECT_LT(context.cost.made, 25u);
  EXPECT_GT(context.cost.made, 12u);
  // Every fourth, until they have taken so much that what they show cannot be worth it.
  EXPECT_EQ(some_of_sixty, 18u);
  EXPECT_GT(some.cost.made, 18u);
  EXPECT_LT(some.cost.made, 30u);
  EXPECT_EQ(other.cost.made, 2000u);
}

}  // namespace
}  // namespace lockstep
