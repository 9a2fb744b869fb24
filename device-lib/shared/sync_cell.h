// The cell of a kernel that synchronises with atomics or fences: which accesses must be logged so that
// the host, which alone knows what the atomics order, sees a race of every byte that is in one. Pure,
// so that the host can test it; read both as OpenCL C and as C++.
//
// A cell is in one of three states. It lies in the same planes as those of cell.h:
//
//   empty
//   exclusive  one work-item has it. Its latest read and write, and its latest write of another value
//              than that, are its *residents*: kept here and not logged. Each stands for those before it,
//              by program order: what races with an earlier one races with it too.
//   contested  every access so far is logged. From the first access by a copy on a cell is contested for
//              good: neither barriers nor program order say when a copy is over.
//
//              63        actor_shift   segment_shift    13   12..0
//   head       | actor     | clock       | 0 or site     | state |   the latest access's work-item
//   exclusive  more[0]  events of write (32)   | events of read (32)
//              more[1]  segment of write (32)  | segment of read (32)
//              more[2]  sites of write (21) | of read (21) | of the other write (21)
//              more[3]  events of the other write (32) | its segment (32)
//   brief      nothing: the one resident is the latest access, whose site the head has, and its events or its
//              segment is 0. So is a cell that is touched once, which costs no memory but its head.
//   contested  more[0]  several groups (1, at bit 32) | greatest segment (32)
//              more[1]  first actor of the one group; nothing if there are several
//              more[2]  version: 1 + place in the log of the last atomic write but those that are LS_EVENT_SAME, 0 if
//                       there is none
//
// `clock` is events + segment (event.h). Both only grow, so that equal sums mean equal terms.
//
// Whoever comes to a cell whose residents are another work-item's has them logged (LS_EVENT_LATE), unless
// barriers order them before it and nobody can race with them who would not race with it. A resident is
// ordered, by program order or barriers, behind everything of its cell that was logged before: nothing
// need be known of the past of an event that comes late.
// tests/unit/device-lib/sync_cell_test.cc checks all this against a brute-force model.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_SYNC_CELL_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_SYNC_CELL_H_

#include "device-lib/shared/event.h"
#include "device-lib/shared/record.h"
#include "device-lib/shared/types.h"

// The head's state; LS_BUSY (bit 5) as in record.h. None of the first three: empty.
#define LS_SYNC_WRITE (1u << 0)      // exclusive: there is a resident write,
#define LS_SYNC_READ (1u << 1)       // ... a read,
#define LS_SYNC_OTHER (1u << 2)      // ... an earlier write of another value
#define LS_SYNC_CONTESTED (1u << 3)
// At the head's clock its work-item has read, has written the value in the values plane.
#define LS_SYNC_HAS_READ (1u << 6)
#define LS_SYNC_HAS_WRITTEN (1u << 7)
// The resident came through an image.
#define LS_SYNC_WRITE_IMAGE (1u << 8)
#define LS_SYNC_READ_IMAGE (1u << 9)
#define LS_SYNC_OTHER_IMAGE (1u << 10)
// The exclusive cell is brief: its clock is the resident's segment (events 0), or its events (segment 0).
#define LS_SYNC_BRIEF_SEGMENT (1u << 11)
#define LS_SYNC_BRIEF_EVENTS (1u << 12)
#define LS_SYNC_BRIEF (LS_SYNC_BRIEF_SEGMENT | LS_SYNC_BRIEF_EVENTS)
#define LS_SYNC_RESIDENTS (LS_SYNC_WRITE | LS_SYNC_READ | LS_SYNC_OTHER)
#define LS_SYNC_IMAGES (LS_SYNC_WRITE_IMAGE | LS_SYNC_READ_IMAGE | LS_SYNC_OTHER_IMAGE)

#define LS_SYNC_SITE_BITS 21u
#define LS_SYNC_SITE_MASK ((1u << LS_SYNC_SITE_BITS) - 1u)
#define LS_SYNC_SEVERAL ((ls_u64)1 << 32)

