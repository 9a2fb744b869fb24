// `lockstep doctor`: what is installed, which devices can be checked, and a self-test on each.
#ifndef LOCKSTEP_HOST_CLI_DOCTOR_H_
#define LOCKSTEP_HOST_CLI_DOCTOR_H_

#include <string>
#include <vector>

namespace lockstep {

// The sub-command. Returns 0 if at least one device can be checked and every self-test passed.
int DoctorCommand(const std::vector<std::string>& words);

// Runs the planted kernels on the device of this number, each in a process of its own. Returns a
// line for each that did not end as it should; empty: all is well.
std::vector<std::string> SelfTest(const std::string& device_number);

// Number of kernels that SelfTest runs.
int SelfTestCount();

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_DOCTOR_H_
