// Work-group and sub-group functions [CL, C spec 6.15.16, 6.15.19] on devices that run the work-items of a group one
// after the other: the twin computes them itself, so that work-items which do not meet do not hang the device. Device
// code only.
//
// Each work-item offers its value, the group or sub-group meets (instrument/passes/lower_collectives.cc), and whoever
// of those that wait there comes first behind the meeting computes the results of all: in the order of local linear ids
// from left to right, as PoCL does (lib/kernel/work_group.c, subgroups.c), so that floating-point results are bit for
// bit the same.
// Nobody's result is lost to the next function: a work-item offers anew only after it has taken its own.
//
// Who has not come is left out. Work-items are together if they are at the same site and have met equally many such
// functions, at those of sub-groups if they are of the same one; where the group has parted that says whose values
// belong together, the same in every run.
#ifndef LOCKSTEP_DEVICE_LIB_COLLECTIVES_H_
#define LOCKSTEP_DEVICE_LIB_COLLECTIVES_H_

#include "device-lib/geometry.h"
#include "device-lib/shared/exchange.h"

// Volatile: drivers take the loop over the work-items for a parallel one where nothing tells them otherwise.
#define LS_OFFERS volatile __local ls_offer*

LS_INLINE LS_OFFERS ls_offers(__global const ls_control* ctl, __local ulong* lshadow) {
  return (LS_OFFERS)(lshadow + ctl->local_offers_at);
}

// The local linear id, by the size of full groups (geometry.h), of whom offer number `offer` is in a group of `x` by
// `y` by any number of work-items.
LS_INLINE ulong ls_linear_of_offer(__global const ls_control* ctl, uint offer, uint x, uint y) {
  return offer % x + ctl->local_size[0] * (offer / x % y + (ulong)ctl->local_size[1] * (offer / x / y));
}

LS_INLINE uint ls_offered(LS_OFFERS offer, uint place, ulong turn) {
  return offer->place == place && offer->turn == turn;
}

LS_API_SLOW void __lockstep_offer_slow(LS_OFFERS offer, ulong value, uint chosen, uint place, ulong turn) {
  offer->value = value;
  offer->chosen = chosen;
  offer->turn = turn;
  offer->place = place;
}

// Nobody has offered anything: once for each work-item, before its first function.
LS_API void __lockstep_offers_enter(__global const ls_control* ctl, __local ulong* lshadow) {
  __lockstep_offer_slow(ls_offers(ctl, lshadow) + ls_dense_item(), 0, 0, LS_OFFER_NONE, 0);
}

// In front of the meeting: `value` is what this work-item brings to the function at site `place`; `chosen`, `turn`: see
// ls_offer.
LS_API void __lockstep_offer(__global const ls_control* ctl, __local ulong* lshadow, ulong value, uint chosen,
                             uint place, ulong turn) {
  __lockstep_offer_slow(ls_offers(ctl, lshadow) + ls_dense_item(), value, chosen, place, turn);
}

// The same at a broadcast in a sub-group of `size` work-items, of which this one is number `own` and asks for the value
// of number `lane`. Beyond the last it begins anew with the first, as PoCL does.
LS_API void __lockstep_offer_lane(__global const ls_control* ctl, __local ulong* lshadow, ulong value, uint lane,
                                  uint own, uint size, uint place, ulong turn) {
  const uint mine = ls_dense_item();
  __lockstep_offer_slow(ls_offers(ctl, lshadow) + mine, value, mine - own + lane % (size == 0 ? 1u : size), place,
                        turn);
}

// Gives all `members` from `offers` on that are at `place` their results. `T as_mine` reads a value, `bits` writes one;
// `least` and `most` are what no value is below or above.
#define LS_TAKE(T, as_mine, bits, least, most)                                                                    \
  static void ls_compute_##T(LS_OFFERS offers, uint members, uint what, uint place, ulong turn) {                 \
    const uint operation = LS_COLLECTIVE_OPERATION(what), form = LS_COLLECTIVE_FORM(what);                        \
    T all = operation == LS_COLLECTIVE_MIN ? (most) : operation == LS_COLLECTIVE_MAX ? (least) : (T)0;            \
    uint begun = form == LS_COLLECTIVE_EXCLUSIVE;                                                                 \
    for (uint i = 0; i < members; ++i) {                                                                          \
      if (!ls_offered(offers + i, place, turn)) continue;                                                         \
      const T mine = as_mine(offers[i].value), before = all;                                                      \
      if (!begun)                                                                                                 \
        all = mine;                                                                                               \
      else if (operation == LS_COLLECTIVE_MIN)                                                                    \
        all = all > mine ? mine : all;                                                                            \
      else if (operation == LS_COLLECTIVE_MAX)                                                                    \
        all = all > mine ? all : mine;                                                                            \
      else                                                                                                        \
        all = all + mine;                                                                                         \
      begun = 1;                                                                                                  \
      offers[i].result = bits(form == LS_COLLECTIVE_EXCLUSIVE ? before : all);                                    \
    }                                                                                                             \
    for (uint i = 0; i < members; ++i) {                                                                          \
      if (!ls_offered(offers + i, place, turn)) continue;                                                         \
      if (form == LS_COLLECTIVE_REDUCE) offers[i].result = bits(all);                                             \
      offers[i].place = place | LS_OFFER_TAKEN;                                                                   \
    }                                                                                                             \
  }                                                                                                               \
  LS_API_SLOW ulong __lockstep_take_##T##_slow(LS_OFFERS offers, uint mine, uint members, uint what, uint place,  \
                                               ulong turn) {                                                      \
    if (ls_offered(offers + mine, place, turn)) ls_compute_##T(offers, members, what, place, turn);               \
    return offers[mine].result;                                                                                   \
  }                                                                                                               \
  LS_API ulong __lockstep_take_##T(__global const ls_control* ctl, __local ulong* lshadow, uint what, uint place, \
                                   ulong turn) {                                                                  \
    return __lockstep_take_##T##_slow(ls_offers(ctl, lshadow), ls_dense_item(), ls_items_of_group(), what, place, \
                                      turn);                                                                      \
  }

