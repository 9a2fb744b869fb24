// The command `lockstep litmus`.
#ifndef LOCKSTEP_RUNTIME_LITMUS_MAIN_H_
#define LOCKSTEP_RUNTIME_LITMUS_MAIN_H_

#include "runtime/base/option_table.h"
#include "runtime/litmus/device.h"

namespace lockstep::litmus {

// argv[0] is the name of the command; the rest are options and files, see --help.
// `device`: runs kernels for --device; null where there is no OpenCL.
// Returns the exit status: 0; 1 if --machine or --device found a behaviour that the model forbids; 2
// for wrong usage, unreadable or malformed files, a test that is too large, or no device to run on.
int LitmusMain(int argc, char** argv, const DeviceRunner& device = nullptr);

// How it is called.
CommandHelp LitmusHelp();

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_MAIN_H_
