// Places of host stacks in their sources, for `lockstep run`.
#ifndef LOCKSTEP_HOST_CLI_SYMBOLS_H_
#define LOCKSTEP_HOST_CLI_SYMBOLS_H_

#include <string>
#include <vector>

#include "runtime/base/status.h"

namespace lockstep {

// lockstep-cc's answer to --symbolize `arguments` (runtime/report/host_stacks.h).
StatusOr<std::string> AskCompilerForSymbols(const std::vector<std::string>& arguments);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_SYMBOLS_H_
