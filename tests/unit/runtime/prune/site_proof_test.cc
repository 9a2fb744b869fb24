// Site programs with a launch's numbers: what is proven, and that nothing is that an enumeration of all
// work-items and iterations contradicts.
#include "runtime/prune/site_proof.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "runtime/prune/meeting.h"
#include "runtime/prune/site_forms.h"

namespace lockstep {
namespace {

using AccessKind = SiteAccess::Kind;
using Relation = SiteLoopTest::Relation;

// Builds programs over one root, number 0.
class Builder {
 public:
  Builder() { program.roots = {0}; }

  int Add(GroupOp op, unsigned bits, std::array<int, 3> operands = {-1, -1, -1}, int64_t immediate = 0) {
    program.values.push_back({op, bits, false, operands, immediate});
    return static_cast<int>(program.values.size()) - 1;
  }
  int Constant(int64_t number, unsigned bits = 32) { return Add(GroupOp::kConstant, bits, {-1, -1, -1}, number); }
  int Argument(int64_t number) { return Add(GroupOp::kArgument, 32, {-1, -1, -1}, number); }
  int Id(char letter, int64_t dimension = 0) {
    return Add(GroupOp::kTrunc, 32, {Add(GroupOp::kId, 64, {-1, -1, -1}, letter * 4 + dimension), -1, -1});
  }
  int Op(GroupOp op, int a, int b) { return Add(op, 32, {a, b, -1}); }
  int Compare(GroupOp op, int a, int b) { return Add(op, 1, {a, b, -1}, 32); }
  // for (phi = start; phi < bound; phi += step)
  int Counter(int start, int step, int bound) {
    const int phi = Add(GroupOp::kPhi, 32);
    const int loop = static_cast<int>(program.loops.size());
    program.loops.push_back({phi, loop, start, step, false, {{Relation::kLess, true, false, bound}}});
    return phi;
  }
  void Access(AccessKind kind, int index, std::vector<SiteGuard> guards = {}) {
    const int wide = Add(GroupOp::kSExt, 64, {index, -1, -1}, 32);
    const int offset = Add(GroupOp::kMul, 64, {wide, Constant(4, 64), -1});
    program.accesses.push_back({kind, 0, offset, 4, 0, std::move(guards)});
  }
  // ... to the texel at these coordinates, two or three.
  void Texel(AccessKind kind, const std::vector<int>& at, std::vector<SiteGuard> guards = {}) {
    SiteAccess access{kind, 0, at[0], 1, 0, std::move(guards)};
    access.texel = true;
    for (size_t d = 1; d < at.size(); ++d) access.more[d - 1] = at[d];
    program.accesses.push_back(std::move(access));
  }
  bool Proven(uint64_t global, uint64_t local, std::map<unsigned, int64_t> arguments = {},
              uint64_t size = uint64_t{1} << 40) {
    LaunchNumbers launch;
    launch.global_size[0] = global;
    launch.local_size[0] = local;
    launch.arguments = std::move(arguments);
    const auto decoded = SiteProgram::Decode(program.Encode());
    return decoded && ProveSites(*decoded, launch, {{0, size}}, 400'000).at(0).proven;
  }

  SiteProgram program;
};

TEST(SiteProof, OwnElementIsProvenAndNeighboursIsNot) {
  Builder own;
  own.Access(AccessKind::kWrite, own.Id('g'));
  EXPECT_TRUE(own.Proven(100, 16));
  own.Access(AccessKind::kRead, own.Op(GroupOp::kAdd, own.Id('g'), own.Constant(1)));
  EXPECT_FALSE(own.Proven(100, 16));
}

TEST(SiteProof, ReadsAndAtomicsDoNotConflictAmongThemselves) {
  Builder kernel;
  kernel.Access(AccessKind::kAtomic, kernel.Constant(0));
  EXPECT_TRUE(kernel.Proven(100, 10));
  kernel.Access(AccessKind::kRead, kernel.Constant(0));
  EXPECT_FALSE(kernel.Proven(100, 10));
}

TEST(SiteProof, AGuardKeepsAwayWhatItNames) {
  // if (g < n) a[g] = a[g + m]
  const auto kernel = [] {
    Builder made;
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
  Builder kernel;
  const int id = kernel.Id('g');
  kernel.Access(AccessKind::kWrite, kernel.Constant(3), {{kernel.Compare(GroupOp::kEq, id, kernel.Constant(5)), true}});
  EXPECT_TRUE(kernel.Proven(64, 16));
  Builder local;  // one of each group
  local.Access(AccessKind::kWrite, local.Constant(3),
               {{local.Compare(GroupOp::kEq, local.Id('l'), local.Constant(0)), true}});
  EXPECT_FALSE(local.Proven(64, 16));
  EXPECT_TRUE(local.Proven(16, 16));
}

TEST(SiteProof, BlocksByACounter) {
  const auto kernel = [](int64_t more) {
    Builder made;
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
    Builder made;
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
    Builder made;
    const int n = made.Argument(1), size = made.Op(GroupOp::kSub, made.Id('G'), made.Constant(less));
    const int i = made.Counter(made.Id('g'), size, n);
    made.Access(AccessKind::kWrite, i, {{made.Compare(GroupOp::kSLt, i, n), true}});
    return made;
  };
  EXPECT_TRUE(kernel(0).Proven(1 << 20, 64, {{1, 1 << 26}}));
  EXPECT_FALSE(kernel(1).Proven(1 << 20, 64, {{1, 1 << 26}}));
}

TEST(SiteProof, ACounterThatMayWrapIsNotFollowed) {
  Builder kernel;  // the bound leaves no room for a step
  const int n = kernel.Argument(1), i = kernel.Counter(kernel.Id('g'), kernel.Constant(1 << 20), n);
  kernel.Access(AccessKind::kWrite, i, {{kernel.Compare(GroupOp::kSLt, i, n), true}});
  EXPECT_FALSE(kernel.Proven(1 << 20, 64, {{1, INT32_MAX}}));
  EXPECT_TRUE(kernel.Proven(1 << 20, 64, {{1, 1 << 30}}));
}

TEST(SiteProof, TwoCountersOfALoopGoTogether) {
  // for (i = 0; i != n; ++i, at += size) out[at]
  const auto kernel = [](int64_t less) {
    Builder made;
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
    Builder made;
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
  Builder kernel;
  const int id = kernel.Id('g'), first = kernel.Constant(0);
  const int condition = kernel.Compare(GroupOp::kSLt, first, id);
  const int left = kernel.Op(GroupOp::kSub, id, kernel.Constant(1));
  kernel.Access(AccessKind::kRead, kernel.Add(GroupOp::kSelect, 32, {condition, left, first}));
  EXPECT_TRUE(kernel.Proven(100, 10, {}, 99 * 4));
  EXPECT_FALSE(kernel.Proven(100, 10, {}, 98 * 4));
}

TEST(SiteProof, AMergeIsOneOfItsSources) {
  // int last = 0; for (...) if (...) last = i;  a[10 * g + last]
  const auto kernel = [](int64_t most) {
    Builder made;
    const int i = made.Counter(made.Constant(0), made.Constant(1), made.Constant(most));
    const int last = made.Add(GroupOp::kPhi, 32);
    const SiteGuard in{made.Compare(GroupOp::kSLt, i, made.Constant(most)), true};
    made.program.merges.push_back({last, {{made.Constant(0), false, {}}, {i, false, {in}}}});
    made.Access(AccessKind::kWrite,
                made.Op(GroupOp::kAdd, made.Op(GroupOp::kMul, made.Id('g'), made.Constant(10)), last));
    return made;
  };
  EXPECT_TRUE(kernel(10).Proven(100, 10));
  EXPECT_FALSE(kernel(11).Proven(100, 10));
}

TEST(SiteProof, AProductOf24BitsIsNoneOfMore) {
  const auto kernel = [](int64_t factor) {
    Builder made;
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
  Builder kernel;
  kernel.Access(AccessKind::kWrite, kernel.Op(GroupOp::kMul, kernel.Id('g'), kernel.Constant(1 << 20)));
  EXPECT_TRUE(kernel.Proven(1 << 11, 64));
  EXPECT_FALSE(kernel.Proven(1 << 13, 64));  // g and g + 4096 meet
}

TEST(SiteProof, PartnersByExclusiveOr) {
  const auto kernel = [](bool guarded) {
    Builder made;
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
    Builder made;  // if (g < n) a[g + m] = ...
    const int id = made.Id('g');
    made.Access(AccessKind::kWrite, made.Op(GroupOp::kAdd, id, made.Argument(2)),
                {{made.Compare(GroupOp::kSLt, id, made.Argument(1)), true}});
    return made;
  };
  EXPECT_TRUE(kernel().Proven(64, 16, {{1, 10}, {2, 3}}, 52));
  EXPECT_FALSE(kernel().Proven(64, 16, {{1, 11}, {2, 3}}, 52));
  EXPECT_FALSE(kernel().Proven(64, 16, {{1, 10}, {2, -1}}, 52));
}

TEST(SiteProof, WhatIsNotKnownMayBeAnything) {
  Builder kernel;
  kernel.Access(AccessKind::kWrite, kernel.Add(GroupOp::kUnknown, 32));
  EXPECT_FALSE(kernel.Proven(64, 16));
}

TEST(SiteProof, GroupsThatAreNotFull) {
  Builder kernel;  // w * L + l is another number for each work-item
  kernel.Access(AccessKind::kWrite,
                kernel.Op(GroupOp::kAdd, kernel.Op(GroupOp::kMul, kernel.Id('w'), kernel.Id('L')), kernel.Id('l')));
  EXPECT_TRUE(kernel.Proven(50, 16));
  Builder smaller;  // the last group's size is not L
  smaller.Access(
      AccessKind::kWrite,
      smaller.Op(GroupOp::kAdd, smaller.Op(GroupOp::kMul, smaller.Id('w'), smaller.Id('S')), smaller.Id('l')));
  EXPECT_FALSE(smaller.Proven(50, 16));
  EXPECT_TRUE(smaller.Proven(48, 16));
}

TEST(SiteProof, TexelsOfAnImage) {
  const auto proven = [](const Builder& made, uint64_t height = 8) {
    LaunchNumbers launch;
    launch.global_size[0] = launch.global_size[1] = 8;
    launch.local_size[0] = 4;
    const auto decoded = SiteProgram::Decode(made.program.Encode());
    if (!decoded) return false;
    const std::map<int, uint64_t> sizes = {{0, 9}, {SiteSizeOf(0, 1), height}, {SiteSizeOf(0, 2), 1}};
    return ProveSites(*decoded, launch, sizes, 400'000).at(0).proven;
  };
  Builder own;
  own.Texel(AccessKind::kWrite, {own.Id('g'), own.Id('g', 1)});
  EXPECT_TRUE(proven(own));
  EXPECT_FALSE(proven(own, 7)) << "the last row is none";
  Builder turned = own;
  turned.Texel(AccessKind::kRead, {turned.Id('g', 1), turned.Id('g')});
  EXPECT_FALSE(proven(turned));
  Builder beside = own;  // no row is written twice, but a neighbour is read
  beside.Texel(AccessKind::kRead, {beside.Op(GroupOp::kAdd, beside.Id('g'), beside.Constant(1)), beside.Id('g', 1)});
  EXPECT_FALSE(proven(beside));
  Builder column;
  column.Texel(AccessKind::kWrite, {column.Id('g'), column.Constant(0)});
  EXPECT_FALSE(proven(column)) << "of work-items that differ in y alone";
  Builder unknown = own;
  unknown.Texel(AccessKind::kRead, {unknown.Id('g'), unknown.Add(GroupOp::kUnknown, 32)});
  EXPECT_FALSE(proven(unknown));
}

TEST(SiteProof, WhatSizesItAsksForAndAtomicsTakenForWrites) {
  Builder kernel;
  kernel.Texel(AccessKind::kWrite, {kernel.Id('g'), kernel.Constant(0)});
  EXPECT_EQ(kernel.program.SizesAsked(), (std::vector<int>{0, SiteSizeOf(0, 1), SiteSizeOf(0, 2)}));
  Builder counter;
  counter.Access(AccessKind::kAtomic, counter.Constant(0));
  EXPECT_TRUE(counter.Proven(8, 8));
  counter.program = ApartOf(counter.program);
  EXPECT_FALSE(counter.Proven(8, 8));
  EXPECT_TRUE(counter.Proven(1, 1));
}

TEST(SiteProgram, RefusesNumbersThatLeadNowhere) {
  Builder kernel;
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
    for (int loops = Pick(3); loops > 0; --loops) {
      const int bound = kernel_.Op(GroupOp::kAnd, Value(1), kernel_.Constant(15));
      const int start = Pick(3) == 0 ? kernel_.Op(GroupOp::kSRem, Value(1), kernel_.Constant(7)) : leaves_[Pick(3)];
      const int step = kernel_.Constant(1 + Pick(9));
      int phi;
      if (Pick(3) == 0) {  // until it is the bound
        const int end = kernel_.Op(GroupOp::kAdd, start, kernel_.Op(GroupOp::kMul, step, kernel_.Constant(Pick(5))));
        phi = kernel_.Counter(start, step, end);
        kernel_.program.loops.back().tests[0].relation = Relation::kNotEqual;
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
    for (int accesses = 1 + Pick(3); accesses > 0; --accesses) {
      std::vector<SiteGuard> guards = guards_;
      if (Pick(2) == 0) {
        const GroupOp ops[] = {GroupOp::kSLt, GroupOp::kSLe, GroupOp::kULt, GroupOp::kULe, GroupOp::kEq, GroupOp::kNe};
        guards.push_back({kernel_.Compare(ops[Pick(6)], Value(1), Value(1)), Pick(2) == 0});
      }
      const AccessKind kind = Pick(3) == 0 ? AccessKind::kRead : AccessKind::kWrite;
      if (coordinates == 0) {
        kernel_.Access(kind, Value(2), guards);
        continue;
      }
      std::vector<int> at;
      for (int d = 0; d < coordinates; ++d) at.push_back(Value(2));
      kernel_.Texel(kind, at, guards);
    }
  }

  bool proven() {
    const std::map<int, uint64_t> sizes = {{0, kBytes}, {SiteSizeOf(0, 1), kRows}, {SiteSizeOf(0, 2), kRows}};
    return ProveSites(kernel_.program, launch_, sizes, 400'000).at(0).proven;
  }

  // ... or an access outside of the root.
  bool HasConflict() {
    std::map<int64_t, std::set<uint64_t>> writers, users;
    for (item_ = 0; item_ < launch_.global_size[0]; ++item_) {
      phi_values_.clear();
      Iterate(0, [&](const SiteAccess& access) {
        const int64_t at = Evaluate(access.value);
        if (access.texel) {
          const int64_t size = static_cast<int64_t>(kRows);
          std::vector<int64_t> texel = {at};
          for (const int more : access.more) texel.push_back(more < 0 ? 0 : Evaluate(more));
          outside_ |= at < 0 || at >= static_cast<int64_t>(kBytes);
          for (const int d : {1, 2}) outside_ |= texel[d] < 0 || texel[d] >= size;
          const int64_t one = (texel[2] * size + texel[1]) * static_cast<int64_t>(kBytes) + at;  // within the image
          users[one].insert(item_);
          if (access.kind == AccessKind::kWrite) writers[one].insert(item_);
          return;
        }
        outside_ |= at < 0 || at + 4 > static_cast<int64_t>(kBytes);
        for (int64_t byte = at; byte < at + 4; ++byte) {
          users[byte].insert(item_);
          if (access.kind == AccessKind::kWrite) writers[byte].insert(item_);
        }
      });
    }
    if (outside_) return true;
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

  template <typename Visit>
  void Iterate(size_t loop, Visit visit) {
    if (loop == loops_.size()) return Merge(0, visit);
    const SiteLoop& made = kernel_.program.loops[loops_[loop]];
    const int64_t bound = Evaluate(made.tests[0].bound), step = Evaluate(made.step);
    const bool other_than = made.tests[0].relation == Relation::kNotEqual;
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

  int64_t Evaluate(int number) {
    const GroupValue& value = kernel_.program.values[number];
    switch (value.op) {
      case GroupOp::kConstant: return value.immediate;
      case GroupOp::kArgument: return launch_.arguments.at(static_cast<unsigned>(value.immediate));
      case GroupOp::kPhi: return phi_values_.at(number);
      case GroupOp::kId: {
        const uint64_t size = launch_.local_size[0];
        const char letter = static_cast<char>(value.immediate / 4);
        return static_cast<int64_t>(letter == 'g' ? item_ : letter == 'l' ? item_ % size : item_ / size);
      }
      default: break;
    }
    const Range a = Range::One(Evaluate(value.operands[0]));
    const Range b = OperandsOf(value.op) > 1 ? Range::One(Evaluate(value.operands[1])) : Range();
    const Range c = OperandsOf(value.op) > 2 ? Range::One(Evaluate(value.operands[2])) : Range();
    return Apply(value, a, b, c).low;
  }

  static constexpr uint64_t kBytes = 400, kRows = 100;
  bool outside_ = false;
  std::mt19937 random_;
  Builder kernel_;
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
  int proven = 0, conflicts = 0;
  for (uint32_t seed = 0; seed < 20'000; ++seed) {
    Judge judge(seed, dimensions(seed));
    const bool conflict = judge.HasConflict();
    conflicts += conflict;
    if (!judge.proven()) continue;
    ++proven;
    ASSERT_FALSE(conflict) << "seed " << seed;
  }
  EXPECT_GT(proven, 1000);
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
