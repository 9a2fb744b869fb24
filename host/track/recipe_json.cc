#include "host/track/recipe_json.h"

#include "runtime/base/base64.h"
#include "runtime/base/utf8.h"

namespace lockstep::host {
namespace {

using Json = nlohmann::json;

Json UnitJson(const Unit& unit) {
  Json json = {{"source_name", MakeUtf8(unit.name)},
               {"options", MakeUtf8(unit.options)},
               {"cwd", MakeUtf8(unit.directory)}};
  if (unit.own_name) json["own_name"] = true;
  if (!unit.code.empty()) json["ir"] = Base64Encode(unit.code);
  json["source"] = MakeUtf8(unit.text);
  json["headers"] = Json::array();
  for (const auto& [name, text] : unit.headers) {
    json["headers"].push_back({{"name", MakeUtf8(name)}, {"text", MakeUtf8(text)}});
  }
  return json;
}

// Throws the library's exceptions for missing fields and wrong types.
std::shared_ptr<const Unit> ReadUnit(const Json& json) {
  auto unit = std::make_shared<Unit>();
  unit->name = json.at("source_name");
  unit->options = json.at("options");
  unit->directory = json.at("cwd");
  unit->own_name = json.value("own_name", false);
  if (json.contains("ir")) {
    std::optional<std::string> code = Base64Decode(json.at("ir").get<std::string>());
    if (!code || code->empty()) return nullptr;
    unit->code = *std::move(code);
  }
  unit->text = json.at("source");
  for (const Json& header : json.at("headers")) {
    unit->headers.emplace_back(header.at("name"), header.at("text"));
  }
  return unit;
}

}  // namespace

Json RecipeJson(const Recipe& recipe) {
  Json json = {{"units", Json::array()}, {"link_options", MakeUtf8(recipe.link_options)}};
  for (const auto& unit : recipe.units) json["units"].push_back(UnitJson(*unit));
  return json;
}

std::optional<Recipe> ReadRecipe(const Json& json) {
  try {
    Recipe recipe;
    recipe.link_options = json.at("link_options");
    for (const Json& one : json.at("units")) {
      recipe.units.push_back(ReadUnit(one));
      if (!recipe.units.back()) return std::nullopt;
    }
    if (recipe.units.empty()) return std::nullopt;
    return recipe;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace lockstep::host
