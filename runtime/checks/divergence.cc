// Barrier divergence: what a transformed kernel's groups disagreed about (semantics section 4,
// docs/barriers.md).
#include "device-lib/shared/divergence.h"

#include <algorithm>

#include "device-lib/shared/log.h"
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"

namespace lockstep {
namespace {

bool SamePosition(const SourcePosition& a, const SourcePosition& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

bool SameCalls(const Site& a, const Site& b) {
  return std::equal(a.inlined_at.begin(), a.inlined_at.end(), b.inlined_at.begin(),
                    b.inlined_at.end(), SamePosition);
}

Kind KindOf(const FindingAccess& a, const FindingAccess& b, uint32_t parted) {
  if (a.site.op == SiteOp::kExit || b.site.op == SiteOp::kExit) return Kind::kEarlyExit;
  if (!SamePosition(a.site.position, b.site.position)) return Kind::kDifferentBarrier;
  if (!SameCalls(a.site, b.site)) return Kind::kCallPath;
  if (parted == LS_PARTED_ARGUMENTS) {
    return a.site.op == SiteOp::kCollective ? Kind::kFunctionArguments : Kind::kCopyArguments;
  }
  return parted == LS_PARTED_FLAGS ? Kind::kFenceFlags : Kind::kIteration;
}

std::string FlagsText(uint32_t flags) {
  std::vector<std::string> names;
  if (flags & 1) names.push_back("local");
  if (flags & 2) names.push_back("global");
  if (flags & 4) names.push_back("image");
  return names.empty() ? "none" : Join(names, "|");
}

// `extra`: the two words about this work-item.
void FillAccess(const Launch& launch, const Site& site, uint64_t actor, const uint64_t* extra,
                FindingAccess* access) {
  access->site = site;
  access->op = WordOf(site.op);
  access->work_item = WorkItemOfNumber(launch, actor);
  access->group = GroupOfActor(launch, actor);
  for (size_t i = 0; i < site.loops.size(); ++i) {
    uint64_t count = ls_parted_count(extra[0], extra[1], static_cast<ls_u32>(i));
    if (count > 0) access->loops.push_back({site.loops[i], count});
  }
  // The flags this work-item came with; the site knows only what is constant.
  if (site.op == SiteOp::kBarrier && ls_parted_what(extra[0]) == LS_PARTED_FLAGS) {
    access->site.flags = FlagsText(ls_parted_flags(extra[0]));
  }
}

}  // namespace

bool CheckDivergence(const std::shared_ptr<const Launch>& launch, const LogEntry& entry,
                     Finding* finding) {
  const auto& sites = launch->kernel->sites;
  if (entry.site_a >= sites.size() || entry.site_b >= sites.size()) return false;
  FindingAccess a;
  FindingAccess b;
  FillAccess(*launch, sites[entry.site_a], entry.raw_a, entry.extra, &a);
  FillAccess(*launch, sites[entry.site_b], entry.raw_b, entry.extra + 2, &b);
  for (const FindingAccess* access : {&a, &b}) {
    if (access->op != "barrier" && access->op != "copy" && access->op != "wait" && access->op != "collective" &&
        access->op != "exit") {
      return false;
    }
  }
  bool same = !SiteBefore(a.site, b.site) && !SiteBefore(b.site, a.site);
  if (SiteBefore(b.site, a.site) || (same && b.work_item < a.work_item)) std::swap(a, b);
  *finding = NewFinding(KindOf(a, b, ls_parted_what(entry.extra[0])), launch, entry.count);
  finding->reach = Reach::kIntraGroup;
  finding->region = "local";
  finding->accesses[0] = std::move(a);
  finding->accesses[1] = std::move(b);
  ExplainDivergence(finding);
  return true;
}

}  // namespace lockstep
