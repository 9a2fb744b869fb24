// Recipes as JSON: in requests to lockstep-cc (docs/abi.md, section 6) and behind binaries.
#ifndef LOCKSTEP_HOST_TRACK_RECIPE_JSON_H_
#define LOCKSTEP_HOST_TRACK_RECIPE_JSON_H_

#include <nlohmann/json.hpp>
#include <optional>

#include "host/track/recipe.h"

namespace lockstep::host {

// `units` and `link_options` of the request.
nlohmann::json RecipeJson(const Recipe& recipe);

// What RecipeJson wrote; nullopt if `json` is anything else.
std::optional<Recipe> ReadRecipe(const nlohmann::json& json);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_RECIPE_JSON_H_
