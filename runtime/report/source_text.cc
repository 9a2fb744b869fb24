// Source lines for excerpts.
#include "runtime/report/source_text.h"

#include "runtime/model/offset_text.h"

namespace lockstep {

void AddSnippets(Mistake* mistake) {
  for (Finding& form : mistake->forms) {
    for (FindingAccess& access : form.accesses) {
      if (form.launch != nullptr && !access.site.macro.empty()) {
        access.macro_offset = OffsetText(access.site, form.launch->kernel.get());
      }
    }
    if (form.launch == nullptr || form.launch->kernel == nullptr) continue;
    const std::vector<std::string>& excerpts = form.launch->kernel->excerpts;
    for (FindingAccess& access : form.accesses) {
      const unsigned number = access.site.excerpt;
      if (number >= 1 && number <= excerpts.size()) access.snippet = excerpts[number - 1];
    }
  }
}

}  // namespace lockstep