typedef struct {
  ls_u64 head;  // without LS_BUSY
  ls_u64 more[LS_MORE_RECORDS];
  ls_u64 value;  // the last plain write's; meaningful only if one is a resident
} ls_sync_cell;

typedef struct {
  ls_u64 actor;
  ls_u64 value;        // plain writes: the bits written
  ls_u64 first_actor;  // heads of lower actors are leftovers of earlier launches
  ls_u64 group_first;  // actor number of the first work-item of the group
  ls_u32 group_size;
  ls_u32 cls;      // LS_CLASS_*
  ls_u32 region;   // LS_REGION_*
  ls_u32 events;   // atomics and fences that the work-item has logged
  ls_u32 segment;  // barriers that it has passed
  ls_u32 from;     // first segment of its group's that barriers do not order before it
  ls_u32 site;
  ls_u32 segment_shift;
  ls_u32 actor_shift;
  ls_u32 copy;  // 1: by an asynchronous copy, which no barrier completes
} ls_sync_access;

// What goes into the log, in this order; `what` as in event.h.
typedef struct {
  ls_u32 what, site, events, segment;
} ls_sync_entry;

typedef struct {
  ls_u32 count;  // of those below that there are; the `what` of the others is 0
  // Of those that are LS_EVENT_LATE actor and value; of the access itself its own hold.
  ls_u64 late_actor;
  ls_u64 late_value;
  ls_sync_entry other, read, write;  // residents
  ls_sync_entry own;
} ls_sync_outcome;

// The entry at place `i`, up to 3, of the order in which they are logged. Where they are no array, none need lie in
// memory.
LS_INLINE ls_sync_entry ls_sync_entry_at(const ls_sync_outcome* out, ls_u32 i) {
  ls_sync_entry entry;
#define LS_OF_PLACE(field) \
  (i == 0 ? out->other.field : i == 1u ? out->read.field : i == 2u ? out->write.field : out->own.field)
  entry.what = LS_OF_PLACE(what);
  entry.site = LS_OF_PLACE(site);
  entry.events = LS_OF_PLACE(events);
  entry.segment = LS_OF_PLACE(segment);
#undef LS_OF_PLACE
  return entry;
}

// Where the more records of global cell `index` lie in their plane, in cells; a one-to-one map of each block of
// LS_SYNC_MORE_BLOCK cells. Cells that cannot be brief are often those of the first work-item of each group, which
// makes its group's atomic operations, and so one group's size apart: here they lie side by side, in few pages of
// memory that the device has to be given when they are first written.
#define LS_SYNC_MORE_BLOCK 4096u
LS_INLINE ls_u64 ls_sync_more_at(ls_u64 index) {
  return (index & ~(ls_u64)(LS_SYNC_MORE_BLOCK - 1u)) | (index & 63u) << 6 | (index >> 6 & 63u);
}

LS_INLINE ls_u64 ls_sync_clock_of(ls_u64 head, ls_u32 segment_shift, ls_u32 actor_shift) {
  return head >> segment_shift & (((ls_u64)1 << (actor_shift - segment_shift)) - 1u);
}

// The head of an access by `actor` at `clock` = events + segment, which must fit its field.
LS_INLINE ls_u64 ls_sync_head(ls_u64 actor, ls_u64 clock, ls_u32 segment_shift, ls_u32 actor_shift) {
  return actor << actor_shift | clock << segment_shift;
}

// Does `head` say that a plain access of class `cls` with head `mine` adds nothing? `value_known`:
// for writes, whether the values plane, looked at before the head, held the value written.
LS_INLINE ls_u32 ls_sync_covered(ls_u64 head, ls_u64 mine, ls_u32 cls, ls_u32 value_known,
                                 ls_u32 segment_shift) {
  if ((head ^ mine) >> segment_shift != 0 || (head & LS_BUSY)) return 0;
  return cls == LS_CLASS_R ? (head & LS_SYNC_HAS_READ) != 0
                           : value_known && (head & LS_SYNC_HAS_WRITTEN);
}

