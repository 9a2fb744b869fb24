// Writing the event log (shared/event.h) on the device.
#ifndef LOCKSTEP_DEVICE_LIB_EVENTS_H_
#define LOCKSTEP_DEVICE_LIB_EVENTS_H_

#include "device-lib/atomics.h"
#include "device-lib/shared/event.h"
#include "device-lib/shared/sync_cell.h"

// What a work-item of a kernel that synchronises keeps, in private memory: words of one array. Where that is memory
// that work-items share, each word of a sub-group is several transactions, so kernels clear no more of it than they
// must. Atomics and fences that it has logged: the first half of word 0.
#define LS_SELF_EVENTS(self) (((uint*)(self))[0])
// Its last atomic: four words, LS_LAST_* of sync_cell.h, of which nothing is set before there is one but the cell, to
// 0.
#define LS_SELF_LAST 1u
// Where the work-items of a group run one after the other: whether there may be plain accesses since then.
#define LS_SELF_TOUCHED 5u
#define LS_SELF_WORDS 6u

// Who does something, where in its program.
typedef struct {
  ulong actor, group_first;  // actor numbers
  uint events, segment, global_from, local_from, image_from;
} ls_who;

// Takes the next place of the log's order and writes one event to it; returns 1 + the place.
// Waits for the host where it reads along, with patience. Ends under lock-step execution too: who waits, waits for
// events of earlier places, whose writers do not leave the iteration without having written.
// `actor`: counted from the launch's first.
LS_INLINE ulong ls_log_event(__global ls_event_log* elog, const ls_who* who, ulong actor, ulong cell, uint cells,
                             ulong value, const ls_sync_entry* entry) {
  const ulong place = __lockstep_add64((__global ulong *)&elog->next, 1);
  const ulong capacity = elog->capacity;
  __global ls_event *event = (__global ls_event *)(elog + 1) + (place & (capacity - 1u));
  ulong last_tail = 0, looks = 0;
  for (uint done = 0; !done;) {
    const ulong tail = __lockstep_load64((__global const ulong *)&elog->tail);
    if (place - tail >= capacity) {
      volatile __global uint *drained = (volatile __global uint *)&elog->drained;
      if (!*drained) return place + 1u;  // the host sees by `next` how many are missing
      looks = tail == last_tail ? looks + 1u : 0u;
      last_tail = tail;
      if (elog->patience != 0 && looks > elog->patience) *drained = 0;
      LS_NAP();
      continue;
    }
    const uint late = entry->what & LS_EVENT_LATE;
    const uint global_from = late ? 0u : who->global_from, local_from = late ? 0u : who->local_from,
               image_from = late ? 0u : who->image_from;
    event->actor = actor;
#if LS_CALLED
    // Each store is a transaction of every work-item. (Not by the members' addresses, which compilers take for less
    // aligned.)
    ((__global ulong2*)event)[1] = (ulong2)(cell, value);
    ((__global uint4*)event)[2] = (uint4)(entry->what, entry->site, entry->events, entry->segment);
    ((__global uint4*)event)[3] = (uint4)(global_from, local_from, image_from, cells);
#else
    event->cell = cell;
    event->value = value;
    event->what = entry->what;
    event->site = entry->site;
    event->events = entry->events;
    event->segment = entry->segment;
    event->global_from = global_from;
    event->local_from = local_from;
    event->image_from = image_from;
    event->cells = cells;
#endif
    // Never 1 + place before, but no compiler can know: region.inc says why that matters.
    done = __lockstep_xchg64_release((__global ulong *)&event->ticket, place + 1u) != place + 1u;
  }
  return place + 1u;
}

#endif  // LOCKSTEP_DEVICE_LIB_EVENTS_H_
