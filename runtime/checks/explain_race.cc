// Why nothing orders two accesses, and what would: one sentence each (semantics section 2).
#include <algorithm>

#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"
#include "runtime/checks/repairs.h"

namespace lockstep {
namespace {

std::string FlagFor(const Finding& finding) {
  // OpenCL C before 2.0 has one flag for buffers and images.
  if (finding.memory && finding.memory->image) return "CLK_IMAGE_MEM_FENCE";
  return finding.region == "local" ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE";
}

// How many of the two sides are asynchronous copies.
int Copies(const Finding& finding) {
  return (finding.accesses[0].site.copy ? 1 : 0) + (finding.accesses[1].site.copy ? 1 : 0);
}

std::string Groups(const Finding& finding) {
  const FindingAccess& a = finding.accesses[0];
  const FindingAccess& b = finding.accesses[1];
  const char* who = Copies(finding) == 0   ? "the work-items are in"
                    : Copies(finding) == 1 ? "the copy and the work-item are of"
                                           : "the copies are of";
  std::string text = StrCat(who, " different work-groups");
  if (!a.group || !b.group) return text;
  const Launch& launch = *finding.launch;
  return StrCat(text, " (", IdText(launch, *a.group), " and ", IdText(launch, *b.group), ")");
}

std::string GroupName(const Finding& finding) {
  const FindingAccess& a = finding.accesses[0];
  return a.group ? StrCat("work-group ", IdText(*finding.launch, *a.group)) : "one work-group";
}

// Whether the two sides are the read and the write of one update, such as `sum[0] = sum[0] + a[i]`: whoever reads
// writes, too, so that order between the one's read and the other's write alone would leave the writes as they are.
bool OfOneUpdate(const Finding& finding) {
  for (int i = 0; i < 2; ++i) {
    const Site& write = finding.accesses[i].site;
    if (write.read_first && write.read == finding.accesses[1 - i].site.id) return true;
  }
  return false;
}

// Whether one work-item after the other makes both sides at one place.
bool SamePlace(const Finding& finding) {
  const SourcePosition& a = finding.accesses[0].site.position;
  const SourcePosition& b = finding.accesses[1].site.position;
  const bool same = a.file == b.file && a.line == b.line && a.column == b.column;
  // A macro's accesses share a place, whatever they are to each other.
  return finding.kind == "read-write" ? OfOneUpdate(finding) : same;
}

// "the barrier at k.cl:5:3 has CLK_LOCAL_MEM_FENCE only"
std::string BarrierClause(const std::vector<Site>& barriers) {
  if (barriers.empty()) return "a barrier stands between them, but its flags do not";
  if (barriers.size() == 1) {
    const Site& barrier = barriers[0];
    return StrCat("the barrier between them (", PositionText(barrier.position), ") has ", FlagsInSource(barrier.flags),
                  barrier.flags == "none" || HasNarrowScope(barrier) ? "" : " only", ", which does not");
  }
  std::vector<std::string> places;
  for (const Site& barrier : barriers) {
    places.push_back(
        StrCat(PositionText(barrier.position), " with ", FlagsInSource(barrier.flags)));
  }
  return StrCat("only barriers with other flags stand between them (", JoinFirst(places, kMostPlaces),
                "), which do not");
}

// The change of one of `barriers` with which it orders the two accesses.
std::string FlagRepair(const Finding& finding, const std::vector<Site>& barriers) {
  const std::string flag = FlagFor(finding);
  if (barriers.size() != 1) return RepairText(Repair::kAddFlagToOne, {flag});
  const std::string add = RepairText(Repair::kAddFlag, {flag, "the barrier's"});
  if (!HasNarrowScope(barriers[0])) return add;
  const bool of_sub_group = barriers[0].scope == MemoryScope::kSubGroup;
  const std::string widen =
      RepairText(Repair::kWidenBarrier, {of_sub_group ? "memory_scope_sub_group" : "memory_scope_work_group"});
  return FlagsInSource(barriers[0].flags).find(flag) != std::string::npos ? widen : StrCat(widen, ", and ", add);
}

const FindingAccess& PlainSide(const Finding& finding) {
  return finding.accesses[finding.accesses[0].atomic ? 1 : 0];
}

// The compare-exchange that finds out what the plain side of `finding` read wrongly, if that side is such a guess; else
// nullptr.
const Site* CheckOfGuess(const Finding& finding) {
  if (finding.kind != "atomic-plain") return nullptr;
  const unsigned number = PlainSide(finding).site.guess_of;
  const KernelDescription& kernel = *finding.launch->kernel;
  return number != 0 && number < kernel.sites.size() ? &kernel.sites[number] : nullptr;
}

bool OfImage(const Finding& finding) { return finding.memory && finding.memory->image; }

// A change of the place that one work-item after the other writes; `whole`: who they are together.
std::vector<std::string> SamePlaceRepairs(const Finding& finding, const char* whole) {
  std::vector<std::string> repairs = {RepairText(Repair::kOwnPiece, {OfImage(finding) ? "texel" : "element"}),
                                      RepairText(Repair::kOneWriter, {whole})};
  if (!OfImage(finding)) repairs.push_back(RepairText(Repair::kAtomicOperation));
  return repairs;
}

std::string InterGroupRepair(const Finding& finding) {
  if (finding.kind == "atomic-plain") {
    return AnyOf({RepairText(Repair::kAtomicToo, {PlainSide(finding).op}), RepairText(Repair::kPlainInOwnLaunch)});
  }
  const std::string disjoint = RepairText(Repair::kDisjointPieces, {OfImage(finding) ? "texels" : "elements"});
  const std::string split = RepairText(Repair::kTwoLaunches);
  if (Copies(finding) > 0) return AnyOf({disjoint, split});
  if (SamePlace(finding)) return AnyOf(SamePlaceRepairs(finding, "launch"));
  if (finding.kind == "read-write") {
    return AnyOf({RepairText(Repair::kTwoLaunchesBetween),
                  RepairText(Repair::kSecondObject, {OfImage(finding) ? "image" : "buffer"})});
  }
  if (OfImage(finding)) return AnyOf({disjoint, split});
  return AnyOf({disjoint, RepairText(Repair::kAtomicOperations), split});
}

std::string IntraGroupRepair(const Finding& finding) {
  if (SamePlace(finding)) return AnyOf(SamePlaceRepairs(finding, "group"));
  const std::string barrier = RepairText(Repair::kBarrierBetween, {FlagFor(finding)});
  if (finding.kind != "atomic-plain") return barrier;
  // In this order: there need not be a place for a barrier (a loop of compare-exchanges).
  return AnyOf({RepairText(Repair::kAtomicToo, {PlainSide(finding).op}), barrier});
}

// What a copy meets within its own group (semantics section 1).
void ExplainOwnCopy(Finding* finding) {
  if (Copies(*finding) == 2) {
    finding->why = StrCat("both copies of ", GroupName(*finding),
                          " are open at the same time: wait_group_events has not returned for the "
                          "one when the other begins");
    finding->repair = AnyOf({RepairText(Repair::kWaitBetweenCopies), RepairText(Repair::kOtherMemoryForCopy)});
    return;
  }
  const FindingAccess& copy = finding->accesses[finding->accesses[0].site.copy ? 0 : 1];
  const FindingAccess& item = finding->accesses[finding->accesses[0].site.copy ? 1 : 0];
  finding->why =
      StrCat("the copy of ", GroupName(*finding),
             " is open from its call until wait_group_events has returned for its event, whatever "
             "barriers stand there; the work-item's ",
             item.op, " is neither behind that wait nor separated from the call by an earlier "
             "barrier(", FlagFor(*finding), ")");
  finding->repair = AnyOf({RepairText(Repair::kWaitForCopy, {StrCat(copy.site.position.line), item.op}),
                           RepairText(Repair::kBarrierBeforeCopy, {FlagFor(*finding), item.op})});
}

// An atomic operation by which the kernel may mean to order the two plain sides of `finding`, as with a
// lock or a flag, though all its atomics are relaxed; nullptr if there is none.
const Site* RelaxedAtomic(const Finding& finding) {
  const KernelDescription& kernel = *finding.launch->kernel;
  const bool plain = !finding.accesses[0].atomic && !finding.accesses[1].atomic;
  if (!plain || kernel.synchronises || Copies(finding) > 0) return nullptr;
  for (const Site& site : kernel.sites) {
    // What a lock in global memory guards is no local memory: each group has its own.
    const bool reaches = finding.region == "local"             ? site.region != MemoryRegion::kGlobal
                         : finding.reach == Reach::kIntraGroup ? true
                                                               : site.region == MemoryRegion::kGlobal;
    if (site.atomic && site.op != SiteOp::kFence && reaches) return &site;
  }
  return nullptr;
}

void AddRelaxedAtomic(Finding* finding) {
  const Site* site = RelaxedAtomic(*finding);
  if (site == nullptr) return;
  finding->why += StrCat("; the kernel's atomic operations (", PositionText(site->position),
                         site->old ? ") are relaxed, as all of OpenCL 1.x are, and"
                                   : ") are relaxed and",
                         " order no other access");
  if (finding->reach == Reach::kIntraGroup) return;
  finding->repair += StrCat("; ", RepairText(Repair::kReleaseAndAcquire));
}

bool HasSubGroupBarriers(const KernelDescription& kernel) {
  return std::any_of(kernel.sites.begin(), kernel.sites.end(), [](const Site& site) {
    return site.op == SiteOp::kBarrier && site.scope == MemoryScope::kSubGroup;
  });
}

}  // namespace

std::vector<Site> DistinctSites(const std::vector<Site>& sites) {
  std::vector<Site> distinct;
  for (const Site& site : sites) {
    const auto same = [&](const Site& other) {
      return PositionText(other.position) == PositionText(site.position) && other.flags == site.flags;
    };
    if (std::none_of(distinct.begin(), distinct.end(), same)) distinct.push_back(site);
  }
  return distinct;
}

void ExplainRace(Finding* finding) {
  if (finding->kind == "wrong-fence-flag") {
    const std::vector<Site> barriers = DistinctSites(finding->barriers);
    finding->why = StrCat(BarrierClause(barriers), " order accesses to ",
                          finding->memory && finding->memory->image ? "images" : finding->region + " memory");
    finding->repair = FlagRepair(*finding, barriers);
    return;
  }
  const Launch& launch = *finding->launch;
  if (finding->same_instruction) {
    finding->why = StrCat("both work-items are in one block of ", launch.lockstep_width,
                          " in lock step and write different values in one instruction; which of "
                          "them stays is not defined");
    finding->repair = IntraGroupRepair(*finding);
    return;
  }
  const bool same_value = finding->kind == "same-value";
  if (finding->reach == Reach::kInterGroup) {
    finding->why = StrCat(Groups(*finding), "; barriers never order work-groups");
    finding->repair = InterGroupRepair(*finding);
  } else if (Copies(*finding) > 0) {
    ExplainOwnCopy(finding);
  } else if (finding->apart != Finding::Apart::kNone) {
    ExplainApart(finding);
  } else {
    const bool no_barrier_at_all = finding->launch->kernel->barriers == 0;
    finding->why = StrCat("both work-items are in ", GroupName(*finding), " and ",
                          no_barrier_at_all ? "the kernel has no barrier"
                          : HasSubGroupBarriers(*finding->launch->kernel)
                              ? "they passed no barrier together between the two accesses"
                              : "they passed no barrier between the two accesses");
    finding->repair = IntraGroupRepair(*finding);
  }
  if (launch.lockstep_width != 0 && finding->reach == Reach::kIntraGroup) {
    finding->why +=
        StrCat("; they are in different blocks of ", launch.lockstep_width, " in lock step");
  }
  if (finding->lockstep_only != 0) {
    finding->why += StrCat("; lock step of ", finding->lockstep_only,
                           " work-items would order them (lockstep-only)");
    // Kernels that synchronise, or where groups meet at functions, are not instrumented for that model.
    if (!launch.kernel->synchronises && !launch.kernel->collectives && launch.kernel->part_words == 0 &&
        !HasSubGroupBarriers(*launch.kernel)) {
      finding->why += StrCat(": code that relies on it can be checked with --model=lockstep:", finding->lockstep_only);
    }
  }
  if (const Site* check = CheckOfGuess(*finding)) {
    finding->repair = RepairText(Repair::kGuessWithAtomic);
    finding->why += StrCat("; the compare-exchange (", PositionText(check->position),
                           ") finds out a wrong guess, but the guess itself is a plain read, which no atomic "
                           "operation protects");
  } else if (finding->kind == "atomic-plain") {
    finding->why += "; an atomic operation does not protect a plain one";
  }
  if (Copies(*finding) == 0) {
    ExplainUnorderedRegion(finding);
    ExplainIdleFences(finding);
  }
  AddRelaxedAtomic(finding);
  if (finding->stands_for) {
    finding->why +=
        "; the last of them wrote what was there, so that one stands for another access to these bytes by "
        "its work-item or group: a read, an atomic operation or a write of another value";
  }
  if (same_value) {
    finding->why += "; both write the same value, which OpenCL does not excuse";
  }
  if (!finding->missing_order.cause.empty()) ExplainMissingOrder(finding);
}

}  // namespace lockstep