LS_INLINE ls_u32 ls_sync_live(ls_u64 head, ls_u64 first_actor, ls_u32 actor_shift) {
  return (head & (LS_SYNC_RESIDENTS | LS_SYNC_CONTESTED)) && ls_of_launch(head, first_actor, actor_shift);
}

// The head of a brief cell with the plain access as its resident; 0 if it cannot be brief. A copy's never is: its
// access is not over when the caller goes on.
LS_INLINE ls_u64 ls_sync_brief(const ls_sync_access* access) {
  if (access->copy) return 0;
  const ls_u32 ss = access->segment_shift;
  const ls_u32 image = access->region == LS_REGION_IMAGE;
  const ls_u64 mine = ls_sync_head(access->actor, (ls_u64)access->events + access->segment, ss,
                                   access->actor_shift);
  if ((access->events != 0 && access->segment != 0) || access->site >> (ss - LS_SITE_SHIFT) != 0) return 0;
  return mine | (ls_u64)access->site << LS_SITE_SHIFT |
         (access->events != 0 ? LS_SYNC_BRIEF_EVENTS : LS_SYNC_BRIEF_SEGMENT) |
         (access->cls == LS_CLASS_R
              ? LS_SYNC_READ | LS_SYNC_HAS_READ | (image ? LS_SYNC_READ_IMAGE : 0u)
              : LS_SYNC_WRITE | LS_SYNC_HAS_WRITTEN | (image ? LS_SYNC_WRITE_IMAGE : 0u));
}

// Whether a plain access takes a cell with `head` to the brief one `fresh`, as nearly all do: from an empty cell, or
// from one that is brief and to be so again. `fresh`: of ls_sync_brief, 0 if it cannot be. `same`: for writes, whether
// the values plane holds the value written.
LS_INLINE ls_u32 ls_sync_quick(ls_u64 head, ls_u64 fresh, ls_u32 same, ls_u64 first_actor, ls_u32 actor_shift) {
  // A cell that somebody has taken may look empty, but is not ours.
  if (fresh == 0 || ((head & LS_BUSY) && ls_of_launch(head, first_actor, actor_shift))) return 0;
  if (!ls_sync_live(head, first_actor, actor_shift)) return 1;
  return (head & LS_SYNC_BRIEF) && (head ^ fresh) >> actor_shift == 0 &&
         ((head ^ fresh) & LS_SYNC_RESIDENTS) == 0 && (same || (fresh & LS_SYNC_READ));
}

// Writes a brief cell out, so that it is an exclusive one like others.
LS_INLINE void ls_sync_expand(ls_sync_cell* cell, ls_u32 segment_shift, ls_u32 actor_shift) {
  const ls_u64 head = cell->head;
  if (!(head & LS_SYNC_BRIEF)) return;
  const ls_u64 sites = ((ls_u64)1 << (segment_shift - LS_SITE_SHIFT)) - 1u;
  const ls_u64 clock = ls_sync_clock_of(head, segment_shift, actor_shift);
  const ls_u64 site = head >> LS_SITE_SHIFT & sites;
  const ls_u32 shift = (head & LS_SYNC_WRITE) ? 32u : 0u;
  cell->head = head & ~(sites << LS_SITE_SHIFT | LS_SYNC_BRIEF);
  cell->more[0] = (head & LS_SYNC_BRIEF_EVENTS) ? clock << shift : 0u;
  cell->more[1] = (head & LS_SYNC_BRIEF_EVENTS) ? 0u : clock << shift;
  cell->more[2] = (head & LS_SYNC_WRITE) ? site : site << LS_SYNC_SITE_BITS;
  cell->more[3] = 0;
}

LS_INLINE void ls_sync_add(ls_sync_outcome* out, ls_sync_entry* entry, ls_u32 what, ls_u32 site, ls_u64 events,
                           ls_u64 segment) {
  ++out->count;
  entry->what = what;
  entry->site = site & LS_SYNC_SITE_MASK;
  entry->events = (ls_u32)events;
  entry->segment = (ls_u32)segment;
}

