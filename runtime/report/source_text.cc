// Source lines for excerpts.
#include "runtime/report/source_text.h"

namespace lockstep {

void AddSnippets(Finding* finding) {
  if (finding->launch == nullptr || finding->launch->kernel == nullptr) return;
  const std::vector<std::string>& excerpts = finding->launch->kernel->excerpts;
  for (FindingAccess& access : finding->accesses) {
    const unsigned number = access.site.excerpt;
    if (number >= 1 && number <= excerpts.size()) access.snippet = excerpts[number - 1];
  }
}

}  // namespace lockstep
