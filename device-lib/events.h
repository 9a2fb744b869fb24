// Writing the event log (shared/event.h) on the device.
#ifndef LOCKSTEP_DEVICE_LIB_EVENTS_H_
#define LOCKSTEP_DEVICE_LIB_EVENTS_H_

#include "device-lib/atomics.h"
#include "device-lib/shared/event.h"
#include "device-lib/shared/sync_cell.h"

// What a work-item of a kernel that synchronises keeps, an ls_sync_self: words of one array of the kernel's, which
// clears word 0, and `touched` where it is asked for.
#define LS_SELF(self) ((ls_sync_self*)(self))
#define LS_SELF_EVENTS(self) (LS_SELF(self)->events)
#define LS_SELF_TOUCHED 4u
#define LS_SELF_WORDS 5u
LS_STATIC_ASSERT(sizeof(ls_sync_self) == 8u * LS_SELF_WORDS &&
                     __builtin_offsetof(ls_sync_self, touched) == 8u * LS_SELF_TOUCHED,
                 self_is_words);

// Who does something, where in its program.
typedef struct {
  ulong actor, group_first;  // actor numbers
  uint events, segment, global_from, local_from, image_from;
} ls_who;

// Where a piece of event `at` lies in a log in blocks.
#define LS_EVENT_AT(at, field) ls_event_in_block(at, __builtin_offsetof(ls_event, field))

// Takes the next place of the log's order and writes one event to it; returns 1 + the place.
// Waits for the host where it reads along, with patience. Ends under lock-step execution too: who waits, waits for
// events of earlier places, whose writers do not leave the iteration without having written.
// `actor`: counted from the launch's first.
LS_INLINE ulong ls_log_event(__global ls_event_log* elog, const ls_who* who, ulong actor, ulong cell, uint cells,
                             ulong value, const ls_sync_entry* entry) {
  const ulong place = __lockstep_add64((__global ulong *)&elog->next, 1);
  const ulong capacity = elog->capacity;
  const ulong at = place & (capacity - 1u);
#if LS_CALLED
  __global uchar* events = (__global uchar*)(elog + 1);
  __global ulong* event_ticket = (__global ulong*)(events + LS_EVENT_AT(at, ticket));
#else
  __global ls_event* event = (__global ls_event*)(elog + 1) + at;
  __global ulong* event_ticket = (__global ulong*)&event->ticket;
#endif
  ulong last_tail = 0, looks = 0;
  for (uint done = 0; !done;) {
    // Whoever is in the first round need not look where the host is.
    const ulong tail = place < capacity ? 0 : __lockstep_load64((__global const ulong*)&elog->tail);
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
#if LS_CALLED
    // Each store is a transaction of every work-item.
    *(__global ulong*)(events + LS_EVENT_AT(at, actor)) = actor;
    *(__global ulong2*)(events + LS_EVENT_AT(at, cell)) = (ulong2)(cell, value);
    *(__global uint4*)(events + LS_EVENT_AT(at, what)) =
        (uint4)(entry->what, entry->site, entry->events, entry->segment);
    *(__global uint4*)(events + LS_EVENT_AT(at, global_from)) = (uint4)(global_from, local_from, image_from, cells);
#else
    event->actor = actor;
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
    done = __lockstep_xchg64_release(event_ticket, place + 1u) != place + 1u;
  }
  return place + 1u;
}

#endif  // LOCKSTEP_DEVICE_LIB_EVENTS_H_
