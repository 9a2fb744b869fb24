// One launch as the application asked for it, put together for planning and for the report.
#ifndef LOCKSTEP_HOST_PLAN_LAUNCH_FACTS_H_
#define LOCKSTEP_HOST_PLAN_LAUNCH_FACTS_H_

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/driver/device.h"
#include "host/plan/plan.h"
#include "host/track/kernel.h"
#include "runtime/model/launch.h"
#include "runtime/program/loaded_program.h"

namespace lockstep::host {

struct Geometry {
  cl_uint dimensions = 1;
  std::array<size_t, 3> offset{}, global{1, 1, 1}, local{1, 1, 1};
  // The application gave the work-group size, or the driver is told one that we chose. False: the
  // kernel's required size is known to hold, but the driver must say whether it may be left out.
  bool local_told = false;

  uint64_t group_size() const { return uint64_t{local[0]} * local[1] * local[2]; }
  uint64_t groups() const;  // those that are not full too
  // Work-items, counting full groups only, and `copies` more in each group.
  uint64_t actors(uint64_t copies) const;
};

// The sizes of a call; nullopt if they are so wrong, or so empty, that the driver should answer.
std::optional<Geometry> ReadGeometry(cl_uint dimensions, const size_t* offset, const size_t* global,
                                     const size_t* local);

// What pruning may count on in a launch. An argument of 1, 2, 4 or 8 bytes is taken for a signed integer.
LaunchNumbers NumbersOf(const Geometry& geometry, const std::vector<Argument>& arguments);

// Fills in a work-group size that the application left open, as the driver would.
void DecideLocalSize(Geometry& geometry, const Device& device, cl_device_id id, cl_kernel kernel);

// What lies behind the roots of `loaded` in this launch, twice: for the plan and for the report.
struct Roots {
  PlanRequest plan;
  std::vector<MemoryRoot> memory;
  uint64_t local_bytes = 0;               // local arguments and variables of the kernel itself
  std::vector<std::string> out_of_sight;  // arguments whose memory we do not know
};

// For a launch on `device`. The kernel's lock is held. Every argument is set.
Roots FindRoots(const Kernel& kernel, const LoadedKernel& loaded, cl_context context, cl_device_id device, bool full);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_PLAN_LAUNCH_FACTS_H_
