// What a group disagrees about at a barrier, and how to mend it (semantics section 4).
#include <algorithm>

#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"
#include "runtime/checks/repairs.h"

namespace lockstep {
namespace {

std::string Who(const Finding& finding, const FindingAccess& access) {
  return access.work_item ? StrCat("work-item ", IdText(*finding.launch, access.work_item->global))
                          : std::string("another work-item");
}

// " (line 7)"; nothing where the line is not known.
std::string Line(const FindingAccess& access) {
  unsigned line = access.site.position.line;
  return line == 0 ? "" : StrCat(" (line ", line, ")");
}

bool IsOfSubGroup(const Site& site) {
  return site.op == SiteOp::kCollective ? site.flags.rfind("sub_group_", 0) == 0
                                        : site.op == SiteOp::kBarrier && site.scope == MemoryScope::kSubGroup;
}

// Whose work-items the two are, of which both should be at one place: " of the same work-group".
std::string Together(const Finding& finding) {
  const bool part = IsOfSubGroup(finding.accesses[0].site) || IsOfSubGroup(finding.accesses[1].site);
  return part ? " of the same sub-group" : " of the same work-group";
}

std::string Where(const FindingAccess& access) {
  if (access.site.op == SiteOp::kExit) return StrCat("has left the kernel", Line(access));
  const SiteOp op = access.site.op;
  std::string text = StrCat(op == SiteOp::kCopy         ? "is at the asynchronous copy"
                            : op == SiteOp::kWait       ? "waits at wait_group_events"
                            : op == SiteOp::kCollective ? StrCat("waits at ", access.site.flags)
                            : IsOfSubGroup(access.site) ? "waits at sub_group_barrier"
                                                        : "waits at the barrier",
                            Line(access));
  std::string loops = LoopsText(access);
  return loops.empty() ? text : StrCat(text, " in ", loops);
}

std::string ConditionsText(const Parting& parting) {
  if (parting.conditions.empty()) return "";
  if (parting.before) return StrCat("; they had parted before: ", Join(parting.conditions, ", or "));
  return StrCat("; ", Join(parting.conditions, "; "));
}

// What a repair calls the place where work-items meet.
std::string Called(const FindingAccess& access) {
  return access.site.op == SiteOp::kCopy         ? "the asynchronous copy"
         : access.site.op == SiteOp::kWait       ? "wait_group_events"
         : access.site.op == SiteOp::kCollective ? access.site.flags
         : IsOfSubGroup(access.site)             ? "sub_group_barrier"
                                                 : "the barrier";
}

std::string Call(const FindingAccess& access) {
  if (access.site.inlined_at.empty()) return "";
  return StrCat(" called from ", PositionText(access.site.inlined_at.back()));
}

}  // namespace

// Of a work-item that returned in front of the barrier, what sent it to that return; else what meeting the barriers
// depends on. Where the whole group comes by both for certain, they had parted before, at one of the kernel's other
// barriers.
Parting PartingOf(const Finding& finding) {
  const bool a_left = finding.accesses[0].op == "exit";
  const FindingAccess& exit = finding.accesses[a_left ? 0 : 1];
  const FindingAccess& barrier = finding.accesses[a_left ? 1 : 0];
  if (finding.kind == "early-exit" && !exit.site.condition.empty() &&
      (barrier.site.condition.empty() || SiteBefore(exit.site, barrier.site))) {
    return {{exit.site.condition}, false};
  }
  Parting parting;
  std::vector<std::string>& conditions = parting.conditions;
  const auto add = [&](const Site& site) {
    const std::string& condition = site.condition;
    // Of an access it is where it goes.
    const bool meets = site.op == SiteOp::kBarrier || site.op == SiteOp::kCopy || site.op == SiteOp::kWait ||
                       site.op == SiteOp::kCollective;
    if (!meets || condition.empty()) return;
    if (std::find(conditions.begin(), conditions.end(), condition) == conditions.end()) {
      conditions.push_back(condition);
    }
  };
  for (const FindingAccess& access : finding.accesses) add(access.site);
  if (!conditions.empty()) return parting;
  for (const Site& site : finding.launch->kernel->sites) add(site);
  constexpr size_t kMost = 2;
  if (conditions.empty() || conditions.size() > kMost) return {};
  parting.before = true;
  return parting;
}

void ExplainDivergence(Finding* finding) {
  const FindingAccess& a = finding->accesses[0];
  const FindingAccess& b = finding->accesses[1];
  const Parting parting = PartingOf(*finding);
  if (finding->kind == "copy-arguments") {
    finding->why =
        StrCat(Who(*finding, a), " and ", Who(*finding, b), " of the same work-group make the asynchronous copy",
               Line(a), " with different arguments", ConditionsText(parting));
    finding->repair = RepairText(Repair::kSameArguments);
    return;
  }
  if (finding->kind == "function-arguments") {
    finding->why = StrCat(Who(*finding, a), " and ", Who(*finding, b), Together(*finding), " call ", a.site.flags,
                          Line(a), " with different work-items to take the value of", ConditionsText(parting));
    finding->repair = RepairText(Repair::kSameArguments);
    return;
  }
  bool calls = finding->kind == "call-path";
  bool flags = finding->kind == "fence-flags";
  auto extra = [&](const FindingAccess& access) {
    return calls   ? Call(access)
           : flags ? StrCat(" with ", FlagsInSource(access.site.flags))
                   : std::string();
  };
  finding->why = StrCat(Who(*finding, a), " ", Where(a), extra(a), " while ", Who(*finding, b), Together(*finding), " ",
                        Where(b), extra(b), ConditionsText(parting));
  const FindingAccess& exit = a.op == "exit" ? a : b;
  const FindingAccess& barrier = a.op == "exit" ? b : a;
  if (parting.before) {
    finding->repair = RepairText(Repair::kMendBefore);
  } else if (finding->kind == "early-exit" && SiteBefore(exit.site, barrier.site)) {
    finding->repair = RepairText(Repair::kReachBarrier, {Called(barrier)});
  } else if (finding->kind == "iteration" || (finding->kind == "early-exit" && !barrier.loops.empty())) {
    finding->repair = RepairText(Repair::kSameIterations);
  } else if (flags) {
    finding->repair = RepairText(Repair::kConstantFlags);
  } else if (finding->kind == "early-exit") {
    finding->repair = RepairText(Repair::kOutOfBranch, {Called(barrier)});
  } else {
    finding->repair = RepairText(Repair::kOneOutOfBranch, {Called(a)});
  }
}

}  // namespace lockstep
