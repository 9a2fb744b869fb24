// Source lines for excerpts.
#include "runtime/report/source_text.h"

#include <algorithm>

#include "runtime/model/offset_text.h"

namespace lockstep {
namespace {

constexpr size_t kAround = 3;  // lines on either side, as many as the compiler hands over

// The line at which `access` stands, and those around it that stand next to one another.
void AddLines(const KernelDescription& kernel, FindingAccess* access) {
  const size_t number = access->site.excerpt;
  const std::vector<std::string>& excerpts = kernel.excerpts;
  if (number < 1 || number > excerpts.size()) return;
  access->snippet = excerpts[number - 1];
  access->before.clear();
  access->after.clear();
  if (kernel.excerpt_runs.empty()) return;
  const auto begins = [&](size_t other) {
    return std::binary_search(kernel.excerpt_runs.begin(), kernel.excerpt_runs.end(), other);
  };
  size_t first = number, last = number;
  while (first > 1 && number - first < kAround && !begins(first)) --first;
  while (last < excerpts.size() && last - number < kAround && !begins(last + 1)) ++last;
  for (size_t other = first; other < number; ++other) access->before.push_back(excerpts[other - 1]);
  for (size_t other = number + 1; other <= last; ++other) access->after.push_back(excerpts[other - 1]);
}

}  // namespace

void AddSnippets(Mistake* mistake) {
  for (Finding& form : mistake->forms) {
    for (FindingAccess& access : form.accesses) {
      if (form.launch != nullptr && !access.site.macro.empty()) {
        access.macro_offset = OffsetText(access.site, form.launch->kernel.get());
      }
    }
    if (form.launch == nullptr || form.launch->kernel == nullptr) continue;
    for (FindingAccess& access : form.accesses) AddLines(*form.launch->kernel, &access);
  }
}

}  // namespace lockstep
