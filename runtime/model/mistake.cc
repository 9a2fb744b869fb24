#include "runtime/model/mistake.h"

#include <algorithm>
#include <utility>

#include "runtime/base/text.h"
#include "runtime/model/launch.h"
#include "runtime/model/words.h"

namespace lockstep {
namespace {

std::string SideOf(const FindingAccess& access) {
  return StrCat(access.atomic ? "atomic " : "", access.op, " ", PositionText(access.site.position), " ",
                access.site.macro, " ", access.macro_offset);
}

// What a report tells of a form, but for its example and how often it was seen.
std::string KeyOf(const Finding& form) {
  return StrCat(form.kind, "\n", ReachName(form.reach), "\n", form.lockstep_only, "\n", SideOf(form.accesses[0]), "\n",
                SideOf(form.accesses[1]));
}

}  // namespace

void AddForm(Finding form, Mistake* mistake) {
  const std::string key = KeyOf(form);
  const auto known = std::find_if(mistake->forms.begin(), mistake->forms.end(),
                                  [&](const Finding& other) { return KeyOf(other) == key; });
  if (known == mistake->forms.end()) {
    mistake->forms.push_back(std::move(form));
    return;
  }
  known->count += form.count;
  // Of one kernel they are mostly the same launches: two places of a statement that was put into another twice.
  const bool together = form.launch != nullptr && known->launch != nullptr && form.launch->kernel != nullptr &&
                        form.launch->kernel == known->launch->kernel;
  known->launches = together ? std::max(known->launches, form.launches) : known->launches + form.launches;
  known->equal_launches =
      together ? std::max(known->equal_launches, form.equal_launches) : known->equal_launches + form.equal_launches;
  known->at_least = known->at_least || form.at_least;
  known->severity = std::min(known->severity, form.severity);
}

}  // namespace lockstep
