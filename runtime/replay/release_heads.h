// The writes that a location's last write carries the release of: the heads of its release sequences
// (paper 002, Fig. 2: rs).
//
// A sequence goes on through read-modify-writes of anybody and through writes of the head's own
// work-item. So a read-modify-write adds itself as a head and keeps all others, any other write keeps
// the heads of its work-item only. Heads of equal kind are merged into one view, because whoever
// may acquire one of them may acquire all.
#ifndef LOCKSTEP_RUNTIME_REPLAY_RELEASE_HEADS_H_
#define LOCKSTEP_RUNTIME_REPLAY_RELEASE_HEADS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/order/clock_memory.h"
#include "runtime/order/view.h"
#include "runtime/replay/event_fields.h"

namespace lockstep {

// What one kind of release publishes. `what`: order seq_cst or not, scope, remote, and either class
// NONE with its flags (a fence) or class AW; all else 0.
struct Publication {
  uint32_t what = 0;
  unsigned regions = 0;  // of a fence its flags, of a write what its location orders
  Views views;
};
using Publications = std::vector<Publication, WithClocks<Publication>>;

// Joins `more` into `list`.
void Merge(Publications* list, Publication more);

class ReleaseHeads {
 public:
  // The location was written by `actor`; `own`: what its write and the fences before it publish.
  void Write(const GroupGeometry& geometry, uint64_t actor, bool read_modify_write, Publications own,
             const ReplayOptions& options);

  // What a reader of this distance-keyed set may acquire: publications of anybody, of its group, of
  // its sub-group. Null if there are none.
  const Publications* All() const { return all_.empty() ? nullptr : &all_; }
  const Publications* OfGroup(const GroupGeometry& geometry, uint64_t actor) const;
  const Publications* OfSubGroup(const GroupGeometry& geometry, uint64_t actor) const;

 private:
  // `recent`: the latest, oldest first, which are in no map yet. Most locations are never asked whose their heads are.
  struct Parts {
    MapWithClocks<uint64_t, Publications> by_actor, by_group, by_sub_group;
    std::vector<std::pair<uint64_t, Publications>, WithClocks<std::pair<uint64_t, Publications>>> recent;
    size_t most_recent = 1024;  // longer than this it is made shorter

    void Add(uint64_t actor, const Publications& own);
    // What a work-item published later, of the same kinds, stands for what it published before.
    void Shorten();
  };
  Parts* Sorted(const GroupGeometry& geometry) const;
  static uint64_t SubGroupOf(const GroupGeometry& geometry, uint64_t actor);
  static void AddTo(Parts* parts, const GroupGeometry& geometry, uint64_t actor,
                    const Publications& own);

  Publications all_;
  uint64_t sole_ = 0;           // whose heads they are, if all are of one work-item
  OneWithClocks<Parts> parts_;  // otherwise
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_RELEASE_HEADS_H_
