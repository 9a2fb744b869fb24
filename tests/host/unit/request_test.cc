// The request survives whatever bytes a source holds, byte for byte in length.
#include "host/launch/request.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runtime/base/utf8.h"

namespace lockstep::host {
namespace {

TEST(Request, KeepsUtf8AndReplacesTheRest) {
  EXPECT_EQ(MakeUtf8("plain"), "plain");
  EXPECT_EQ(MakeUtf8("gr\xC3\xBC\xC3\x9F"), "gr\xC3\xBC\xC3\x9F");
  EXPECT_EQ(MakeUtf8("gr\xFC\xDF"), "gr??");
  EXPECT_EQ(MakeUtf8("\xE2\x82\xAC"), "\xE2\x82\xAC");
  EXPECT_EQ(MakeUtf8("\xE2\x82"), "??");
  EXPECT_EQ(MakeUtf8("\xC0\xAF"), "??");
  EXPECT_EQ(MakeUtf8("\xED\xA0\x80"), "???");
  EXPECT_EQ(MakeUtf8("\xF4\x90\x80\x80"), "????");
}

TEST(Request, IsJsonWithTheKeysOfTheContract) {
  auto unit = std::make_shared<Unit>();
  unit->name = "program-1.cl";
  unit->text = "kernel void k() {} // \xFC \"quoted\" \\ \n\t";
  unit->headers = {{"a.h", "int x;"}};
  unit->options = "-DX=\"a b\"";
  unit->directory = "/tmp";
  auto code = std::make_shared<Unit>();
  code->name = "program-2.ll";
  code->code = std::string("BC\xC0\xDE\0\xFF", 6);
  const Recipe recipe = {{unit, code}, "-cl-denorms-are-zero"};
  Device device;
  device.name = "name";
  device.features = {"__opencl_c_images"};
  Request request;
  request.backend = "pocl";
  request.variant = "full";
  request.recipe = &recipe;
  request.device = &device;
  const auto json = nlohmann::json::parse(RequestText(request));
  EXPECT_EQ(json["abi"], 1);
  EXPECT_EQ(json["backend"], "pocl");
  EXPECT_EQ(json["variant"], "full");
  EXPECT_EQ(json["link_options"], "-cl-denorms-are-zero");
  ASSERT_EQ(json["units"].size(), 2u);
  const auto& first = json["units"][0];
  EXPECT_EQ(first["source"].get<std::string>().size(), unit->text.size());
  EXPECT_EQ(first["source_name"], "program-1.cl");
  EXPECT_EQ(first["headers"][0]["name"], "a.h");
  EXPECT_EQ(first["options"], "-DX=\"a b\"");
  EXPECT_EQ(first["cwd"], "/tmp");
  EXPECT_FALSE(first.contains("ir"));
  EXPECT_EQ(json["units"][1]["ir"], "QkPA3gD/");
  for (const char* key : {"name", "vendor", "version", "c_version", "extensions", "features",
                          "address_bits", "little_endian", "images"}) {
    EXPECT_TRUE(json["device"].contains(key)) << key;
  }
}

}  // namespace
}  // namespace lockstep::host
