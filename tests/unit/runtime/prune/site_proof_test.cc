// Site programs with a launch's numbers: what is proven.
#include "runtime/prune/site_proof.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/unit/runtime/prune/site_builder.h"

namespace lockstep {
namespace {

using AccessKind = SiteAccess::Kind;
using Relation = SiteLoopTest::Relation;

TEST(SiteProof, OwnElementIsProvenAndNeighboursIsNot) {
  SiteBuilder own;
  own.Access(AccessKind::kWrite, own.Id('g'));
  EXPECT_TRUE(own.Proven(100, 16));
  own.Access(AccessKind::kRead, own.Op(GroupOp::kAdd, own.Id('g'), own.Constant(1)));
  EXPECT_FALSE(own.Proven(100, 16));
}

TEST(SiteProof, ReadsAndAtomicsDoNotConflictAmongThemselves) {
  SiteBuilder kernel;
  kernel.Access(AccessKind::kAtomic, kernel.Constant(0));
  EXPECT_TRUE(kernel.Proven(100, 10));
  kernel.Access(AccessKind::kRead, kernel.Constant(0));
  EXPECT_FALSE(kernel.Proven(100, 10));
}

TEST(SiteProof, AGuardKeepsAwayWhatItNames) {
  // if (g < n) a[g] = a[g + m]
  const auto kernel = [] {
    SiteBuilder made;
    const int id = made.Id('g');
    const SiteGuard below{made.Compare(GroupOp::kSLt, id, made.Argument(1)), true};
    made.Access(AccessKind::kWrite, id, {below});
    made.Access(AccessKind::kRead, made.Op(GroupOp::kAdd, id, made.Argument(2)), {below});
    return made;
  };
  EXPECT_TRUE(kernel().Proven(64, 16, {{1, 32}, {2, 32}}));
  EXPECT_FALSE(kernel().Proven(64, 16, {{1, 33}, {2, 32}}));
  EXPECT_TRUE(kernel().Proven(64, 16, {{1, 0}, {2, 1}}));  // nobody gets there
}

TEST(SiteProof, OnlyOneWorkItemBehindAGuardOfItsId) {
  SiteBuilder kernel;
  const int id = kernel.Id('g');
  kernel.Access(AccessKind::kWrite, kernel.Constant(3), {{kernel.Compare(GroupOp::kEq, id, kernel.Constant(5)), true}});
  EXPECT_TRUE(kernel.Proven(64, 16));
  SiteBuilder local;  // one of each group
  local.Access(AccessKind::kWrite, local.Constant(3),
               {{local.Compare(GroupOp::kEq, local.Id('l'), local.Constant(0)), true}});
  EXPECT_FALSE(local.Proven(64, 16));
  EXPECT_TRUE(local.Proven(16, 16));
}

// The linear id of a launch begins at 0 and counts its dimensions' sizes, whatever the offset.
TEST(SiteProof, TheLinearIdOfALaunch) {
  SiteBuilder own;
  own.Access(AccessKind::kWrite, own.Id('N'));
  EXPECT_TRUE(own.Proven(64, 16, {}, 256));
  EXPECT_FALSE(own.Proven(64, 16, {}, 255));
  SiteBuilder next;
  next.Access(AccessKind::kWrite, next.Id('N'));
  next.Access(AccessKind::kRead, next.Op(GroupOp::kAdd, next.Id('N'), next.Constant(1)));
  EXPECT_FALSE(next.Proven(64, 16));
  const LaunchNumbers launch = {{8, 4, 2}, {5, 6, 7}, {3, 2, 2}};
  EXPECT_TRUE(ProveSites(own.program, launch, {{0, 256}}, 400'000).at(0).inside);
  EXPECT_FALSE(ProveSites(own.program, launch, {{0, 255}}, 400'000).at(0).inside);
}

TEST(SiteProof, BlocksByACounter) {
  const auto kernel = [](int64_t more) {
    SiteBuilder made;
    const int n = made.Argument(1);
    const int i = made.Counter(made.Constant(0), made.Constant(1), made.Op(GroupOp::kAdd, n, made.Constant(more)));
    const SiteGuard in{made.Compare(GroupOp::kSLt, i, made.Op(GroupOp::kAdd, n, made.Constant(more))), true};
    made.Access(AccessKind::kWrite, made.Op(GroupOp::kAdd, made.Op(GroupOp::kMul, made.Id('g'), n), i), {in});
    return made;
  };
  EXPECT_TRUE(kernel(0).Proven(1000, 10, {{1, 17}}));
  EXPECT_FALSE(kernel(1).Proven(1000, 10, {{1, 17}}));
}

TEST(SiteProof, RowsOfALargeMatrixByTheirColumn) {
  // int j = g + k; if (j < n) { for (i < n) sum += a[i * n + j]; for (i < n) a[i * n + j] = ...; }
  const auto kernel = [](int64_t columns) {
    SiteBuilder made;
    const int j = made.Op(GroupOp::kAdd, made.Id('g'), made.Argument(1));
    const SiteGuard inside{made.Compare(GroupOp::kSLt, j, made.Constant(columns)), true};
    for (const AccessKind kind : {AccessKind::kRead, AccessKind::kRead, AccessKind::kWrite}) {
      const int row = made.Counter(made.Constant(0), made.Constant(1), made.Argument(2));
      const int begin = made.Op(GroupOp::kMul, row, made.Argument(2));
      made.Access(kind, made.Op(GroupOp::kAdd, begin, j), {inside});
    }
    return made;
  };
  for (const int64_t first : {0, 1, 700}) {
    EXPECT_TRUE(kernel(1 << 14).Proven(1 << 15, 256, {{1, first}, {2, 1 << 14}})) << first;
    // The first and the last column of n + 1 are one behind the other.
    EXPECT_EQ(kernel((1 << 14) + 1).Proven(1 << 15, 256, {{1, first}, {2, 1 << 14}}), first > 0) << first;
  }
}

TEST(SiteProof, StridedByTheGlobalSize) {
  const auto kernel = [](int64_t less) {
    SiteBuilder made;
    const int n = made.Argument(1), size = made.Op(GroupOp::kSub, made.Id('G'), made.Constant(less));
    const int i = made.Counter(made.Id('g'), size, n);
    made.Access(AccessKind::kWrite, i, {{made.Compare(GroupOp::kSLt, i, n), true}});
    return made;
  };
  EXPECT_TRUE(kernel(0).Proven(1 << 20, 64, {{1, 1 << 26}}));
  EXPECT_FALSE(kernel(1).Proven(1 << 20, 64, {{1, 1 << 26}}));
}

TEST(SiteProof, ACounterThatMayWrapIsNotFollowed) {
  SiteBuilder kernel;  // the bound leaves no room for a step
  const int n = kernel.Argument(1), i = kernel.Counter(kernel.Id('g'), kernel.Constant(1 << 20), n);
  kernel.Access(AccessKind::kWrite, i, {{kernel.Compare(GroupOp::kSLt, i, n), true}});
  EXPECT_FALSE(kernel.Proven(1 << 20, 64, {{1, INT32_MAX}}));
  EXPECT_TRUE(kernel.Proven(1 << 20, 64, {{1, 1 << 30}}));
}

TEST(SiteProof, TwoCountersOfALoopGoTogether) {
  // for (i = 0; i != n; ++i, at += size) out[at]
  const auto kernel = [](int64_t less) {
    SiteBuilder made;
    const int n = made.Argument(1), size = made.Op(GroupOp::kSub, made.Id('G'), made.Constant(less));
    const int i = made.Counter(made.Constant(0), made.Constant(1), n);
    made.program.loops.back().tests[0].relation = Relation::kNotEqual;
    const int at = made.Add(GroupOp::kPhi, 32);
    made.program.loops.push_back({at, 0, made.Id('g'), size, false, {}});
    made.Access(AccessKind::kWrite, at, {{made.Compare(GroupOp::kNe, i, n), true}});
    return made;
  };
  EXPECT_TRUE(kernel(0).Proven(100, 10, {{1, 17}}));
  EXPECT_FALSE(kernel(1).Proven(100, 10, {{1, 17}}));
  EXPECT_FALSE(kernel(0).Proven(100, 10, {{1, -1}}));  // it never comes there
}

TEST(SiteProof, ACounterThatPassesItsBoundByIsNotFollowed) {
  // for (i = 0; i != n; i += 2) out[100 * g + i]
  const auto kernel = [] {
    SiteBuilder made;
    const int n = made.Argument(1), i = made.Counter(made.Constant(0), made.Constant(2), n);
    made.program.loops.back().tests[0].relation = Relation::kNotEqual;
    const int row = made.Op(GroupOp::kMul, made.Id('g'), made.Constant(100));
    made.Access(AccessKind::kWrite, made.Op(GroupOp::kAdd, row, i), {{made.Compare(GroupOp::kNe, i, n), true}});
    return made;
  };
  EXPECT_TRUE(kernel().Proven(64, 16, {{1, 16}}));
  EXPECT_FALSE(kernel().Proven(64, 16, {{1, 17}}));
  EXPECT_FALSE(kernel().Proven(64, 16, {{1, 102}}));
}

TEST(SiteProof, AChoiceLiesWhereItsConditionLeavesIt) {
  // out[g] = in[g > 0 ? g - 1 : 0], in one memory: of one work-item, within the object
  SiteBuilder kernel;
  const int id = kernel.Id('g'), first = kernel.Constant(0);
  const int condition = kernel.Compare(GroupOp::kSLt, first, id);
  const int left = kernel.Op(GroupOp::kSub, id, kernel.Constant(1));
  kernel.Access(AccessKind::kRead, kernel.Add(GroupOp::kSelect, 32, {condition, left, first}));
  EXPECT_TRUE(kernel.Proven(100, 10, {}, 99 * 4));
  EXPECT_FALSE(kernel.Proven(100, 10, {}, 98 * 4));
}

TEST(SiteProof, ChunksEndAtTheLeastOfTwoNumbers) {
  // to = min(g * per + per, n); for (i = g * per; i < to; ++i) a[i] = a[i + beyond]
  const auto kernel = [](int beyond) {
    SiteBuilder made;
    const int per = made.Argument(2), from = made.Op(GroupOp::kMul, made.Id('g'), per);
    const int to = made.Op(GroupOp::kSMin, made.Op(GroupOp::kAdd, from, per), made.Argument(1));
    const int i = made.Counter(from, made.Constant(1), to);
    const SiteGuard below{made.Compare(GroupOp::kSLt, i, to), true};
    made.Access(AccessKind::kWrite, i, {below});
    made.Access(AccessKind::kRead, made.Op(GroupOp::kAdd, i, made.Constant(beyond)), {below});
    return made;
  };
  for (const int64_t n : {1000, 1024, 2000}) {
    EXPECT_TRUE(kernel(0).Proven(64, 16, {{1, n}, {2, 16}})) << n;
    EXPECT_FALSE(kernel(1).Proven(64, 16, {{1, n}, {2, 16}})) << n;
  }
}

TEST(SiteProof, AMergeIsOneOfItsSources) {
  // int last = 0; for (...) if (...) last = i;  a[10 * g + last]
  const auto kernel = [](int64_t most) {
    SiteBuilder made;
    const int i = made.Counter(made.Constant(0), made.Constant(1), made.Constant(most));
    const int last = made.Add(GroupOp::kPhi, 32);
    const SiteGuard in{made.Compare(GroupOp::kSLt, i, made.Constant(most)), true};
    made.program.merges.push_back({last, false, {{made.Constant(0), false, {}}, {i, false, {in}}}});
    made.Access(AccessKind::kWrite,
                made.Op(GroupOp::kAdd, made.Op(GroupOp::kMul, made.Id('g'), made.Constant(10)), last));
    return made;
  };
  EXPECT_TRUE(kernel(10).Proven(100, 10));
  EXPECT_FALSE(kernel(11).Proven(100, 10));
}

TEST(SiteProof, AProductOf24BitsIsNoneOfMore) {
  const auto kernel = [](int64_t factor) {
    SiteBuilder made;
    made.Access(AccessKind::kWrite, made.Op(GroupOp::kSMul24, made.Id('g'), made.Constant(factor)));
    return made;
  };
  EXPECT_TRUE(kernel(1 << 20).Proven(16, 16));
  EXPECT_FALSE(kernel(1 << 24).Proven(16, 16));
}

TEST(LaunchNumbers, PartsOfArguments) {
  LaunchNumbers launch;
  launch.arguments[3] = int64_t{7} << 32 | 0xfffffffe;  // an int2 of -2 and 7
  EXPECT_EQ(ArgumentValue(launch, *ArgumentPart(3, 0, 4), 32), -2);
  EXPECT_EQ(ArgumentValue(launch, *ArgumentPart(3, 4, 4), 32), 7);
  EXPECT_EQ(ArgumentValue(launch, 3, 64), launch.arguments[3]);
  // { short, short, char, long } of 16 bytes
  launch.arguments[*ArgumentPart(4, 0, 4)] = -65536 | 5;
  launch.arguments[*ArgumentPart(4, 4, 4)] = 0x80;
  launch.arguments[*ArgumentPart(4, 8, 4)] = -3;
  launch.arguments[*ArgumentPart(4, 12, 4)] = -1;
  EXPECT_EQ(ArgumentValue(launch, *ArgumentPart(4, 0, 2), 16), 5);
  EXPECT_EQ(ArgumentValue(launch, *ArgumentPart(4, 2, 2), 16), -1);
  EXPECT_EQ(ArgumentValue(launch, *ArgumentPart(4, 4, 1), 8), -128);
  EXPECT_EQ(ArgumentValue(launch, *ArgumentPart(4, 8, 8), 64), -3);
  EXPECT_EQ(ArgumentValue(launch, *ArgumentPart(4, 16, 4), 32), std::nullopt);
  EXPECT_EQ(ArgumentValue(launch, *ArgumentPart(5, 0, 4), 32), std::nullopt);
  EXPECT_EQ(ArgumentPart(4, kMaxPartedArgument - 3, 4), std::nullopt);
  EXPECT_EQ(ArgumentsBehind(*ArgumentPart(4, 6, 4)),
            (std::vector<unsigned>{4, *ArgumentPart(4, 4, 4), *ArgumentPart(4, 8, 4)}));
}

TEST(SiteProof, AProductThatMayWrapIsNotFollowed) {
  SiteBuilder kernel;
  kernel.Access(AccessKind::kWrite, kernel.Op(GroupOp::kMul, kernel.Id('g'), kernel.Constant(1 << 20)));
  EXPECT_TRUE(kernel.Proven(1 << 11, 64));
  EXPECT_FALSE(kernel.Proven(1 << 13, 64));  // g and g + 4096 meet
}

TEST(SiteProof, PartnersByExclusiveOr) {
  const auto kernel = [](bool guarded) {
    SiteBuilder made;
    const int i = made.Id('g'), partner = made.Op(GroupOp::kXor, i, made.Argument(1));
    std::vector<SiteGuard> guards;
    if (guarded) guards.push_back({made.Compare(GroupOp::kULt, i, partner), true});
    made.Access(AccessKind::kWrite, i, guards);
    made.Access(AccessKind::kWrite, partner, guards);
    return made;
  };
  for (int stride = 1; stride < 1024; stride *= 2) {
    EXPECT_TRUE(kernel(true).Proven(1024, 64, {{1, stride}})) << stride;
    EXPECT_FALSE(kernel(false).Proven(1024, 64, {{1, stride}})) << stride;
  }
}

TEST(SiteProof, AccessesThatMayLeaveTheRootAreForTheChecks) {
  const auto kernel = [] {
    SiteBuilder made;  // if (g < n) a[g + m] = ...
    const int id = made.Id('g');
    made.Access(AccessKind::kWrite, made.Op(GroupOp::kAdd, id, made.Argument(2)),
                {{made.Compare(GroupOp::kSLt, id, made.Argument(1)), true}});
    return made;
  };
  EXPECT_TRUE(kernel().Proven(64, 16, {{1, 10}, {2, 3}}, 52));
  EXPECT_FALSE(kernel().Proven(64, 16, {{1, 11}, {2, 3}}, 52));
  EXPECT_FALSE(kernel().Proven(64, 16, {{1, 10}, {2, -1}}, 52));
}

TEST(SiteProof, NobodyFindsInACounterWhatAnotherOneDoes) {
  SiteBuilder kernel;  // out[atomic_inc(count)] = ...
  kernel.Access(AccessKind::kWrite, kernel.Ticket(1));
  EXPECT_TRUE(kernel.Apart());
  EXPECT_FALSE(kernel.Proven(64, 16)) << "it may be beyond the memory";
  EXPECT_FALSE(kernel.Apart(/*alone=*/false));

  // Of two additions, on two ways.
  kernel.Access(AccessKind::kWrite, kernel.Ticket(3));
  EXPECT_TRUE(kernel.Apart());

  SiteBuilder by_id = kernel;  // who has no ticket meets those who have
  by_id.Access(AccessKind::kWrite, by_id.Id('g'));
  EXPECT_FALSE(by_id.Apart());

  SiteBuilder reset = kernel;  // count[0] = 0
  reset.program.accesses.push_back({AccessKind::kWrite, 1, reset.Constant(0, 64), 4, 0, {}});
  EXPECT_FALSE(reset.Apart());

  SiteBuilder other = kernel;  // a second counter behind the first
  const int of_other = other.Ticket(1, 4);
  EXPECT_TRUE(other.Apart());
  other.Access(AccessKind::kWrite, of_other);
  EXPECT_FALSE(other.Apart());

  SiteBuilder wrapped;  // the fifth finds what the first did
  wrapped.Access(AccessKind::kWrite, wrapped.Ticket(1 << 30));
  EXPECT_FALSE(wrapped.Apart());
  SiteBuilder many;
  many.Access(AccessKind::kWrite, many.Ticket(1 << 20));
  EXPECT_TRUE(many.Apart());
  many.Proven(4096, 16);
  EXPECT_FALSE(many.proof.proven);
  SiteBuilder again;
  again.Access(AccessKind::kWrite, again.Ticket(4096));
  again.program.accesses.back().repeats = false;
  again.program.accesses.front().repeats = true;
  EXPECT_TRUE(again.Apart());
  again.program.accesses.front().added = again.Constant(4097);
  EXPECT_FALSE(again.Apart());

  SiteBuilder back = kernel;  // atomic_dec
  back.Ticket(1);
  back.program.accesses.back().added = -1;
  EXPECT_FALSE(back.Apart());
}

TEST(SiteProof, TicketsAreApartByWhatIsAdded) {
  const auto block = [](int64_t adds, int places) {
    SiteBuilder kernel;  // at = atomic_add(count, adds); for (i = 0; i < places; ++i) out[at + i] = ...
    const int at = kernel.Add(GroupOp::kSExt, 64, {kernel.Ticket(adds), -1, -1}, 32);
    const int i =
        kernel.Add(GroupOp::kSExt, 64,
                   {kernel.Counter(kernel.Constant(0), kernel.Constant(1), kernel.Constant(places)), -1, -1}, 32);
    const int sum = kernel.Add(GroupOp::kAdd, 64, {at, i, -1});
    const int offset = kernel.Add(GroupOp::kMul, 64, {sum, kernel.Constant(4, 64), -1});
    const int in = kernel.Compare(GroupOp::kSLt, kernel.program.loops[0].phi, kernel.Constant(places));
    kernel.program.accesses.push_back({AccessKind::kWrite, 0, offset, 4, 0, {{in, true}}});
    return kernel.Apart();
  };
  EXPECT_TRUE(block(8, 8));
  EXPECT_TRUE(block(9, 8));
  EXPECT_FALSE(block(7, 8));
}

TEST(SiteProof, ATicketWithoutASign) {
  const auto written = [](int64_t factor, GroupOp op) {
    SiteBuilder kernel;  // unsigned: out[atomic_inc(count)]
    const int at = kernel.Add(op, 64, {kernel.Ticket(1), -1, -1}, 32);
    const int offset = kernel.Add(GroupOp::kMul, 64, {at, kernel.Constant(factor, 64), -1});
    kernel.program.accesses.push_back({AccessKind::kWrite, 0, offset, 4, 0, {}});
    return kernel.Apart();
  };
  EXPECT_TRUE(written(4, GroupOp::kZExt));
  EXPECT_FALSE(written(3, GroupOp::kZExt));
  EXPECT_TRUE(written(4, GroupOp::kSExt));
}

// A counter that goes round rings launch after launch comes to the end of its type at some time.
TEST(SiteProof, TicketsOfRings) {
  constexpr int kItems = 64;
  // ring[atomic_add(head, adds) OP places], the number as it is or made one of 64 bits; what OP says of one that is
  // found as `number`.
  struct Ring {
    GroupOp widens;
    GroupOp op;
    uint64_t (*place)(uint64_t number, uint64_t places);
  };
  constexpr auto rest = [](uint64_t number, uint64_t places) { return number % places; };
  const Ring rings[] = {
      {GroupOp::kZExt, GroupOp::kURem, rest},
      {GroupOp::kSExt, GroupOp::kURem, rest},
      {GroupOp::kTrunc, GroupOp::kURem, rest},
      {GroupOp::kTrunc, GroupOp::kAnd, [](uint64_t number, uint64_t places) { return number & (places - 1); }},
      {GroupOp::kTrunc, GroupOp::kUDiv, [](uint64_t number, uint64_t places) { return number / places; }},
  };
  std::map<GroupOp, int> proven;
  for (const Ring& ring : rings) {
    const bool wide = ring.widens != GroupOp::kTrunc;
    const unsigned bits = wide ? 64 : 32;
    for (int adds = 1; adds < 4; ++adds) {
      for (uint64_t places = ring.op == GroupOp::kUDiv ? 1 : 60; places <= 260; ++places) {
        SiteBuilder kernel;
        const int found = kernel.Ticket(adds);
        const int at = wide ? kernel.Add(ring.widens, 64, {found, -1, -1}, 32) : found;
        const auto by = static_cast<int64_t>(ring.op == GroupOp::kAnd ? places - 1 : places);
        const int place = kernel.Add(ring.op, bits, {at, kernel.Constant(by, bits), -1});
        const int whole = wide ? place : kernel.Add(GroupOp::kZExt, 64, {place, -1, -1}, 32);
        const int offset = kernel.Add(GroupOp::kMul, 64, {whole, kernel.Constant(4, 64), -1});
        kernel.program.accesses.push_back({AccessKind::kWrite, 0, offset, 4, 0, {}});
        if (!kernel.Apart()) continue;
        ++proven[ring.op];
        for (const int64_t end : {int64_t{0}, int64_t{INT32_MAX} + 1}) {
          for (int before = -4; before <= adds * kItems + 4; ++before) {
            std::set<uint64_t> taken;
            for (int i = 0; i < kItems; ++i) {
              const auto number = static_cast<int32_t>(end - before + i * adds);
              const uint64_t read = ring.widens == GroupOp::kSExt ? static_cast<uint64_t>(int64_t{number})
                                                                  : static_cast<uint32_t>(number);
              ASSERT_TRUE(taken.insert(ring.place(read, places)).second)
                  << adds << " in " << places << ", from " << end - before;
            }
          }
        }
      }
    }
  }
  EXPECT_GE(proven[GroupOp::kURem], 15);  // of each of the three rings of 64, 128 and 256
  EXPECT_GE(proven[GroupOp::kAnd], 5);
  EXPECT_GE(proven[GroupOp::kUDiv], 3);  // by what is added at most
}

// 32 bits do not hold the product of a number that may be any; it is told apart from others that are less than 128
// away.
TEST(SiteProof, TicketsWrap) {
  const auto apart = [](int64_t adds, char drawn_by_first_of) {
    SiteBuilder kernel;
    std::vector<SiteGuard> guards;
    if (drawn_by_first_of != 0)
      guards = {{kernel.Compare(GroupOp::kEq, kernel.Id(drawn_by_first_of), kernel.Constant(0)), true}};
    const int ticket = kernel.Ticket(adds);
    kernel.program.accesses.back().guards = guards;
    kernel.Access(AccessKind::kWrite, kernel.Op(GroupOp::kMul, ticket, kernel.Constant(int64_t{1} << 25)));
    return kernel.Apart();
  };
  EXPECT_TRUE(apart(2, 0));  // by 64 work-items, in four groups: the last finds 126 more than the first
  EXPECT_FALSE(apart(3, 0));
  EXPECT_TRUE(apart(42, 'l'));
  EXPECT_FALSE(apart(43, 'l'));
  EXPECT_TRUE(apart(128, 'g'));  // nobody else draws
}

// Nobody knows how far a counter goes that is drawn from in loops.
TEST(SiteProof, TicketsOfLoops) {
  const auto planes = [](int64_t apart, bool repeats, GroupOp op) {  // out[at], out[at + apart]
    SiteBuilder kernel;
    const int at = kernel.Ticket(1);
    kernel.program.accesses.back().repeats = repeats;
    const int scaled = kernel.Op(GroupOp::kMul, at, kernel.Constant(1024));
    kernel.Access(AccessKind::kWrite, scaled);
    kernel.Access(AccessKind::kWrite, kernel.Op(op, scaled, kernel.Constant(apart * 1024)));
    return kernel.Apart();
  };
  EXPECT_TRUE(planes(64, false, GroupOp::kAdd));  // 64 work-items draw once
  EXPECT_FALSE(planes(63, false, GroupOp::kAdd));
  for (const int64_t apart : {63, 65, 300'000, 2'000'000}) EXPECT_FALSE(planes(apart, true, GroupOp::kAdd)) << apart;
  EXPECT_TRUE(planes(0, true, GroupOp::kAdd));  // but not once round all numbers of 32 bits
}

// if (l == 0) next = atomic_inc(count); barrier(...); out[16 * next + l] = ...
TEST(SiteProof, ATicketForAGroup) {
  const auto written = [](int64_t factor, bool by_item, bool one_counter = true, unsigned bits = 32) {
    SiteBuilder kernel;
    const int first = kernel.Compare(GroupOp::kEq, kernel.Id('l'), kernel.Constant(0));
    std::vector<int> found;
    for (int i = 0; i < 2; ++i) {
      found.push_back(kernel.Ticket(1, one_counter ? 0 : 4 * i));
      kernel.program.accesses.back().guards = {{first, true}};
    }
    const int next = kernel.Add(GroupOp::kUnknown, bits);
    kernel.program.handed_on.push_back({next, found});
    const int place = kernel.Op(GroupOp::kMul, next, kernel.Constant(factor));
    kernel.Access(AccessKind::kWrite, by_item ? kernel.Op(GroupOp::kAdd, place, kernel.Id('l')) : place);
    return kernel.Apart();
  };
  EXPECT_TRUE(written(16, true));
  EXPECT_TRUE(written(17, true));
  EXPECT_FALSE(written(15, true));   // the next group's first element
  EXPECT_FALSE(written(16, false));  // all of the group write one
  EXPECT_FALSE(written(16, true, /*one_counter=*/false));
  SiteBuilder both;  // who drew it writes there, and the others do
  const int found = both.Ticket(1), next = both.Add(GroupOp::kUnknown, 32);
  both.program.handed_on.push_back({next, {found}});
  both.Access(AccessKind::kWrite, found);
  EXPECT_TRUE(both.Apart());
  both.Access(AccessKind::kRead, next);
  EXPECT_FALSE(both.Apart());
}

TEST(SiteProof, WhatIsNotKnownOf64BitsMayBeAnything) {
  SiteBuilder kernel;  // out[g + get_local_id(3)] = ...
  const int id = kernel.Add(GroupOp::kId, 64, {-1, -1, -1}, 'g' * 4);
  const int place = kernel.Add(GroupOp::kAdd, 64, {id, kernel.Add(GroupOp::kUnknown, 64), -1});
  const int offset = kernel.Add(GroupOp::kMul, 64, {place, kernel.Constant(4, 64), -1});
  kernel.program.accesses.push_back({AccessKind::kWrite, 0, offset, 4, 0, {}});
  EXPECT_FALSE(kernel.Apart());
  SiteBuilder bytes;  // for (k = 0; k < sizes[g]; ++k) out[16 * g + k] = ...
  const int from =
      bytes.Add(GroupOp::kMul, 64, {bytes.Add(GroupOp::kId, 64, {-1, -1, -1}, 'g' * 4), bytes.Constant(16, 64), -1});
  const int k = bytes.Add(GroupOp::kPhi, 64);
  bytes.program.loops.push_back({k,
                                 0,
                                 bytes.Constant(0, 64),
                                 bytes.Constant(1, 64),
                                 false,
                                 {{Relation::kLess, false, false, bytes.Add(GroupOp::kUnknown, 64)}}});
  bytes.program.accesses.push_back({AccessKind::kWrite, 0, bytes.Add(GroupOp::kAdd, 64, {from, k, -1}), 1, 0, {}});
  EXPECT_FALSE(bytes.Apart());
  SiteBuilder ticket;  // of 64 bits
  ticket.program.accesses.push_back({AccessKind::kWrite, 0, ticket.Ticket(1, 0, 64), 1, 0, {}});
  EXPECT_FALSE(ticket.Apart());
}

TEST(SiteProof, WhatIsNotKnownMayBeAnything) {
  SiteBuilder kernel;
  kernel.Access(AccessKind::kWrite, kernel.Add(GroupOp::kUnknown, 32));
  EXPECT_FALSE(kernel.Proven(64, 16));
}

TEST(SiteProof, GroupsThatAreNotFull) {
  SiteBuilder kernel;  // w * L + l is another number for each work-item
  kernel.Access(AccessKind::kWrite,
                kernel.Op(GroupOp::kAdd, kernel.Op(GroupOp::kMul, kernel.Id('w'), kernel.Id('L')), kernel.Id('l')));
  EXPECT_TRUE(kernel.Proven(50, 16));
  SiteBuilder smaller;  // the last group's size is not L
  smaller.Access(
      AccessKind::kWrite,
      smaller.Op(GroupOp::kAdd, smaller.Op(GroupOp::kMul, smaller.Id('w'), smaller.Id('S')), smaller.Id('l')));
  EXPECT_FALSE(smaller.Proven(50, 16));
  EXPECT_TRUE(smaller.Proven(48, 16));
}

TEST(SiteProof, TexelsOfAnImage) {
  const auto proven = [](const SiteBuilder& made, uint64_t height = 8) {
    LaunchNumbers launch;
    launch.global_size[0] = launch.global_size[1] = 8;
    launch.local_size[0] = 4;
    const auto decoded = SiteProgram::Decode(made.program.Encode());
    if (!decoded) return false;
    const std::map<int, uint64_t> sizes = {{0, 9}, {SiteSizeOf(0, 1), height}, {SiteSizeOf(0, 2), 1}};
    return ProveSites(*decoded, launch, sizes, 400'000).at(0).proven;
  };
  SiteBuilder own;
  own.Texel(AccessKind::kWrite, {own.Id('g'), own.Id('g', 1)});
  EXPECT_TRUE(proven(own));
  EXPECT_FALSE(proven(own, 7)) << "the last row is none";
  SiteBuilder turned = own;
  turned.Texel(AccessKind::kRead, {turned.Id('g', 1), turned.Id('g')});
  EXPECT_FALSE(proven(turned));
  SiteBuilder beside = own;  // no row is written twice, but a neighbour is read
  beside.Texel(AccessKind::kRead, {beside.Op(GroupOp::kAdd, beside.Id('g'), beside.Constant(1)), beside.Id('g', 1)});
  EXPECT_FALSE(proven(beside));
  SiteBuilder column;
  column.Texel(AccessKind::kWrite, {column.Id('g'), column.Constant(0)});
  EXPECT_FALSE(proven(column)) << "of work-items that differ in y alone";
  SiteBuilder unknown = own;
  unknown.Texel(AccessKind::kRead, {unknown.Id('g'), unknown.Add(GroupOp::kUnknown, 32)});
  EXPECT_FALSE(proven(unknown));
}

TEST(SiteProof, WhatSizesItAsksForAndAtomicsTakenForWrites) {
  SiteBuilder kernel;
  kernel.Texel(AccessKind::kWrite, {kernel.Id('g'), kernel.Constant(0)});
  EXPECT_EQ(kernel.program.SizesAsked(), (std::vector<int>{0, SiteSizeOf(0, 1), SiteSizeOf(0, 2)}));
  SiteBuilder counter;
  counter.Access(AccessKind::kAtomic, counter.Constant(0));
  EXPECT_TRUE(counter.Proven(8, 8));
  counter.program = ApartOf(counter.program);
  EXPECT_FALSE(counter.Proven(8, 8));
  EXPECT_TRUE(counter.Proven(1, 1));
}

TEST(SiteProgram, RefusesNumbersThatLeadNowhere) {
  SiteBuilder kernel;
  kernel.Access(AccessKind::kWrite, kernel.Id('g'));
  std::vector<int64_t> numbers = kernel.program.Encode();
  ASSERT_TRUE(SiteProgram::Decode(numbers));
  numbers.pop_back();
  EXPECT_FALSE(SiteProgram::Decode(numbers));
  kernel.program.accesses[0].value = 1000;
  EXPECT_FALSE(SiteProgram::Decode(kernel.program.Encode()));
  kernel.program.accesses[0].value = 0;
  EXPECT_TRUE(SiteProgram::Decode(kernel.program.Encode()));
  kernel.program.accesses[0].root = kMaxSiteRoot;
  EXPECT_FALSE(SiteProgram::Decode(kernel.program.Encode()));
  kernel.program.accesses[0].root = 0;
  kernel.program.accesses[0].more[0] = 0;
  EXPECT_FALSE(SiteProgram::Decode(kernel.program.Encode())) << "a second coordinate of no texel";
}

}  // namespace
}  // namespace lockstep
