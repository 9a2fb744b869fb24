// Where an access lies that has left its object.
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"
#include "runtime/model/offset_text.h"
#include "runtime/checks/repairs.h"

namespace lockstep {
namespace {

std::string NameOf(const Memory& memory) {
  return memory.name.empty() ? "the object" : StrCat("'", memory.name, "'");
}

// "begins 8 bytes behind the end of the 256 bytes of 'a'".
std::string PlaceText(const Finding& finding, uint64_t bytes) {
  const std::string name = NameOf(*finding.memory);
  const int64_t position = finding.position;
  const uint64_t bounds = finding.bounds;
  if (bounds == 0) return StrCat("goes to offset ", position, " of ", name, ", behind which there is no memory");
  if (position < 0) {
    return StrCat("begins ", Counted(0 - static_cast<uint64_t>(position), "byte", "bytes"), " before the start of ", name);
  }
  const auto begin = static_cast<uint64_t>(position);
  const std::string size = StrCat(", which has ", Counted(bounds, "byte", "bytes"));
  if (begin < bounds) {
    return StrCat("ends ", Counted(begin + bytes - bounds, "byte", "bytes"), " behind the end of ", name, size);
  }
  if (begin == bounds) return StrCat("begins right behind the end of ", name, size);
  return StrCat("begins ", Counted(begin - bounds, "byte", "bytes"), " behind the end of ", name, size);
}

std::string CoordinateText(const std::array<int64_t, 3>& coordinate, unsigned dimensions) {
  std::string text = StrCat("(", coordinate[0]);
  for (unsigned d = 1; d < dimensions && d < 3; ++d) text += StrCat(",", coordinate[d]);
  return text + ")";
}

}  // namespace

void ExplainBounds(const MemoryRoot& named, Finding* finding) {
  const FindingAccess& access = finding->accesses[0];
  const Memory& memory = *finding->memory;
  const char* what = access.op == "read" ? "read" : access.op == "rmw" ? "atomic operation" : "write";
  if (finding->coordinate) {
    finding->why = StrCat("the coordinate ", CoordinateText(*finding->coordinate, memory.image->dimensions),
                          " lies outside the image; OpenCL leaves undefined what such a write does");
    finding->repair = RepairText(Repair::kGuardTexel);
    return;
  }
  finding->why = StrCat("the ", what, " of ", Counted(access.site.bytes, "byte", "bytes"), " at offset ",
                        finding->position, " ", PlaceText(*finding, access.site.bytes));
  if (named.start != 0) finding->why += StrCat(" and is a part of a buffer, from its byte ", named.start, " on");
  if (!NamesItsObject(access.site)) return;
  if (access.site.roots.size() > 1) {
    finding->why += "; its pointer may lead to several objects, of which this one is nearest";
  }
  const std::string offset = OffsetText(access.site, finding->launch->kernel.get());
  // The formula begins where the argument points, the number where the object begins.
  const uint64_t inside = named.delta > named.start ? named.delta - named.start : 0;
  if (!offset.empty()) finding->why += StrCat("; its offset is ", inside > 0 ? StrCat(inside, " + ") : "", offset);
  const std::string name = NameOf(memory);
  const std::string larger = RepairText(Repair::kLargerObject, {name});
  if (finding->bounds == 0) {
    finding->repair = AnyOf({RepairText(Repair::kSetBuffer, {name}), RepairText(Repair::kLeaveOutNull)});
  } else if (finding->position < 0) {
    finding->repair = RepairText(Repair::kGuardNegative);
  } else if (access.site.condition.find('g') != std::string::npos || access.site.condition.find('w') != std::string::npos) {
    finding->repair = AnyOf({RepairText(Repair::kGuardWorkItems, {name}), RepairText(Repair::kFewerWorkItems), larger});
  } else {
    finding->repair = AnyOf({RepairText(Repair::kGuardIndex, {name}), larger});
  }
}

}  // namespace lockstep
