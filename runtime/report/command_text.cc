#include "runtime/report/command_text.h"

#include <cstddef>

#include "runtime/base/text.h"
#include "runtime/model/words.h"
#include "runtime/report/host_stacks.h"
#include "runtime/report/label.h"
#include "runtime/report/paint.h"

namespace lockstep {
namespace {

constexpr size_t kMostStatements = 4;  // of one side; the rest is counted

}  // namespace

std::string CallText(const CommandSide& side) {
  return side.kernel.empty() ? side.call : StrCat(side.call, " of '", side.kernel, "'");
}

std::string CommandText(const CommandSide& side) {
  if (side.number == 0) return side.call == "host" ? "the host program" : CallText(side);
  std::string text = StrCat("command ", side.number, ", ", side.blocking ? "blocking " : "", CallText(side));
  if (side.launch != 0) text += StrCat(" (launch ", side.launch, ")");
  if (side.queue != 0) {
    text += StrCat(", number ", side.in_queue, " in queue ", side.queue, side.in_order ? "" : " (out of order)");
  }
  return text;
}

std::string CommandSides(const Finding& finding, bool color) {
  std::string out;
  for (size_t i = 0; i < 2; ++i) {
    const CommandSide& side = (*finding.commands)[i];
    const FindingAccess& access = finding.accesses[i];
    out += Labelled(StrCat(access.atomic ? "atomic " : "", side.op).c_str(), CommandText(side), color);
    for (size_t line = 0; line < side.lines.size(); ++line) {
      if (line == kMostStatements) {
        out += Labelled("", StrCat("and ", WithCommas(side.lines.size() - line), " more"), color);
        break;
      }
      const SourcePosition& position = side.lines[line];
      out += StrCat(Label("", color), "at ", Painted(PositionText(position), Paint::kPlace, color), "\n");
      if (line == 0 && !access.snippet.empty()) {
        out += Excerpt(access.snippet, position.line, position.column, color);
      }
    }
    out += HostStackRows(finding, static_cast<int>(i), color);
  }
  return out;
}

std::string CommandsInShort(const Finding& finding) {
  return StrCat(CallText((*finding.commands)[0]), " and ", CallText((*finding.commands)[1]));
}

}  // namespace lockstep
