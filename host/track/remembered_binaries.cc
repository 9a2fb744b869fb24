#include "host/track/remembered_binaries.h"

#include <nlohmann/json.hpp>

#include "host/track/device.h"
#include "runtime/base/sha256.h"
#include "runtime/cache/cache.h"
#include "runtime/image/image_reader.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

using Json = nlohmann::json;

Cache OpenCache() { return Cache::FromOptions(Session::Get().options()); }

std::string KeyOf(cl_device_id device, std::string_view binary) {
  const auto facts = DeviceFacts(device);
  return CacheKey({"source of a binary", facts->name, facts->driver_version, Sha256Hex(binary)});
}

}  // namespace

void RememberBinary(Program& program, cl_device_id device, std::string_view binary) {
  const std::shared_ptr<TwinSet> build = program.BuildFor(device);
  // Without an image we do not know which files the source includes.
  if (!build || !build->image("default").ok()) return;
  Json record = {{"source", program.source->text},
                 {"options", build->options()},
                 {"directory", build->directory()},
                 {"dependencies", Json::array()}};
  for (const Dependency& dependency : build->image("default").value()->dependencies) {
    record["dependencies"].push_back({{"path", dependency.path}, {"sha256", dependency.sha256}});
  }
  OpenCache().Put(KeyOf(device, binary), record.dump());
}

void RecallSources(Program& program, const std::vector<cl_device_id>& devices,
                   const std::vector<std::string_view>& binaries) {
  const Cache cache = OpenCache();
  std::string source;
  std::map<cl_device_id, Program::Recipe> recipes;
  for (size_t i = 0; i < devices.size(); ++i) {
    const auto text = cache.Get(KeyOf(devices[i], binaries[i]));
    if (!text) return;
    const Json record = Json::parse(*text, nullptr, false);
    if (!record.is_object()) return;
    Image image;
    for (const Json& dependency : record.at("dependencies")) {
      image.dependencies.push_back({dependency.at("path"), dependency.at("sha256")});
    }
    const std::string its_source = record.at("source");
    if (!DependenciesUnchanged(image) || (i > 0 && its_source != source)) return;
    source = its_source;
    recipes[devices[i]] = {record.at("options"), record.at("directory")};
  }
  if (recipes.empty()) return;
  program.Recall(std::move(source), std::move(recipes));
}

}  // namespace lockstep::host
