#include "runtime/program/recipe.h"

#include <algorithm>

#include "runtime/base/may_read_files.h"
#include "runtime/base/text.h"

namespace lockstep {

bool Unit::ReadsFiles() const {
  if (!code.empty()) return false;
  return MayReadFiles(text, options);
}

bool Recipe::IsWhole() const {
  return std::none_of(units.begin(), units.end(),
                      [](const auto& unit) { return unit->ReadsFiles(); });
}

void NameUnits(Recipe& recipe, ProgramId id) {
  for (size_t i = 0; i < recipe.units.size(); ++i) {
    if (recipe.units[i]->own_name) continue;
    auto named = std::make_shared<Unit>(*recipe.units[i]);
    named->name = StrCat("program-", id.value, i == 0 ? "" : StrCat(".", i + 1),
                         !named->code.empty() ? ".ll" : ".cl");
    recipe.units[i] = std::move(named);
  }
}

}  // namespace lockstep
