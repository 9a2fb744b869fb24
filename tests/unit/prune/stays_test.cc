// That accesses stay in their memory, against all work-items of small launches.
#include "runtime/prune/stays.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

namespace lockstep {
namespace {

LaunchNumbers Launch(uint64_t global, uint64_t local, uint64_t offset = 0) {
  LaunchNumbers launch;
  launch.global_size[0] = global;
  launch.local_size[0] = local;
  launch.global_offset[0] = offset;
  return launch;
}

std::vector<AccessForm> Form(const std::string& offset, uint64_t bytes) {
  AccessForm form;
  form.offset = Polynomial::Parse(offset);
  form.bytes = bytes;
  return {form};
}

TEST(StaysWithin, KnowsTheLastByte) {
  EXPECT_TRUE(StaysWithin(Form("4*g0", 4), Launch(64, 16), 256));
  EXPECT_FALSE(StaysWithin(Form("4*g0", 4), Launch(64, 16), 255));
  EXPECT_FALSE(StaysWithin(Form("4*g0+-4", 4), Launch(64, 16), 256));
  EXPECT_TRUE(StaysWithin(Form("-4*g0+252", 4), Launch(64, 16), 256));
  EXPECT_TRUE(StaysWithin(Form("4*g0", 4), Launch(64, 16, 8), 288));
  EXPECT_FALSE(StaysWithin(Form("4*g0", 4), Launch(64, 16, 8), 284));
}

TEST(StaysWithin, KnowsLastGroupsThatAreNotFull) {
  EXPECT_TRUE(StaysWithin(Form("4*g0", 4), Launch(60, 16), 240));
  EXPECT_FALSE(StaysWithin(Form("4*g0", 4), Launch(60, 16), 236));
}

TEST(StaysWithin, KnowsIdsThatBranchesFix) {
  std::vector<AccessForm> forms = Form("4*l0+4*w0", 4);
  EXPECT_FALSE(StaysWithin(forms, Launch(64, 16), 16));
  forms[0].fixed["l0"] = Polynomial::Constant(0);
  EXPECT_TRUE(StaysWithin(forms, Launch(64, 16), 16));
  EXPECT_FALSE(StaysWithin(forms, Launch(64, 16), 12));
}

TEST(StaysWithin, GivesUpWhereAValueMayNotFit) {
  std::vector<AccessForm> forms = Form("4*g0", 4);
  forms[0].fits.push_back({Polynomial::Parse("1*g0"), 5, true});
  EXPECT_FALSE(StaysWithin(forms, Launch(64, 16), 256));
  EXPECT_FALSE(StaysWithin(Form("4*g0*g0", 4), Launch(64, 16), 1u << 20));
}

TEST(StaysWithin, AgreesWithEnumeration) {
  std::mt19937 random(7);
  const auto pick = [&](int low, int high) { return low + static_cast<int>(random() % (high - low + 1)); };
  int proven = 0;
  for (int round = 0; round < 3000; ++round) {
    const int local = pick(1, 5), global = pick(1, 20), at = pick(0, 3);
    const int g = pick(-3, 3), l = pick(-3, 3), w = pick(-3, 3), constant = pick(0, 40), bytes = pick(1, 4);
    const int size = pick(1, 90);
    std::vector<AccessForm> forms = Form(std::to_string(g) + "*g0+" + std::to_string(l) + "*l0+" + std::to_string(w) +
                                             "*w0+" + std::to_string(constant), bytes);
    const bool fixed = pick(0, 3) == 0;
    if (fixed) forms[0].fixed["l0"] = Polynomial::Constant(0);
    bool stays = true;
    for (int i = 0; i < global; ++i) {
      if (fixed && i % local != 0) continue;
      const int begin = g * (i + at) + l * (i % local) + w * (i / local) + constant;
      stays = stays && begin >= 0 && begin + bytes <= size;
    }
    const bool said = StaysWithin(forms, Launch(global, local, at), size);
    EXPECT_TRUE(stays || !said) << forms[0].offset.ToString();
    proven += said;
  }
  EXPECT_GT(proven, 300);
}

TEST(TexelsStayWithin, LooksAtEachCoordinate) {
  // x = g0 - 1, y = 7 - g1 (AddressForms::TexelOf)
  LaunchNumbers launch = Launch(8, 8);
  launch.global_size[1] = 8;
  const std::string y = std::to_string(-(int64_t{1} << 21)) + "*g1+" + std::to_string((int64_t{7} << 21) - 1);
  const uint64_t eight[3] = {8, 8, 1}, seven[3] = {8, 7, 1};
  EXPECT_FALSE(TexelsStayWithin(Form("1*g0+" + y, 1), launch, eight));
  const std::string y0 = std::to_string(-(int64_t{1} << 21)) + "*g1+" + std::to_string(int64_t{7} << 21);
  EXPECT_TRUE(TexelsStayWithin(Form("1*g0+" + y0, 1), launch, eight));
  EXPECT_FALSE(TexelsStayWithin(Form("1*g0+" + y0, 1), launch, seven));
}

}  // namespace
}  // namespace lockstep
