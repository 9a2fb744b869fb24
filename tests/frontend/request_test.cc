// Requests of docs/abi.md, section 6: what is read, and what each wrong one is told.
#include "instrument/frontend/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::instrument {
namespace {

using ::testing::HasSubstr;

constexpr char kWhole[] = R"({"abi":1,"backend":"pocl","variant":"full","source":"kernel void k(){}",
  "source_name":"k.cl","headers":[{"name":"a.h","text":"#define A"}],"options":"-DX=1","cwd":"/tmp",
  "device":{"name":"d","vendor":"v","version":"OpenCL 3.0 x","c_version":"OpenCL C 1.2",
            "extensions":"cl_khr_fp64","features":["__opencl_c_fp64"],"address_bits":64,
            "little_endian":true,"images":true}})";

TEST(ParseRequest, ReadsEveryField) {
  const absl::StatusOr<Request> request = ParseRequest(kWhole);
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(request->backend, "pocl");
  EXPECT_EQ(request->variant, "full");
  EXPECT_EQ(request->units[0].name, "k.cl");
  ASSERT_EQ(request->units[0].headers.size(), 1u);
  EXPECT_EQ(request->units[0].headers[0].text, "#define A");
  EXPECT_EQ(request->units[0].options, "-DX=1");
  EXPECT_EQ(request->units[0].cwd, "/tmp");
  EXPECT_EQ(request->device.version, "OpenCL 3.0 x");
  EXPECT_EQ(request->device.features, std::vector<std::string>{"__opencl_c_fp64"});
  EXPECT_TRUE(request->device.images);
}

TEST(ParseRequest, OptionalFieldsHaveDefaults) {
  const auto request = ParseRequest(R"({"abi":1,"backend":"pocl","source":"","device":{}})");
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(request->variant, "default");
  EXPECT_EQ(request->units[0].name, "kernel.cl");
  EXPECT_EQ(request->device.address_bits, 64u);
}

TEST(ParseRequest, ErrorsNameTheField) {
  EXPECT_THAT(std::string(ParseRequest(R"({"abi":1,"backend":"pocl","device":{}})")
                              .status().message()), HasSubstr("source"));
  EXPECT_THAT(std::string(ParseRequest(R"({"abi":2})").status().message()), HasSubstr("abi 2"));
  EXPECT_FALSE(ParseRequest("").ok());
  EXPECT_FALSE(ParseRequest("[]").ok());
  EXPECT_FALSE(
      ParseRequest(R"({"abi":1,"backend":"pocl","source":"","variant":"x","device":{}})").ok());
  EXPECT_FALSE(
      ParseRequest(R"({"abi":1,"backend":"pocl","source":7,"device":{}})").ok());
}

}  // namespace
}  // namespace lockstep::instrument
