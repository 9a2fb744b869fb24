// Who knows what has happened: the clocks of work-items and work-groups, moved on by atomics, fences
// and barriers (docs/litmus.md, sw and bar).
#ifndef LOCKSTEP_RUNTIME_REPLAY_SYNCHRONISATION_H_
#define LOCKSTEP_RUNTIME_REPLAY_SYNCHRONISATION_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/order/clock_memory.h"
#include "runtime/order/view.h"
#include "runtime/replay/by_number.h"
#include "runtime/replay/event_fields.h"
#include "runtime/replay/release_heads.h"

namespace lockstep {

class Synchronisation {
 public:
  // All that it remembers is where clocks are (clock_memory.h).
  explicit Synchronisation(const ReplayOptions& options);

  // Takes the next event of the log into account and returns what its work-item knows at it, an
  // acquire's gain included. Valid until the next call.
  const Views& Apply(const ls_event& event);

  // Of each work-item so many events stand before a barrier of the sub-group that `actor` has passed with it, whatever
  // its flags. Valid until the next call of Apply.
  const Clock& Met(uint64_t actor) {
    const Item& item = items_[actor];
    return item.seldom != nullptr ? item.seldom->met : nobody_;
  }

  const GroupGeometry& geometry() const { return geometry_; }

 private:
  // What a relaxed read has seen, until an acquire fence asks for it. `distance`: how far away those
  // who published it may be.
  struct Pending {
    Publication publication;
    unsigned through = 0;  // regions that the location read from can order
    unsigned done = 0;     // regions in which the work-item has acquired it
    Distance distance = Distance::kDevice;
  };
  // What only work-items with fences or barriers of sub-groups have.
  struct Seldom {
    Publications fences;  // what its release fences so far publish
    std::vector<Pending, WithClocks<Pending>> pending;
    Clock met;  // see Met
  };
  struct Item {
    Views views;
    uint32_t joined = 0;  // the Group::version of which it knows
    unsigned dirty = 0;   // regions in which it is in Group::dirty
    // Per region, what others must know of it to know all that it knows: the events up to its last
    // release, if it has acquired nothing since; else 0.
    uint32_t told[kRegions] = {};
    OneWithClocks<Seldom> seldom;

    Seldom& Also() {
      if (seldom == nullptr) seldom.reset(ClockMemory::Make<Seldom>());
      return *seldom;
    }
  };
  // Those who wait together at a barrier of their sub-group.
  struct Meeting {
    Views views;  // what they know, each as far as its own flags name a region
    Clock met;
    uint32_t waiting = 0;  // who has come and not gone on
  };
  using Copy = std::pair<uint64_t, uint32_t>;
  struct Group {
    Views views;  // what its last barriers handed to everybody
    uint32_t from[kRegions] = {};
    uint32_t version = 0;
    std::vector<Item*, WithClocks<Item*>> dirty[kRegions];  // who has acquired since the last barrier of the region
    // Asynchronous copies by the event that they are waited for by: actor, and number of their accesses.
    MapWithClocks<uint64_t, std::vector<Copy, WithClocks<Copy>>> copies;
    MapWithClocks<uint64_t, Meeting> meetings;  // that somebody still waits at, by name
  };

  void PassBarriers(const ls_event& event, uint64_t group_number, Group* group);
  void Gain(const Views& views, unsigned regions, uint64_t actor, Item* item);
  static void NoteGain(unsigned regions, Item* item, Group* group);
  void Acquire(const Publication& from, uint32_t by, unsigned by_regions, unsigned through,
               Distance distance, uint64_t actor, Item* item, Group* group, unsigned* done);
  void Read(const ls_event& event, unsigned through, const ReleaseHeads& heads, Item* item,
            Group* group);
  void Write(const ls_event& event, unsigned through, Item* item, ReleaseHeads* heads);
  void Fence(const ls_event& event, Item* item, Group* group);
  void CopyStep(const ls_event& event, uint64_t group_number, Item* item, Group* group);
  void PartStep(const ls_event& event, Item* item, Group* group);
  void PlainWrite(const ls_event& event, uint64_t group_number);
  Publication Published(const ls_event& event, unsigned regions, Item* item);

  const ReplayOptions& options_;
  GroupGeometry geometry_;
  const Clock nobody_;
  ByNumber<Item> items_;
  ByNumber<Group> groups_;
  ByNumber<ReleaseHeads> locations_;
  MapWithClocks<uint64_t, uint64_t> inner_cells_;  // of atomics over several cells: their first
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_SYNCHRONISATION_H_
