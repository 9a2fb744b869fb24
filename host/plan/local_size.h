// The work-group size of a launch that leaves it to the driver.
#ifndef LOCKSTEP_HOST_PLAN_LOCAL_SIZE_H_
#define LOCKSTEP_HOST_PLAN_LOCAL_SIZE_H_

#include <array>
#include <cstddef>

namespace lockstep::host {

struct GroupLimits {
  size_t max_group = 1;                          // work-items of a group
  std::array<size_t, 3> max_items = {1, 1, 1};   // ... in each dimension
  size_t preferred_multiple = 1;                 // CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE
  size_t compute_units = 1;
};

// The size that PoCL 3.1 takes for `global` (1 in dimensions that are not used): the twin must have
// a known one, and kernels that ask for it should see what they would see without us.
// Each result divides its global size; tests/host compares it with the driver's.
std::array<size_t, 3> ChooseLocalSize(const std::array<size_t, 3>& global,
                                      const GroupLimits& limits);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_PLAN_LOCAL_SIZE_H_
