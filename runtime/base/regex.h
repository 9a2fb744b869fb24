// Regular expressions (POSIX extended) without exceptions, in time linear in pattern and text. Our own: the C library's
// take some patterns for hours, C++'s throw and recurse for each character, and no library is to come along into other
// people's programs.
#ifndef LOCKSTEP_RUNTIME_BASE_REGEX_H_
#define LOCKSTEP_RUNTIME_BASE_REGEX_H_

#include <memory>
#include <string>

#include "runtime/base/status.h"

namespace lockstep {

class Regex {
 public:
  Regex() = default;  // matches nothing
  // The error names the pattern and what is wrong with it. Patterns are bytes; besides POSIX's they may have the C
  // library's \w \W \s \S \b \B \< \> \` \', but not \1, and not more than 10,000 states, to which x{1,100} adds
  // some 200.
  static StatusOr<Regex> Compile(const std::string& pattern);

  // True if the pattern matches anywhere in `text`.
  bool Matches(const std::string& text) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

// True if a kernel of this name is to be checked: it matches `kernel` (or that is empty) and does
// not match `exclude_kernel` (or that is empty). Patterns that do not compile match nothing;
// Options::Set never lets one in.
bool KernelSelected(const std::string& name, const std::string& kernel,
                    const std::string& exclude_kernel);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_REGEX_H_
