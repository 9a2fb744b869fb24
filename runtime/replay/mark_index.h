// Where in a list of marks that of a work-item is.
#ifndef LOCKSTEP_RUNTIME_REPLAY_MARK_INDEX_H_
#define LOCKSTEP_RUNTIME_REPLAY_MARK_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/order/clock_memory.h"

namespace lockstep {

// Of a list that only gets longer, in which each work-item has at most one mark: an open hash table of places. Near
// work-items stand near each other in it.
template <typename Marks>
class MarkIndex {
 public:
  // Where `actor`'s mark is; marks.size(): it has none.
  size_t Find(const Marks& marks, uint64_t actor) const {
    if (places_.empty()) return marks.size();
    for (size_t slot = First(actor); places_[slot] != 0; slot = (slot + 1) & (places_.size() - 1)) {
      if (marks[places_[slot] - 1].access.actor == actor) return places_[slot] - 1;
    }
    return marks.size();
  }

  // Takes in the list's last mark, or all of them if it had none before.
  void Add(const Marks& marks) {
    if (2 * marks.size() > places_.size()) {
      size_t slots = kLeast;
      while (slots < 4 * marks.size()) slots *= 2;
      places_.assign(slots, 0);
      for (size_t i = 0; i + 1 < marks.size(); ++i) Put(marks, i);
    }
    if (!marks.empty()) Put(marks, marks.size() - 1);
  }

 private:
  static constexpr size_t kLeast = 64, kNear = 16;

  size_t First(uint64_t actor) const {
    const uint64_t mixed = (actor / kNear) * 0x9e3779b97f4a7c15u;
    return ((mixed >> 32) * kNear + actor % kNear) & (places_.size() - 1);
  }
  void Put(const Marks& marks, size_t place) {
    size_t slot = First(marks[place].access.actor);
    while (places_[slot] != 0) slot = (slot + 1) & (places_.size() - 1);
    places_[slot] = static_cast<uint32_t>(place + 1);
  }

  std::vector<uint32_t, WithClocks<uint32_t>> places_;  // 1 + the mark's; 0: none
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_MARK_INDEX_H_
