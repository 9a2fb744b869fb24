#include "host/track/recipe.h"

#include <algorithm>

#include "runtime/base/may_read_files.h"
#include "runtime/base/text.h"

namespace lockstep::host {

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

std::shared_ptr<const ProgramSource> SourceOf(const Recipe& recipe, ProgramId id) {
  auto source = std::make_shared<ProgramSource>();
  source->id = id;
  for (const auto& unit : recipe.units) {
    if (unit == recipe.units.front()) {
      source->name = unit->name;
      source->text = unit->text;
    } else {
      source->headers.emplace_back(unit->name, unit->text);
    }
    source->headers.insert(source->headers.end(), unit->headers.begin(), unit->headers.end());
  }
  return source;
}

}  // namespace lockstep::host
