// What a command of a command buffer needs, beyond what the driver holds for it.
#ifndef LOCKSTEP_HOST_LAUNCH_HELD_PARTS_H_
#define LOCKSTEP_HOST_LAUNCH_HELD_PARTS_H_

#include <vector>

#include "host/api/cl.h"

namespace lockstep::host {

// Sub-buffers, and images that lie in a buffer. A driver may hold the memory of a recorded command without the part of
// it that the command names (PoCL 3.1 and 6 do), which the application may then release; a call that does the same
// needs the handle.
class HeldParts {
 public:
  HeldParts() = default;
  ~HeldParts();
  HeldParts(const HeldParts&) = delete;
  HeldParts& operator=(const HeldParts&) = delete;

  // Holds `mem` if it is such a part. It must be alive, or null.
  void Add(cl_mem mem);

 private:
  std::vector<cl_mem> parts_;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_HELD_PARTS_H_
