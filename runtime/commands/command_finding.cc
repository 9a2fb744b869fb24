#include "runtime/commands/command_finding.h"

#include <algorithm>
#include <utility>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

using Kind = CommandFinding::Kind;

// "command 12 (clEnqueueNDRangeKernel of 'sum')"
std::string Named(const CommandSide& side) {
  return StrCat("command ", side.number, " (", side.call, side.kernel.empty() ? "" : StrCat(" of '", side.kernel, "'"),
                ")");
}

std::string Number(const CommandSide& side) { return StrCat("command ", side.number); }

bool IsPlainHostMemory(const Meeting& meeting) {
  return meeting.root == kHostSpace && meeting.first_touch.through == 0 && meeting.second_touch.through == 0;
}

bool IsMaybe(const Meeting& meeting) { return meeting.first_touch.maybe || meeting.second_touch.maybe; }

Kind KindOf(const Meeting& meeting) {
  if (meeting.kind == Meeting::Kind::kMapped) return Kind::kMappedRegion;
  return IsPlainHostMemory(meeting) ? Kind::kHostMemory : Kind::kUnordered;
}

CommandSide SideOf(const CommandRecord& record, const Touch& touch) {
  CommandSide side = record.side;
  side.op = touch.write ? "write" : "read";
  if (const auto& lines = touch.write ? record.writes : record.reads) side.lines = *lines;
  return side;
}

std::string ObjectOf(const Meeting& meeting, const ObjectInWords& in_words) {
  const uint64_t a = meeting.first_touch.through, b = meeting.second_touch.through;
  if (a == 0 && b == 0) return StrCat(Counted(meeting.end - meeting.begin, "byte", "bytes"), " of host memory");
  const auto named = [&](uint64_t object) { return object == 0 ? std::string("host memory") : in_words(object); };
  return a == b ? named(a) : StrCat(named(a), " and ", named(b), ", which share bytes");
}

// What does not order `a` and `b`, which is noted later, and what would.
void ExplainOrder(const CommandSide& a, const CommandSide& b, CommandFinding* finding) {
  const bool one_queue = a.queue == b.queue;
  finding->why =
      StrCat("no event of ", Named(a), " is in the wait list of ", Named(b), ", directly or by way of others, and ",
             one_queue ? "their queue executes out of order" : "their queues are different");
  if (a.blocking && a.op == "write" && a.call.find("Write") != std::string::npos) {
    finding->why += "; that the former is blocking gives back its host memory and no more";
  }
  finding->repair = StrCat("pass the event of ", Number(a), " in the wait list of ", Number(b),
                           one_queue ? ", or put clEnqueueBarrierWithWaitList between them"
                                     : ", or wait for it (clWaitForEvents, clFinish) before");
}

void ExplainHostMemory(const CommandSide& a, const CommandSide& b, CommandFinding* finding) {
  finding->why = StrCat("host memory that ", Named(a), " ", a.op == "write" ? "writes" : "reads", " is given to ",
                        Named(b), ", which ", b.op == "write" ? "writes" : "reads",
                        " it, and nothing makes the latter wait until the former is complete");
  finding->repair = StrCat("pass the event of ", Number(a), " in the wait list of ", Number(b), ", wait for it before ",
                           Number(b), " is enqueued, or give each its own memory");
}

void ExplainMap(const CommandSide& map, const CommandSide& b, bool is_map, CommandFinding* finding) {
  if (is_map) {
    finding->why = StrCat("bytes that ", Named(map), " maps for writing are mapped for writing once more by ", Named(b),
                          " before they are unmapped");
    finding->repair = "unmap the region first, or map what does not overlap";
    return;
  }
  finding->why = StrCat(Named(b), " ", b.op == "write" ? "writes" : "reads", " bytes that ", Named(map), " maps for ",
                        map.op == "write" ? "writing" : "reading", ", and no unmap of it was enqueued before");
  finding->repair = StrCat("enqueue clEnqueueUnmapMemObject (clEnqueueSVMUnmap) of ", Number(map), "'s region before ",
                           Number(b), map.queue == b.queue ? "" : ", and pass its event in the wait list");
}

}  // namespace

CommandFinding FindingOf(const Meeting& meeting, const ObjectInWords& object_in_words) {
  CommandFinding finding;
  finding.kind = KindOf(meeting);
  finding.maybe = IsMaybe(meeting);
  finding.count = 1;
  const CommandSide first = SideOf(*meeting.first, meeting.first_touch);
  const CommandSide second = SideOf(*meeting.second, meeting.second_touch);
  const bool in_order = first.number <= second.number;
  CommandConflict& conflict = finding.conflict;
  conflict.sides[0] = in_order ? first : second;
  conflict.sides[1] = in_order ? second : first;
  conflict.object = ObjectOf(meeting, object_in_words);
  conflict.host = meeting.root == kHostSpace;
  if (!conflict.host) {
    conflict.begin = meeting.begin;
    conflict.end = meeting.end;
  }
  switch (finding.kind) {
    case Kind::kUnordered: ExplainOrder(conflict.sides[0], conflict.sides[1], &finding); break;
    case Kind::kHostMemory: ExplainHostMemory(conflict.sides[0], conflict.sides[1], &finding); break;
    case Kind::kMappedRegion:
      ExplainMap(first, second, meeting.second->mapping == CommandRecord::Mapping::kMap, &finding);
      break;
  }
  if (finding.maybe) finding.why += "; whether both touch these bytes is not known";
  return finding;
}

bool CommandFindings::Add(const Meeting& meeting, const ObjectInWords& object_in_words) {
  std::vector<std::string> key = {std::to_string(static_cast<int>(KindOf(meeting))), IsMaybe(meeting) ? "maybe" : ""};
  const auto add_side = [&](const CommandRecord& record, const Touch& touch) {
    const CommandSide& side = record.side;
    key.insert(key.end(), {side.call, side.kernel, std::to_string(side.queue), touch.write ? "write" : "read",
                           std::to_string(touch.through)});
  };
  add_side(*meeting.first, meeting.first_touch);
  add_side(*meeting.second, meeting.second_touch);
  const auto known = places_.find(key);
  if (known != places_.end()) {
    ++all_[known->second].count;
    return false;
  }
  if (all_.size() >= kMost) {
    ++dropped_;
    return false;
  }
  places_.emplace(std::move(key), all_.size());
  all_.push_back(FindingOf(meeting, object_in_words));
  return true;
}

std::vector<CommandFinding> CommandFindings::All() const {
  std::vector<CommandFinding> sorted = all_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const CommandFinding& a, const CommandFinding& b) { return !a.maybe && b.maybe; });
  return sorted;
}

}  // namespace lockstep
