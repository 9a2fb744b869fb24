// The control block: what one launch tells its instrumented kernel. Written by the host
// before the launch, only read by the device. docs/abi.md explains every field.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_CONTROL_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_CONTROL_H_

#include "device-lib/shared/types.h"

#define LS_ABI_VERSION 1u

// Hidden kernel arguments, in this order, after the application's own.
#define LS_HIDDEN_CONTROL 0u  // __global const ls_control *, followed by its roots and images
#define LS_HIDDEN_HEADS 1u    // __global ulong *   one head record per global cell
#define LS_HIDDEN_VALUES 2u   // __global uchar *   last plainly written value, byte by byte
#define LS_HIDDEN_MORE 3u     // __global ulong *   LS_MORE_RECORDS further records per global cell
#define LS_HIDDEN_LOG 4u      // __global ls_log *
#define LS_HIDDEN_LOCAL 5u    // __local ulong *    the group's meetings; where groups are serial, local memory's planes
#define LS_HIDDEN_COUNT 6u  // of most kernels
#define LS_HIDDEN_EVENTS 6u   // __global ls_event_log *, only of kernels that synchronise (event.h)
#define LS_HIDDEN_MOST 7u

// A memory root: one kernel argument or variable whose accesses are checked.
// Roots are numbered: root i < number of arguments is argument i; then the kernel's local
// variables in the order of the description's `locals` list; then its program-scope `variables`;
// then SVM ranges (with `base`).
//
// `packed` says once more what every check wants, for one load of 16 bytes (hot.h).
typedef struct {
  ls_u64 packed[2];    // ls_pack_root
  ls_u64 delta;        // position of the byte that the argument points to
  ls_u64 reach;        // `limit`; all ones with LS_ROOT_STAYS
  ls_u64 first_value;  // byte index of the object's first byte in the values plane
  ls_u64 first_cell;   // index of the root's object's first cell in the heads/more planes
  ls_u64 size;         // bytes that have cells; 0: not checked for races in this launch
  ls_u64 limit;        // accesses stay within the positions [0, limit); `size` is this or 0
  ls_u32 shift;        // log2 of the granule (0..3): one cell per 2^shift bytes
  ls_u32 flags;        // LS_ROOT_*
  ls_u64 base;         // device address of the object's start, for ranges; else 0
} ls_root;

// packed[0]: reach (40 bits) | first_cell, its low 24
// packed[1]: delta (40 bits) | first_cell, its high 20 | shift (2) | whether size is not 0 (1)
#define LS_PACKED_PLACE_BITS 40u
#define LS_PACKED_PLACES (((ls_u64)1 << LS_PACKED_PLACE_BITS) - 1u)
#define LS_PACKED_LOW_BITS 24u
#define LS_PACKED_HIGH_BITS 20u
#define LS_PACKED_SHIFT_AT (LS_PACKED_PLACE_BITS + LS_PACKED_HIGH_BITS)
#define LS_PACKED_CHECKED_AT (LS_PACKED_SHIFT_AT + 2u)

// Fills in `packed` by the other fields. No device has memory for an object of 2^40 bytes and its records.
LS_INLINE void ls_pack_root(ls_root* root) {
  const ls_u64 low = root->first_cell & (((ls_u64)1 << LS_PACKED_LOW_BITS) - 1u),
               high = root->first_cell >> LS_PACKED_LOW_BITS;
  const ls_u64 reach = root->reach < LS_PACKED_PLACES ? root->reach : LS_PACKED_PLACES;
  root->packed[0] = reach | low << LS_PACKED_PLACE_BITS;
  root->packed[1] = (root->delta & LS_PACKED_PLACES) | high << LS_PACKED_PLACE_BITS |
                    (ls_u64)root->shift << LS_PACKED_SHIFT_AT | (ls_u64)(root->size != 0) << LS_PACKED_CHECKED_AT;
}
#define LS_ROOT_LOCAL 1u  // the root is local memory
#define LS_ROOT_IMAGE 2u  // an image: entry `flags >> LS_ROOT_INDEX_SHIFT` of the image table
#define LS_ROOT_BUFFER_IMAGE 4u  // ... made from a buffer, whose cells it shares
// No memory but a sampler (size 0): its bits (image.h) are `flags >> LS_ROOT_INDEX_SHIFT`.
#define LS_ROOT_SAMPLER 8u
// Accesses through it are proven to stay, or nobody asks: none is looked at for where it goes. Only where size is 0.
#define LS_ROOT_STAYS 16u
// The object's number among those of its region in this launch, modulo 32; roots of one object share it. Findings are
// counted for each (LS_KEY_OBJECT).
#define LS_ROOT_OBJECT_SHIFT 5u
#define LS_ROOT_OBJECTS 32u
#define LS_ROOT_INDEX_SHIFT 10u
#define LS_ROOT_UNKNOWN 0xffffffffu  // root number of an access whose root the pass cannot name
#define LS_ROOT_NONE 0xfffffffeu     // ... of a side of a copy that is not checked
LS_STATIC_ASSERT(sizeof(ls_root) == 80, root_is_80_bytes);

