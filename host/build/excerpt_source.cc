#include "host/build/excerpt_source.h"

#include <string>
#include <utility>
#include <vector>

#include "runtime/base/shared_by_key.h"
#include "runtime/base/text.h"
#include "runtime/cache/cache.h"

namespace lockstep::host {

std::shared_ptr<const ProgramSource> SourceOf(const Recipe& recipe) {
  auto source = std::make_shared<ProgramSource>();
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
  std::vector<std::string> parts = {source->name, source->text, source->options};
  for (const auto& [name, text] : source->headers) parts.insert(parts.end(), {name, text});
  static auto* const sources = new SharedByKey<ProgramSource>;  // never destroyed: launches may outlive main
  return sources->Of(CacheKey(parts), std::move(source));
}

}  // namespace lockstep::host
