// What a kernel's arguments are, for a capture.
#ifndef LOCKSTEP_HOST_CAPTURE_ARGUMENTS_H_
#define LOCKSTEP_HOST_CAPTURE_ARGUMENTS_H_

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "host/track/kernel.h"
#include "runtime/base/status.h"
#include "runtime/capture/capture.h"
#include "runtime/program/program.h"

namespace lockstep::host {

// Memory that arguments point to.
struct MemoryBehind {
  enum class Kind { kBuffer, kSvm, kImage };
  Kind kind = Kind::kBuffer;
  cl_mem handle = nullptr;  // the buffer itself, not a part of it; the image
  const void* svm = nullptr;
  uint64_t size = 0;                      // bytes
  std::array<size_t, 3> region{1, 1, 1};  // of an image, in texels
};

struct ArgumentsBehind {
  std::vector<CapturedArgument> arguments;
  std::map<uint64_t, MemoryBehind> objects;  // by number
};

// The kernel's lock is held, and every argument is set. Errors say which argument cannot be kept, and why.
StatusOr<ArgumentsBehind> LookBehind(const Kernel& kernel, const std::vector<ArgumentDescription>& described);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_CAPTURE_ARGUMENTS_H_