typedef struct {
  ls_u32 abi;             // LS_ABI_VERSION
  ls_u32 num_roots;       // entries of the root table that follows this header
  ls_u32 num_ranges;      // how many of them, at the table's end, are address ranges, by address
  ls_u32 site_shift;      // record layout, see record.h; always LS_SITE_SHIFT
  // Twice 16 bytes that are read together (hot.h).
  ls_u64 first_actor;     // actor number of this launch's work-item 0; records below are stale
  ls_u32 group_size;      // actors of a full (enqueued) work-group: its items, then copies
  ls_u32 shifts;          // segment_shift | actor_shift << 8
  ls_u32 local_size[3];   // enqueued local size
  ls_u32 segment_limit;   // segments >= this do not fit: counted in the log, not checked
  ls_u32 segment_shift;   // low bit of the segment field
  ls_u32 actor_shift;     // low bit of the actor field
  ls_u32 log_slots;       // slots of the log's table, a power of two
  ls_u32 local_slab_at;   // lshadow layout: LS_SLAB_WORDS words, if slabs are shared
  ls_u64 total_cells;     // cells in the global planes that this launch may touch
  // On devices that run the work-items of a group together: where the records of local memory lie in the global planes,
  // in slabs (slab.h).
  ls_u64 local_first_cell;
  ls_u64 local_first_value;
  ls_u64 local_values;  // bytes of values of a slab
  ls_u32 local_cells;   // cells of all local roots of one group together
  ls_u32 local_slabs;  // how many groups share them; 0: each group has its own. Where groups are serial: rooms (room.h)
  ls_u32 local_values_at;  // lshadow layout in 8-byte words from its start: values plane
  ls_u32 local_more_at;    // ditto, more plane (heads start at LS_LOCAL_SYNC_WORDS)
  ls_u32 flags;            // LS_CONTROL_*
  ls_u32 group_items;      // actors of a group without its copies: work-items, in lock step blocks of them
  ls_u32 local_copies_at;  // lshadow layout: the LS_COPY_SLOTS open copies, if the kernel has copies
  ls_u32 simd_width;       // work-items of a block in lock step; 0: none asked for (same_instruction.h)
  ls_u32 written_slots;    // entries of the table behind the log, a power of two; 0: no such model
  ls_u32 parted_tables;    // tables for groups that part, behind that (parted.h)
  // lshadow layout: the ls_offers of work-group functions (exchange.h), if the kernel has any; on devices that run the
  // work-items of a group together, what they say where sub-groups meet (part_words.h).
  ls_u32 local_offers_at;
  ls_u32 room_words;  // of a room of room.h, in 8-byte words; 0: the twin has none
  ls_u64 resident;    // address of the table of addresses of resident.def's functions; 0: twins call none of them
  ls_u64 unused_too;  // so that the roots behind it begin at a multiple of 16
} ls_control;
#define LS_CONTROL_IN_BLOCKS 1u  // --model=lockstep:N: an actor is a block of `simd_width` work-items
LS_STATIC_ASSERT(sizeof(ls_control) == 160, control_is_160_bytes);

// The first words of the hidden local argument belong to the barrier synchronisation
// of transformed kernels (instrument/transforms, docs/barriers.md).
#define LS_LOCAL_SYNC_WORDS 72u

#define LS_SLAB_WORDS 2u  // the group's slab; how many of its work-items have left the kernel

// Asynchronous copies of a group that can be told apart while they are open, each an actor of its own.
#define LS_COPY_SLOTS 16u

// What an open copy goes on touching, in local memory; work-item 0 of the group keeps it.
typedef struct {
  ls_u64 address;
  ls_u64 position;  // byte position in the root's object
  ls_u64 step;      // bytes from one element to the next
  ls_u32 root;      // LS_ROOT_UNKNOWN: this side is not checked
  ls_u32 site;
} ls_copy_side;
typedef struct {
  ls_u64 count;      // elements
  ls_u32 event;      // by which the kernel waits for it; 0: the slot is free
  ls_u32 element;    // bytes of an element
  ls_u32 to_global;  // 1: from local to global memory
  ls_u32 segment;    // barriers passed when it was called, and per region the first segment of
  ls_u32 global_from;  // the group's work-items that was not ordered before the call
  ls_u32 local_from;
  ls_copy_side to;
  ls_copy_side from;
} ls_copy;
#define LS_COPY_WORDS 12u  // in 8-byte words

// What work-item 0 brings to a copy that the group does not provably make with equal arguments;
// behind the slots.
typedef struct {
  ls_u64 to;
  ls_u64 from;
  ls_u64 count;
  ls_u64 stride;
  ls_u32 event;
  ls_u32 site;
} ls_copy_claim;
#define LS_COPY_CLAIM_WORDS 5u
LS_STATIC_ASSERT(sizeof(ls_copy_claim) == 8 * LS_COPY_CLAIM_WORDS, copy_claim_is_5_words);
LS_STATIC_ASSERT(sizeof(ls_copy) == 8 * LS_COPY_WORDS, copy_is_12_words);

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_CONTROL_H_
