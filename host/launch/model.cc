#include "host/launch/model.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "device-lib/shared/parted.h"
#include "host/track/query.h"
#include "runtime/session/session.h"

namespace lockstep::host {

uint32_t LockstepWidth() { return static_cast<uint32_t>(Session::Get().options().lockstep_width); }

uint64_t ItemsPerGroup(uint64_t work_items) {
  const uint64_t width = LockstepWidth();
  return width == 0 ? work_items : (work_items + width - 1) / width;
}

uint32_t WrittenSlots(const KernelImage& image, uint64_t work_items) {
  if (LockstepWidth() == 0) return 0;
  // Enough if each write is executed a few times; those in longer loops may find the table full,
  // which is counted.
  constexpr uint64_t kFewest = 1 << 12, kMost = 1 << 20, kTimes = 8;
  uint64_t writes = 1;
  for (const Site& site : image.sites) writes += site.op == "write" && !site.atomic;
  uint64_t slots = kFewest;
  while (slots < kMost && slots / writes / kTimes < work_items) slots <<= 1;
  return static_cast<uint32_t>(slots);
}

uint32_t PartedTables(const KernelImage& image, uint64_t group_items, uint64_t groups) {
  if (!image.transformed || LockstepWidth() != 0) return 0;
  // Asked for only: the oracle does not agree with it in all cases yet (docs/limitations.md).
  const char* wanted = std::getenv("LOCKSTEP_PARTED");
  if (wanted == nullptr || std::string_view(wanted) != "1") return 0;
  constexpr uint64_t kMostBytes = 4 << 20;
  const uint64_t fit = std::max<uint64_t>(kMostBytes / ls_parted_bytes(group_items), 1);
  return static_cast<uint32_t>(std::min(fit, std::max<uint64_t>(groups, 1)));
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
