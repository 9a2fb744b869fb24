// Language versions, extensions and features as each kind of device has them.
#include "instrument/frontend/driver_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::instrument {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

DeviceTraits Pocl() {
  DeviceTraits device;
  device.version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-znver3";
  device.c_version = "OpenCL C 1.2 PoCL";
  device.extensions = "cl_khr_fp64 cl_khr_int64_base_atomics";
  device.features = {"__opencl_c_fp64", "__opencl_c_int64"};
  return device;
}

DeviceTraits Other() {
  DeviceTraits device;
  device.version = "OpenCL 3.0 CUDA";
  device.c_version = "OpenCL C 1.2 ";
  device.extensions = "cl_khr_fp64";
  return device;
}

BuildOptions Standard(const std::string& standard) {
  BuildOptions options;
  options.language_standard = standard;
  return options;
}

TEST(DescribeDriver, PoclsDefaultIsItsDeviceVersion) {
  EXPECT_THAT(DescribeDriver(Pocl(), {}, false).arguments, Contains("-cl-std=CL3.0"));
  EXPECT_THAT(DescribeDriver(Other(), {}, false).arguments, Contains("-cl-std=CL1.2"));
}

TEST(DescribeDriver, OnlyReportedExtensionsAreOn) {
  EXPECT_THAT(DescribeDriver(Other(), {}, false).arguments, Contains("-cl-ext=-all,+cl_khr_fp64"));
}

TEST(DescribeDriver, FeaturesComeWithVersion3Only) {
  const auto with_12 = DescribeDriver(Pocl(), Standard("CL1.2"), false).arguments;
  const auto with_30 = DescribeDriver(Pocl(), Standard("CL3.0"), false).arguments;
  EXPECT_THAT(with_12, Not(Contains("-D__opencl_c_fp64=1")));
  EXPECT_THAT(with_30, Contains("-D__opencl_c_fp64=1"));
}

TEST(DescribeDriver, ExtensionBringsTheFeatureThatReplacesIt) {
  // clang refuses cl_khr_fp64 without __opencl_c_fp64 in 3.0.
  EXPECT_THAT(DescribeDriver(Other(), Standard("CL3.0"), false).arguments,
              Contains("-cl-ext=-all,+cl_khr_fp64,+__opencl_c_fp64"));
}

TEST(DescribeDriver, Version2IsCompiledAs3ButLooksLike2) {
  const DriverView view = DescribeDriver(Pocl(), Standard("CL2.0"), false);
  EXPECT_THAT(view.arguments, Contains("-cl-std=CL3.0"));
  EXPECT_THAT(view.arguments, Not(Contains(HasSubstr("generic_address_space"))));
  EXPECT_THAT(view.after_header, HasSubstr("#define __OPENCL_C_VERSION__ 200"));
  EXPECT_THAT(DescribeDriver(Pocl(), Standard("CL2.0"), true).arguments,
              Contains(HasSubstr("+__opencl_c_generic_address_space")));
}

TEST(DescribeDriver, PoclHasTheMacrosOfItsCpu) {
  const std::string text = DescribeDriver(Pocl(), {}, false).before_header;
  EXPECT_THAT(text, HasSubstr("#define __x86_64__ 1"));
  EXPECT_THAT(text, HasSubstr("#define __znver3__ 1"));
  EXPECT_EQ(DescribeDriver(Other(), {}, false).before_header, "");
}

TEST(DescribeDriver, NewerPoclHasOtherMacrosAndJoinsProductsOnSomeCpus) {
  DeviceTraits device = Pocl();
  EXPECT_FALSE(DescribeDriver(device, {}, false).joins_products);
  EXPECT_THAT(DescribeDriver(device, {}, false).before_header, HasSubstr("#define __PIC__ 2"));
  device.version = "OpenCL 3.0 PoCL HSTR: cpu-x86_64-pc-linux-gnu-znver3";
  EXPECT_TRUE(DescribeDriver(device, {}, false).joins_products);
  EXPECT_THAT(DescribeDriver(device, {}, false).before_header, Not(HasSubstr("__PIC__")));
  device.version = "OpenCL 3.0 PoCL HSTR: cpu-x86_64-pc-linux-gnu-x86-64";
  EXPECT_FALSE(DescribeDriver(device, {}, false).joins_products);
}

TEST(DescribeDriver, UnknownCpuGivesNoCpuMacros) {
  DeviceTraits device = Pocl();
  device.version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-no-such-cpu";
  EXPECT_THAT(DescribeDriver(device, {}, false).before_header, Not(HasSubstr("__znver3__")));
}

TEST(DeviceVersion, IsReadFromTheVersionText) {
  EXPECT_EQ(DeviceVersion(Pocl()), 300u);
  DeviceTraits device;
  device.version = "nonsense";
  EXPECT_EQ(DeviceVersion(device), 120u);
}

}  // namespace
}  // namespace lockstep::instrument
