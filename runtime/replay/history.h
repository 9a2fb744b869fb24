// What has been done to each contested cell, as far as it can still be in a race, and the races that
// a further access makes (semantics section 3; paper 002, Fig. 2: dr = conflict \ hb \ hb^-1 \ incl).
//
// An access is forgotten when one that happens after it covers it: whoever comes later and is
// unordered with the earlier is unordered with the later, too. So every byte in a race keeps a pair
// that shows it. Two plain writes of one value are excused, so a write forgets one of another value,
// or an access of another class, only into its `shadow`: whoever is excused by the write still has to
// be ordered after those.
#ifndef LOCKSTEP_RUNTIME_REPLAY_HISTORY_H_
#define LOCKSTEP_RUNTIME_REPLAY_HISTORY_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/order/clock_memory.h"
#include "runtime/order/view.h"
#include "runtime/replay/by_number.h"
#include "runtime/replay/event_fields.h"
#include "runtime/replay/mark_index.h"

namespace lockstep {

// One remembered access.
struct Mark {
  ReplayAccess access;
  uint64_t value = 0;  // plain writes
};

// An access that meets the marks, with what is known at it.
struct Arrival {
  Mark mark;
  uint64_t group = 0;
  uint32_t from[kRegions] = {};  // first segment of the own group that is not ordered before it
  int region = 0;                // LS_REGION_*
  const Views* views = nullptr;
  // What others of its sub-group had done before barriers of the sub-group that it has passed, whatever their flags.
  const Clock* met = nullptr;
  bool late = false;  // LS_EVENT_LATE: everything in the cell happened before it
};

// The arrival that a logged access is; `views`: what its work-item knows then, which must outlive it.
Arrival ArrivalOf(const ls_event& event, const GroupGeometry& geometry, const Views& views);

class History {
 public:
  // `earlier` and the arrival race, in this cell.
  using OnRace = std::function<void(ReplayKind kind, const Mark& earlier, const Arrival& arrival,
                                    uint64_t cell)>;
  // All that it remembers is where clocks are (clock_memory.h).
  History(const ReplayOptions& options, const GroupGeometry& geometry, OnRace on_race);

  // `key`: CellKey; `cell`: the event's number of it.
  void Access(uint64_t key, uint64_t cell, const Arrival& arrival);

  // True if the region's happens-before puts `earlier` before the arrival.
  static bool Before(const ReplayAccess& earlier, const Arrival& arrival, const GroupGeometry& geometry,
                     const ReplayOptions& options);

 private:
  // Marks that conflict with the same accesses: of one class, scope and, for plain writes, value. At
  // most one for each work-item.
  using Marks = std::vector<Mark, WithClocks<Mark>>;
  // What makes many marks quick to look through.
  struct Many {
    MarkIndex<Marks> index;
    View passed;  // somebody knowing this found marks [0, passed_count) ordered
    size_t passed_count = 0;
  };
  struct Bucket {
    uint32_t what = 0;
    uint64_t value = 0;
    Marks marks;
    OneWithClocks<Marks> shadow;  // plain writes: see above; null: none
    OneWithClocks<Many> many;     // once there are many
  };
  struct Cell {
    std::vector<Bucket, WithClocks<Bucket>> buckets;
    bool raced = false;  // a race that counts as an error was found here
  };

  void Meet(Bucket* bucket, const Arrival& arrival, uint64_t cell, Cell* state);
  void Compare(const Mark& mark, const Arrival& arrival, uint64_t cell, Cell* state);
  OneWithClocks<Marks> Forget(const Arrival& arrival, Cell* state);
  void Supersede(const Arrival& arrival, Cell* state);
  void Remember(const Arrival& arrival, OneWithClocks<Marks> shadow, Cell* state);
  Many* ManyOf(Bucket* bucket);
  void Put(Bucket* bucket, const Mark& mark, bool capped);

  const ReplayOptions& options_;
  const GroupGeometry& geometry_;
  OnRace on_race_;
  ByNumber<Cell> cells_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_HISTORY_H_
