#include "host/launch/request.h"

#include "host/track/recipe_json.h"

namespace lockstep::host {

std::string RequestText(const Request& request) {
  const Device& device = *request.device;
  nlohmann::json json = RecipeJson(*request.recipe);
  json["abi"] = 1;
  json["backend"] = request.backend;
  json["variant"] = request.variant;
  json["lockstep"] = request.lockstep;
  if (!request.merge_checks) json["merge_checks"] = "off";
  if (!request.races) json["races"] = "off";
  if (request.all_barriers) json["barriers"] = "transform";
  json["watch"] = request.watch;
  json["device"] = {{"name", device.name},
                    {"vendor", device.vendor},
                    {"version", device.version},
                    {"c_version", device.c_version},
                    {"extensions", device.extensions},
                    {"features", device.features},
                    {"address_bits", device.address_bits},
                    {"little_endian", device.little_endian},
                    {"images", device.images}};
  return json.dump();
}

}  // namespace lockstep::host
