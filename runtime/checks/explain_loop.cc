// Why a loop's condition may change under its work-items, and what would keep it still.
#include "runtime/base/text.h"
#include "runtime/checks/explain.h"

namespace lockstep {
namespace {

std::string Line(const Access& access) {
  const unsigned line = access.site.position.line;
  return line == 0 ? "" : StrCat(" at line ", line);
}

}  // namespace

void ExplainLoop(bool in_body, Finding* finding) {
  const Access& read = finding->accesses[0];
  const Access& write = finding->accesses[1];
  if (finding->kind == "spin-wait") {
    finding->why = StrCat(
        "this loop only waits for the write", Line(write), ", which work-items of the same group make "
        "on another branch or after the loop; where a group runs in lock step, or its work-items one "
        "after the other, the writer does not get there while others go round: the loop never ends");
    finding->repair = "let the group meet at a barrier instead of waiting in a loop";
    if (read.site.op == "rmw") {
      finding->repair += "; if the loop takes a lock, let one work-item take it for its whole group";
    }
    return;
  }
  if (in_body) {
    finding->why = StrCat("the loop's body writes", Line(write), " what its condition reads",
                          Line(read), ": one work-item's write may change the condition for others, "
                          "also for those that have left the loop, so that how often each goes round "
                          "depends on the order in which they run");
    finding->repair =
        "read it once per iteration into a private variable, with a barrier before and after the "
        "read, and let that variable decide";
    return;
  }
  finding->why = StrCat("another work-item may write", Line(write),
                        " what the loop's condition reads", Line(read),
                        " while the loop runs, so that how often it goes round depends on the order in "
                        "which work-items run");
  finding->repair =
      finding->reach == Reach::kIntraGroup
          ? "put a barrier between the loop and the write"
          : "put the write into a launch of its own; if the loop is meant to wait for it, use atomic "
            "operations with acquire and release, and be sure that the writing group runs meanwhile";
}

}  // namespace lockstep