LS_INLINE ls_u32 ls_sync_region(ls_u32 region, ls_u64 image) {
  return (image ? LS_REGION_IMAGE : region) << LS_EVENT_REGION_SHIFT;
}

// Adds the residents of `cell`, the oldest kind first. `region`: of the access, for those that did not
// come through an image.
LS_INLINE void ls_sync_add_residents(const ls_sync_cell* cell, ls_u32 region, ls_sync_outcome* out) {
  const ls_u64 head = cell->head;
  if (region == LS_REGION_IMAGE) region = LS_REGION_GLOBAL;
  if (head & LS_SYNC_OTHER)
    ls_sync_add(out, &out->other,
                LS_CLASS_W | LS_EVENT_LATE | LS_EVENT_OTHER_VALUE | ls_sync_region(region, head & LS_SYNC_OTHER_IMAGE),
                (ls_u32)(cell->more[2] >> (2u * LS_SYNC_SITE_BITS)), cell->more[3] >> 32, cell->more[3]);
  if (head & LS_SYNC_READ)
    ls_sync_add(out, &out->read, LS_CLASS_R | LS_EVENT_LATE | ls_sync_region(region, head & LS_SYNC_READ_IMAGE),
                (ls_u32)(cell->more[2] >> LS_SYNC_SITE_BITS), cell->more[0], cell->more[1]);
  if (head & LS_SYNC_WRITE)
    ls_sync_add(out, &out->write, LS_CLASS_W | LS_EVENT_LATE | ls_sync_region(region, head & LS_SYNC_WRITE_IMAGE),
                (ls_u32)cell->more[2], cell->more[0] >> 32, cell->more[1] >> 32);
}

// The greatest segment of the residents.
LS_INLINE ls_u32 ls_sync_latest(const ls_sync_cell* cell) {
  ls_u32 latest = 0;
  if (cell->head & LS_SYNC_WRITE) latest = (ls_u32)(cell->more[1] >> 32);
  if ((cell->head & LS_SYNC_READ) && (ls_u32)cell->more[1] > latest) latest = (ls_u32)cell->more[1];
  if ((cell->head & LS_SYNC_OTHER) && (ls_u32)cell->more[3] > latest) latest = (ls_u32)cell->more[3];
  return latest;
}

// Makes the plain access a resident of a cell that is exclusive to its work-item, or was emptied.
LS_INLINE void ls_sync_reside(ls_sync_cell* cell, const ls_sync_access* access, ls_u64 mine,
                              ls_u32 seen) {
  ls_u64 state = cell->head & (LS_SYNC_RESIDENTS | LS_SYNC_IMAGES);
  const ls_u32 image = access->region == LS_REGION_IMAGE;
  const ls_u64 low = 0xffffffffu;
  const ls_u64 site = access->site & LS_SYNC_SITE_MASK;
  const ls_u64 sites = LS_SYNC_SITE_MASK;
  if (access->cls == LS_CLASS_R) {
    cell->more[0] = (cell->more[0] & ~low) | access->events;
    cell->more[1] = (cell->more[1] & ~low) | access->segment;
    cell->more[2] = (cell->more[2] & ~(sites << LS_SYNC_SITE_BITS)) | site << LS_SYNC_SITE_BITS;
    state = (state & ~(ls_u64)LS_SYNC_READ_IMAGE) | LS_SYNC_READ | (image ? LS_SYNC_READ_IMAGE : 0u);
    seen |= LS_SYNC_HAS_READ;
  } else {
    if ((state & LS_SYNC_WRITE) && cell->value != access->value) {
      cell->more[3] = (cell->more[0] & ~low) | cell->more[1] >> 32;
      cell->more[2] = (cell->more[2] & (((ls_u64)1 << (2u * LS_SYNC_SITE_BITS)) - 1u)) |
                      (cell->more[2] & sites) << (2u * LS_SYNC_SITE_BITS);
      state = (state & ~(ls_u64)LS_SYNC_OTHER_IMAGE) | LS_SYNC_OTHER |
              ((state & LS_SYNC_WRITE_IMAGE) ? LS_SYNC_OTHER_IMAGE : 0u);
    }
    cell->more[0] = (cell->more[0] & low) | (ls_u64)access->events << 32;
    cell->more[1] = (cell->more[1] & low) | (ls_u64)access->segment << 32;
    cell->more[2] = (cell->more[2] & ~sites) | site;
    cell->value = access->value;
    state = (state & ~(ls_u64)LS_SYNC_WRITE_IMAGE) | LS_SYNC_WRITE | (image ? LS_SYNC_WRITE_IMAGE : 0u);
    seen |= LS_SYNC_HAS_WRITTEN;
  }
  cell->head = mine | state | seen;
  const ls_u64 residents = state & LS_SYNC_RESIDENTS;
  const ls_u64 brief = ls_sync_brief(access);
  if (brief != 0 && (residents == LS_SYNC_READ || residents == LS_SYNC_WRITE)) cell->head = brief | seen;
}

