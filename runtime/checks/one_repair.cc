// The one change that certainly removes a mistake, so that others that go with it can be told beside it.
#include "runtime/checks/one_repair.h"

#include <algorithm>
#include <set>
#include <vector>

#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"
#include "runtime/checks/repairs.h"
#include "runtime/model/fingerprint.h"

namespace lockstep {
namespace {

bool IsBarrierBetween(const std::string& repair) {
  for (const char* flag : {"CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE", "CLK_IMAGE_MEM_FENCE"}) {
    if (repair == RepairText(Repair::kBarrierBetween, {flag})) return true;
  }
  return false;
}

std::string OneRaceRepair(const Finding& finding) {
  if (finding.kind == "wrong-fence-flag" || finding.missing_order.cause == "barrier-flag") {
    if (DistinctSites(finding.barriers).size() != 1) return "";  // which of them it was is not known
    return StrCat("flag\n", StatementAt(finding, finding.barriers[0]), "\n", finding.repair);
  }
  if (!finding.missing_order.changes.empty()) {
    std::set<std::string> changes;
    for (const MissingOrder::Change& change : finding.missing_order.changes) {
      changes.insert(StrCat(PositionText(change.site.position), "\n", change.from, "\n", change.to));
    }
    return StrCat("order\n", Join({changes.begin(), changes.end()}, "\n"));
  }
  if (!IsBarrierBetween(finding.repair)) return "";
  std::string a = StatementAt(finding, finding.accesses[0].site);
  std::string b = StatementAt(finding, finding.accesses[1].site);
  if (b < a) std::swap(a, b);
  return StrCat("barrier\n", finding.repair, "\n", a, "\n", b);
}

std::string OneRepair(const Finding& finding) {
  if (finding.rule == Rule::kDataRace) return OneRaceRepair(finding);
  if (finding.rule != Rule::kBarrierDivergence) return "";
  const Parting parting = PartingOf(finding);
  // One that names several branches joins them like this.
  const bool one = parting.conditions.size() == 1 && parting.conditions[0].find("; ") == std::string::npos;
  return one ? StrCat("branch\n", parting.conditions[0]) : "";
}

}  // namespace

std::string OneRepairOf(const Mistake& mistake) {
  const std::string repair = OneRepair(mistake.first());
  const auto same = [&](const Finding& form) { return OneRepair(form) == repair; };
  if (repair.empty() || !std::all_of(mistake.forms.begin(), mistake.forms.end(), same)) return "";
  // Conditions name no file: kernels of one name in two programs may have their branches at one line and column.
  const Finding& first = mistake.first();
  return StrCat(first.launch->program == nullptr ? "" : first.launch->program->name, "\n",
                first.accesses[0].site.position.file, "\n", first.kernel, "\n", repair);
}

bool FollowsFromAnother(const Mistake& mistake) {
  const Finding& finding = mistake.first();
  return finding.rule == Rule::kBarrierDivergence && PartingOf(finding).before;
}

}  // namespace lockstep
