// Data races: what the cells found (semantics sections 2 and 3).
#include <algorithm>
#include <utility>

#include "device-lib/shared/log.h"
#include "device-lib/shared/record.h"
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"

namespace lockstep {
namespace {

bool IsWrite(uint32_t access_class) {
  return access_class == LS_CLASS_W || access_class == LS_CLASS_AW;
}

bool IsAtomicClass(uint32_t access_class) { return access_class == LS_CLASS_AR || access_class == LS_CLASS_AW; }

// The kind that two classes make; false if they do not conflict.
bool KindOf(const LogEntry& entry, Kind* kind) {
  uint32_t a = entry.a.access_class;
  uint32_t b = entry.b.access_class;
  if (a == LS_CLASS_NONE || b == LS_CLASS_NONE || a > LS_CLASS_AW || b > LS_CLASS_AW) return false;
  if (!IsWrite(a) && !IsWrite(b)) return false;
  if (IsAtomicClass(a) && IsAtomicClass(b)) {
    // Only the replay knows scopes.
    if (!entry.replayed) return false;
    *kind = entry.finding == LS_FINDING_WRONG_FLAG ? Kind::kWrongFenceFlag : Kind::kScope;
    return true;
  }
  switch (entry.finding) {
    case LS_FINDING_WRONG_FLAG:
      *kind = Kind::kWrongFenceFlag;
      return true;
    case LS_FINDING_SAME_VALUE:
      *kind = Kind::kSameValue;
      return true;
    case LS_FINDING_RACE:
      *kind = IsAtomicClass(a) || IsAtomicClass(b) ? Kind::kAtomicPlain
              : IsWrite(a) && IsWrite(b)           ? Kind::kWriteWrite
                                                   : Kind::kReadWrite;
      return true;
    default:
      return false;
  }
}

// False for what no launch can have left: a read where the source writes (or the other way round), or
// two groups that met in local memory. An application that writes beyond its local memory damages the
// records there, which its group's shadow follows.
bool IsPlausible(const LogEntry& entry, const Site& site_a, const Site& site_b) {
  auto fits = [](const LogRecord& record, const Site& site) {
    if (site.op == SiteOp::kRead) return !IsWrite(record.access_class);
    return site.op == SiteOp::kRmw || (site.op == SiteOp::kWrite && IsWrite(record.access_class));
  };
  return fits(entry.a, site_a) && fits(entry.b, site_b) && !(entry.local && entry.inter_group) &&
         entry.a.site == entry.site_a && entry.b.site == entry.site_b;
}

// Whether the bytes in conflict are some of the root's. (An image's are counted otherwise.)
bool IsWithin(const MemoryRoot& root, const LogEntry& entry) {
  const bool local = root.kind == ObjectKind::kLocalArgument || root.kind == ObjectKind::kLocalVariable;
  if (root.size == 0 || entry.bytes == 0 || local != entry.local) return false;
  return root.image || (entry.position < root.size && entry.bytes <= root.size - entry.position);
}

bool FillMemory(const Launch& launch, const LogEntry& entry, const Site& other, Memory* memory) {
  if (entry.root >= launch.roots.size() || !IsWithin(launch.roots[entry.root], entry)) return false;
  const auto& args = launch.kernel->args;
  std::optional<size_t> second = other.Root();
  if (second && (*second >= args.size() || *second == entry.root)) second.reset();
  // Which of two arguments for one object the later access came through tells nothing: the first one names it.
  size_t first = entry.root;
  if (second && *second < first && first < args.size()) {
    const MemoryRoot &one = launch.roots[*second], &same = launch.roots[first];
    if (one.object.value == same.object.value && one.kind == same.kind && one.size == same.size &&
        one.start == same.start)
      std::swap(first, *second);
  }
  if (!DescribeRoot(launch, first, memory)) return false;
  if (second) memory->aliases.emplace_back(static_cast<int>(*second), args[*second].name);
  memory->offset = entry.position + launch.roots[entry.root].start;
  memory->bytes = entry.bytes;
  return true;
}

void FillAccess(const Launch& launch, const LogRecord& record, const Site& site, FindingAccess* access) {
  access->site = site;
  SetOperation(site, record.access_class, access);
  access->work_item = WorkItemOfActor(launch, record.actor);
  access->group = GroupOfActor(launch, record.actor);
  access->block = access->work_item ? launch.lockstep_width : 0;
  access->segment = record.segment;
  // Of sub-groups with barriers of their own it is made of two counters.
  if (!site.copy && !launch.kernel->fixed_parts) access->interval = record.segment;
}

// The fence flag, as barrier sites have it, that orders accesses to this memory.
std::string FlagOf(const Finding& finding) {
  return finding.memory && finding.memory->image ? "image" : finding.region;
}

// The two work-items of a block that wrote in one instruction: their linear ids are in the entry.
void FillInstruction(const Launch& launch, const LogEntry& entry, Finding* finding) {
  finding->same_instruction = true;
  for (int i = 0; i < 2; ++i) {
    FindingAccess& access = finding->accesses[i];
    access.block = 0;
    if (!access.work_item) continue;
    const Id3 counts = GroupCounts(launch);
    const Id3& group = access.work_item->group;
    access.work_item = WorkItemAt(launch, group[0] + counts[0] * (group[1] + counts[1] * group[2]),
                                  static_cast<uint32_t>(entry.extra[0] >> (32 * i)));
  }
}

// The width of lock step that would order all that the entry counts: they are in one block and not
// in one instruction. 0 if there is none.
uint64_t OrderedByWidth(const Launch& launch, const LogEntry& entry, const Finding& finding) {
  const FindingAccess& a = finding.accesses[0];
  const FindingAccess& b = finding.accesses[1];
  if (launch.simd_width == 0 || entry.replayed || entry.inter_group || entry.extra[0] != 0) return 0;
  if (entry.finding != LS_FINDING_RACE || entry.site_a == entry.site_b) return 0;
  if (!a.work_item || !b.work_item) return 0;
  return LocalLinear(launch, *a.work_item) / launch.simd_width ==
                 LocalLinear(launch, *b.work_item) / launch.simd_width
             ? launch.simd_width
             : 0;
}

// Where the kernel itself comes to the site: the outermost call that leads there.
const SourcePosition& InKernel(const Site& site) {
  return site.inlined_at.empty() ? site.position : site.inlined_at.back();
}

// Whether the kernel's text on the way from `from` to `to` leads past `site`. Downwards that is what stands between the
// two; upwards, round a loop, what stands below the one or above the other.
bool OnTheWay(const Site& site, const Site& from, const Site& to) {
  const SourcePosition &here = InKernel(site), &begin = InKernel(from), &end = InKernel(to);
  if (here.file != begin.file || here.file != end.file) return false;
  const bool below = here.line >= begin.line, above = here.line <= end.line;
  return begin.line <= end.line ? below && above : below || above;
}

}  // namespace

namespace {

// Of the kernel's barriers for which `wanted` holds those that stand between the finding's accesses; all if
// none does.
template <typename Wanted>
std::vector<Site> Between(const KernelDescription& kernel, const Finding& finding, AccessOrder order,
                          const Wanted& wanted) {
  std::vector<Site> all;
  std::vector<Site> between;
  const Site *from = &finding.accesses[0].site, *to = &finding.accesses[1].site;
  if (order == AccessOrder::kUnknown && InKernel(*to).line < InKernel(*from).line) std::swap(from, to);
  for (const Site& site : kernel.sites) {
    if (site.op != SiteOp::kBarrier || !wanted(site)) continue;
    // Inlined twice: one barrier of the source.
    const auto add = [&](std::vector<Site>& barriers) {
      if (std::none_of(barriers.begin(), barriers.end(),
                       [&](const Site& other) { return !SiteBefore(other, site) && !SiteBefore(site, other); }))
        barriers.push_back(site);
    };
    add(all);
    if (OnTheWay(site, *from, *to)) add(between);
  }
  std::vector<Site>& chosen = between.empty() ? all : between;
  std::sort(chosen.begin(), chosen.end(), SiteBefore);
  return chosen;
}

std::vector<Site> AllBarriersBetween(const KernelDescription& kernel, const Finding& finding) {
  return Between(kernel, finding, AccessOrder::kOfTime, [](const Site&) { return true; });
}

}  // namespace

std::vector<Site> BarriersBetween(const KernelDescription& kernel, const Finding& finding, AccessOrder order) {
  return Between(kernel, finding, order, [&](const Site& site) {
    std::vector<std::string> flags = Split(site.flags, '|');
    return HasNarrowScope(site) || std::find(flags.begin(), flags.end(), FlagOf(finding)) == flags.end();
  });
}

// Of two writes, as far as is known of one value, which are in a race for what one of them stands for: shows a read
// that came with one of them in its place. Such a read is in a race with the other write as much as its write is.
// False if no such read is known.
bool ShowRead(const std::vector<Site>& sites, LogEntry* entry) {
  for (const bool of_a : {true, false}) {
    LogRecord& record = of_a ? entry->a : entry->b;
    const unsigned read = record.site < sites.size() ? sites[record.site].read : 0;
    if (read == 0 || read >= sites.size() || sites[read].op != SiteOp::kRead) continue;
    record.site = read;
    record.access_class = LS_CLASS_R;
    (of_a ? entry->site_a : entry->site_b) = read;
    return true;
  }
  return false;
}

void SetOperation(const Site& site, uint32_t access_class, FindingAccess* access) {
  access->op = !IsWrite(access_class) ? "read" : site.op == SiteOp::kRmw ? "rmw" : "write";
  access->atomic = IsAtomicClass(access_class);
}

bool CheckRace(const std::shared_ptr<const Launch>& launch, const LogEntry& logged,
               Finding* finding) {
  const auto& sites = launch->kernel->sites;
  LogEntry entry = logged;
  const bool stands = entry.stands && !ShowRead(sites, &entry);
  Kind kind;
  if (entry.site_a >= sites.size() || entry.site_b >= sites.size() || !KindOf(entry, &kind)) {
    return false;
  }
  if (!IsPlausible(entry, sites[entry.site_a], sites[entry.site_b])) return false;
  *finding = NewFinding(kind, launch, entry.count);
  finding->at_least = entry.at_least;
  finding->stands_for = stands;
  finding->reach = entry.inter_group ? Reach::kInterGroup : Reach::kIntraGroup;
  finding->region = entry.local ? "local" : "global";
  const Site& site_a = sites[entry.site_a];
  const Site& site_b = sites[entry.site_b];
  Memory memory;
  if (!FillMemory(*launch, entry, site_a, &memory)) return false;
  finding->memory = memory;
  FillAccess(*launch, entry.a, site_a, &finding->accesses[0]);
  FillAccess(*launch, entry.b, site_b, &finding->accesses[1]);
  if (!finding->accesses[0].group || !finding->accesses[1].group) return false;  // of no group of the launch
  if (entry.instruction) FillInstruction(*launch, entry, finding);
  finding->lockstep_only = OrderedByWidth(*launch, entry, *finding);
  if (entry.left || entry.parted) {
    finding->apart = entry.left ? Finding::Apart::kLeft : Finding::Apart::kParted;
    finding->unnamed = entry.unnamed;
    finding->barriers = AllBarriersBetween(*launch->kernel, *finding);
  }
  if (kind == Kind::kWrongFenceFlag) {
    // Here the order is real: access 0 came before the barrier, access 1 after it.
    finding->barriers = BarriersBetween(*launch->kernel, *finding, AccessOrder::kOfTime);
  } else {
    FindingAccess& a = finding->accesses[0];
    FindingAccess& b = finding->accesses[1];
    bool same = !SiteBefore(a.site, b.site) && !SiteBefore(b.site, a.site);
    const bool b_first = b.work_item < a.work_item || (b.work_item == a.work_item && b.group < a.group);
    if (SiteBefore(b.site, a.site) || (same && b_first)) {
      std::swap(a, b);
      finding->earlier = 1;
    }
  }
  ExplainRace(finding);
  return true;
}

}  // namespace lockstep
