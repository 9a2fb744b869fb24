// What was left out of a run because it was asked for: --kernel, --launch-skip and the like.
#ifndef LOCKSTEP_RUNTIME_REPORT_LEFT_OUT_H_
#define LOCKSTEP_RUNTIME_REPORT_LEFT_OUT_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

struct LeftOut {
  uint64_t launches = 0;       // all of them
  std::string kernel;          // the option's text; empty if it was not given
  std::string exclude_kernel;
  std::vector<std::string> kernels;  // the names of all that were launched, left out or not
  // Of `launches`, by the options that do not go by the kernel's name: as one writes them, "--launch-skip=10".
  std::map<std::string, uint64_t> by_launch = {};
};

// "3 launches left out by --kernel=typo, which matches none of the kernels seen: sum, scan; 10 by --launch-skip=10";
// also without a launch left out, if --exclude-kernel matches nothing. "" if there is nothing to say.
std::string LeftOutText(const LeftOut& left_out);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_LEFT_OUT_H_