// The cell that a plain access, no copy's, leaves of one that is not live.
LS_INLINE ls_sync_cell ls_sync_first(const ls_sync_access* access) {
  ls_sync_cell cell = {0, {0, 0, 0, 0}, 0};
  ls_sync_reside(
      &cell, access,
      ls_sync_head(access->actor, (ls_u64)access->events + access->segment, access->segment_shift, access->actor_shift),
      0);
  return cell;
}

// Applies `access` to `cell` and says what is to be logged. An atomic is logged by the caller, behind
// the entries for all of its cells; its cell is contested then.
LS_INLINE ls_sync_outcome ls_sync_step(ls_sync_cell* cell, const ls_sync_access* access) {
  ls_sync_outcome out;
  const ls_u32 ss = access->segment_shift, as = access->actor_shift;
  ls_sync_expand(cell, ss, as);
  const ls_u32 atomic = access->cls == LS_CLASS_AR || access->cls == LS_CLASS_AW;
  const ls_u64 head = cell->head;
  const ls_u64 actor = head >> as;
  const ls_u64 mine =
      ls_sync_head(access->actor, (ls_u64)access->events + access->segment, ss, as);
  // What the same work-item did at the same clock still holds.
  const ls_u32 seen = (head ^ mine) >> ss == 0
                          ? (ls_u32)head & (LS_SYNC_HAS_READ | LS_SYNC_HAS_WRITTEN) : 0u;
  ls_u64 version = 0;
  ls_u64 several = 0;
  ls_u32 latest = access->segment;
  ls_u32 stays = 0;  // the cell is the work-item's own, still or again
  out.count = 0;
  out.other.what = out.read.what = out.write.what = out.own.what = 0;
  out.late_actor = actor;
  out.late_value = cell->value;
  if (!ls_sync_live(head, access->first_actor, as)) {
    cell->head = 0;
    stays = 1;
  } else if (head & LS_SYNC_CONTESTED) {
    version = cell->more[2];
    if (!(cell->more[0] & LS_SYNC_SEVERAL) && cell->more[1] == access->group_first &&
        (ls_u32)cell->more[0] < access->from) {
      cell->head = 0;
      stays = 1;
    } else {
      several = cell->more[0] & LS_SYNC_SEVERAL;
      if (cell->more[1] != access->group_first) several = LS_SYNC_SEVERAL;
      if ((ls_u32)cell->more[0] > latest) latest = (ls_u32)cell->more[0];
    }
  } else if (actor == access->actor) {
    stays = 1;
    if (atomic) ls_sync_add_residents(cell, access->region, &out);
  } else {
    const ls_u32 resident = ls_sync_latest(cell);
    const ls_u32 in_group = actor - access->group_first < access->group_size;
    stays = in_group && resident < access->from;
    // Behind a barrier, in local memory nobody is left who could race with the residents; in global
    // memory a write of the same value stands for a write.
    const ls_u32 dropped =
        stays && (access->region == LS_REGION_LOCAL ||
                  (access->cls == LS_CLASS_W && cell->value == access->value &&
                   (head & LS_SYNC_RESIDENTS) == LS_SYNC_WRITE));
    if (!dropped) ls_sync_add_residents(cell, access->region, &out);
    if (stays) {
      cell->head = 0;
    } else {
      if (!in_group) several = LS_SYNC_SEVERAL;
      if (resident > latest) latest = resident;
    }
  }
  if (stays && !atomic && !access->copy) {
    ls_sync_reside(cell, access, mine, seen);
    return out;
  }
  // Contested from here on.
  ls_u32 state = LS_SYNC_CONTESTED | seen;
  if (!atomic) {
    const ls_u32 known = access->cls == LS_CLASS_R ? seen & LS_SYNC_HAS_READ
                         : cell->value == access->value ? seen & LS_SYNC_HAS_WRITTEN : 0u;
    if (!known)
      ls_sync_add(&out, &out.own, access->cls | access->region << LS_EVENT_REGION_SHIFT, access->site, access->events,
                  access->segment);
    if (access->cls == LS_CLASS_W) cell->value = access->value;
    state |= access->cls == LS_CLASS_R ? LS_SYNC_HAS_READ : LS_SYNC_HAS_WRITTEN;
  }
  if (access->copy) latest = 0xffffffffu;
  cell->head = mine | state;
  // What says nothing stays, so that the words need not be written again.
  if (!((head & LS_SYNC_CONTESTED) && (cell->more[0] & LS_SYNC_SEVERAL))) cell->more[1] = access->group_first;
  cell->more[0] = several | latest;
  cell->more[2] = version;
  cell->more[3] = 0;
  return out;
}

