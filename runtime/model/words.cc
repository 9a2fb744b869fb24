// What texts call work-items, places and flags.
#include "runtime/model/words.h"

#include <string_view>
#include <vector>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr std::string_view kScopePrefix = "memory_scope_";

}  // namespace

std::string IdText(const Launch& launch, const Id3& id) {
  if (launch.dimensions <= 1) return std::to_string(id[0]);
  std::string text = StrCat("(", id[0], ",", id[1]);
  if (launch.dimensions > 2) text += StrCat(",", id[2]);
  return text + ")";
}

std::string FlagsInSource(const std::string& flags) {
  if (flags.empty() || flags == "none") return "no flag";
  std::string text;
  for (const std::string& flag : Split(flags, '|')) {
    const bool scope = flag.rfind(kScopePrefix, 0) == 0;
    if (!text.empty()) text += scope ? ", " : " | ";
    if (flag == "none") {
      text += "no flag";
    } else if (flag == "local") {
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

bool HasNarrowScope(const Site& barrier) { return barrier.flags.find(kScopePrefix) != std::string::npos; }

std::string LoopsText(const FindingAccess& access) {
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
