// Which bytes the arguments of a transfer name.
#ifndef LOCKSTEP_HOST_COMMANDS_TOUCHES_H_
#define LOCKSTEP_HOST_COMMANDS_TOUCHES_H_

#include <cstddef>
#include <cstdint>

#include "host/api/cl.h"
#include "host/track/memory.h"
#include "runtime/commands/footprint.h"

namespace lockstep::host {

// Where the bytes of an object lie: memory of the host (CL_MEM_USE_HOST_PTR, SVM) by its addresses.
struct ObjectPlace {
  RootNumber root = kHostSpace;
  uint64_t start = 0;    // of the object there
  uint64_t through = 0;  // its number
};
ObjectPlace PlaceOf(const BufferFacts& buffer);
ObjectPlace PlaceOf(const SvmAllocation& svm);

// A box as the calls on rectangles name it: bytes, rows, slices. Pitches of 0 as there.
struct CallBox {
  const size_t* origin = nullptr;  // null: 0, 0, 0
  const size_t* region = nullptr;
  size_t row = 0, slice = 0;
};

// Each adds what is touched to `footprint`; of what the driver does not know, nothing.
void AddBuffer(cl_mem buffer, size_t offset, size_t size, bool write, Footprint* footprint);
void AddBufferBox(cl_mem buffer, const CallBox& box, bool write, Footprint* footprint);
void AddImage(cl_mem image, const size_t* origin, const size_t* region, bool write, Footprint* footprint);
void AddSvm(const void* address, size_t size, bool write, Footprint* footprint);
// What the last touch added fills its bytes with.
void NoteFill(const void* pattern, size_t pattern_size, Footprint* footprint);
// All of a buffer or image, perhaps.
void AddWhole(cl_mem mem, bool write, Footprint* footprint);

// The host's side of a transfer. `given_back`: the call gives it back when it returns (a blocking write's source).
void AddHost(const void* address, size_t size, bool write, bool given_back, Footprint* footprint);
void AddHostBox(const void* address, const CallBox& box, bool write, bool given_back, Footprint* footprint);
// Texels of `image`, packed by these pitches.
void AddHostImage(const void* address, cl_mem image, const size_t* region, size_t row, size_t slice, bool write,
                  bool given_back, Footprint* footprint);

// Bytes of a texel of `image`.
size_t TexelBytes(cl_mem image);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_COMMANDS_TOUCHES_H_
