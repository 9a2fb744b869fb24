// From the log of one launch to findings: hands each entry to its family of rules.
#include "runtime/checks/checks.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "device-lib/shared/control.h"
#include "device-lib/shared/log.h"
#include "runtime/base/text.h"
#include "runtime/checks/stand_ins.h"

namespace lockstep {
namespace {

void AddIncomplete(CheckResult* result, const Launch& launch, std::string what, uint64_t count) {
  if (count > 0) {
    result->incomplete.push_back({launch.kernel->name, std::move(what), count});
  }
}

auto PositionKey(const SourcePosition& p) { return std::tie(p.file, p.line, p.column); }

bool StoppedSide(const Launch& launch, const LogEntry& entry) {
  const auto& sites = launch.kernel->sites;
  const auto stopped = [&](uint32_t site) {
    return site < sites.size() && sites[site].op == SiteOp::kStop;
  };
  return stopped(entry.site_a) || stopped(entry.site_b);
}

}  // namespace

CheckResult CheckLog(const std::shared_ptr<const Launch>& launch, const void* log, size_t bytes) {
  CheckResult result;
  auto content = ReadLog(*launch, log, bytes);
  if (!content.ok()) {
    AddIncomplete(&result, *launch, "launches whose log could not be read", 1);
    return result;
  }
  uint64_t nonsense = 0;
  uint64_t damaged = 0;
  uint64_t unknown_parts = 0;
  uint32_t outside = content->unattributed;  // without those that are findings
  result.loops_ended = content->loops_ended > 0;
  for (const LogEntry& entry : content->entries) {
    // Such work-items have gone ways that the program does not have, and left atomics undone.
    if (result.loops_ended) break;
    if (entry.finding == LS_FINDING_STOPPED) {
      if (!CheckStopped(*launch, entry, &result.stopped)) ++nonsense;
      continue;
    }
    // Those who were told to leave miss the barriers at which others still wait.
    if (entry.finding == LS_FINDING_DIVERGENCE && StoppedSide(*launch, entry)) continue;
    if (content->told_to_stop && (entry.left || entry.parted)) continue;
    Finding finding;
    if (entry.finding == LS_FINDING_OUTSIDE) {
      // Where it is not known which object was meant, or nobody wants to know, they are counted.
      const auto& sites = launch->kernel->sites;
      if (launch->bounds_counted || (entry.site_a < sites.size() && !NamesItsObject(sites[entry.site_a]))) continue;
      if (CheckBounds(launch, entry, &finding)) {
        outside -= std::min(outside, entry.count);
        result.findings.push_back(std::move(finding));
      } else {
        ++nonsense;
      }
      continue;
    }
    // What a kernel writes beyond its local memory may lie on the records of local memory and on the
    // words by which barriers meet.
    if (content->local_overruns > 0 && (entry.local || entry.finding == LS_FINDING_DIVERGENCE)) {
      ++damaged;
      continue;
    }
    // What the barriers of sub-groups order is not known then.
    if (content->parts_unlike > 0 && entry.finding != LS_FINDING_DIVERGENCE && !entry.inter_group) {
      ++unknown_parts;
      continue;
    }
    bool sensible = entry.finding == LS_FINDING_DIVERGENCE
                        ? CheckDivergence(launch, entry, &finding)
                        : CheckRace(launch, entry, &finding);
    if (sensible) {
      result.findings.push_back(std::move(finding));
    } else {
      ++nonsense;
    }
  }
  TakeOutStandIns(&result.findings);
  result.told_to_stop = content->told_to_stop;
  SortStopped(&result.stopped);
  AddIncomplete(&result, *launch, "log entries that make no sense", nonsense);
  AddIncomplete(&result, *launch,
                "launches whose records are damaged: the kernel wrote outside its memory, and findings may be missing",
                content->damaged ? 1 : 0);
  AddIncomplete(&result, *launch,
                "writes beyond local memory, over which local races and divergence cannot be told",
                content->local_overruns);
  AddIncomplete(&result, *launch, "findings not reported because of them", damaged);
  AddIncomplete(&result, *launch,
                "work-items whose loops the driver ended after 65,535 iterations, those in checks counted, which may "
                "change results: nothing of their launches is reported",
                content->loops_ended);
  AddIncomplete(&result, *launch, "log entries left unfinished by the device", content->unfinished);
  AddIncomplete(&result, *launch, "findings dropped because the log was full (raise --log-slots)",
                content->dropped);
  AddIncomplete(&result, *launch,
                "accesses not checked because their work-item had passed too many barriers",
                content->segment_overflow);
  AddIncomplete(&result, *launch,
                launch->bounds_counted ? "accesses outside the object that they name"
                                       : "accesses outside every known memory object",
                outside);
  AddIncomplete(&result, *launch, "accesses forgotten too early, after a finding in the same place or a divergence",
                content->evicted);
  AddIncomplete(&result, *launch,
                "meetings at barriers, of sub-groups or after a divergence, that could not be followed: what they "
                "order was taken for ordered for the whole work-group",
                content->not_followed);
  AddIncomplete(&result, *launch,
                "work-items that are in another sub-group than those with their local id in other work-groups, over "
                "which races within a work-group cannot be told",
                content->parts_unlike);
  AddIncomplete(&result, *launch, "races within a work-group not reported because of them", unknown_parts);
  AddIncomplete(&result, *launch,
                StrCat("asynchronous copies not checked because ", LS_COPY_SLOTS,
                       " others of the work-group were open"),
                content->untracked_copies);
  AddIncomplete(&result, *launch,
                "writes not compared with those of their lock-step block, for want of memory",
                content->not_compared);
  return result;
}

bool DescribeRoot(const Launch& launch, size_t number, Memory* memory) {
  if (number >= launch.roots.size()) return false;
  const MemoryRoot& root = launch.roots[number];
  const auto& args = launch.kernel->args;
  const auto& locals = launch.kernel->locals;
  const auto& variables = launch.kernel->variables;
  if (number < args.size()) {
    memory->argument = static_cast<int>(number);
    memory->name = args[number].name;
  } else if (number - args.size() < locals.size()) {
    memory->name = locals[number - args.size()].name;
  } else if (number - args.size() - locals.size() < variables.size()) {
    memory->name = variables[number - args.size() - locals.size()].name;
  }
  memory->kind = root.kind;
  memory->object = root.object;
  memory->label = root.label;
  memory->size = root.size;
  memory->image = root.image;
  memory->over_buffer = root.over_buffer;
  memory->image_offset = root.delta;
  memory->created = root.created;
  return true;
}

Finding NewFinding(Kind kind, const std::shared_ptr<const Launch>& launch, uint64_t count) {
  Finding finding;
  finding.rule = InfoOf(kind).rule;
  finding.kind = InfoOf(kind).kind;
  finding.severity = InfoOf(kind).severity;
  finding.kernel = launch->kernel->name;
  finding.launch = launch;
  finding.count = count;
  finding.launches = 1;
  return finding;
}

bool SiteBefore(const Site& a, const Site& b) {
  if (PositionKey(a.position) != PositionKey(b.position)) {
    return PositionKey(a.position) < PositionKey(b.position);
  }
  size_t calls = std::max(a.inlined_at.size(), b.inlined_at.size());
  for (size_t i = 0; i < calls; ++i) {
    if (i >= a.inlined_at.size() || i >= b.inlined_at.size()) {
      return a.inlined_at.size() < b.inlined_at.size();
    }
    if (PositionKey(a.inlined_at[i]) != PositionKey(b.inlined_at[i])) {
      return PositionKey(a.inlined_at[i]) < PositionKey(b.inlined_at[i]);
    }
  }
  return std::string_view(WordOf(a.op)) < WordOf(b.op);
}

}  // namespace lockstep
