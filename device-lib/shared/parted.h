// What the work-items of a group executed together once they have parted: a barrier orders those who
// waited at it together, and who has left the kernel has passed only the barriers that it executed
// (semantics section 2). As long as nobody parts, one number says it all (record.h) and nothing of
// this exists; then the group gets a table in global memory, behind the log.
//
// Branches form a tree. All begin as branch 0; when the work-items of a branch come to different
// barriers, or to one in different iterations, those who come later get branches of their own. Two
// work-items were together at all barriers up to where their branches part:
//
//   0 -----+------------+------->      from[] of a branch: what was ordered before its work-items
//          |            +-- 2 --->     when they parted from the branch that it comes of
//          +-- 1 ---+--------->
//                   +-- 3 ---->        a branch's number is above the one's that it comes of
//
// Where all who have not left meet again, `united` says what that orders.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_PARTED_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_PARTED_H_

#include "device-lib/shared/types.h"

#ifdef __OPENCL_C_VERSION__
#define LS_PARTED_SPACE __global
#else
#define LS_PARTED_SPACE
#endif

// 0 where no table is kept, so that nothing is left of all this.
#ifndef LS_MAY_PART
#define LS_MAY_PART 1
#endif

// In the argument `waits` of a check: the work-item's group has parted; the access is to an image.
#define LS_WAITS_PARTED (1u << 31)
#define LS_WAITS_IMAGE (1u << 30)
#define LS_WAITS_MASK (LS_WAITS_IMAGE - 1u)

// Indices of `from` and `united`.
#define LS_ORDER_ANY 0u     // barriers whatever their flags
#define LS_ORDER_GLOBAL 1u  // those that name global memory
#define LS_ORDER_LOCAL 2u
#define LS_ORDER_IMAGE 3u
#define LS_ORDERS 4u

#define LS_PARTED_BRANCHES 32u

typedef struct {
  ls_u32 of;     // the branch that it comes of
  ls_u32 round;  // the segment behind the meeting at which `key` was seen last
  ls_u32 key;    // where its work-items waited
  ls_u32 born;   // ... and behind that at which it parted from the other
  ls_u32 from[LS_ORDERS];
} ls_parted_branch;
LS_STATIC_ASSERT(sizeof(ls_parted_branch) == 32, branch_is_32_bytes);

typedef struct {
  ls_u32 branch;
  ls_u32 left;             // 1: it has left the kernel
  ls_u32 from[LS_ORDERS];  // ... and from here on nothing that it did is ordered before anybody's
} ls_parted_item;

typedef struct {
  ls_u32 owner;     // 1 + the group whose table this is; 0: nobody's
  ls_u32 branches;
  ls_u32 round;     // the segment behind the latest meeting
  ls_u32 key;       // where the first who came to it waited
  ls_u32 united[LS_ORDERS];  // segments below are ordered before all that goes on
  ls_u32 before[LS_ORDERS];  // the same before the latest meeting
  ls_u32 named;     // at the latest meeting: the regions that a flag named, 1 << LS_ORDER_*
  ls_u32 several;   // ... whether work-items waited at different places
  ls_u32 merged;    // ... and whether branches waited at one
  ls_u32 gone;      // work-items that have left
  ls_parted_branch branch[LS_PARTED_BRANCHES];
} ls_parted;  // followed by an ls_parted_item for each work-item of the group
LS_STATIC_ASSERT(sizeof(ls_parted) == 64 + 32 * LS_PARTED_BRANCHES, parted_has_a_header);

// Bytes of the table of a group of `items` work-items.
LS_INLINE ls_u64 ls_parted_bytes(ls_u64 items) {
  return sizeof(ls_parted) + items * sizeof(ls_parted_item);
}

LS_INLINE LS_PARTED_SPACE const ls_parted_item* ls_parted_items(LS_PARTED_SPACE const ls_parted* parted) {
  return (LS_PARTED_SPACE const ls_parted_item*)(parted + 1);
}

// The first segment of work-item `x` that is not ordered before what work-item `y` does now; both are
// counted within the group. `from`: the same of those who were with `y` all the time.
LS_INLINE ls_u32 ls_parted_from(LS_PARTED_SPACE const ls_parted* parted, ls_u32 x, ls_u32 y, ls_u32 order,
                                ls_u32 from) {
  LS_PARTED_SPACE const ls_parted_item* items = ls_parted_items(parted);
  const ls_u32 least = items[x].left ? items[x].from[order] : from;
  ls_u32 a = items[x].branch, b = items[y].branch;
  while (a != b) {
    LS_PARTED_SPACE const ls_parted_branch* branch = parted->branch + (a > b ? a : b);
    if (branch->from[order] < from) from = branch->from[order];
    if (a > b) a = branch->of;
    else b = branch->of;
  }
  if (from < parted->united[order]) from = parted->united[order];
  return least < from ? least : from;
}

