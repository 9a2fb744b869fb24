// What the work-items of a group executed together once they have parted, or of a kernel with sub-groups that go
// their own ways from the start (parts): a barrier orders those who
// waited at it together, and who has left the kernel has passed only the barriers that it executed
// (semantics section 2). As long as nobody parts, one number says it all (record.h) and nothing of
// this exists; then the group takes a table in global memory, behind the log.
//
// A branch is the work-items that were together at every meeting so far. All begin as branch 0; where
// those of one come to different barriers, to one in different iterations or with different flags, or
// leave, it splits. For each pair of branches, `from` says what happens-before orders, which a barrier
// passes on to all who wait at it:
//
//   from[a][b]: the first segment of b's work-items that is not ordered before what a's do now
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

// Whether sub-groups may have barriers of their own beside no table (fixed parts, below).
#ifndef LS_FIXED_PARTS
#define LS_FIXED_PARTS 1
#endif

// In the argument `waits` of a check: the work-item's group has parted; the access is to an image; it is of a kernel
// with fixed parts.
#define LS_WAITS_PARTED (1u << 31)
#define LS_WAITS_IMAGE (1u << 30)
#define LS_WAITS_FIXED (1u << 29)
#define LS_WAITS_MASK (LS_WAITS_FIXED - 1u)

// Fixed parts: where the work-items of a group run together and provably meet all barriers, sub-groups those that are
// theirs, no table is needed. A segment is then, in its low bits, the sub-group's barriers since the last one of the
// group, and above them those of the group; both begin at 0:
//
//   23          bits      0
//   +-----------+---------+
//   | group's   | part's  |     more than fits is LS_FIXED_OVERFLOW, which no record has room for
//   +-----------+---------+
//
// Between work-items of one sub-group both count, between others the group's alone. `waits` is LS_WAITS_FIXED, with
// `bits` from LS_FIXED_BITS_SHIFT on and the first segment of the own sub-group that is not ordered before the access
// below. Which work-item is in which sub-group they say themselves, in one table for the launch behind the tables
// above: 64 bits each, 1 + the sub-group's number, 0: not yet.
#define LS_FIXED_BITS_SHIFT 24u
#define LS_FIXED_LIMIT (1u << LS_FIXED_BITS_SHIFT)
#define LS_FIXED_OVERFLOW 0xfffffffeu

// Indices of what a barrier orders.
#define LS_ORDER_ANY 0u     // whatever its flags
#define LS_ORDER_LOCAL 1u   // if they name local memory; in the order of CLK_LOCAL_MEM_FENCE and its like
#define LS_ORDER_GLOBAL 2u
#define LS_ORDER_IMAGE 3u
#define LS_ORDERS 4u

// More branches than these are not followed: the table grows with their square.
#define LS_PARTED_BRANCHES 64u

typedef struct {
  ls_u32 of;     // the branch that it split from
  ls_u32 born;   // the meeting at which it did
  ls_u32 round;  // the latest meeting of its work-items; the next three are theirs there
  ls_u32 place;  // where they waited
  ls_u32 named;  // what their flags order, bits 1 << LS_ORDER_*
  ls_u32 left;   // 1: they have left the kernel
} ls_parted_branch;

typedef struct {
  ls_u32 from[LS_ORDERS];
} ls_parted_orders;

// Where the work-items of a group run together: what each brings to a meeting, as for ls_parted_meet, for the one of
// them that notes it all.
typedef struct {
  ls_u32 here;  // 0: the group, a smaller last one, has no such work-item
  ls_u32 place;
  ls_u32 named;
  ls_u32 left;
} ls_parted_claim;

typedef struct {
  ls_u32 owner;     // 1 + the group whose table this is; 0: nobody's
  ls_u32 round;     // the segment behind the meeting at hand
  ls_u32 come;      // work-items that have come to it, those who have left included
  ls_u32 gone;      // work-items that have left
  ls_u32 branches;
  ls_u32 most;      // branches that there is room for
  ls_u32 parts;     // 1: the branches are the group's sub-groups, of which none has parted; it began like that
  ls_u32 stood;     // 1: while they were, an access stood for that of another work-item somewhere (cell.h)
  ls_parted_branch branch[LS_PARTED_BRANCHES];
} ls_parted;
// followed by ls_parted_orders all[most], met[most], from[most][most], by ls_u32 item[], each work-item's
// branch, and by ls_parted_claim claim[], each work-item's
LS_STATIC_ASSERT(sizeof(ls_parted) == 32 + 24 * LS_PARTED_BRANCHES, parted_has_a_header);

LS_INLINE ls_u32 ls_parted_most(ls_u64 items) {
  return items < LS_PARTED_BRANCHES ? (ls_u32)items : LS_PARTED_BRANCHES;
}

// Bytes of the table of a group of `items` work-items.
LS_INLINE ls_u64 ls_parted_bytes(ls_u64 items) {
  const ls_u64 most = ls_parted_most(items);
  const ls_u64 bytes = sizeof(ls_parted) + (2 + most) * most * sizeof(ls_parted_orders) +
                       items * (sizeof(ls_u32) + sizeof(ls_parted_claim));
  return (bytes + 7) / 8 * 8;
}

