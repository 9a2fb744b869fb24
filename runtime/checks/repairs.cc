// The texts of repairs.def, filled in and put together.
#include "runtime/checks/repairs.h"

#include "runtime/base/text.h"

namespace lockstep {
namespace {

const char* TemplateOf(Repair repair) {
  static constexpr const char* kTexts[] = {
#define LOCKSTEP_REPAIR(enumerator, text) (text),
#include "runtime/checks/repairs.def"
  };
  return kTexts[static_cast<size_t>(repair)];
}

}  // namespace

std::string RepairText(Repair repair, std::initializer_list<std::string> words) {
  std::string_view rest = TemplateOf(repair);
  std::string text;
  for (const std::string& word : words) {
    const size_t open = rest.find('{');
    const size_t close = rest.find('}', open);
    if (close == std::string_view::npos) break;
    text += StrCat(rest.substr(0, open), word);
    rest.remove_prefix(close + 1);
  }
  return StrCat(text, rest);
}

std::string AnyOf(const std::vector<std::string>& repairs) {
  if (repairs.size() < 2) return Join(repairs, "");
  const std::vector<std::string> front(repairs.begin(), repairs.end() - 1);
  return StrCat(Join(front, ", "), ", or ", repairs.back());
}

}  // namespace lockstep