// __lockstep_take_T(ctl, lshadow, what, place, turn): behind the meeting, the bits of what the function at `place`
// makes of the group's values of type T; `what`: LS_COLLECTIVE_*.
#define LS_FROM_INT(v) as_int((uint)(v))
#define LS_FROM_UINT(v) ((uint)(v))
#define LS_FROM_FLOAT(v) as_float((uint)(v))
#define LS_BITS_32(v) ((ulong)as_uint(v))
LS_TAKE(int, LS_FROM_INT, LS_BITS_32, INT_MIN, INT_MAX)
LS_TAKE(uint, LS_FROM_UINT, LS_BITS_32, 0u, UINT_MAX)
LS_TAKE(long, as_long, as_ulong, LONG_MIN, LONG_MAX)
LS_TAKE(ulong, as_ulong, as_ulong, 0ul, ULONG_MAX)
LS_TAKE(float, LS_FROM_FLOAT, LS_BITS_32, -INFINITY, INFINITY)
LS_TAKE(double, as_double, as_ulong, -(double)INFINITY, (double)INFINITY)

static void ls_compute_predicate(LS_OFFERS offers, uint members, uint what, uint place, ulong turn) {
  uint set = 0, come = 0;
  for (uint i = 0; i < members; ++i) {
    if (!ls_offered(offers + i, place, turn)) continue;
    come += 1;
    set += (uint)offers[i].value != 0;
  }
  const uint result = LS_COLLECTIVE_OPERATION(what) == LS_COLLECTIVE_ALL ? set == come : set != 0;
  for (uint i = 0; i < members; ++i) {
    if (!ls_offered(offers + i, place, turn)) continue;
    offers[i].result = result;
    offers[i].place = place | LS_OFFER_TAKEN;
  }
}

LS_API_SLOW ulong __lockstep_take_predicate_slow(LS_OFFERS offers, uint mine, uint members, uint what, uint place,
                                                 ulong turn) {
  if (ls_offered(offers + mine, place, turn)) ls_compute_predicate(offers, members, what, place, turn);
  return offers[mine].result;
}

// The same for work_group_all and work_group_any, whose values are predicates.
LS_API ulong __lockstep_take_predicate(__global const ls_control* ctl, __local ulong* lshadow, uint what, uint place,
                                       ulong turn) {
  return __lockstep_take_predicate_slow(ls_offers(ctl, lshadow), ls_dense_item(), ls_items_of_group(), what, place,
                                        turn);
}

// Gives each its chosen one's value, 0 if that one has not come. Returns 1 + the first that has chosen another one
// than the first; 0: all have chosen the same.
static uint ls_compute_chosen(LS_OFFERS offers, uint members, uint place, ulong turn) {
  uint begun = 0, chosen = 0, other = 0;
  for (uint i = 0; i < members; ++i) {
    if (!ls_offered(offers + i, place, turn)) continue;
    const uint asked = offers[i].chosen;
    offers[i].result = asked < members && ls_offered(offers + asked, place, turn) ? offers[asked].value : 0;
    if (!begun) chosen = asked;
    if (begun && chosen != asked && other == 0) other = i + 1u;
    begun = 1;
  }
  for (uint i = 0; i < members; ++i) {
    if (ls_offered(offers + i, place, turn)) offers[i].place = place | LS_OFFER_TAKEN;
  }
  return other;
}

LS_API_SLOW ulong __lockstep_take_chosen_slow(__global const ls_control* ctl, __global ls_log* log, LS_OFFERS offers,
                                              uint mine, uint members, uint x, uint y, ulong group_first, uint place,
                                              ulong turn) {
  if (ls_offered(offers + mine, place, turn)) {
    const uint other = ls_compute_chosen(offers, members, place, turn);
    const ulong what = (ulong)LS_PARTED_ARGUMENTS << LS_PARTED_WHAT_SHIFT;
    if (other != 0)
      __lockstep_diverged_slow(ctl, log, place, place, group_first + ls_linear_of_offer(ctl, mine, x, y),
                               group_first + ls_linear_of_offer(ctl, other - 1u, x, y), what, 0, what, 0);
  }
  return offers[mine].result;
}

// The same for work_group_broadcast, of which all must ask for the same work-item's value: reports if they do not.
LS_API ulong __lockstep_take_chosen(__global const ls_control* ctl, __global ls_log* log, __local ulong* lshadow,
                                    uint place, ulong turn) {
  return __lockstep_take_chosen_slow(ctl, log, ls_offers(ctl, lshadow), ls_dense_item(), ls_items_of_group(),
                                     (uint)get_local_size(0), (uint)get_local_size(1), ls_group_first_work_item(ctl),
                                     place, turn);
}

#endif  // LOCKSTEP_DEVICE_LIB_COLLECTIVES_H_
