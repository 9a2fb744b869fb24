// What built-ins' parameters point to, from mangled names as clang writes them for spir64.
#include "instrument/ir/pointee.h"

#include <gtest/gtest.h>

#include <string>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Type.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::instrument {
namespace {

// The type as LLVM prints it, "none" if there is none.
std::string Pointee(const char* parameters, unsigned index) {
  llvm::LLVMContext context;
  llvm::Type* type = PointeeOf(parameters, index, context);
  if (type == nullptr) return "none";
  std::string text;
  llvm::raw_string_ostream stream(text);
  type->print(stream);
  return stream.str();
}

TEST(Pointee, LooksThroughQualifiers) {
  EXPECT_EQ(Pointee("PU3AS1Vii", 0), "i32");
  EXPECT_EQ(Pointee("PU3AS3VU7_Atomicm", 0), "i64");
  EXPECT_EQ(Pointee("PU3AS4VU7_AtomicfPU3AS4ff12memory_orderS4_12memory_scope", 1), "float");
  EXPECT_EQ(Pointee("mPU3AS1KDh", 1), "half");
  EXPECT_EQ(Pointee("mPKd", 1), "double");
}

TEST(Pointee, KnowsVectors) {
  EXPECT_EQ(Pointee("PU3AS3Dv4_fPU3AS1KS_m9ocl_event", 0), "<4 x float>");
  EXPECT_EQ(Pointee("PU3AS3Dv4_fPU3AS1KS_m9ocl_event", 1), "<4 x float>");
  EXPECT_EQ(Pointee("Dv3_dPU3AS1Dv3_i", 1), "<3 x i32>");
}

TEST(Pointee, FollowsSubstitutions) {
  EXPECT_EQ(Pointee("Dv4_fPU3AS1S_", 1), "<4 x float>");
  // Vector, qualified vector, pointer, then the second of them again.
  EXPECT_EQ(Pointee("PU3AS1KDv2_cS1_", 1), "<2 x i8>");
  EXPECT_EQ(Pointee("PU3AS1KDv2_cPS0_", 1), "<2 x i8>");
  EXPECT_EQ(Pointee("PiS9_", 1), "none");
}

TEST(Pointee, RefusesWhatIsNoPointerToNumbers) {
  EXPECT_EQ(Pointee("i", 0), "none");
  EXPECT_EQ(Pointee("", 0), "none");
  EXPECT_EQ(Pointee("Pi", 1), "none");
  EXPECT_EQ(Pointee("P9ocl_event", 0), "none");
  EXPECT_EQ(Pointee("PPi", 0), "none");
  EXPECT_EQ(Pointee("PU3AS", 0), "none");
  EXPECT_EQ(Pointee("PDv99_f", 0), "none");
  EXPECT_EQ(Pointee(std::string(100000, 'P').c_str(), 0), "none");
}

TEST(Pointee, KnowsNamedTypes) {
  llvm::LLVMContext context;
  EXPECT_TRUE(IsTypeNamed("20ocl_image2d_array_ro11ocl_samplerDv4_f", 1, "ocl_sampler", context));
  EXPECT_FALSE(IsTypeNamed("20ocl_image2d_array_ro11ocl_samplerDv4_f", 0, "ocl_sampler", context));
  EXPECT_FALSE(IsTypeNamed("14ocl_image2d_roDv2_i", 1, "ocl_sampler", context));
}

}  // namespace
}  // namespace lockstep::instrument
