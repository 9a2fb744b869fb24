// "lockstep: compiling checks of kernel 'scan', for 2 s": what `lockstep run` lets the program wait for.
#ifndef LOCKSTEP_HOST_CLI_WAITING_H_
#define LOCKSTEP_HOST_CLI_WAITING_H_

#include <map>
#include <string>

#include "host/cli/so_far.h"

namespace lockstep {

// Tells a person at a terminal why nothing seems to happen. Lines of their own, since the program writes there too, and
// few: when something has taken two seconds, and each time that it has taken three times as long as when it was told
// last.
class WaitingLines {
 public:
  // Looks what the program's processes are doing; to be called now and then. Told are compilations, the application's
  // own too, so that one can tell whose it is, and the checks of what a launch has logged. How long kernels run is no
  // news.
  void Look(const Progress& progress);

 private:
  std::map<std::string, double> next_;  // by what is waited for: from how many seconds on it is told again
};

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_WAITING_H_
