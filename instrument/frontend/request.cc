// Reads the JSON of docs/abi.md, section 6.
#include "instrument/frontend/request.h"

#include <nlohmann/json.hpp>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "device-lib/shared/control.h"

namespace lockstep::instrument {
namespace {

using nlohmann::json;

std::string Text(const json& object, const char* key) { return object.at(key).get<std::string>(); }

DeviceFacts ReadDevice(const json& object) {
  DeviceFacts device;
  device.name = object.value("name", "");
  device.vendor = object.value("vendor", "");
  device.version = object.value("version", "");
  device.c_version = object.value("c_version", "");
  device.extensions = object.value("extensions", "");
  device.features = object.value("features", std::vector<std::string>());
  device.address_bits = object.value("address_bits", 64u);
  device.little_endian = object.value("little_endian", true);
  device.images = object.value("images", false);
  return device;
}

absl::StatusOr<Unit> ReadUnit(const json& object) {
  Unit unit;
  unit.name = object.value("source_name", unit.name);
  unit.options = object.value("options", "");
  unit.cwd = object.value("cwd", "");
  if (object.contains("ir")) {
    if (!absl::Base64Unescape(Text(object, "ir"), &unit.ir) || unit.ir.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("request has code for ", unit.name, " that is not base64"));
    }
    return unit;
  }
  unit.source = Text(object, "source");
  for (const json& header : object.value("headers", json::array())) {
    unit.headers.push_back({Text(header, "name"), Text(header, "text")});
  }
  return unit;
}

absl::StatusOr<Request> ReadRequest(const json& object) {
  Request request;
  request.backend = Text(object, "backend");
  request.variant = object.value("variant", request.variant);
  request.lockstep = object.value("lockstep", false);
  request.merge_checks = object.value("merge_checks", "on") != "off";
  request.races = object.value("races", "on") != "off";
  request.all_barriers = object.value("barriers", "prove") == "transform";
  request.watch = object.value("watch", false);
  request.link_options = object.value("link_options", "");
  // A request without a list is a program of one unit.
  const json units = object.value("units", json::array({object}));
  for (const json& one : units) {
    absl::StatusOr<Unit> unit = ReadUnit(one);
    if (!unit.ok()) return unit.status();
    request.units.push_back(*std::move(unit));
  }
  if (request.units.empty()) return absl::InvalidArgumentError("request has no units");
  request.device = ReadDevice(object.at("device"));
  return request;
}

}  // namespace

absl::StatusOr<Request> ParseRequest(std::string_view text) {
  // The library reports errors by exceptions; none leaves this function.
  try {
    const json object = json::parse(text);
    const unsigned abi = object.at("abi").get<unsigned>();
    if (abi != LS_ABI_VERSION) {
      return absl::FailedPreconditionError(
          absl::StrCat("request has abi ", abi, ", this lockstep-cc has ", LS_ABI_VERSION));
    }
    absl::StatusOr<Request> request = ReadRequest(object);
    if (!request.ok()) return request;
    if (request->variant != "default" && request->variant != "bounds" && request->variant != "full") {
      return absl::InvalidArgumentError(
          absl::StrCat("request names variant \"", request->variant, "\", not default, bounds or full"));
    }
    return request;
  } catch (const json::exception& error) {
    return absl::InvalidArgumentError(absl::StrCat("request is not valid: ", error.what()));
  }
}

}  // namespace lockstep::instrument
