#include "runtime/program/recipe.h"

#include <algorithm>

#include "runtime/base/may_read_files.h"
#include "runtime/base/text.h"
#include "runtime/program/unit_name.h"

namespace lockstep {

bool Unit::ReadsFiles() const {
  if (!code.empty()) return false;
  return MayReadFiles(text, options);
}

bool Recipe::IsWhole() const {
  return std::none_of(units.begin(), units.end(),
                      [](const auto& unit) { return unit->ReadsFiles(); });
}

void NameUnits(Recipe& recipe, const std::string& folder) {
  for (auto& unit : recipe.units) {
    if (unit->own_name) continue;
    auto named = std::make_shared<Unit>(*unit);
    const std::string name = unit->code.empty() ? SourceName(unit->text) : CodeName(unit->code);
    named->name = folder.empty() ? name : StrCat(folder, "/", name);
    unit = std::move(named);
  }
}

}  // namespace lockstep
