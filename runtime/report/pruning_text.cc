#include "runtime/report/pruning_text.h"

#include <map>

#include "runtime/base/text.h"
#include "runtime/report/paint.h"

namespace lockstep {

std::string PruningText(const Report& report, bool color) {
  std::string out;
  std::map<Decision, uint64_t> counts;
  uint64_t bounds_alone = 0;
  for (const CheckedKernel& kernel : report.kernels) {
    if (kernel.accesses.empty()) continue;
    out += StrCat("lockstep: pruning of kernel ", Painted(kernel.name, Paint::kPlace, color), ":\n");
    for (const ExplainedAccess& access : kernel.accesses) {
      counts[access.decision.decision] += access.launches;
      const bool checked = access.decision.decision == Decision::kChecked;
      const std::string& bounds = access.decision.bounds;
      if (!bounds.empty()) bounds_alone += access.launches;
      out += StrCat("  ", access.position.file, ":", access.position.line, ":", access.position.column, " ", access.op,
                    " of ", access.root, ": ",
                    checked          ? "checked"
                    : bounds.empty() ? "dropped"
                                     : "checked for bounds alone",
                    " in ", Counted(access.launches, "launch", "launches"), ": ", SentenceOf(access.decision),
                    bounds.empty() ? "" : StrCat("; bounds: ", bounds), "\n");
    }
  }
  if (counts.empty()) return out;
  std::vector<std::string> parts;
  for (const auto& [decision, count] : counts) parts.push_back(StrCat(WithCommas(count), " ", WordOf(decision)));
  return out +
         StrCat("lockstep: pruning: accesses by decision: ", Join(parts, ", "),
                bounds_alone > 0 ? StrCat("; ", WithCommas(bounds_alone), " of them checked for bounds alone") : "",
                "\n");
}

}  // namespace lockstep
