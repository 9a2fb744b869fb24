// Mangled names as clang writes them for spir64, and names that are none.
#include "instrument/ir/builtin_name.h"

#include <gtest/gtest.h>

namespace lockstep::instrument {
namespace {

TEST(BuiltinName, TakesNameAndParametersApart) {
  const auto name = ParseBuiltinName("_Z6vload4mPU3AS1Kf");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->base, "vload4");
  EXPECT_EQ(name->parameters, "mPU3AS1Kf");
}

TEST(BuiltinName, RefusesWhatIsNoMangledFunction) {
  EXPECT_FALSE(ParseBuiltinName("printf"));
  EXPECT_FALSE(ParseBuiltinName(""));
  EXPECT_FALSE(ParseBuiltinName("_Z"));
  EXPECT_FALSE(ParseBuiltinName("_Zabc"));
  EXPECT_FALSE(ParseBuiltinName("_Z0abc"));
  EXPECT_FALSE(ParseBuiltinName("_Z9short"));
  EXPECT_FALSE(ParseBuiltinName("_Z99999999999999999999999x"));
}

bool Signed(const char* mangled) { return PointsToSigned(*ParseBuiltinName(mangled)); }

TEST(BuiltinName, FindsTheSignOfTheObject) {
  EXPECT_TRUE(Signed("_Z10atomic_minPU3AS1Vii"));
  EXPECT_FALSE(Signed("_Z10atomic_minPU3AS1Vjj"));
  EXPECT_TRUE(Signed("_Z8atom_maxPU3AS3Vll"));
  EXPECT_FALSE(Signed("_Z8atom_maxPU3AS3Vmm"));
  EXPECT_TRUE(Signed("_Z25atomic_fetch_min_explicitPU3AS1VU7_Atomicii12memory_order12memory_scope"));
  EXPECT_FALSE(Signed("_Z25atomic_fetch_min_explicitPU3AS3VU7_Atomicjj12memory_order12memory_scope"));
  EXPECT_FALSE(Signed("_Z11atomic_xchgPU3AS1Vff"));
  EXPECT_FALSE(Signed("_Z3maxii"));
}

TEST(BuiltinName, MakesThePointerPrivate) {
  EXPECT_EQ(WithPrivatePointers("_Z5fractfPU3AS1f"), "_Z5fractfPf");
  EXPECT_EQ(WithPrivatePointers("_Z4modfDv4_fPU3AS3S_"), "_Z4modfDv4_fPS_");
  EXPECT_EQ(WithPrivatePointers("_Z10vload_halfmPU3AS1KDh"), "_Z10vload_halfmPKDh");
  EXPECT_EQ(WithPrivatePointers("_Z5fractfPf"), "_Z5fractfPf");
}

TEST(BuiltinName, SplitsWidthsOff) {
  EXPECT_EQ(SplitNumber("vload16").stem, "vload");
  EXPECT_EQ(SplitNumber("vload16").number, 16u);
  EXPECT_EQ(SplitNumber("vstore_half").number, 1u);
  EXPECT_EQ(SplitNumber("vstore_half").stem, "vstore_half");
  EXPECT_EQ(SplitNumber("3").stem, "");
}

}  // namespace
}  // namespace lockstep::instrument
