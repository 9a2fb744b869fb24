// Barrier divergence: what a transformed kernel's groups disagreed about (semantics section 4,
// docs/barriers.md).
#include <algorithm>

#include "device-lib/shared/log.h"
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

Kind KindOf(const Access& a, const Access& b) {
  if (a.site.op == "exit" || b.site.op == "exit") return Kind::kEarlyExit;
  if (!SamePosition(a.site.position, b.site.position)) return Kind::kDifferentBarrier;
  if (!SameCalls(a.site, b.site)) return Kind::kCallPath;
  if (a.site.flags != b.site.flags) return Kind::kFenceFlags;
  return Kind::kIteration;
}

void FillAccess(const Launch& launch, const Site& site, uint64_t actor, Access* access) {
  access->site = site;
  access->op = site.op;
  access->work_item = WorkItemOfActor(launch, actor);
}

}  // namespace

bool CheckDivergence(const std::shared_ptr<const Launch>& launch, const LogEntry& entry,
                     Finding* finding) {
  const auto& sites = launch->kernel->sites;
  if (entry.site_a >= sites.size() || entry.site_b >= sites.size()) return false;
  Access a;
  Access b;
  FillAccess(*launch, sites[entry.site_a], entry.raw_a, &a);
  FillAccess(*launch, sites[entry.site_b], entry.raw_b, &b);
  for (const Access* access : {&a, &b}) {
    if (access->op != "barrier" && access->op != "exit") return false;
  }
  bool same = !SiteBefore(a.site, b.site) && !SiteBefore(b.site, a.site);
  if (SiteBefore(b.site, a.site) || (same && b.work_item < a.work_item)) std::swap(a, b);
  *finding = NewFinding(KindOf(a, b), launch, entry.count);
  finding->reach = Reach::kIntraGroup;
  finding->region = "local";
  finding->accesses[0] = std::move(a);
  finding->accesses[1] = std::move(b);
  ExplainDivergence(finding);
  return true;
}

}  // namespace lockstep
