// What the device must know of an image or sampler that a kernel is launched with.
#ifndef LOCKSTEP_HOST_TRACK_IMAGE_H_
#define LOCKSTEP_HOST_TRACK_IMAGE_H_

#include <cstdint>
#include <optional>

#include "device-lib/shared/image.h"
#include "host/api/cl.h"
#include "runtime/base/ids.h"

namespace lockstep::host {

// An image as a kernel argument sees it. Positions are those of device-lib/shared/image.h.
struct ImageFacts {
  ObjectId number;            // of the image; of the buffer if it was made from one
  bool over_buffer = false;
  cl_mem parent = nullptr;    // the buffer or image that it was made from; null: none
  uint64_t object_size = 0;   // bytes of the whole object
  uint64_t origin = 0;        // where the image begins, from the object's start
  uint64_t extent = 0;        // bytes from there that its texels cover
  unsigned granule_shift = 3; // log2 of the bytes into which all texels can be cut
  ls_image image = {};
};

// nullopt if the driver does not know `mem` as an image.
std::optional<ImageFacts> ImageBehind(cl_mem mem);

// The sampler in the bits of device-lib/shared/image.h; for one that the driver does not know, those
// of the sampler that reads most texels least surprisingly: unnormalised, nearest, no addressing.
uint32_t SamplerBits(cl_sampler sampler);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_IMAGE_H_
