// Which cells of global memory the accesses of an event log touch, how, and from which sites.
#ifndef LOCKSTEP_RUNTIME_REPLAY_TOUCHED_CELLS_H_
#define LOCKSTEP_RUNTIME_REPLAY_TOUCHED_CELLS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>

#include "device-lib/shared/event.h"
#include "runtime/replay/object_starts.h"

namespace lockstep {

// Not thread-safe. Memory grows with the cells that are touched, a byte for each, in blocks.
class TouchedCells {
 public:
  // How a cell is touched, as bits.
  enum : unsigned { kRead = 1, kWrite = 2, kAtomicRead = 4, kAtomicWrite = 8 };

  explicit TouchedCells(ObjectStarts objects);  // of global memory

  // One event, which is of the launch (Replay knows).
  void Add(const ls_event& event);

  // Bits of the above, 0: no event touches the cell.
  unsigned At(uint64_t cell) const;

  // Of the object that `cell` is in: the sites that read, that write.
  const std::set<uint32_t>& Sites(uint64_t cell, bool write) const;

 private:
  static constexpr size_t kBlock = 4096;  // cells
  using Block = std::array<uint8_t, kBlock>;

  const ObjectStarts objects_;
  std::unordered_map<uint64_t, std::unique_ptr<Block>> blocks_;
  std::map<std::pair<size_t, bool>, std::set<uint32_t>> sites_;  // by object, and whether they write
  uint64_t last_cell_ = 0;
  uint32_t last_site_ = 0, last_what_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_TOUCHED_CELLS_H_
