// The execution model of --model and --simd-width (semantics.md, section 5), as launches need it.
#ifndef LOCKSTEP_HOST_PLAN_MODEL_H_
#define LOCKSTEP_HOST_PLAN_MODEL_H_

#include <CL/cl.h>

#include <cstdint>

#include "host/driver/device.h"
#include "runtime/program/loaded_program.h"

namespace lockstep::host {

// Work-items that advance in lock step and are one actor of the records; 0: each is its own.
uint32_t LockstepWidth();

// Actors of a group of `work_items` without its copies: work-items, or blocks of them.
uint64_t ItemsPerGroup(uint64_t work_items);

// Entries of the table in which the writes of blocks meet (device-lib/same_instruction.h), a power
// of two; 0: not in lock step. `work_items`: of the launch.
uint32_t WrittenSlots(const LoadedKernel& kernel, uint64_t work_items);

// How many groups a device may run at one time if each takes `local_bytes` of local memory; no fewer than it really
// does. `serial`: it runs the work-items of a group one after the other.
uint64_t RunningGroups(const Device& device, bool serial, uint64_t local_bytes);

// Bytes of the device's local memory beside `used` ones. LOCKSTEP_LOCAL_MEMORY says how much there is in all (tests
// do).
uint64_t LocalMemoryLeft(const Device& device, uint64_t used);

// Tables for work-groups whose work-items part at barriers (device-lib/shared/parted.h): one for each of the
// launch's `groups` that may run at one time.
uint32_t PartedTables(const LoadedKernel& kernel, const Device& device, uint64_t groups);

// The width of lock step for which races are marked that it would order; 0: none.
uint32_t SimdWidth(const Device& device, cl_device_id id, cl_kernel kernel);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_PLAN_MODEL_H_
