// What the filters left out, in words.
#include "runtime/report/left_out.h"

#include <algorithm>

#include "runtime/base/printable.h"
#include "runtime/base/regex.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr size_t kMostNames = 8;  // shown; the rest is counted

// Of what the kernels' names decided: `launches` of them.
std::string ByName(const LeftOut& left_out, uint64_t launches) {
  const std::vector<std::string>& kernels = left_out.kernels;
  if (kernels.empty()) return "";
  const auto selected = [&](const std::string& kernel, const std::string& exclude) {
    return std::count_if(kernels.begin(), kernels.end(),
                         [&](const std::string& name) { return KernelSelected(name, kernel, exclude); });
  };
  const std::string seen = StrCat(" of the kernels seen: ", JoinFirst(kernels, kMostNames));
  const auto all = static_cast<ptrdiff_t>(kernels.size());
  const std::string by_kernel = StrCat("--kernel=", Printable(left_out.kernel));
  const std::string by_exclude = StrCat("--exclude-kernel=", Printable(left_out.exclude_kernel));
  const bool none_wanted = !left_out.kernel.empty() && selected(left_out.kernel, "") == 0;
  const bool none_excluded = !left_out.exclude_kernel.empty() && selected("", left_out.exclude_kernel) == all;
  const std::string unused = none_excluded ? StrCat(by_exclude, " matches none", seen) : "";
  if (launches == 0) return unused;
  std::vector<std::string> filters;
  if (!left_out.kernel.empty()) filters.push_back(by_kernel);
  if (!left_out.exclude_kernel.empty() && !none_excluded) filters.push_back(by_exclude);
  std::string text = StrCat(Counted(launches, "launch", "launches"), " left out by ");
  if (none_wanted) return StrCat(text, by_kernel, ", which matches none", seen);
  text += Join(filters, " and ");
  if (selected(left_out.kernel, left_out.exclude_kernel) == 0) {
    return StrCat(text, filters.size() == 1 ? ", which leaves none" : ", which together leave none", seen);
  }
  return unused.empty() ? text : StrCat(text, "; ", unused);
}

}  // namespace

std::string LeftOutText(const LeftOut& left_out) {
  std::vector<std::string> parts;
  uint64_t by_name = left_out.launches;
  for (const auto& [option, launches] : left_out.by_launch) by_name -= std::min(by_name, launches);
  if (std::string text = ByName(left_out, by_name); !text.empty()) parts.push_back(std::move(text));
  for (const auto& [option, launches] : left_out.by_launch) {
    parts.push_back(StrCat(Counted(launches, "launch", "launches"), " left out by ", Printable(option)));
  }
  return Join(parts, "; ");
}

}  // namespace lockstep
