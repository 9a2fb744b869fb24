#include "host/build/excerpt_source.h"

#include "runtime/base/text.h"

namespace lockstep::host {

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
    if (!unit->options.empty()) source->options += StrCat(source->options.empty() ? "" : " ", unit->options);
    source->headers.insert(source->headers.end(), unit->headers.begin(), unit->headers.end());
  }
  return source;
}

}  // namespace lockstep::host
