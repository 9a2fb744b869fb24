// What all forms of the report say of a finding, in words.
#include "runtime/report/finding_words.h"

#include <algorithm>

#include "runtime/base/text.h"
#include "runtime/report/memory_text.h"

namespace lockstep {

const char* RuleText(Rule rule) {
  switch (rule) {
    case Rule::kDataRace: return "data race";
    case Rule::kBarrierDivergence: return "barrier divergence";
    case Rule::kOutOfBounds: return "out of bounds";
    case Rule::kIrregularLoop: return "irregular loop";
    case Rule::kCommandRace: return "command race";
  }
  return "";
}

std::vector<std::string> FactsOf(const Mistake& mistake) {
  const Finding& finding = mistake.first();
  std::vector<std::string> facts = {finding.kind};
  if (finding.rule == Rule::kDataRace) facts.push_back(ReachName(finding.reach));
  if (finding.rule != Rule::kBarrierDivergence) facts.push_back(finding.region + " memory");
  const auto only = [](const Finding& form) { return form.lockstep_only != 0; };
  if (std::all_of(mistake.forms.begin(), mistake.forms.end(), only)) facts.push_back("lockstep-only");
  facts.push_back(SeverityName(finding.severity));
  return facts;
}

std::string WhoText(const Finding& finding, const FindingAccess& access) {
  if (finding.loop) return "";
  if (access.site.copy) return CopyText(*finding.launch, access.group);
  return access.block == 0 ? WorkItemText(*finding.launch, access.work_item)
                           : BlockText(*finding.launch, access.work_item, access.block);
}

std::string OperationText(const FindingAccess& access) {
  if (access.site.op == SiteOp::kCollective) return "function";
  return StrCat(access.atomic ? "atomic " : "", access.op);
}

size_t SidesOf(const Finding& finding) { return finding.rule == Rule::kOutOfBounds ? 1 : 2; }

uint64_t CountOf(const Mistake& mistake) {
  uint64_t count = 0;
  for (const Finding& form : mistake.forms) count += form.count;
  return count;
}

}  // namespace lockstep
