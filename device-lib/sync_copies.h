// Asynchronous copies in kernels that synchronise with atomics or fences: made by work-item 0 like those of
// copies.h, but their accesses go to the event log (docs/atomics.md). What orders them is their begin, and
// each work-item's own wait; both are events. Device code only, included by check.cl.
#ifndef LOCKSTEP_DEVICE_LIB_SYNC_COPIES_H_
#define LOCKSTEP_DEVICE_LIB_SYNC_COPIES_H_

#include "device-lib/copies.h"

// One side's access to `size` <= 8 bytes, `at` bytes from the side's first.
static void ls_sync_copy_touch(LS_SYNC_H, const ls_copy *copy, const ls_copy_side *side, uint is_global,
                               ulong at, uint size, uint cls, ulong value, const ls_who *who) {
  if (side->root == LS_ROOT_UNKNOWN) return;
  if (is_global)
    __lockstep_sync_global_plain_slow(LS_SYNC_PASS, side->root, side->position + at, size,
                                      LS_REGION_GLOBAL, side->site, cls, value, 0, who->actor,
                                      who->group_first, who->events, who->segment, who->global_from,
                                      who->local_from, who->image_from);
  else
    __lockstep_sync_local_plain_slow(LS_SYNC_PASS, side->root, side->position + at, size,
                                     LS_REGION_LOCAL, side->site, cls, value, 0, who->actor,
                                     who->group_first, who->events, who->segment, who->global_from,
                                     who->local_from, who->image_from);
}

// Logs an event of class NONE of this work-item.
static void ls_sync_copy_step(__global const ls_control *ctl, __global ls_event_log *elog, ulong *self,
                              const ls_who *who, uint what, ulong slot, ulong value) {
  const ls_sync_entry entry = {what, 0, who->events, who->segment};
  ls_log_event(elog, who, who->actor - ctl->first_actor, slot, 0, value, &entry);
  LS_SELF_EVENTS(self) = who->events + 1u;
}

// `alone`: whether the group is one work-item. What is out of line asks no built-in functions: PoCL 6 does not find
// those.
LS_API_SLOW void ls_sync_copy_slow(LS_SYNC_H, ulong* self, const ulong* bases, LS_COPY_CALL, ulong actor,
                                   ulong group_first, uint alone, LS_SYNC_ORDER) {
  ls_copy copy;
  const uint slot = ls_copy_open(ctl, log, lshadow, bases, LS_COPY_CALL_PASS, segment, global_from,
                                 local_from, &copy);
  const uint tracked = slot < LS_COPY_SLOTS;
  ls_who who = {actor, group_first, LS_SELF_EVENTS(self), segment, global_from, local_from, image_from};
  if (tracked) {
    ls_sync_copy_step(ctl, elog, self, &who, LS_CLASS_NONE | LS_EVENT_COPY, slot,
                      event | (alone ? LS_EVENT_COPY_ALONE : 0u));
  }
  who.actor = group_first + ctl->group_items + slot;
  const uint unit = element < 8u ? element : 8u;
  const uint shift = unit == 8u ? 3u : unit == 4u ? 2u : unit == 2u ? 1u : 0u;
  for (ulong i = 0; i < count; ++i) {
    for (uint done = 0; done < element; done += unit) {
      const ulong read_at = i * copy.from.step + done, write_at = i * copy.to.step + done;
      const ulong value = ls_copy_load(from + read_at, !to_global, shift);
      if (tracked) {
        ls_sync_copy_touch(LS_SYNC_PASS, &copy, &copy.from, !to_global, read_at, unit, LS_CLASS_R, 0, &who);
        ls_sync_copy_touch(LS_SYNC_PASS, &copy, &copy.to, to_global, write_at, unit, LS_CLASS_W, value, &who);
      }
      ls_copy_store(to + write_at, to_global, shift, value);
    }
  }
}

// __lockstep_copy for kernels that synchronise.
LS_API void __lockstep_sync_copy(LS_SYNC_H, ulong *self, const ulong *bases, LS_COPY_CALL, LS_SYNC_ORDER) {
  if (!ls_is_first()) return;
  const uint alone = ls_items_of_group() == 1u;
  ls_sync_copy_slow(LS_SYNC_PASS, self, bases, LS_COPY_CALL_PASS, ls_my_actor(ctl), ls_group_first(ctl), alone, segment,
                    global_from, local_from, image_from);
}

// `first`: whether this is the group's first work-item.
LS_API_SLOW void ls_sync_wait_slow(LS_SYNC_H, ulong* self, uint count, const ulong* events, ulong actor,
                                   ulong group_first, uint first, LS_SYNC_ORDER) {
  for (uint i = 0; i < count; ++i) {
    const ls_who who = {actor, group_first, LS_SELF_EVENTS(self), segment, global_from, local_from, image_from};
    ls_sync_copy_step(ctl, elog, self, &who, LS_CLASS_NONE | LS_EVENT_WAIT, 0, (uint)events[i]);
    if (first) ls_copy_close(ctl, lshadow, (uint)events[i]);
  }
}

// wait_group_events, behind the barrier that it is: every work-item says for itself what is over for it.
LS_API void __lockstep_sync_wait(LS_SYNC_H, ulong *self, int count, const ulong *events, LS_SYNC_ORDER) {
  ls_sync_wait_slow(LS_SYNC_PASS, self, count < 0 ? 0u : (uint)count, events, ls_my_actor(ctl), ls_group_first(ctl),
                    ls_is_first(), segment, global_from, local_from, image_from);
}

#endif  // LOCKSTEP_DEVICE_LIB_SYNC_COPIES_H_
