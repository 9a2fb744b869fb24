// Data races of synchronising kernels: what the replay of the event log found (runtime/replay), put
// into the terms of the other races.
#include <algorithm>
#include <utility>

#include "device-lib/shared/log.h"
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"
#include "runtime/replay/event_fields.h"

namespace lockstep {
namespace {

LogRecord RecordOf(const Launch& launch, const ReplayAccess& access) {
  LogRecord record;
  record.actor = launch.first_actor + access.actor;
  record.segment = access.segment;
  record.site = access.site;
  record.access_class = ClassOf(access.what);
  return record;
}

// The root of this number that the cell lies in, and where; false if it does not.
bool Lies(const MemoryRoot& root, bool local, uint64_t cell, uint64_t* position) {
  const bool is_local = root.kind == ObjectKind::kLocalArgument ||
                        root.kind == ObjectKind::kLocalVariable;
  if (root.size == 0 || is_local != local || cell < root.first_cell) return false;
  *position = (cell - root.first_cell) << root.shift;
  return *position < root.limit;
}

// Where the race is: under the name that one of the sites has for it, if possible.
bool Locate(const Launch& launch, const ReplayRace& race, LogEntry* entry) {
  const auto& sites = launch.kernel->sites;
  for (const ReplayAccess* side : {&race.b, &race.a}) {
    const std::optional<size_t> named = sites[side->site].Root();
    if (!named || *named >= launch.roots.size()) continue;
    if (!Lies(launch.roots[*named], entry->local, race.cell, &entry->position)) continue;
    entry->root = static_cast<uint32_t>(*named);
    return true;
  }
  for (size_t i = 0; i < launch.roots.size(); ++i) {
    if (!Lies(launch.roots[i], entry->local, race.cell, &entry->position)) continue;
    entry->root = static_cast<uint32_t>(i);
    return true;
  }
  return false;
}

uint32_t FindingOf(ReplayKind kind) {
  return kind == ReplayKind::kWrongFenceFlag ? LS_FINDING_WRONG_FLAG
         : kind == ReplayKind::kSameValue    ? LS_FINDING_SAME_VALUE
                                             : LS_FINDING_RACE;
}

const char* CauseText(ReplayCause cause) {
  switch (cause) {
    case ReplayCause::kUnknown:
      return "";
    case ReplayCause::kNone:
      return "none";
    case ReplayCause::kScope:
      return "scope";
    case ReplayCause::kMissingAcquire:
      return "missing-acquire";
    case ReplayCause::kMissingRelease:
      return "missing-release";
    case ReplayCause::kRelaxed:
      return "relaxed";
    case ReplayCause::kNarrowScope:
      return "narrow-scope";
    case ReplayCause::kFenceFlag:
      return "fence-flag";
    case ReplayCause::kWrongRegion:
      return "wrong-region";
    case ReplayCause::kPlainFlag:
      return "plain-flag";
    case ReplayCause::kBarrierFlag:
      return "barrier-flag";
  }
  return "";
}

const char* OrderText(uint32_t what) {
  static const char* const kOrders[] = {"memory_order_relaxed", "memory_order_acquire",
                                        "memory_order_release", "memory_order_acq_rel",
                                        "memory_order_seq_cst"};
  return OrderOf(what) <= LS_ORDER_SEQ_CST ? kOrders[OrderOf(what)] : "";
}

const char* ScopeText(uint32_t what) {
  static const char* const kScopes[] = {"memory_scope_work_item", "memory_scope_sub_group",
                                        "memory_scope_work_group", "memory_scope_device",
                                        "memory_scope_all_svm_devices"};
  return ScopeOf(what) <= LS_EVENT_SCOPE_ALL_SVM ? kScopes[ScopeOf(what)] : "";
}

std::string FenceText(uint32_t what) {
  std::vector<std::string> flags;
  if (what & LS_EVENT_FENCE_LOCAL) flags.push_back("CLK_LOCAL_MEM_FENCE");
  if (what & LS_EVENT_FENCE_GLOBAL) flags.push_back("CLK_GLOBAL_MEM_FENCE");
  if (what & LS_EVENT_FENCE_IMAGE) flags.push_back("CLK_IMAGE_MEM_FENCE");
  return flags.empty() ? "no flag" : Join(flags, " | ");
}

// What differs between the two, in the words of OpenCL C.
std::pair<std::string, std::string> ChangeText(uint32_t from, uint32_t to) {
  std::vector<std::string> is, should;
  if (!IsFence(from) && !IsAtomic(from)) {
    const std::string order = OrderOf(to) == LS_ORDER_RELAXED ? "" : StrCat(OrderText(to), ", ");
    return {IsWriteClass(from) ? "a plain write" : "a plain read",
            StrCat(IsWriteClass(from) ? "atomic_store_explicit" : "atomic_load_explicit", " with ", order,
                   ScopeText(to))};
  }
  if (FenceText(from) != FenceText(to)) {
    is.push_back(FenceText(from));
    should.push_back(FenceText(to));
  }
  if (OrderOf(from) != OrderOf(to)) {
    is.push_back(OrderText(from));
    should.push_back(OrderText(to));
  }
  if (ScopeOf(from) != ScopeOf(to)) {
    is.push_back(ScopeText(from));
    should.push_back(ScopeText(to));
  }
  return {Join(is, ", "), Join(should, ", ")};
}

MissingOrder MissingOrderOf(const KernelDescription& kernel, const ReplayRace& race) {
  MissingOrder out;
  out.cause = CauseText(race.cause);
  out.strict_only = race.strict_only;
  const auto& sites = kernel.sites;
  if (race.store_site != 0 && race.store_site < sites.size()) out.store = sites[race.store_site];
  if (race.load_site != 0 && race.load_site < sites.size()) out.load = sites[race.load_site];
  for (const ReplayChange& change : race.changes) {
    if (change.site >= sites.size()) continue;
    auto [from, to] = ChangeText(change.what, change.wanted);
    out.changes.push_back({sites[change.site], from, to});
  }
  return out;
}

}  // namespace

CheckResult CheckReplay(const std::shared_ptr<const Launch>& launch, const ReplayResult& replay) {
  CheckResult result;
  uint64_t nonsense = replay.nonsense;
  for (const ReplayRace& race : replay.races) {
    LogEntry entry;
    entry.replayed = true;
    entry.finding = FindingOf(race.kind);
    entry.inter_group = race.inter_group;
    entry.local = race.region == LS_REGION_LOCAL;
    entry.site_a = race.a.site;
    entry.site_b = race.b.site;
    entry.count = static_cast<uint32_t>(std::min<uint64_t>(race.count, UINT32_MAX));
    entry.a = RecordOf(*launch, race.a);
    entry.b = RecordOf(*launch, race.b);
    const size_t sites = launch->kernel->sites.size();
    Finding finding;
    if (race.a.site >= sites || race.b.site >= sites || !Locate(*launch, race, &entry)) {
      ++nonsense;
      continue;
    }
    const MemoryRoot& root = launch->roots[entry.root];
    entry.bytes = static_cast<uint32_t>(
        std::min(race.cells << root.shift, root.size - entry.position));
    if (!CheckRace(launch, entry, &finding)) {
      ++nonsense;
      continue;
    }
    finding.missing_order = MissingOrderOf(*launch->kernel, race);
    if (race.cause == ReplayCause::kBarrierFlag)
      finding.barriers = BarriersBetween(*launch->kernel, finding, AccessOrder::kUnknown);
    ExplainRace(&finding);
    result.findings.push_back(std::move(finding));
  }
  if (nonsense > 0) {
    result.incomplete.push_back(
        {launch->kernel->name, "events or races of the event log that make no sense", nonsense});
  }
  return result;
}

}  // namespace lockstep
