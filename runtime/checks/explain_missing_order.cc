// Why atomics and fences did not order two accesses, and the smallest change that would have
// (semantics sections 2 and 3; runtime/replay/what_if.h finds it).
#include <algorithm>

#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"
#include "runtime/checks/repairs.h"

namespace lockstep {
namespace {

std::string At(const Site& site) { return StrCat(" at ", PositionText(site.position)); }

std::string StoreText(const Site& site) {
  return StrCat(site.op == SiteOp::kRmw ? "the atomic operation" : "the store", At(site));
}

std::string LoadText(const Site& site) {
  return StrCat(site.op == SiteOp::kRmw ? "the atomic operation" : "the load", At(site));
}

std::string RegionName(const Finding& finding) {
  return finding.memory && finding.memory->image ? "images" : finding.region + " memory";
}

// "the load at k.cl:9:3 reads what the store at k.cl:4:3 wrote"
std::string EdgeText(const MissingOrder& found) {
  if (found.load->id == found.store->id) {
    return StrCat(LoadText(*found.load), " reads what another work-item's wrote there");
  }
  return StrCat(LoadText(*found.load), " reads what ", StoreText(*found.store), " wrote");
}

// " at k.cl:4:3 and at k.cl:9:3": where the changes are.
std::string Where(const MissingOrder& found) {
  std::vector<std::string> places;
  for (const MissingOrder::Change& change : found.changes) places.push_back(At(change.site));
  return Join(places, " and");
}

bool Changes(const MissingOrder& found, bool (*what)(const Site&), bool all) {
  const auto is = [what](const MissingOrder::Change& change) { return what(change.site); };
  const auto& changes = found.changes;
  if (changes.empty()) return false;
  return all ? std::all_of(changes.begin(), changes.end(), is)
             : std::any_of(changes.begin(), changes.end(), is);
}

bool IsFenceSite(const Site& site) { return site.op == SiteOp::kFence; }
bool IsOldFence(const Site& site) { return site.old && site.op == SiteOp::kFence; }

const char kStrict[] = "and --scope-inclusion=strict, OpenCL 3.0's wording, takes two scopes for inclusive only "
                       "if they are the same";

std::string ScopeWhy(const Finding& finding) {
  const MissingOrder& found = finding.missing_order;
  if (found.strict_only) {
    return StrCat("both are atomic, but their scopes differ, ", kStrict, "; so neither is atomic for the other");
  }
  std::vector<std::string> narrow;
  for (const MissingOrder::Change& change : found.changes) {
    narrow.push_back(StrCat(change.from, At(change.site)));
  }
  return StrCat("both are atomic, but ", narrow.empty() ? "the scope of one" : Join(narrow, " and "),
                narrow.size() > 1 ? " do" : " does", " not reach the other work-item",
                finding.reach == Reach::kInterGroup ? ", which is in another work-group" : "",
                ": neither is atomic for the other");
}

std::string Why(const Finding& finding) {
  const MissingOrder& found = finding.missing_order;
  const bool edge = found.store && found.load;
  const bool fences = Changes(found, IsFenceSite, /*all=*/true);
  const std::string handed = edge ? EdgeText(found) + ", but " : "";
  const std::string where = Where(found);
  const bool several = found.changes.size() > 1;
  if (found.cause == "scope") return ScopeWhy(finding);
  if (found.cause == "missing-acquire") {
    if (fences) {
      return StrCat(handed, "the fence", where, " behind the load is no acquire: what was released to it orders "
                    "nothing behind it");
    }
    return StrCat(handed, edge ? "it is" : StrCat("the operation", where, " is"),
                  " no acquire: what was released to it orders nothing behind it");
  }
  if (found.cause == "missing-release") {
    if (fences) {
      return StrCat(handed, "the fence", where, " in front of the store is no release: what its work-item did "
                    "before it is not handed on");
    }
    return StrCat(handed, edge ? "that is" : StrCat("the operation", where, " is"),
                  " no release: what its work-item did before it is not handed on");
  }
  if (found.cause == "relaxed") {
    if (fences) {
      return StrCat(handed, "the fences", where, " are not a release in front of the store and an acquire "
                    "behind the load");
    }
    return StrCat(handed, "neither releases nor acquires: relaxed atomics order nothing else");
  }
  if (found.cause == "narrow-scope") {
    const std::string scopes = StrCat(fences ? several ? "the fences' scopes" : "the fence's scope"
                                      : several ? "the scopes" : "the scope", where);
    if (found.strict_only) {
      return StrCat(handed, scopes, several ? " are" : " is", " not the other side's, ", kStrict);
    }
    return StrCat(handed, scopes, several ? " do" : " does", " not reach the other work-item",
                  finding.reach == Reach::kInterGroup ? ", which is in another work-group" : "",
                  ": no order comes of it");
  }
  if (found.cause == "fence-flag") {
    return StrCat(handed, several ? "the fences" : "the fence", where, several ? " do" : " does", " not name ",
                  RegionName(finding), ", where the data is");
  }
  if (found.cause == "wrong-region") {
    return StrCat(handed, "that flag is not in ", RegionName(finding),
                  ": release and acquire order only accesses to the flag's own region");
  }
  if (found.cause == "barrier-flag") {
    std::vector<std::string> places;
    for (const Site& barrier : DistinctSites(finding.barriers)) places.push_back(PositionText(barrier.position));
    const bool one = places.size() == 1;
    return StrCat("a release and an acquire order two work-items, but ", one ? "the barrier" : "the barriers",
                  places.empty() ? "" : " at ",
                  places.size() == 2 ? Join(places, " and ") : JoinFirst(places, kMostPlaces), one ? " does" : " do",
                  " not name ", RegionName(finding),
                  ": nothing of it is handed on between these two and the rest of their "
                  "groups");
  }
  if (found.cause == "plain-flag") {
    return StrCat(handed, "not both are atomic: a plain access, volatile or not, hands nothing on, with fences "
                  "around it or without");
  }
  return "";
}

std::string ChangeText(const MissingOrder::Change& change) {
  const Repair repair = IsOldFence(change.site) ? Repair::kNewFence
                        : change.site.old       ? Repair::kNewAtomic
                                                : Repair::kStronger;
  const std::string place = PositionText(change.site.position);
  return repair == Repair::kStronger ? RepairText(repair, {change.to, change.from, place})
                                     : RepairText(repair, {change.to, place, change.from});
}

std::string RepairOf(const Finding& finding) {
  const MissingOrder& found = finding.missing_order;
  std::vector<std::string> parts;
  for (const MissingOrder::Change& change : found.changes) parts.push_back(ChangeText(change));
  std::string text = Join(parts, ", and ");
  if (found.cause == "wrong-region") {
    text += StrCat(", or ", RepairText(Repair::kFlagInRegion, {finding.region}));
  }
  const auto old = [](const Site& site) { return site.old; };
  if (finding.reach == Reach::kInterGroup && Changes(found, old, /*all=*/false)) {
    text += StrCat("; ", RepairText(Repair::kEndLaunch));
  }
  return text;
}

// Where the kernel's sites are for which `wanted` holds, each place once.
template <typename Wanted>
std::vector<std::string> Places(const KernelDescription& kernel, const Wanted& wanted) {
  std::vector<std::string> places;
  for (const Site& site : kernel.sites) {
    if (!wanted(site)) continue;
    const std::string place = PositionText(site.position);
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
  return places;
}

std::vector<std::string> Fences(const KernelDescription& kernel) {
  return Places(kernel, [](const Site& site) { return site.op == SiteOp::kFence; });
}

std::string NameBothAt(const std::vector<std::string>& fences) {
  return RepairText(Repair::kBothFlags, {Join(fences, ", ")});
}

// Fences name the data's region, but not that of the atomics between them: these order nothing then, and have no events.
bool ExplainFlagElsewhere(Finding* finding) {
  const KernelDescription& kernel = *finding->launch->kernel;
  const bool local = finding->region == "local";
  if (finding->reach != Reach::kIntraGroup || (local ? kernel.global_logged : kernel.local_logged)) return false;
  const MemoryRegion other_region = local ? MemoryRegion::kGlobal : MemoryRegion::kLocal;
  const char* other = WordOf(other_region);
  const std::vector<std::string> fences = Fences(kernel);
  const std::vector<std::string> atomics = Places(kernel, [&](const Site& site) {
    return site.op != SiteOp::kFence && site.atomic && site.region == other_region;
  });
  if (atomics.empty() || fences.empty()) return false;
  finding->why += StrCat("; the atomic operations on ", other, " memory (", JoinFirst(atomics, kMostPlaces),
                         ") hand nothing on, since no fence names ", other, " memory, too");
  finding->repair = NameBothAt(fences);
  return true;
}

}  // namespace

void ExplainUnorderedRegion(Finding* finding) {
  const KernelDescription& kernel = *finding->launch->kernel;
  if (!kernel.synchronises || (finding->region == "local" ? kernel.local_logged : kernel.global_logged)) return;
  finding->why += StrCat("; the kernel's atomics and fences order no ", finding->region, " memory");
  if (finding->reach != Reach::kIntraGroup || finding->kind == "atomic-plain") return;
  const std::vector<std::string> fences = Fences(kernel);
  const bool atomics =
      !Places(kernel, [](const Site& site) { return site.op != SiteOp::kFence && site.atomic; }).empty();
  if (atomics && !fences.empty()) finding->repair = NameBothAt(fences);
}

void ExplainIdleFences(Finding* finding) {
  const KernelDescription& kernel = *finding->launch->kernel;
  if (kernel.synchronises) return;
  const std::vector<std::string> fences = Fences(kernel);
  if (fences.empty()) return;
  const bool one = fences.size() == 1;
  finding->why +=
      StrCat("; the kernel's fence", one ? " (" : "s (", JoinFirst(fences, kMostPlaces), one ? ") waits" : ") wait",
             " for no other work-item, and no atomic operation hands on what ", one ? "it orders" : "they order");
}

void ExplainMissingOrder(Finding* finding) {
  if (finding->missing_order.cause == "none") {
    // A copy of the own group is ordered by its wait, not by an acquire.
    const bool copy = finding->accesses[0].site.copy || finding->accesses[1].site.copy;
    if (copy && finding->reach == Reach::kIntraGroup) return;
    if (ExplainFlagElsewhere(finding)) return;
    finding->why += "; no release by the one work-item leads to an acquire by the other between the "
                    "two accesses";
    return;
  }
  const std::string why = Why(*finding);
  if (why.empty()) return;
  finding->why = why;
  if (finding->missing_order.cause == "barrier-flag") {
    const bool image = finding->memory && finding->memory->image;
    const char* flag = image                        ? "CLK_IMAGE_MEM_FENCE"
                       : finding->region == "local" ? "CLK_LOCAL_MEM_FENCE"
                                                    : "CLK_GLOBAL_MEM_FENCE";
    const char* whose = DistinctSites(finding->barriers).size() == 1 ? "the barrier's" : "the barriers'";
    finding->repair = RepairText(Repair::kAddFlag, {flag, whose});
    return;
  }
  if (!finding->missing_order.changes.empty()) finding->repair = RepairOf(*finding);
}

}  // namespace lockstep
