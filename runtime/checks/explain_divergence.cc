// What a group disagrees about at a barrier, and how to mend it (semantics section 4).
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/explain.h"

namespace lockstep {
namespace {

std::string Who(const Finding& finding, const Access& access) {
  return access.work_item
             ? StrCat("work-item ", IdText(*finding.launch, access.work_item->global))
             : std::string("another work-item");
}

std::string Where(const Access& access) {
  if (access.site.op == "exit") {
    return StrCat("has left the kernel at ", PositionText(access.site.position));
  }
  std::string text = StrCat("waits at the barrier ", PositionText(access.site.position));
  if (!access.loops.empty()) {
    std::vector<std::string> loops;
    for (const LoopCount& loop : access.loops) {
      loops.push_back(loop.loop.line == 0
                          ? StrCat("iteration ", loop.iterations)
                          : StrCat("iteration ", loop.iterations, " of the loop at line ",
                                   loop.loop.line));
    }
    text += StrCat(" in ", Join(loops, ", "));
  }
  return text;
}

std::string Call(const Access& access) {
  if (access.site.inlined_at.empty()) return "";
  return StrCat(" called from ", PositionText(access.site.inlined_at.back()));
}

}  // namespace

void ExplainDivergence(Finding* finding) {
  const Access& a = finding->accesses[0];
  const Access& b = finding->accesses[1];
  bool calls = finding->kind == "call-path";
  bool flags = finding->kind == "fence-flags";
  auto extra = [&](const Access& access) {
    return calls ? Call(access)
                 : flags ? StrCat(" with ", FlagsInSource(access.site.flags)) : std::string();
  };
  finding->why = StrCat(Who(*finding, a), " ", Where(a), extra(a), " while ", Who(*finding, b),
                        " of the same work-group ", Where(b), extra(b));
  if (finding->kind == "early-exit") {
    finding->repair =
        "let all work-items of the group reach the barrier: guard the work, not the barrier, "
        "instead of returning early";
  } else if (finding->kind == "iteration") {
    finding->repair =
        "give the loop the same number of iterations for every work-item of the group, and guard "
        "the work inside it";
  } else if (flags) {
    finding->repair = "use one constant flag expression";
  } else {
    finding->repair =
        "move the barrier out of the branch, so that every work-item of the group executes the "
        "same one";
  }
}

}  // namespace lockstep
