// Regular expressions (POSIX extended) without exceptions.
#include "runtime/base/regex.h"

#include <regex.h>

#include "runtime/base/text.h"

namespace lockstep {

struct Regex::Compiled {
  regex_t regex;
  int error;
  explicit Compiled(const std::string& pattern)
      : error(regcomp(&regex, pattern.c_str(), REG_EXTENDED | REG_NOSUB)) {}
  ~Compiled() {
    if (error == 0) regfree(&regex);
  }
};

StatusOr<Regex> Regex::Compile(const std::string& pattern) {
  auto compiled = std::make_shared<Compiled>(pattern);
  if (compiled->error != 0) {
    char why[128];
    regerror(compiled->error, &compiled->regex, why, sizeof(why));
    return InvalidArgumentError(StrCat("'", pattern, "' is not a regular expression: ", why));
  }
  Regex regex;
  regex.compiled_ = std::move(compiled);
  return regex;
}

bool Regex::Matches(const std::string& text) const {
  return compiled_ != nullptr && regexec(&compiled_->regex, text.c_str(), 0, nullptr, 0) == 0;
}

bool KernelSelected(const std::string& name, const std::string& kernel,
                    const std::string& exclude_kernel) {
  if (!kernel.empty()) {
    auto regex = Regex::Compile(kernel);
    if (!regex.ok() || !regex->Matches(name)) return false;
  }
  if (!exclude_kernel.empty()) {
    auto regex = Regex::Compile(exclude_kernel);
    if (regex.ok() && regex->Matches(name)) return false;
  }
  return true;
}

}  // namespace lockstep
