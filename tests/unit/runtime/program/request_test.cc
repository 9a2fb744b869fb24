// Requests of docs/abi.md, section 6: what is written is read, and what each wrong one is told.
#include "runtime/program/request.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runtime/base/utf8.h"

namespace lockstep {
namespace {

constexpr char kByHand[] = R"({"abi":1,"backend":"pocl","variant":"full","source":"kernel void k(){}",
  "source_name":"k.cl","headers":[{"name":"a.h","text":"#define A"}],"options":"-DX=1","cwd":"/tmp",
  "device":{"name":"d","vendor":"v","version":"OpenCL 3.0 x","c_version":"OpenCL C 1.2",
            "extensions":"cl_khr_fp64","features":["__opencl_c_fp64"],"address_bits":64,
            "little_endian":true,"images":true}})";

Request WholeRequest() {
  auto unit = std::make_shared<Unit>();
  unit->name = "program-1.cl";
  unit->text = "kernel void k() {} // \xFC \"quoted\" \\ \n\t";
  unit->headers = {{"a.h", "int x;"}};
  unit->options = "-DX=\"a b\"";
  unit->directory = "/tmp";
  auto code = std::make_shared<Unit>();
  code->name = "program-2.ll";
  code->code = std::string("BC\xC0\xDE\0\xFF", 6);
  Request request;
  request.backend = "pocl";
  request.options = {Variant::kFull, true, true, false, false, true, true};
  request.recipe = {{unit, code}, "-cl-denorms-are-zero"};
  request.device.name = "name";
  request.device.features = {"__opencl_c_images"};
  request.device.address_bits = 32;
  request.device.little_endian = false;
  request.device.images = true;
  return request;
}

std::string RequestError(const std::string& text) {
  const StatusOr<Request> request = ReadRequest(text);
  return request.ok() ? "none" : request.status().message();
}

TEST(Request, WhatIsWrittenIsRead) {
  const Request wrote = WholeRequest();
  const std::string text = WriteRequest(wrote);
  const StatusOr<Request> read = ReadRequest(text);
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(WriteRequest(*read), text);
  EXPECT_EQ(read->backend, "pocl");
  EXPECT_EQ(read->options.variant, Variant::kFull);
  EXPECT_TRUE(read->options.lockstep && read->options.watch && read->options.all_barriers && read->options.resident);
  EXPECT_FALSE(read->options.merge_checks || read->options.races);
  EXPECT_EQ(read->recipe.link_options, "-cl-denorms-are-zero");
  ASSERT_EQ(read->recipe.units.size(), 2u);
  const Unit& unit = *read->recipe.units[0];
  EXPECT_EQ(unit.text, "kernel void k() {} // ? \"quoted\" \\ \n\t");
  EXPECT_EQ(unit.name, "program-1.cl");
  EXPECT_EQ(unit.headers, wrote.recipe.units[0]->headers);
  EXPECT_EQ(unit.options, "-DX=\"a b\"");
  EXPECT_EQ(unit.directory, "/tmp");
  EXPECT_EQ(read->recipe.units[1]->code, wrote.recipe.units[1]->code);
  EXPECT_EQ(read->device.name, "name");
  EXPECT_EQ(read->device.features, wrote.device.features);
  EXPECT_EQ(read->device.address_bits, 32u);
  EXPECT_TRUE(read->device.images && !read->device.little_endian);
}

TEST(Request, BytesThatAreNotUtf8AreReplacedOneByOne) {
  EXPECT_EQ(MakeUtf8("plain"), "plain");
  EXPECT_EQ(MakeUtf8("gr\xC3\xBC\xC3\x9F"), "gr\xC3\xBC\xC3\x9F");
  EXPECT_EQ(MakeUtf8("gr\xFC\xDF"), "gr??");
  EXPECT_EQ(MakeUtf8("\xE2\x82\xAC"), "\xE2\x82\xAC");
  EXPECT_EQ(MakeUtf8("\xE2\x82"), "??");
  EXPECT_EQ(MakeUtf8("\xC0\xAF"), "??");
  EXPECT_EQ(MakeUtf8("\xED\xA0\x80"), "???");
  EXPECT_EQ(MakeUtf8("\xF4\x90\x80\x80"), "????");
}

TEST(Request, HasTheKeysOfTheContract) {
  const auto json = nlohmann::json::parse(WriteRequest(WholeRequest()));
  for (const char* key : {"abi", "backend", "variant", "lockstep", "watch", "merge_checks", "races", "all_barriers",
                          "resident", "units", "link_options", "device"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["variant"], "full");
  EXPECT_EQ(json["units"][1]["ir"], "QkPA3gD/");
  EXPECT_FALSE(json["units"][0].contains("ir"));
}

TEST(Request, OneUnitMayStandInTheRequest) {
  const StatusOr<Request> request = ReadRequest(kByHand);
  ASSERT_TRUE(request.ok()) << request.status().message();
  ASSERT_EQ(request->recipe.units.size(), 1u);
  const Unit& unit = *request->recipe.units[0];
  EXPECT_EQ(unit.name, "k.cl");
  ASSERT_EQ(unit.headers.size(), 1u);
  EXPECT_EQ(unit.headers[0].second, "#define A");
  EXPECT_EQ(unit.options, "-DX=1");
  EXPECT_EQ(unit.directory, "/tmp");
  EXPECT_EQ(request->device.version, "OpenCL 3.0 x");
}

TEST(Request, OptionalFieldsHaveDefaults) {
  const auto request = ReadRequest(R"({"abi":1,"backend":"pocl","source":"","device":{}})");
  ASSERT_TRUE(request.ok()) << request.status().message();
  EXPECT_EQ(request->options.variant, Variant::kDefault);
  EXPECT_TRUE(request->options.merge_checks);
  EXPECT_EQ(request->recipe.units[0]->name, "kernel.cl");
  EXPECT_EQ(request->device.address_bits, 64u);
}

TEST(Request, ErrorsNameTheField) {
  const std::pair<const char*, const char*> wrong[] = {
      {R"({"abi":1,"backend":"pocl","device":{}})", "\"source\" is missing"},
      {R"({"abi":2})", "\"abi\" is 2"},
      {R"({"abi":-1})", "\"abi\" is out of range: -1"},
      {R"({"abi":1.0})", "no JSON"},
      {"", "no JSON"},
      {"[]", "is no object"},
      {R"({"abi":1,"backend":"pocl","source":"","variant":"x","device":{}})",
       "\"variant\" is \"x\", none of default, bounds, full"},
      {R"({"abi":1,"backend":"pocl","source":"","merge_checks":"off","device":{}})",
       "\"merge_checks\" is neither true nor false"},
      {R"({"abi":1,"backend":"pocl","source":7,"device":{}})", "\"source\" is no text"},
      {R"({"abi":1,"backend":"pocl","ir":"*","device":{}})", "\"ir\" is not base64"},
      {R"({"abi":1,"backend":"pocl","units":[],"device":{}})", "\"units\" is empty"},
      {R"({"abi":1,"backend":"pocl","units":7,"device":{}})", "\"units\" is no list"}};
  for (const auto& [text, error] : wrong) {
    EXPECT_NE(RequestError(text).find(error), std::string::npos) << text << RequestError(text);
  }
}

}  // namespace
}  // namespace lockstep
