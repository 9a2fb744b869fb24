#include "runtime/commands/command_finding.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/text.h"
#include "runtime/commands/finding_parts.h"
#include "runtime/model/rules.h"
#include "runtime/model/words.h"

namespace lockstep {
namespace {

std::string Named(const CommandSide& side) { return NameOfCommand(side); }

std::string Number(const CommandSide& side) { return StrCat("command ", side.number); }

bool IsPlainHostMemory(const Meeting& meeting) {
  return meeting.root == kHostSpace && meeting.first_touch.through == 0 && meeting.second_touch.through == 0;
}

bool IsMaybe(const Meeting& meeting) { return meeting.first_touch.maybe || meeting.second_touch.maybe; }

Kind KindOf(const Meeting& meeting) {
  if (IsMaybe(meeting)) return Kind::kPossibleCommandRace;
  if (meeting.kind == Meeting::Kind::kUnordered && AreEqualFills(meeting.first_touch, meeting.second_touch)) {
    return Kind::kEqualFills;
  }
  if (meeting.kind == Meeting::Kind::kMapped) return Kind::kMappedRegion;
  if (IsPlainHostMemory(meeting)) return Kind::kHostMemory;
  return meeting.first_touch.atomic && meeting.second_touch.atomic ? Kind::kUnorderedAtomics : Kind::kUnorderedCommands;
}

// One side of a meeting.
struct Party {
  const CommandRecord* record = nullptr;
  Touch touch;
  CommandSide side;
  FindingAccess access;
  const RootPlace* place = nullptr;  // of a launch: the root that touches
};

Party PartyOf(const CommandRecord& record, const Touch& touch) {
  Party party;
  party.record = &record;
  party.touch = touch;
  party.side = record.side;
  party.side.op = touch.write ? "write" : "read";
  party.access.op = party.side.op;
  party.access.atomic = touch.atomic;
  party.access.site.op = touch.write ? SiteOp::kWrite : SiteOp::kRead;
  party.access.site.position.function = party.side.call;
  for (size_t root = 0; root < record.places.size(); ++root) {
    const RootPlace& place = record.places[root];
    if (!place.known || place.root != touch.root || place.through != touch.through) continue;
    if (party.place == nullptr) party.place = &place;
    if (record.touched == nullptr) continue;
    const auto lines = record.touched->lines.find({root, touch.write});
    if (lines == record.touched->lines.end()) continue;
    party.place = &place;
    for (const TouchingLine& line : lines->second) {
      if (party.side.lines.empty()) {
        party.access.site.position = line.position;
        party.access.snippet = line.text;
      }
      const auto same = [&](const SourcePosition& known) { return PositionText(known) == PositionText(line.position); };
      std::vector<SourcePosition>& told = party.side.lines;  // one statement may be in many places: calls, vectors
      if (std::none_of(told.begin(), told.end(), same)) told.push_back(line.position);
    }
  }
  return party;
}

// What does not order two commands, of which the second was noted later, and what would.
void ExplainOrder(const Party& first, const Party& second, Finding* finding) {
  const CommandSide &a = first.side, &b = second.side;
  const bool one_queue = a.queue == b.queue;
  finding->why =
      StrCat("no event of ", Named(a), " is in the wait list of ", Named(b), ", directly or by way of others, and ",
             one_queue ? "their queue executes out of order" : "their queues are different");
  if (a.blocking && a.op == "write" && a.call.find("Write") != std::string::npos) {
    finding->why += "; that the former is blocking gives back its host memory and no more";
  }
  if (const uint64_t told = first.record->told_after; told != 0 && told < b.number) {
    finding->why += StrCat("; clGetEventInfo had said that ", Number(a), " is complete, which orders nothing");
  }
  finding->repair = StrCat("pass the event of ", Number(a), " in the wait list of ", Number(b),
                           one_queue ? ", or put clEnqueueBarrierWithWaitList between them"
                                     : ", or wait for it (clWaitForEvents, clFinish) before");
}

// `bytes` are in use by both, from `offset` on of those that the former was given.
void ExplainHostMemory(const CommandSide& a, const CommandSide& b, uint64_t offset, uint64_t bytes, Finding* finding) {
  finding->why =
      StrCat("host memory that ", Named(a), " ", a.op == "write" ? "writes" : "reads", " is given to ", Named(b),
             ", which ", b.op == "write" ? "writes" : "reads",
             " it, and nothing makes the latter wait until the former is complete; the two share ", WithCommas(bytes),
             bytes == 1 ? " byte" : " bytes", " from offset ", WithCommas(offset), " of it on");
  finding->repair = StrCat("pass the event of ", Number(a), " in the wait list of ", Number(b), ", wait for it before ",
                           Number(b), " is enqueued, or give each its own memory");
}

void ExplainMap(const CommandSide& map, const CommandSide& b, bool is_map, Finding* finding) {
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

// The memory that is shared: as the launch calls it, if one of the two is.
void NameMemory(const Meeting& meeting, const Party& a, const Party& b, const ObjectBehind& object_behind,
                Finding* finding) {
  finding->region = meeting.root == kHostSpace ? "host" : "global";
  const uint64_t object = a.touch.through != 0 ? a.touch.through : b.touch.through;
  if (object == 0) return;
  Memory& memory = finding->memory.emplace(object_behind(object));
  for (const Party* party : {&a, &b}) {
    if (party->place == nullptr || party->touch.through != object || !memory.name.empty()) continue;
    memory.name = party->place->name;
    memory.argument = party->place->argument;
  }
  // Places in the host's memory differ from run to run; texels that lie in cells have no bytes.
  if (meeting.root != kHostSpace && memory.kind != ObjectKind::kImage) {
    memory.offset = meeting.begin;
    memory.bytes = meeting.end - meeting.begin;
  }
  if (a.touch.through != 0 && b.touch.through != 0 && a.touch.through != b.touch.through) {
    const auto named = [](const Memory& one) {
      return StrCat(one.kind == ObjectKind::kSvm     ? "SVM allocation "
                    : one.kind == ObjectKind::kImage ? "image "
                                                     : "buffer ",
                    one.object.value);
    };
    finding->why += StrCat("; ", named(object_behind(a.touch.through)), " and ", named(object_behind(b.touch.through)),
                           " share bytes");
  }
}

}  // namespace

std::string NameOfCommand(const CommandSide& side) {
  return StrCat("command ", side.number, " (", side.call, side.kernel.empty() ? "" : StrCat(" of '", side.kernel, "'"),
                ")");
}

Finding FindingOf(const Meeting& meeting, const ObjectBehind& object_behind) {
  const Party first = PartyOf(*meeting.first, meeting.first_touch);
  const Party second = PartyOf(*meeting.second, meeting.second_touch);
  const bool in_order = first.side.number <= second.side.number;
  const Party& a = in_order ? first : second;
  const Party& b = in_order ? second : first;
  Finding finding = FindingBetween(KindOf(meeting), a.side, b.side);
  finding.accesses[0] = a.access;
  finding.accesses[1] = b.access;
  if (meeting.kind == Meeting::Kind::kMapped) {
    ExplainMap(first.side, second.side, meeting.second->mapping == CommandRecord::Mapping::kMap, &finding);
  } else if (IsPlainHostMemory(meeting)) {
    ExplainHostMemory(a.side, b.side, meeting.begin - std::min(meeting.begin, a.touch.begin),
                      meeting.end - meeting.begin, &finding);
  } else {
    ExplainOrder(a, b, &finding);
  }
  if (IsMaybe(meeting)) finding.why += "; whether both touch these bytes is not known";
  NameMemory(meeting, a, b, object_behind, &finding);
  AddGraph({meeting.first, meeting.second}, &finding);
  return finding;
}

}  // namespace lockstep
