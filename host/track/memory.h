// Names for memory objects and SVM allocations: numbers in order of creation.
//
// Size, parent and origin of buffers are asked from the driver at each launch, so buffers need no
// reference counting here: a number whose handle is used again is simply replaced.
#ifndef LOCKSTEP_HOST_TRACK_MEMORY_H_
#define LOCKSTEP_HOST_TRACK_MEMORY_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "host/api/cl.h"
#include "runtime/base/ids.h"

namespace lockstep::host {

struct SvmAllocation {
  cl_context context = nullptr;
  uint64_t address = 0;
  uint64_t size = 0;
  ObjectId object;
  bool fine = false;  // fine-grained: host and devices share its bytes at any time
};

// A buffer as a kernel argument sees it.
struct BufferFacts {
  cl_mem object = nullptr;  // the buffer itself, or the parent of a sub-buffer
  ObjectId number;
  uint64_t object_size = 0;  // bytes of the whole object
  uint64_t origin = 0;       // where the argument points, from the object's start
  uint64_t size = 0;         // bytes from there that the argument covers
  uint64_t host = 0;  // where the object lies, if in the application's own memory (not SVM); else 0
  uint64_t svm = 0;   // where the SVM allocation begins that it is a part of; 0: it is none
};

// What lies behind the buffer (not image, not pipe) `mem`; nullopt if the driver does not know it
// or it is something else.
std::optional<BufferFacts> BufferBehind(cl_mem mem);

// A number for an object that is neither a buffer nor an SVM allocation.
ObjectId NewObject();

// Whether `mem` is, or was, the handle of a buffer or image that has a number, or of a sub-buffer.
bool IsKnownMemory(cl_mem mem);

// The number of such a handle; 0: it has none. It may be that of an object which is gone.
uint64_t KnownNumberOf(cl_mem mem);

// Gives `mem`, a buffer or an image, the next number, and returns it.
ObjectId NoteBuffer(cl_mem mem);

// The number of `mem`; its first sight gives it one.
ObjectId NumberOf(cl_mem mem);

void NoteSvm(cl_context context, void* address, uint64_t size, bool fine);
void ForgetSvm(void* address);

// The allocation that contains `address`; nullopt if we saw none.
std::optional<SvmAllocation> SvmAt(uint64_t address);

// All live allocations of `context`, in order of their addresses.
std::vector<SvmAllocation> SvmOf(cl_context context);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_MEMORY_H_
