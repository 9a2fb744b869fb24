// From the log of one launch to findings: hands each entry to its family of rules.
#include "runtime/checks/checks.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "device-lib/shared/control.h"
#include "device-lib/shared/log.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

void AddIncomplete(CheckResult* result, const Launch& launch, std::string what, uint64_t count) {
  if (count > 0) {
    result->incomplete.push_back({launch.kernel->name, std::move(what), count});
  }
}

auto PositionKey(const SourcePosition& p) { return std::tie(p.file, p.line, p.column); }

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
  for (const LogEntry& entry : content->entries) {
    // What a kernel writes beyond its local memory may lie on the records of local memory and on the
    // words by which barriers meet.
    if (content->local_overruns > 0 && (entry.local || entry.finding == LS_FINDING_DIVERGENCE)) {
      ++damaged;
      continue;
    }
    Finding finding;
    bool sensible = entry.finding == LS_FINDING_DIVERGENCE
                        ? CheckDivergence(launch, entry, &finding)
                        : CheckRace(launch, entry, &finding);
    if (sensible) {
      result.findings.push_back(std::move(finding));
    } else {
      ++nonsense;
    }
  }
  AddIncomplete(&result, *launch, "log entries that make no sense", nonsense);
  AddIncomplete(&result, *launch,
                "writes beyond local memory, over which local races and divergence cannot be told",
                content->local_overruns);
  AddIncomplete(&result, *launch, "findings not reported because of them", damaged);
  AddIncomplete(&result, *launch, "log entries left unfinished by the device", content->unfinished);
  AddIncomplete(&result, *launch, "findings dropped because the log was full (raise --log-slots)",
                content->dropped);
  AddIncomplete(&result, *launch,
                "accesses not checked because their work-item had passed too many barriers",
                content->segment_overflow);
  AddIncomplete(&result, *launch, "accesses outside every known memory object",
                content->unattributed);
  AddIncomplete(&result, *launch, "accesses forgotten too early, after a finding in the same place",
                content->evicted);
  AddIncomplete(&result, *launch,
                StrCat("asynchronous copies not checked because ", LS_COPY_SLOTS,
                       " others of the work-group were open"),
                content->untracked_copies);
  return result;
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

std::string IdText(const Launch& launch, const Id3& id) {
  if (launch.dimensions <= 1) return std::to_string(id[0]);
  std::string text = StrCat("(", id[0], ",", id[1]);
  if (launch.dimensions > 2) text += StrCat(",", id[2]);
  return text + ")";
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
  return a.op < b.op;
}

std::string FlagsInSource(const std::string& flags) {
  if (flags.empty() || flags == "none") return "no flag";
  std::string text;
  for (const std::string& flag : Split(flags, '|')) {
    if (!text.empty()) text += " | ";
    if (flag == "local") {
      text += "CLK_LOCAL_MEM_FENCE";
    } else if (flag == "global") {
      text += "CLK_GLOBAL_MEM_FENCE";
    } else if (flag == "image") {
      text += "CLK_IMAGE_MEM_FENCE";
    } else {
      text += flag;
    }
  }
  return text;
}

std::string LoopsText(const Access& access) {
  std::vector<std::string> loops;
  for (const LoopCount& loop : access.loops) {
    loops.push_back(StrCat("iteration ", loop.iterations));
    if (loop.loop.line != 0) loops.back() += StrCat(" of the loop at line ", loop.loop.line);
  }
  return Join(loops, ", ");
}

std::string PositionText(const SourcePosition& position) {
  std::string file = position.file.empty() ? "<source>" : position.file;
  if (position.line == 0) return file;
  if (position.column == 0) return StrCat(file, ":", position.line);
  return StrCat(file, ":", position.line, ":", position.column);
}

}  // namespace lockstep
