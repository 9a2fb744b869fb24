#include "host/plan/model.h"

#include <algorithm>
#include <cstdlib>

#include "host/driver/query.h"
#include "runtime/base/text.h"
#include "runtime/session/session.h"

namespace lockstep::host {

uint32_t LockstepWidth() { return static_cast<uint32_t>(Session::Get().options().lockstep_width); }

uint64_t ItemsPerGroup(uint64_t work_items) {
  const uint64_t width = LockstepWidth();
  return width == 0 ? work_items : (work_items + width - 1) / width;
}

uint32_t WrittenSlots(const LoadedKernel& kernel, uint64_t work_items) {
  if (LockstepWidth() == 0) return 0;
  // Enough if each write is executed a few times; those in longer loops may find the table full,
  // which is counted.
  constexpr uint64_t kFewest = 1 << 12, kMost = 1 << 20, kTimes = 8;
  uint64_t writes = 1;
  for (const Site& site : kernel.sites) writes += site.op == SiteOp::kWrite && !site.atomic;
  uint64_t slots = kFewest;
  while (slots < kMost && slots / writes / kTimes < work_items) slots <<= 1;
  return static_cast<uint32_t>(slots);
}

uint64_t RunningGroups(const Device& device, bool serial, uint64_t local_bytes) {
  const uint64_t units = std::max<uint64_t>(device.compute_units, 1);
  // A CPU's compute unit runs one group after the other; twice as many, should a driver run two on one.
  if (serial) return 2 * units;
  // No GPU runs more than 64 groups on a compute unit or has more than 512 KiB of local memory there.
  constexpr uint64_t kMost = 64, kLocalMemory = 512 << 10;
  const uint64_t at_one_time = std::clamp<uint64_t>(kLocalMemory / std::max<uint64_t>(local_bytes, 1), 1, kMost);
  return at_one_time * units;
}

uint64_t LocalMemoryLeft(const Device& device, uint64_t used) {
  static const char* const asked = std::getenv("LOCKSTEP_LOCAL_MEMORY");
  const uint64_t all = asked != nullptr ? ParseUnsigned(asked).value_or(device.local_memory) : device.local_memory;
  return all - std::min(all, used);
}

uint32_t PartedTables(const LoadedKernel& kernel, const Device& device, uint64_t groups) {
  if (!kernel.transformed || LockstepWidth() != 0) return 0;
  // GPUs run more at one time, but only groups that part need a table, each of some 70 KiB: for those that find none
  // the report says so.
  const uint64_t at_one_time = RunningGroups(device, /*serial=*/true, 0);
  return static_cast<uint32_t>(std::min(at_one_time, std::max<uint64_t>(groups, 1)));
}

uint32_t SimdWidth(const Device& device, cl_device_id id, cl_kernel kernel) {
  if (LockstepWidth() != 0) return 0;
  constexpr uint64_t kUsualWidth = 32;  // the least of today's GPUs, for owners of code for them
  uint64_t width = Session::Get().options().simd_width;
  if (width == 0 && (device.type & CL_DEVICE_TYPE_CPU) != 0) width = kUsualWidth;
  if (width == 0) {
    width = QueryValue<size_t>(Of(Next().clGetKernelWorkGroupInfo, kernel, id,
                                  CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
  }
  return width <= 1 ? 0 : static_cast<uint32_t>(width);
}

}  // namespace lockstep::host
