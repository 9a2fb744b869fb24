// Why a loop's condition may change under its work-items, and what would keep it still.
#include "runtime/base/text.h"
#include "runtime/checks/explain.h"
#include "runtime/checks/repairs.h"

namespace lockstep {
namespace {

std::string AtLine(const FindingAccess& access) {
  const unsigned line = access.site.position.line;
  return line == 0 ? "" : StrCat(" at line ", line);
}

}  // namespace

void ExplainLoop(bool in_body, Finding* finding) {
  const FindingAccess& read = finding->accesses[0];
  const FindingAccess& write = finding->accesses[1];
  if (finding->kind == "spin-wait") {
    finding->why = StrCat("this loop only waits for the write", AtLine(write),
                          ", which work-items of the same group make "
                          "on another branch or after the loop; where a group runs in lock step, or its work-items one "
                          "after the other, the writer does not get there while others go round: the loop never ends");
    finding->repair = RepairText(Repair::kMeetInstead);
    if (read.site.op == SiteOp::kRmw) {
      finding->repair += StrCat("; ", RepairText(Repair::kLockForGroup));
    }
    return;
  }
  if (in_body) {
    finding->why = StrCat("the loop's body writes", AtLine(write), " what its condition reads", AtLine(read),
                          ": one work-item's write may change the condition for others, "
                          "also for those that have left the loop, so that how often each goes round "
                          "depends on the order in which they run");
    finding->repair = RepairText(Repair::kPrivateCondition);
    return;
  }
  finding->why = StrCat("another work-item may write", AtLine(write), " what the loop's condition reads", AtLine(read),
                        " while the loop runs, so that how often it goes round depends on the order in "
                        "which work-items run");
  finding->repair =
      finding->reach == Reach::kIntraGroup
          ? RepairText(Repair::kBarrierBeforeWrite)
          : RepairText(Repair::kWriteInOwnLaunch);
}

}  // namespace lockstep
