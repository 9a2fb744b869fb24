// Runs the kernels of `lockstep litmus --device` through OpenCL.
#ifndef LOCKSTEP_HOST_CLI_LITMUS_DEVICE_H_
#define LOCKSTEP_HOST_CLI_LITMUS_DEVICE_H_

#include "runtime/litmus/device.h"

namespace lockstep {

// A litmus::DeviceRunner. Opens the device with the first test and keeps it.
litmus::DeviceRunner MakeLitmusRunner();

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_LITMUS_DEVICE_H_
