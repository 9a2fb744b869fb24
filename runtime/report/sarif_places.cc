// Places in source files as SARIF has them.
#include "runtime/report/sarif_places.h"

#include <cstdio>

#include "runtime/base/columns.h"
#include "runtime/base/text.h"
#include "runtime/report/host_stacks.h"

namespace lockstep {
namespace {

constexpr char kRoot[] = "SRCROOT";  // what viewers and code hosts call the folder that relative names begin at

// RFC 3986: what may stand in a path as it is; a colon in the first part of a relative one would end a scheme.
bool IsPlain(char c) {
  const bool letter_or_digit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter_or_digit || std::string_view("-._~/").find(c) != std::string_view::npos;
}

}  // namespace

std::string UriOf(const std::string& file) {
  std::string uri = !file.empty() && file[0] == '/' ? "file://" : "";
  for (const char c : file) {
    char escaped[4];
    std::snprintf(escaped, sizeof(escaped), "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
    uri += IsPlain(c) ? std::string(1, c) : escaped;
  }
  return uri;
}

SarifPlaces::Json SarifPlaces::File(const std::string& name, const char* language) {
  const auto [known, is_new] = numbers_.try_emplace(name, numbers_.size());
  Json place = {{"uri", UriOf(name)}};
  if (name[0] != '/') place["uriBaseId"] = kRoot;
  if (is_new) {
    artifacts_.push_back({{"location", place}});
    if (language != nullptr) artifacts_.back()["sourceLanguage"] = language;
  }
  place["index"] = known->second;
  return place;
}

SarifPlaces::Json SarifPlaces::Location(const SourcePosition& position, const std::string& snippet,
                                        const std::string& message) {
  Json location = Json::object();
  if (!position.file.empty()) {
    Json& physical = location["physicalLocation"];
    physical["artifactLocation"] = File(position.file, "opencl");
    if (position.line > 0) {
      Json& region = physical["region"];
      region["startLine"] = position.line;
      if (position.column > 0) {
        // The compiler counts bytes.
        const bool inside = position.column <= snippet.size();
        region["startColumn"] =
            inside ? Columns(std::string_view(snippet).substr(0, position.column - 1)) + 1 : position.column;
      }
      if (!snippet.empty()) region["snippet"] = {{"text", snippet}};
    }
  }
  if (!position.function.empty()) {
    location["logicalLocations"] = Json::array({{{"name", position.function}, {"kind", "function"}}});
  }
  if (!message.empty()) location["message"] = {{"text", message}};
  return location;
}

SarifPlaces::Json SarifPlaces::HostLocation(const HostFrame& frame) {
  Json location = Json::object();
  if (frame.line > 0) {
    location["physicalLocation"] = {{"artifactLocation", File(frame.file, nullptr)},
                                    {"region", {{"startLine", frame.line}}}};
  }
  if (!frame.function.empty()) {
    location["logicalLocations"] = Json::array({{{"name", frame.function}, {"kind", "function"}}});
  }
  location["message"] = {{"text", FrameText(frame)}};
  return location;
}

SarifPlaces::Json SarifPlaces::Artifacts() const { return artifacts_; }

}  // namespace lockstep