// What a work-item keeps, in private memory. Where the words of a sub-group's private memory lie side by side, each
// half of a word is a transaction of its own.
typedef struct {
  ls_u32 events;   // atomics and fences that it has logged
  ls_u32 what;     // its last atomic of those that may repeat, LS_EVENT_*; 0: there is none, and nothing below is set
  ls_u64 cell;     // a name of the cell
  ls_u64 version;  // which the atomic read, or wrote
  ls_u32 clock;    // the work-item's, after it
  ls_u32 reserved;
  ls_u64 touched;  // only where the work-items of a group run one after the other: 0: no plain accesses since then
} ls_sync_self;

// Whether an atomic of this kind may be one that ls_sync_repeats: it is no release, which would publish the plain
// accesses in between, or there are none. `touched`: whether there may be any.
LS_INLINE ls_u32 ls_sync_may_repeat(ls_u32 what, ls_u32 touched) {
  const ls_u32 order = (what & LS_EVENT_ORDER_MASK) >> LS_EVENT_ORDER_SHIFT;
  return !touched || !(what & LS_EVENT_WRITES) || order == LS_ORDER_RELAXED || order == LS_ORDER_ACQUIRE;
}

// Whether an atomic that may repeat does but what the last one did: so a work-item waits. Then it need not be logged,
// and counts as no event: it has logged nothing since and passed no barrier; and if it reads only, or leaves what it
// finds, it reads the same version; if it writes, too, nobody else has touched the cell, so that it reads what it wrote
// and acquires what it has acquired. `head`, `version`: the cell's; `clock`: the work-item's.
LS_INLINE ls_u32 ls_sync_repeats(const ls_sync_self* self, ls_u64 cell, ls_u32 what, ls_u64 head, ls_u64 version,
                                 ls_u64 actor, ls_u64 clock, ls_u32 segment_shift, ls_u32 actor_shift) {
  if (self->what != what || self->clock != (ls_u32)clock || self->cell != cell) return 0;
  if (!(head & LS_SYNC_CONTESTED) || self->version != version) return 0;
  if (!(what & LS_EVENT_WRITES) || (what & LS_EVENT_SAME)) return 1;
  return (head ^ ls_sync_head(actor, clock - 1u, segment_shift, actor_shift)) >> segment_shift == 0;
}

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_SYNC_CELL_H_
