// Which object a cell belongs to.
#ifndef LOCKSTEP_RUNTIME_REPLAY_OBJECT_STARTS_H_
#define LOCKSTEP_RUNTIME_REPLAY_OBJECT_STARTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lockstep {

// Of one region's objects.
class ObjectStarts {
 public:
  ObjectStarts() = default;  // all cells belong to one
  // `first_cells`: of each object, in any order; one may come twice.
  explicit ObjectStarts(std::vector<uint64_t> first_cells) : first_cells_(std::move(first_cells)) {
    std::sort(first_cells_.begin(), first_cells_.end());
  }

  // A number that the cells of one object have in common, and no others; it rises with the cells.
  size_t ObjectOf(uint64_t cell) const {
    return static_cast<size_t>(std::upper_bound(first_cells_.begin(), first_cells_.end(), cell) - first_cells_.begin());
  }

 private:
  std::vector<uint64_t> first_cells_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_OBJECT_STARTS_H_
