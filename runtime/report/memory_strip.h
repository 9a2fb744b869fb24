// A memory object as a strip of cells, with what each side of a mistake touched of it.
#ifndef LOCKSTEP_RUNTIME_REPORT_MEMORY_STRIP_H_
#define LOCKSTEP_RUNTIME_REPORT_MEMORY_STRIP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/model/mistake.h"
#include "runtime/report/svg.h"

namespace lockstep {

// Bytes (of an image of its own: texels of a row) that the sides touched in one form of a mistake.
struct StripTouch {
  int64_t begin = 0;  // from where the object begins; out of bounds: may be negative, or beyond it
  int64_t end = 0;
  size_t sides = 2;
  std::string who;  // in words
};

struct MemoryStrip {
  int64_t extent = 0;  // of the object
  int64_t unit = 1;    // of a cell: as wide as what was touched first
  bool texels = false;
  bool whole_object = true;         // false: the edge of the object that an access left, and where it went
  std::vector<StripTouch> touches;  // at least one: that of the mistake's first form
};

// nullopt if it is not known which part of an object was touched.
std::optional<MemoryStrip> StripOf(const Mistake& mistake);

struct StripWords {
  std::string object;  // which one it is
  std::string legend;  // what there is to say behind what cells and numbers are
};

// Draws `strip` from `top` downwards, between `left` and `right`, and `words` below. Returns where it
// ends, and in `hit` the middle of the upper edge of what was touched first.
int DrawStrip(const MemoryStrip& strip, const StripWords& words, int left, int right, int top, Svg* svg, SvgPoint* hit);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_MEMORY_STRIP_H_
