#include "runtime/report/graph_file.h"

#include <vector>

#include "runtime/base/text.h"
#include "runtime/report/graph_dot.h"
#include "runtime/report/graph_picture.h"

namespace lockstep {
namespace {

bool EndsIn(std::string_view path, std::string_view end) {
  return path.size() >= end.size() && path.substr(path.size() - end.size()) == end;
}

}  // namespace

bool IsSvgName(std::string_view path) { return EndsIn(path, ".svg"); }
bool IsDotName(std::string_view path) { return EndsIn(path, ".dot") || EndsIn(path, ".gv"); }

std::string GraphFile(const Report& report, std::string_view path) {
  std::vector<const Mistake*> shown;
  size_t more = 0;
  for (const Mistake& mistake : report.findings) {
    if (!mistake.first().graph) continue;
    if (shown.size() < kMostGraphs) {
      shown.push_back(&mistake);
    } else {
      ++more;
    }
  }
  const std::string note = shown.empty() ? "lockstep: no race between commands was found"
                           : more > 0    ? StrCat("and ", Counted(more, "more race", "more races"), " between commands")
                                         : "";
  return IsSvgName(path) ? GraphsPicture(shown, note) : GraphsDot(shown, note);
}

}  // namespace lockstep
