// The request survives whatever bytes a source holds, byte for byte in length.
#include "host/launch/request.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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
  ProgramSource source;
  source.name = "program-1.cl";
  source.text = "kernel void k() {} // \xFC \"quoted\" \\ \n\t";
  source.headers = {{"a.h", "int x;"}};
  Device device;
  device.name = "name";
  device.features = {"__opencl_c_images"};
  Request request;
  request.backend = "pocl";
  request.variant = "full";
  request.options = "-DX=\"a b\"";
  request.directory = "/tmp";
  request.source = &source;
  request.device = &device;
  const auto json = nlohmann::json::parse(RequestText(request));
  EXPECT_EQ(json["abi"], 1);
  EXPECT_EQ(json["backend"], "pocl");
  EXPECT_EQ(json["variant"], "full");
  EXPECT_EQ(json["source"].get<std::string>().size(), source.text.size());
  EXPECT_EQ(json["source_name"], "program-1.cl");
  EXPECT_EQ(json["headers"][0]["name"], "a.h");
  EXPECT_EQ(json["options"], "-DX=\"a b\"");
  EXPECT_EQ(json["cwd"], "/tmp");
  for (const char* key : {"name", "vendor", "version", "c_version", "extensions", "features",
                          "address_bits", "little_endian", "images"}) {
    EXPECT_TRUE(json["device"].contains(key)) << key;
  }
}

}  // namespace
}  // namespace lockstep::host
