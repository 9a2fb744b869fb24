// From findings to mistakes: what one block of the report tells.
#include "runtime/checks/mistakes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "runtime/base/text.h"
#include "runtime/checks/one_repair.h"
#include "runtime/model/fingerprint.h"

namespace lockstep {
namespace {

std::vector<Mistake> Merged(std::vector<Finding> findings) {
  std::vector<Mistake> mistakes;
  std::map<std::vector<std::string>, size_t> known;
  for (Finding& finding : findings) {
    const auto [at, added] = known.try_emplace(PlaceIdentityOf(finding), mistakes.size());
    if (added) mistakes.emplace_back();
    Mistake& mistake = mistakes[at->second];
    // A macro's accesses share a place. What tells them apart in the report is said later.
    if (finding.accesses[0].site.macro.empty() && finding.accesses[1].site.macro.empty()) {
      AddForm(std::move(finding), &mistake);
    } else {
      mistake.forms.push_back(std::move(finding));
    }
  }
  return mistakes;
}

// What repairs the first form may leave the others of the other reach as they are: a barrier orders no two groups.
std::string RepairOf(const Mistake& mistake) {
  const Finding& first = mistake.first();
  const auto other_reach = [&](const Finding& form) { return form.reach != first.reach; };
  const auto same_repair = [&](const Finding& form) { return other_reach(form) && form.repair == first.repair; };
  const auto& forms = mistake.forms;
  const auto other = std::find_if(forms.begin(), forms.end(), other_reach);
  if (first.rule != Rule::kDataRace || other == forms.end() || std::any_of(forms.begin(), forms.end(), same_repair)) {
    return first.repair;
  }
  const char* where = first.reach == Reach::kIntraGroup ? "; between the work-groups: " : "; within a work-group: ";
  return StrCat(first.repair, where, other->repair);
}

void Number(std::vector<Mistake>* mistakes) {
  std::map<std::string, uint64_t> seen;
  for (Mistake& mistake : *mistakes) {
    mistake.id = FingerprintOf(mistake.first());
    if (const uint64_t number = ++seen[mistake.id]; number > 1) mistake.id += StrCat("-", number);
  }
}

void Group(std::vector<Mistake>* mistakes) {
  std::map<std::string, const Mistake*> leaders;
  // What only follows from another one leads only if there is nothing else.
  for (const bool follows : {false, true}) {
    for (const Mistake& mistake : *mistakes) {
      if (FollowsFromAnother(mistake) != follows) continue;
      const std::string repair = OneRepairOf(mistake);
      if (!repair.empty()) leaders.try_emplace(repair, &mistake);
    }
  }
  for (Mistake& mistake : *mistakes) {
    const auto leader = leaders.find(OneRepairOf(mistake));
    if (leader != leaders.end() && leader->second != &mistake) mistake.repaired_with = leader->second->id;
  }
}

}  // namespace

std::vector<Mistake> MistakesOf(std::vector<Finding> findings) {
  std::vector<Mistake> mistakes = Merged(std::move(findings));
  for (Mistake& mistake : mistakes) mistake.repair = RepairOf(mistake);
  Number(&mistakes);
  Group(&mistakes);
  return mistakes;
}

}  // namespace lockstep
