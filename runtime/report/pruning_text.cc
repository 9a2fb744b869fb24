#include "runtime/report/pruning_text.h"

#include <map>

#include "runtime/base/text.h"
#include "runtime/report/paint.h"

namespace lockstep {

std::string PruningText(const Report& report, bool color) {
  std::string out;
  std::map<Decision, uint64_t> counts;
  for (const CheckedKernel& kernel : report.kernels) {
    if (kernel.accesses.empty()) continue;
    out += StrCat("lockstep: pruning of kernel ", Painted(kernel.name, Paint::kPlace, color), ":\n");
    for (const ExplainedAccess& access : kernel.accesses) {
      counts[access.decision.decision] += access.launches;
      const bool checked = access.decision.decision == Decision::kChecked;
      out += StrCat("  ", access.position.file, ":", access.position.line, ":", access.position.column, " ",
                    access.op, " of ", access.root, ": ", checked ? "checked" : "dropped", " in ",
                    Counted(access.launches, "launch", "launches"), ": ", SentenceOf(access.decision), "\n");
    }
  }
  if (counts.empty()) return out;
  std::vector<std::string> parts;
  for (const auto& [decision, count] : counts) parts.push_back(StrCat(WithCommas(count), " ", WordOf(decision)));
  return out + StrCat("lockstep: pruning: accesses by decision: ", Join(parts, ", "), "\n");
}

}  // namespace lockstep
