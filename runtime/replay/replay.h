// Rebuilds happens-before from the event log of a kernel that synchronises with atomics, and judges
// every conflict that the log shows: paper 002, Fig. 2, with fences, barriers and the two regions as
// in docs/litmus.md.
#ifndef LOCKSTEP_RUNTIME_REPLAY_REPLAY_H_
#define LOCKSTEP_RUNTIME_REPLAY_REPLAY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "device-lib/shared/event.h"
#include "runtime/base/scope_inclusion.h"
#include "runtime/replay/object_starts.h"
#include "runtime/replay/reset_counters.h"

namespace lockstep {

class TouchedCells;

struct ReplayOptions {
  uint64_t group_size = 1;   // actors of a full work-group: work-items, then copies
  uint64_t group_items = 1;  // of them, work-items
  // Work-items of a full sub-group; 0: the device does not say, and a sub-group counts as the whole
  // work-group, so that no order is overlooked.
  uint64_t sub_group_items = 0;
  // Of the launch: events of others make no sense, and cost no memory. 0: not known.
  uint64_t actors = 0;
  uint64_t cells = 0;  // in global memory, numbered from 0
  // Races at several objects are several, if these are known.
  ObjectStarts objects;        // of global memory
  ObjectStarts local_objects;  // of a group
  // Whether the log may have fences, barriers of wider scope than the group among them. If not, they make no sense.
  bool fences = true;
  ScopeInclusion inclusion = ScopeInclusion::kRelaxed;
  bool remote = true;
  // So many events before and behind a race are kept, at most, for its explanation, a power of two; 0: none
  // are made.
  size_t kept_events = 1u << 17;
  // Report every racing pair of accesses, not only enough of them for every racing byte. For tests:
  // memory then grows with the log.
  bool every_pair = false;
  uint64_t removed = 0;  // bit per ReplayRule; only for tests of the tests
  // Where counters are that nobody is to add to once they were reset.
  std::vector<CellRange> counters;
  // Also told of every event that makes sense; null: nobody.
  std::shared_ptr<TouchedCells> touched = nullptr;
};

// The kinds of model/rules.def that a log can show.
enum class ReplayKind { kWriteWrite, kReadWrite, kAtomicPlain, kScope, kWrongFenceFlag, kSameValue };

// One side of a race, as its event says.
struct ReplayAccess {
  uint64_t actor = 0;
  uint32_t site = 0;
  uint32_t what = 0;  // LS_EVENT_*
  uint32_t events = 0;
  uint32_t segment = 0;
};

// Why synchronisation that exists did not order a race.
enum class ReplayCause {
  kUnknown,        // beyond the events that were kept: nothing is said
  kNone,           // no store of one side's work-item (or a chain of them) was read by the other's
  kScope,          // two atomics whose scopes do not include each other
  kMissingAcquire,
  kMissingRelease,
  kRelaxed,        // neither release nor acquire
  kNarrowScope,    // release and acquire, but the scope of one does not reach the other
  kFenceFlag,      // a fence whose flags do not name the region
  kWrongRegion,    // the flag lies in a region that does not order the one of the data
  kPlainFlag,      // fences around a flag that is read or written plainly
  kBarrierFlag,    // handed on between two work-items, but a barrier does not name the region for the rest of a group
};

// A change to one site that, together with the others of its list, would have ordered the pair.
struct ReplayChange {
  uint32_t site = 0;
  uint32_t what = 0;        // LS_EVENT_*: order, scope, remote, region and fence flags as they are,
  uint32_t wanted = 0;      // ... and as they should be
};

struct ReplayRace {
  ReplayKind kind = ReplayKind::kWriteWrite;
  bool inter_group = false;
  uint32_t region = LS_REGION_GLOBAL;  // LS_REGION_*
  // The example. kWrongFenceFlag: the access before the barrier, then the one behind it. Others: by
  // site, then actor.
  ReplayAccess a;
  ReplayAccess b;
  uint64_t cell = 0;     // the first in conflict, numbered as in ls_event
  uint64_t cells = 0;    // how many in this example
  uint64_t count = 0;    // pairs of accesses of these sites, kind, reach and object that were met
  ReplayCause cause = ReplayCause::kUnknown;
  // The store that should have been seen as a release and the load that should have acquired it;
  // 0 if the cause names none.
  uint32_t store_site = 0;
  uint32_t load_site = 0;
  std::vector<ReplayChange> changes;
  bool strict_only = false;  // --scope-inclusion=relaxed would not call it a race
};

struct ReplayResult {
  std::vector<ReplayRace> races;  // by kind, sites, reach and object: the same for the same set of races
  uint64_t events = 0;            // read
  uint64_t nonsense = 0;          // events that no kernel can have written; not judged
  uint64_t late_additions = 0;    // to `counters` that had been reset
};

// One launch's log. Not thread-safe: one thread at a time.
class Replay {
 public:
  explicit Replay(const ReplayOptions& options);
  ~Replay();
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  // The next `count` events, in the order of their tickets. Tickets themselves are not looked at.
  // Memory grows with the contested cells and with the clocks that somebody may still acquire, not
  // with the number of events.
  void Add(const ls_event* events, size_t count);

  // How many different races have been found, and what the log shows so far, without the causes.
  size_t races() const;
  ReplayResult SoFar() const;

  // What the log shows. Call once, after the last Add.
  ReplayResult Finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_REPLAY_H_
