#include "runtime/commands/footprint.h"

namespace lockstep {

bool AddBox(const Box& box, const Touch& like, Footprint* footprint) {
  const uint64_t bytes = box.region[0], rows = box.region[1], slices = box.region[2];
  if (bytes == 0 || rows == 0 || slices == 0) return false;
  const uint64_t row_pitch = box.row_pitch != 0 ? box.row_pitch : bytes;
  const uint64_t slice_pitch = box.slice_pitch != 0 ? box.slice_pitch : rows * row_pitch;
  const uint64_t first = like.begin + box.origin[2] * slice_pitch + box.origin[1] * row_pitch + box.origin[0];
  const uint64_t last = first + (slices - 1) * slice_pitch + (rows - 1) * row_pitch + bytes;
  size_t ranges = 0;
  for (uint64_t slice = 0; slice < slices; ++slice) {
    for (uint64_t row = 0; row < rows; ++row) {
      const uint64_t begin = first + slice * slice_pitch + row * row_pitch;
      if (ranges > 0 && footprint->back().end == begin) {
        footprint->back().end = begin + bytes;
        continue;
      }
      Touch touch = like;
      touch.begin = begin;
      touch.end = begin + bytes;
      if (++ranges == kMostRanges) {
        touch.end = last;
        touch.maybe = true;
        footprint->push_back(touch);
        return true;
      }
      footprint->push_back(touch);
    }
  }
  return false;
}

}  // namespace lockstep
