// The event log of kernels that synchronise with atomics or fences: what a work-item did, in an
// order that the host can replay into happens-before (shared/design/semantics.md section 2; paper
// 002, Fig. 2). Kernels without such operations write none.
//
// Logged are every atomic access, every fence, and those plain accesses of which barriers and program
// order alone cannot tell whether they race. The order of the log agrees with program order, with the
// barriers, and, since an atomic is performed and logged in one step, with the modification order of
// every location: an atomic reads from the last write of its location before it in the log.
//
// Where in a work-item's program an access stands is told by two numbers: `events`, how many atomics
// and fences of its own the work-item had logged before it, and `segment`, how many barriers it had
// passed. What its work-item does later with a release covers it if that is event number `events` or
// later (counted from 0, the access's own number if it is an atomic); what its group does with a barrier
// covers it if that is barrier number `segment` or later.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_EVENT_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_EVENT_H_

#include "device-lib/shared/types.h"

typedef struct {
  ls_u64 ticket;       // 1 + its place in the log's order; written last
  ls_u64 actor;        // the work-item, from 0 in every launch: group_linear_id * group_size + local
  ls_u64 cell;         // accesses: the first cell, global numbering or, if local, within its group's
  ls_u64 value;        // plain writes: the bits written to that cell
  ls_u32 what;         // LS_EVENT_*
  ls_u32 site;
  ls_u32 events;       // see above
  ls_u32 segment;      // see above
  ls_u32 global_from;  // first segment of the own group not ordered before this event by a barrier,
  ls_u32 local_from;   // per region; LS_EVENT_LATE: 0
  ls_u32 image_from;
  ls_u32 cells;        // accesses: how many cells, from `cell` on
} ls_event;
LS_STATIC_ASSERT(sizeof(ls_event) == 64, event_is_64_bytes);

// `what`, low bits first: class (3) | order (3) | scope (3) | remote | region (2) | fence flags (3) | ...
#define LS_EVENT_CLASS_MASK 7u  // LS_CLASS_* (record.h); LS_CLASS_NONE: a fence
#define LS_EVENT_ORDER_SHIFT 3u
#define LS_EVENT_ORDER_MASK (7u << LS_EVENT_ORDER_SHIFT)
#define LS_ORDER_RELAXED 0u  // plain accesses: 0 as well
#define LS_ORDER_ACQUIRE 1u
#define LS_ORDER_RELEASE 2u
#define LS_ORDER_ACQ_REL 3u
#define LS_ORDER_SEQ_CST 4u
#define LS_EVENT_SCOPE_SHIFT 6u
#define LS_EVENT_SCOPE_MASK (7u << LS_EVENT_SCOPE_SHIFT)
#define LS_EVENT_SCOPE_WORK_ITEM 0u
#define LS_EVENT_SCOPE_SUB_GROUP 1u
#define LS_EVENT_SCOPE_WORK_GROUP 2u
#define LS_EVENT_SCOPE_DEVICE 3u
#define LS_EVENT_SCOPE_ALL_SVM 4u
#define LS_EVENT_REMOTE (1u << 9)
#define LS_EVENT_REGION_SHIFT 10u
#define LS_EVENT_REGION_MASK (3u << LS_EVENT_REGION_SHIFT)
#define LS_REGION_GLOBAL 0u
#define LS_REGION_LOCAL 1u
#define LS_REGION_IMAGE 2u  // ordered by what orders global memory, and by CLK_IMAGE_MEM_FENCE
// The regions that a fence names.
#define LS_EVENT_FENCE_LOCAL (1u << 12)
#define LS_EVENT_FENCE_GLOBAL (1u << 13)
#define LS_EVENT_FENCE_IMAGE (1u << 14)
// Atomics: what the access did. A failed compare-exchange reads only, in its failure order.
#define LS_EVENT_READS (1u << 15)
#define LS_EVENT_WRITES (1u << 16)
// A plain access that another work-item's access brought to light, logged by that one just before its
// own. It stands before whatever its work-item has logged since; only `events` and `segment` tell where.
#define LS_EVENT_LATE (1u << 17)
// The release (acquire) fence that a barrier of wider scope than the group is on entry (exit).
#define LS_EVENT_BARRIER (1u << 18)
// A late write whose value is known no more, but to differ from what its work-item wrote there later.
#define LS_EVENT_OTHER_VALUE (1u << 19)
// Class NONE: an asynchronous copy begins, called by this event's work-item. `cell`: the copy's slot, the actor
// that its accesses are by (behind the group's work-items); `value`: the event that it is waited for by, and
// LS_EVENT_COPY_ALONE if the work-item is its group's only one. Its accesses have this event's `events`.
#define LS_EVENT_COPY (1u << 20)
#define LS_EVENT_COPY_ALONE ((ls_u64)1 << 32)
// Class NONE: the work-item has passed a wait for the copies of event `value`.
#define LS_EVENT_WAIT (1u << 21)
// Class NONE: at a sub_group_barrier with these fence flags. Order release: the work-item has come to it; order
// acquire: it goes on. `value`: a name, within the group, of the meeting, which is of those of one sub-group who wait
// at one place with equal counts. All who are at a meeting come before the first of them goes on.
#define LS_EVENT_PART (1u << 22)
// Not in the log: a read-modify-write that publishes nothing has written what it found.
#define LS_EVENT_SAME (1u << 23)

// The log is a ring. Who takes a place beyond `tail + capacity` waits for the host to read on or, where no
// host reads while the kernel runs (`drained` 0), writes nothing: what was logged before is still a
// whole prefix. Where the host reads through a queue of the driver (host/running/side_queue.h), which may
// come to a halt, a work-item that has looked `patience` times at the same `tail` makes `drained` 0 itself.
typedef struct {
  ls_u64 next;      // places taken
  ls_u64 reserved_a[7];
  ls_u64 tail;      // events the host has read; only the host writes it
  ls_u64 capacity;  // places, a power of two
  ls_u64 patience;  // looks; 0: without end
  ls_u32 drained;   // 1: the host reads while the kernel runs
  ls_u32 blocks;    // 1: the places lie in blocks; for the host alone, device libraries know
  ls_u32 reserved_b[8];
} ls_event_log;
LS_STATIC_ASSERT(sizeof(ls_event_log) == 128, event_log_is_128_bytes);
// followed by capacity x ls_event; or by blocks of so many places, in which what is written at once lies side by side
// for all of them, in the order of ls_event: where the work-items of a sub-group log together, that is so many times
// fewer transactions.
#define LS_EVENT_BLOCK 32u

// How many bytes are written at once from `field` of an event on: its first two words alone, since the first comes
// last, then two words at a time.
LS_INLINE ls_u32 ls_event_piece(ls_u32 field) { return field < __builtin_offsetof(ls_event, cell) ? 8u : 16u; }

// Where what is written at once at `field` of an event lies in such a log, behind its head. `at`: the event's place in
// the ring.
LS_INLINE ls_u64 ls_event_in_block(ls_u64 at, ls_u32 field) {
  const ls_u64 in_block = at % LS_EVENT_BLOCK;
  return (at - in_block) * sizeof(ls_event) + field * LS_EVENT_BLOCK + in_block * ls_event_piece(field);
}

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_EVENT_H_
