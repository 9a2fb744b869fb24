// What --kernel and --exclude-kernel left out of a run.
#ifndef LOCKSTEP_RUNTIME_REPORT_LEFT_OUT_H_
#define LOCKSTEP_RUNTIME_REPORT_LEFT_OUT_H_

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

struct LeftOut {
  uint64_t launches = 0;
  std::string kernel;          // the option's text; empty if it was not given
  std::string exclude_kernel;
  std::vector<std::string> kernels;  // the names of all that were launched, left out or not
};

// "3 launches left out by --kernel=typo, which matches none of the kernels seen: sum, scan"; also without a
// launch left out, if --exclude-kernel matches nothing. "" if there is nothing to say.
std::string LeftOutText(const LeftOut& left_out);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_LEFT_OUT_H_
