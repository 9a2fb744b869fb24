#include "runtime/checks/stand_ins.h"

#include <algorithm>
#include <iterator>

#include "runtime/checks/checks.h"
#include "runtime/model/fingerprint.h"

namespace lockstep {
namespace {

// Whether `race` is one of accesses that are both known.
bool IsKnownRace(const Finding& race) {
  return race.rule == Rule::kDataRace && race.severity == Severity::kError && race.kind != "same-value" &&
         !race.stands_for;
}

bool HasStatement(const Finding& race, const Site& site) {
  return std::any_of(std::begin(race.accesses), std::end(race.accesses), [&](const FindingAccess& access) {
    return !SiteBefore(access.site, site) && !SiteBefore(site, access.site);
  });
}

}  // namespace

void TakeOutStandIns(std::vector<Finding>* findings) {
  const auto stands_for = [](const Finding& finding) { return finding.stands_for; };
  if (std::none_of(findings->begin(), findings->end(), stands_for)) return;
  const std::vector<Finding> all = *findings;
  const auto told = [&](const Finding& stand_in, const FindingAccess& access) {
    return std::any_of(all.begin(), all.end(), [&](const Finding& race) {
      return IsKnownRace(race) && race.reach == stand_in.reach && ObjectName(race) == ObjectName(stand_in) &&
             HasStatement(race, access.site);
    });
  };
  findings->erase(std::remove_if(findings->begin(), findings->end(),
                                 [&](const Finding& finding) {
                                   return finding.stands_for && told(finding, finding.accesses[0]) &&
                                          told(finding, finding.accesses[1]);
                                 }),
                  findings->end());
}

}  // namespace lockstep
