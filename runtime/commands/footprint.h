// What a command touches: ranges of bytes of root objects.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_FOOTPRINT_H_
#define LOCKSTEP_RUNTIME_COMMANDS_FOOTPRINT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

// The host's address space as a root object: transfers' other side, CL_MEM_USE_HOST_PTR, SVM. Offsets are addresses.
constexpr uint64_t kHostSpace = 0;

// A root object: a buffer that is no part of another, an image made of none; kHostSpace; else the object's number.
using RootNumber = uint64_t;

// [begin, end) of `root` is read or written.
struct Touch {
  RootNumber root = kHostSpace;
  uint64_t begin = 0;
  uint64_t end = 0;
  bool write = false;
  bool maybe = false;    // no more than these bytes, but perhaps less
  bool atomic = false;   // by atomic operations only
  uint64_t through = 0;  // number of the object the call named: a sub-buffer, an image of a buffer; 0: host memory
  // Host memory that the call gives back when it returns: a blocking write's source. Not of commands behind an event
  // that is not set when they return: nobody could say whom they met before.
  bool until_return = false;
  // What is written, if that is known: equal for two fills that write equal values to a byte that they share, and for
  // two transfers that write equal values to the same bytes. 0: not known.
  uint64_t fill = 0;
  // A transfer's, as its source was at the call. Not of commands behind an event that is not set then.
  bool fill_at_call = false;
};

// Both are known to write the same.
inline bool AreEqualFills(const Touch& a, const Touch& b) { return a.fill != 0 && a.fill == b.fill; }

using Footprint = std::vector<Touch>;

// Ranges of one touch that are kept exactly; the rest becomes one that is `maybe`.
constexpr size_t kMostRanges = 128;

// A box of bytes: `region` bytes, rows, slices from `origin`, in memory whose rows and slices are so many bytes apart.
struct Box {
  std::array<uint64_t, 3> origin{};
  std::array<uint64_t, 3> region{};
  uint64_t row_pitch = 0;    // 0: region[0]
  uint64_t slice_pitch = 0;  // 0: region[1] * row_pitch
};

// Appends the ranges of `box`, moved by like.begin, as touches like `like`. Rows that adjoin are one range; behind the
// first kMostRanges - 1 the rest is one range, maybe. True if that was necessary.
bool AddBox(const Box& box, const Touch& like, Footprint* footprint);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_FOOTPRINT_H_
