// What a launch touched of its buffers, for --capture.
#ifndef LOCKSTEP_HOST_LAUNCH_TOUCHED_H_
#define LOCKSTEP_HOST_LAUNCH_TOUCHED_H_

#include <cstdint>
#include <map>

#include "host/capture/snapshot.h"
#include "host/memory/pool.h"
#include "runtime/model/launch.h"

namespace lockstep::host {

// By memory object, of a complete launch whose records, in `arena`, have all that it touched. Objects of which they do
// not tell, images for example, are not in it.
std::map<uint64_t, TouchedBytes> TouchedBuffers(const Launch& launch, const Arena& arena);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_TOUCHED_H_
