// The operations that the device library leaves to the back end.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_DEVICE_OPERATIONS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_DEVICE_OPERATIONS_H_

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Replaces the calls of device-lib/atomics.h (`__lockstep_load64` and the others) by LLVM's atomic
// instructions and drops the declarations. `lockstep`: for --model=lockstep:N.
// `copies`: some kernel has asynchronous copies.
void LowerDeviceOperations(llvm::Module& module, bool lockstep, bool copies);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_DEVICE_OPERATIONS_H_