// The first segment of `x` that is not ordered before all that the group's work-items do from now on.
LS_INLINE ls_u32 ls_parted_from_all(LS_PARTED_SPACE const ls_parted* parted, ls_u32 x, ls_u32 order, ls_u32 from) {
  LS_PARTED_SPACE const ls_parted_item* item = ls_parted_items(parted) + x;
  const ls_u32 least = item->left ? item->from[order] : from;
  if (parted->branches > 1u && parted->branch[1].from[order] < from) from = parted->branch[1].from[order];
  if (from < parted->united[order]) from = parted->united[order];
  return least < from ? least : from;
}

// Whether what meets `x` is met by who was with `y` all the time: one branch, and neither has left.
LS_INLINE ls_u32 ls_parted_alike(LS_PARTED_SPACE const ls_parted* parted, ls_u32 x, ls_u32 y) {
  LS_PARTED_SPACE const ls_parted_item* items = ls_parted_items(parted);
  return items[x].branch == items[y].branch && items[x].left == 0 && items[y].left == 0;
}

// --- At a meeting; see device-lib/meeting.h ---

// Empties the table for its first meeting.
LS_INLINE void ls_parted_begin(LS_PARTED_SPACE ls_parted* parted, ls_u32 items) {
  LS_PARTED_SPACE ls_parted_item* item = (LS_PARTED_SPACE ls_parted_item*)(parted + 1);
  parted->branches = 1;
  parted->round = 0;
  parted->gone = 0;
  for (ls_u32 i = 0; i < LS_ORDERS; ++i) parted->united[i] = parted->before[i] = 0;
  parted->branch[0].round = 0;
  for (ls_u32 i = 0; i < items; ++i) item[i].branch = item[i].left = 0;
}

// Work-item `x` has left in segment from[LS_ORDER_ANY]; `from` as for ls_parted_meet. It may say so at every
// meeting.
LS_INLINE void ls_parted_leave(LS_PARTED_SPACE ls_parted* parted, ls_u32 x, const ls_u32* from) {
  LS_PARTED_SPACE ls_parted_item* item = (LS_PARTED_SPACE ls_parted_item*)(parted + 1) + x;
  parted->gone += item->left == 0;
  item->left = 1;
  for (ls_u32 i = 0; i < LS_ORDERS; ++i) item->from[i] = from[i];
}

// Work-item `x` waits at the place `key` (site and iterations) with fence flags that make up `named`, bits
// 1 << LS_ORDER_*, at the end of its segment from[LS_ORDER_ANY]; `from`: what is ordered before it, this
// barrier not counted. Returns 0 if the table could not follow: then some of what counts as ordered is not.
LS_INLINE ls_u32 ls_parted_meet(LS_PARTED_SPACE ls_parted* parted, ls_u32 x, ls_u32 key, ls_u32 named,
                                const ls_u32* from) {
  LS_PARTED_SPACE ls_parted_item* item = (LS_PARTED_SPACE ls_parted_item*)(parted + 1) + x;
  const ls_u32 round = from[LS_ORDER_ANY] + 1u;
  if (parted->round != round) {
    parted->round = round;
    parted->key = key;
    parted->named = 0;
    parted->several = parted->merged = 0;
    for (ls_u32 i = 0; i < LS_ORDERS; ++i) parted->before[i] = parted->united[i];
  }
  parted->named |= named;
  if (parted->key != key) parted->several = 1;
  ls_u32 followed = 1;
  LS_PARTED_SPACE ls_parted_branch* mine = parted->branch + item->branch;
  if (mine->round == round && mine->key != key) {  // others of it wait elsewhere
    ls_u32 to = item->branch + 1u;
    while (to < parted->branches && !(parted->branch[to].of == item->branch &&
                                      parted->branch[to].born == round && parted->branch[to].key == key))
      ++to;
    if (to < LS_PARTED_BRANCHES) {
      mine = parted->branch + to;
      if (to == parted->branches) {
        ++parted->branches;
        mine->of = item->branch;
        mine->round = 0;
        mine->born = round;
        for (ls_u32 i = 0; i < LS_ORDERS; ++i) mine->from[i] = from[i];
      }
      item->branch = to;
    } else {
      followed = 0;
    }
  }
  if (mine->round != round) {
    mine->round = round;
    mine->key = key;
    for (ls_u32 i = 0; i < parted->branches; ++i) {
      if (parted->branch + i != mine && parted->branch[i].round == round && parted->branch[i].key == key)
        parted->merged = 1;
    }
  }
  // Branches that meet again while others wait elsewhere: the tree has no place for what that orders, so
  // all counts as ordered by it.
  if (parted->merged && parted->several) followed = 0;
  for (ls_u32 i = 0; i < LS_ORDERS; ++i) {
    const ls_u32 orders = (parted->merged || !parted->several) && (parted->named >> i & 1u);
    parted->united[i] = orders ? round : parted->before[i];
  }
  return followed;
}

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_PARTED_H_
