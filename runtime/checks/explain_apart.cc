// Why a barrier that only one of two work-items executed does not order them (semantics section 2).
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"
#include "runtime/checks/repairs.h"

namespace lockstep {
namespace {

std::string WhichOne(const Finding& finding, const FindingAccess& access) {
  return access.work_item ? StrCat("work-item ", IdText(*finding.launch, access.work_item->global))
                          : std::string("one work-item");
}

// "the barrier (line 5)", as far as one can tell which one it was.
std::string TheBarrier(const Finding& finding, const char* otherwise) {
  if (finding.barriers.size() != 1) return otherwise;
  const unsigned line = finding.barriers[0].position.line;
  return line == 0 ? "the barrier" : StrCat("the barrier (line ", line, ")");
}

std::string Flag(const Finding& finding) {
  if (finding.memory && finding.memory->image) return "CLK_IMAGE_MEM_FENCE";
  return finding.region == "local" ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE";
}

}  // namespace

void ExplainApart(Finding* finding) {
  const FindingAccess& earlier = finding->accesses[finding->earlier];
  const FindingAccess& later = finding->accesses[1 - finding->earlier];
  const bool left = finding->apart == Finding::Apart::kLeft;
  if (left) {
    finding->why = StrCat(WhichOne(*finding, earlier), " left the kernel before ",
                          TheBarrier(*finding, "a barrier that stands between the two accesses"), ", which ",
                          WhichOne(*finding, later),
                          " of the same work-group passed: it has passed only the barriers "
                          "that it executed");
    finding->repair = RepairText(Repair::kReachBarrier, {TheBarrier(*finding, "that barrier")});
  } else {
    finding->why = StrCat(WhichOne(*finding, earlier), " and ", WhichOne(*finding, later),
                          " of the same work-group waited at different barriers, or at one in different iterations "
                          "of a loop: a barrier orders only those who wait at it together");
    finding->repair = RepairText(Repair::kSameBarriers);
  }
  if (finding->unnamed) {
    const char* whose = finding->barriers.size() == 1 ? "its" : "their";
    finding->repair += StrCat(", and ", RepairText(Repair::kAddFlag, {Flag(*finding), whose}));
  }
}

}  // namespace lockstep