// What is ordered before all that anybody of the group does from now on, by branch.
LS_INLINE LS_PARTED_SPACE ls_parted_orders* ls_parted_all(LS_PARTED_SPACE const ls_parted* parted, ls_u32 branch) {
  return (LS_PARTED_SPACE ls_parted_orders*)(parted + 1) + branch;
}

// What the barrier at hand passes on, by branch.
LS_INLINE LS_PARTED_SPACE ls_parted_orders* ls_parted_met(LS_PARTED_SPACE const ls_parted* parted, ls_u32 branch) {
  return ls_parted_all(parted, parted->most) + branch;
}

LS_INLINE LS_PARTED_SPACE ls_parted_orders* ls_parted_pair(LS_PARTED_SPACE const ls_parted* parted, ls_u32 a,
                                                           ls_u32 b) {
  return ls_parted_met(parted, parted->most) + (ls_u64)a * parted->most + b;
}

LS_INLINE LS_PARTED_SPACE ls_u32* ls_parted_items(LS_PARTED_SPACE const ls_parted* parted) {
  return (LS_PARTED_SPACE ls_u32*)ls_parted_pair(parted, parted->most, 0);
}

// What the work-items of a group of `items` claim.
LS_INLINE LS_PARTED_SPACE ls_parted_claim* ls_parted_claims(LS_PARTED_SPACE const ls_parted* parted, ls_u32 items) {
  return (LS_PARTED_SPACE ls_parted_claim*)(ls_parted_items(parted) + items);
}

// The first segment of work-item `x` that is not ordered before what work-item `y` does now; both are
// counted within the group.
LS_INLINE ls_u32 ls_parted_from(LS_PARTED_SPACE const ls_parted* parted, ls_u32 x, ls_u32 y, ls_u32 order) {
  LS_PARTED_SPACE const ls_u32* items = ls_parted_items(parted);
  return ls_parted_pair(parted, items[y], items[x])->from[order];
}

// The first segment of `x` that is not ordered before all that the group's work-items do from now on.
LS_INLINE ls_u32 ls_parted_from_all(LS_PARTED_SPACE const ls_parted* parted, ls_u32 x, ls_u32 order) {
  return ls_parted_all(parted, ls_parted_items(parted)[x])->from[order];
}

LS_INLINE ls_u32 ls_parted_left(LS_PARTED_SPACE const ls_parted* parted, ls_u32 x) {
  return parted->branch[ls_parted_items(parted)[x]].left;
}

// --- At a meeting; see device-lib/meeting.h ---

// Empties the table for its first meeting, of all work-items of a group of `items`. `from`: what was ordered
// before each of them until then, its segment for LS_ORDER_ANY.
LS_INLINE void ls_parted_begin(LS_PARTED_SPACE ls_parted* parted, ls_u32 items, const ls_u32* from) {
  parted->round = from[LS_ORDER_ANY] + 1u;
  parted->come = parted->gone = 0;
  parted->branches = 1;
  parted->most = ls_parted_most(items);
  parted->parts = parted->stood = 0;
  parted->branch[0].round = parted->branch[0].left = 0;
  for (ls_u32 i = 0; i < LS_ORDERS; ++i) ls_parted_pair(parted, 0, 0)->from[i] = from[i];
  LS_PARTED_SPACE ls_u32* item = ls_parted_items(parted);
  for (ls_u32 i = 0; i < items; ++i) item[i] = 0;
}

// Makes the branches the group's sub-groups, right behind ls_parted_begin with all of `from` 0: each work-item says in
// which sub-group it is. Returns 0 if there is no room for that one: then the table says nothing of the group.
LS_INLINE ls_u32 ls_parted_enter(LS_PARTED_SPACE ls_parted* parted, ls_u32 x, ls_u32 part) {
  const ls_u32 fits = part < parted->most;
  const ls_u32 mine = fits ? part : 0u;
  for (ls_u32 b = parted->branches; b <= mine; ++b) {
    parted->branch[b].of = parted->branch[b].born = parted->branch[b].round = parted->branch[b].left = 0;
    for (ls_u32 i = 0; i < LS_ORDERS; ++i) {
      for (ls_u32 other = 0; other <= b; ++other)
        ls_parted_pair(parted, b, other)->from[i] = ls_parted_pair(parted, other, b)->from[i] = 0;
    }
    parted->branches = b + 1u;
  }
  for (ls_u32 i = 0; i < LS_ORDERS; ++i) ls_parted_all(parted, mine)->from[i] = 0;
  ls_parted_items(parted)[x] = mine;
  parted->parts = 1;
  return fits;
}

