// Is a pruning proof right? Random forms and launches: whatever is called private to one work-item
// must be so when all work-items are listed.
#include "runtime/prune/injective.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace lockstep {
namespace {

Polynomial P(const std::string& text) { return Polynomial::Parse(text); }

TEST(PolynomialTest, TextAndBack) {
  const Polynomial sum = P("4*g0+-2*a3*g1+8") * P("1*a0+2");
  EXPECT_TRUE(sum.valid());
  EXPECT_EQ(P(sum.ToString()), sum);
  EXPECT_EQ((P("4*g0") + P("-4*g0")).ToString(), "0");
  EXPECT_FALSE(P("x*g0").valid());
  EXPECT_FALSE((P("9223372036854775807") + P("1")).valid());
}

LaunchNumbers Launch(uint64_t gx, uint64_t lx, uint64_t gy = 1, uint64_t ly = 1) {
  LaunchNumbers launch;
  launch.global_size[0] = gx;
  launch.local_size[0] = lx;
  launch.global_size[1] = gy;
  launch.local_size[1] = ly;
  return launch;
}

TEST(InjectiveTest, OneElementPerWorkItem) {
  EXPECT_TRUE(TouchedByOneWorkItemOnly({{P("4*g0"), 4, {}}}, Launch(1024, 64), false));
  EXPECT_FALSE(TouchedByOneWorkItemOnly({{P("4*g0"), 8, {}}}, Launch(1024, 64), false));
  EXPECT_FALSE(TouchedByOneWorkItemOnly({{P("4*l0"), 4, {}}}, Launch(1024, 64), false));
  EXPECT_TRUE(TouchedByOneWorkItemOnly({{P("4*l0"), 4, {}}}, Launch(1024, 64), true));
  EXPECT_FALSE(TouchedByOneWorkItemOnly({{P("4*w0"), 4, {}}}, Launch(1024, 64), false));
}

TEST(InjectiveTest, RowsNeedAWideEnoughPitch) {
  LaunchNumbers launch = Launch(64, 16, 32, 4);
  launch.arguments[3] = 64;
  const AccessForm form{P("4*a3*g1+4*g0"), 4, {}};
  EXPECT_TRUE(TouchedByOneWorkItemOnly({form}, launch, false));
  launch.arguments[3] = 63;
  EXPECT_FALSE(TouchedByOneWorkItemOnly({form}, launch, false));
  launch.arguments.clear();
  EXPECT_FALSE(TouchedByOneWorkItemOnly({form}, launch, false)) << "unknown argument";
}

TEST(InjectiveTest, ANarrowTypeMustHoldTheValue) {
  const AccessForm form{P("4*g0"), 4, {{P("1*g0"), 8, true}}};
  EXPECT_TRUE(TouchedByOneWorkItemOnly({form}, Launch(128, 16), false));
  EXPECT_FALSE(TouchedByOneWorkItemOnly({form}, Launch(256, 16), false));
}

TEST(InjectiveTest, TwoPlacesEachInAStretchOfTheGroup) {
  const std::vector<AccessForm> forms = {{P("4*l0+512*w0"), 4, {}}, {P("4*l0+512*w0+256"), 4, {}}};
  EXPECT_TRUE(TouchedByOneWorkItemOnly(forms, Launch(256, 64), false));
  EXPECT_FALSE(TouchedByOneWorkItemOnly(forms, Launch(256, 128), false)) << "item 0 meets item 64";
  EXPECT_FALSE(TouchedByOneWorkItemOnly({forms[0], {P("4*l0+512*w0+512"), 4, {}}}, Launch(256, 64), false));
}

TEST(InjectiveTest, BranchesThatLeaveOneWorkItemOfAGroup) {
  AccessForm form{P("4*w0"), 4, {}, {{"l0", P("0")}}};
  EXPECT_TRUE(TouchedByOneWorkItemOnly({form}, Launch(256, 64), false));
  EXPECT_FALSE(TouchedByOneWorkItemOnly({form}, Launch(256, 64, 8, 2), false)) << "of each row";
  AccessForm other = form;
  other.fixed["l0"] = P("1*a0");
  EXPECT_FALSE(TouchedByOneWorkItemOnly({form, other}, Launch(256, 64), false)) << "a0 is not known";
}

TEST(InjectiveTest, NothingProvenIsEverWrong) {
  std::mt19937 random(7);
  int proven = 0, open = 0;
  for (int round = 0; round < 200000; ++round) {
    LaunchNumbers launch = Launch(1 + random() % 7, 1 + random() % 3, 1 + random() % 4, 1 + random() % 2);
    launch.global_offset[0] = random() % 3;
    launch.arguments[0] = int(random() % 9) - 2;
    const char* kSymbols[] = {"g0", "g1", "l0", "l1", "w0", "w1", "a0*g1", "a0*w0", "L0*w0", "G0*g1"};
    Polynomial strides;
    for (int i = 0; i < 3; ++i)
      strides = strides + P(std::to_string(int(random() % 9) - 2) + "*" + kSymbols[random() % 10]);
    std::vector<AccessForm> forms;
    for (unsigned i = 0; i <= random() % 2; ++i)
      forms.push_back({strides + Polynomial::Constant(random() % (random() % 2 ? 4 : 40)), 1 + random() % 3, {}});
    const unsigned fixing = random() % 8;
    const char* fixed = fixing == 0 ? "l0" : fixing == 1 ? "g1" : "";
    const int held = random() % 3;
    for (AccessForm& form : forms) {
      if (*fixed != 0) form.fixed.emplace(fixed, Polynomial::Constant(held));
    }
    const bool local = random() % 4 == 0;
    if (!TouchedByOneWorkItemOnly(forms, launch, local)) {
      ++open;
      continue;
    }
    ++proven;
    std::map<std::pair<std::pair<int64_t, int64_t>, int64_t>, std::pair<uint64_t, uint64_t>> owner;
    for (uint64_t y = 0; y < launch.global_size[1]; ++y) {
      for (uint64_t x = 0; x < launch.global_size[0]; ++x) {
        const int64_t wx = x / launch.local_size[0], wy = y / launch.local_size[1];
        const std::map<std::string, int64_t> values = {
            {"g0", x + launch.global_offset[0]}, {"g1", y},
            {"l0", x % launch.local_size[0]},    {"l1", y % launch.local_size[1]},
            {"w0", wx},                          {"w1", wy},
            {"a0", launch.arguments[0]},         {"L0", launch.local_size[0]},
            {"G0", launch.global_size[0]}};
        for (const AccessForm& form : forms) {
          if (*fixed != 0 && values.at(fixed) != held) continue;
          int64_t at = 0;
          for (const auto& [monomial, coefficient] : form.offset.terms()) {
            int64_t product = coefficient;
            for (const std::string& symbol : monomial) product *= values.at(symbol);
            at += product;
          }
          for (uint64_t i = 0; i < form.bytes; ++i) {
            const auto group = local ? std::pair<int64_t, int64_t>{wx, wy} : std::pair<int64_t, int64_t>{};
            const auto [found, fresh] = owner.insert({{group, at + int64_t(i)}, {x, y}});
            ASSERT_TRUE(fresh || found->second == std::make_pair(x, y))
                << form.offset.ToString() << " round " << round;
          }
        }
      }
    }
  }
  EXPECT_GT(proven, 5000);
  EXPECT_GT(open, 5000);
}

}  // namespace
}  // namespace lockstep
