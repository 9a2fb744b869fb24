// The log: what a launch found, de-duplicated on the device by what met what and where.
// Zeroed by the host before the launch, but for `mark`, and read back after it; `stop` alone changes meanwhile.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_LOG_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_LOG_H_

#include "device-lib/shared/types.h"

// What a slot holds (low 4 bits of its key; 0 = free slot).
#define LS_FINDING_RACE 1u         // two accesses, different values or not two plain writes
#define LS_FINDING_SAME_VALUE 2u   // two plain writes of equal values
#define LS_FINDING_WRONG_FLAG 3u   // ordered only by a barrier whose flags miss the region
#define LS_FINDING_DIVERGENCE 4u   // barrier divergence
#define LS_FINDING_STOPPED 5u      // work-items that left because the host said so: site_a, of group site_b
#define LS_FINDING_OUTSIDE 6u      // an access, record_b at site_a, outside the object that it names

typedef struct {
  ls_u64 key;           // 0: free. finding kind (4) | flags (12) | site_b (24) | site_a (24)
  ls_u32 ready;         // 1 once the fields below are complete
  ls_u32 count;         // occurrences, this one included; of races LS_COUNT_LIMIT or more stands for any number
  ls_u64 record_a;      // the earlier access as the cell remembered it (divergence: see docs/abi.md)
  ls_u64 record_b;      // the access that met it
  ls_u64 position;      // byte position in the object (races; outside: of the access, as a signed number)
  ls_u32 root;          // root number through which access b came (outside: or the object that lies nearest)
  ls_u32 bytes;         // bytes in conflict (outside: of the access)
  ls_u64 extra[4];      // divergence: loop iteration counts; races: extra[0], see docs/abi.md
} ls_slot;
LS_STATIC_ASSERT(sizeof(ls_slot) == 80, slot_is_80_bytes);

// From then on a pair of accesses that meets again is as cheap as one that does not meet: nothing is written any more.
#define LS_COUNT_LIMIT 1024u
// From then on its cells keep the records that they have, where these stand for all others (raced.h): work-items do not
// wait for each other at the one cell that they all race at.
#define LS_SHOWN 64u

#define LS_KEY_INTER_GROUP (1u << 4)
#define LS_KEY_LOCAL (1u << 5)
// A race although the later access's work-item passed a barrier since the earlier one (parted.h):
#define LS_KEY_LEFT (1u << 6)     // the earlier one's had left the kernel before
#define LS_KEY_PARTED (1u << 7)   // ... or was not at that barrier with it
#define LS_KEY_UNNAMED (1u << 8)  // ... and its flags do not name the region either
// A race of two plain writes that, as far as the cell knows, are of the same value: the earlier stands for another
// access to these bytes, a read or a write of another value (LS_VARIED).
#define LS_KEY_STANDS (1u << 9)
// Of which object: LS_ROOT_OBJECTS numbers, of five bits. One pair of statements may race at several, by a pointer that
// is chosen as the kernel runs.
#define LS_KEY_OBJECT_SHIFT 10u
#define LS_KEY_INSTRUCTION (1u << 15)  // a race within one dynamic instruction (lock step)
// Instead of the group's number where it has not begun, or does not fit (LS_FINDING_STOPPED).
#define LS_STOPPED_NO_GROUP 0xffffffu
#define LS_KEY_SITE_B_SHIFT 16u
#define LS_KEY_SITE_A_SHIFT 40u

typedef struct {
  ls_u32 used;               // slots taken
  ls_u32 dropped;            // findings for which no slot was free
  ls_u32 segment_overflow;   // accesses not checked because the segment field was full
  ls_u32 unattributed;       // accesses outside the object that they name, or outside every known one
  ls_u32 evicted;            // records a cell had to forget although they could still matter
  ls_u32 local_overruns;     // of `unattributed`, the writes to local memory
  ls_u32 untracked_copies;   // asynchronous copies for which no slot was free: not checked
  ls_u32 not_compared;       // lock step: writes for which the table of values had no entry
  ls_u32 stop;               // written by the host while the launch runs: 1: all work-items leave
  ls_u32 loops_ended;        // work-items whose loops the driver had ended before their conditions did
  ls_u64 mark;               // the host's, before the launch; anything else there after it: a wild write came by
  ls_u32 not_followed;       // meetings of parted groups that the table of parted.h could not follow
  ls_u32 begun;              // 1: some work-item has looked at `stop`; in kernels that do
  ls_u32 tables_taken;  // 1: something has been written behind the slots, in tables of parted.h, and is still there
  ls_u32 parts_unlike;  // work-items of fixed parts (parted.h) that are in another sub-group than their like elsewhere
} ls_log;
LS_STATIC_ASSERT(sizeof(ls_log) == 64, log_is_64_bytes);
// followed by control.log_slots x ls_slot, then control.written_slots x ls_written, then
// control.parted_tables tables of parted.h, then, of kernels with fixed parts, control.group_items words for those

// Under --model=lockstep:N: what a work-item of a block wrote to a cell at a dynamic instruction.
typedef struct {
  ls_u64 key;    // 0: free. A hash of block, segment, site, cell and iterations: two of them are
                 // taken for one with a chance of 2^-63
  ls_u64 value;
  ls_u64 who;    // local linear id + 1; 0: not filled in yet
} ls_written;
LS_STATIC_ASSERT(sizeof(ls_written) == 24, written_is_24_bytes);

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_LOG_H_