// The branch of those of branch `of` who are at the meeting like this; parted->most if there is no room for it.
LS_INLINE ls_u32 ls_parted_split(LS_PARTED_SPACE ls_parted* parted, ls_u32 of, ls_u32 place, ls_u32 named,
                                 ls_u32 left) {
  for (ls_u32 b = of; b < parted->branches; ++b) {
    LS_PARTED_SPACE const ls_parted_branch* branch = parted->branch + b;
    if (b != of && (branch->of != of || branch->born != parted->round)) continue;
    if (branch->left == left && branch->place == place && branch->named == named) return b;
  }
  parted->parts = 0;
  if (parted->branches == parted->most) return parted->most;
  const ls_u32 fresh = parted->branches++;
  LS_PARTED_SPACE ls_parted_branch* branch = parted->branch + fresh;
  branch->of = of;
  branch->born = branch->round = parted->round;
  branch->place = place;
  branch->named = named;
  branch->left = left;
  // Up to here it was one with the other.
  for (ls_u32 b = 0; b < fresh; ++b) {
    for (ls_u32 i = 0; i < LS_ORDERS; ++i) {
      ls_parted_pair(parted, fresh, b)->from[i] = ls_parted_pair(parted, of, b)->from[i];
      ls_parted_pair(parted, b, fresh)->from[i] = ls_parted_pair(parted, b, of)->from[i];
    }
  }
  for (ls_u32 i = 0; i < LS_ORDERS; ++i)
    ls_parted_pair(parted, fresh, fresh)->from[i] = ls_parted_pair(parted, of, of)->from[i];
  return fresh;
}

// Whether the work-items of branch `b` wait at the meeting.
LS_INLINE ls_u32 ls_parted_waits(LS_PARTED_SPACE const ls_parted* parted, ls_u32 b) {
  return parted->branch[b].round == parted->round && !parted->branch[b].left;
}

// The barrier at which branch `first` waits, and maybe others with a higher number: each knows behind it what
// any of them knew, as far as its own flags order it.
LS_INLINE void ls_parted_join(LS_PARTED_SPACE ls_parted* parted, ls_u32 first) {
  const ls_u32 place = parted->branch[first].place, count = parted->branches;
  for (ls_u32 b = 0; b < count; ++b) {
    const ls_u32 here = ls_parted_waits(parted, b) && parted->branch[b].place == place;
    for (ls_u32 i = 0; i < LS_ORDERS; ++i) {
      ls_u32 known = here ? parted->round : 0u;
      for (ls_u32 w = first; w < count && !here; ++w) {
        if (!ls_parted_waits(parted, w) || parted->branch[w].place != place) continue;
        const ls_u32 theirs = ls_parted_pair(parted, w, b)->from[i];
        known = theirs > known ? theirs : known;
      }
      ls_parted_met(parted, b)->from[i] = known;
    }
  }
  for (ls_u32 a = first; a < count; ++a) {
    if (!ls_parted_waits(parted, a) || parted->branch[a].place != place) continue;
    for (ls_u32 b = 0; b < count; ++b) {
      for (ls_u32 i = 0; i < LS_ORDERS; ++i) {
        if (parted->branch[a].named >> i & 1u)
          ls_parted_pair(parted, a, b)->from[i] = ls_parted_met(parted, b)->from[i];
      }
    }
  }
}

// Behind the last work-item of the meeting.
LS_INLINE void ls_parted_close(LS_PARTED_SPACE ls_parted* parted) {
  const ls_u32 count = parted->branches;
  for (ls_u32 a = 0; a < count; ++a) {
    if (!ls_parted_waits(parted, a)) continue;
    ls_u32 first = 1;
    for (ls_u32 b = 0; b < a && first; ++b)
      first = !(ls_parted_waits(parted, b) && parted->branch[b].place == parted->branch[a].place);
    if (first) ls_parted_join(parted, a);
  }
  for (ls_u32 b = 0; b < count; ++b) {
    for (ls_u32 i = 0; i < LS_ORDERS; ++i) {
      ls_u32 least = parted->round;
      for (ls_u32 a = 0; a < count; ++a) {
        const ls_u32 from = ls_parted_pair(parted, a, b)->from[i];
        if (!parted->branch[a].left && from < least) least = from;
      }
      ls_parted_all(parted, b)->from[i] = least;
    }
  }
  parted->come = 0;
  ++parted->round;
}

// Each of the group's `items` work-items says at each meeting that it waits at `place` (site and iterations)
// with flags that order `named`, bits 1 << LS_ORDER_*, or that it has left (then the other two are 0). Returns 0
// if the table could not follow: then the work-item counts as having been with others of its branch.
LS_INLINE ls_u32 ls_parted_meet(LS_PARTED_SPACE ls_parted* parted, ls_u32 items, ls_u32 x, ls_u32 place,
                                ls_u32 named, ls_u32 left) {
  LS_PARTED_SPACE ls_u32* item = ls_parted_items(parted) + x;
  LS_PARTED_SPACE ls_parted_branch* mine = parted->branch + *item;
  ls_u32 followed = 1;
  if (mine->round != parted->round && !mine->left) {  // the first of its branch
    mine->round = parted->round;
    mine->place = place;
    mine->named = named;
    mine->left = left;
    parted->gone += left;
  } else if (mine->round == parted->round) {
    const ls_u32 to = ls_parted_split(parted, *item, place, named, left);
    followed = to != parted->most;
    if (followed) *item = to;
    parted->gone += left;
  }
  if (++parted->come == items) ls_parted_close(parted);
  return followed;
}

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_PARTED_H_
