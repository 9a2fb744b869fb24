// `lockstep doctor`: what is installed, which devices can be checked, and a self-test on each.
#ifndef LOCKSTEP_HOST_CLI_DOCTOR_H_
#define LOCKSTEP_HOST_CLI_DOCTOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "host/cli/process.h"
#include "runtime/base/option_table.h"

namespace lockstep {

// The sub-command. Returns 0 if at least one device can be checked, every self-test on every such device
// passed, and every driver could be asked for its devices; else 1, or 2 for a wrong command line.
int DoctorCommand(const std::vector<std::string>& words);

// How it is called.
CommandHelp DoctorHelp();

struct SelfTestSetup {
  std::string device;  // its number in `environment`
  Environment environment;  // on top of this process's
  uint64_t timeout_seconds = 60;  // for each planted kernel; 0: none
};

// Runs the planted kernels on a device, each in a process of its own, and none that is not checked. Returns
// one line for each that did not end as it should, beginning with its name; empty: all is well.
std::vector<std::string> SelfTest(SelfTestSetup setup);

// Where the library looks for lockstep-cc (FindHelper in host/build/helper.cc); `library`: its path, or "".
std::string CompilerPath(const std::string& library);

// Number of kernels that SelfTest runs.
int SelfTestCount();

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_DOCTOR_H_
