// Buffers that lie over the same host memory (CL_MEM_USE_HOST_PTR) are one object of a launch.
#ifndef LOCKSTEP_HOST_PLAN_HOST_MEMORY_H_
#define LOCKSTEP_HOST_PLAN_HOST_MEMORY_H_

#include <cstdint>
#include <map>
#include <vector>

#include "host/plan/plan.h"
#include "runtime/model/launch.h"

namespace lockstep::host {

// Host memory in which a buffer lies.
struct HostRange {
  uint64_t address = 0;
  uint64_t size = 0;  // bytes
};

// Makes one object of those that share bytes. `ranges`: by object number, those that lie in host
// memory. In `roots` and `memory`, which go together, their number becomes the lowest of them, their
// size that of the memory under all, and offsets count from its start. OpenCL leaves what happens
// undefined where such buffers overlap; on devices that work in host memory they share its bytes.
void UniteOverlapping(const std::map<uint64_t, HostRange>& ranges, std::vector<RootFacts>& roots,
                      std::vector<MemoryRoot>& memory);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_PLAN_HOST_MEMORY_H_
