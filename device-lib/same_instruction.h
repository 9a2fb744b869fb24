// Lock step within blocks (--model=lockstep:N): what the work-items of a block wrote at one dynamic
// instruction. Kojima-Igarashi Sect. 5.2: writes of different values to one location race
// (E-SASSIGNRACE), writes of equal values do not. A cell cannot tell: it has one actor for the whole
// block (geometry.h), and between two of a block's writes those of other blocks may come. So each
// write enters its value into a table of the
// launch, behind the log, under (block, segment, site, cell, iterations of the loops around it).
#ifndef LOCKSTEP_DEVICE_LIB_SAME_INSTRUCTION_H_
#define LOCKSTEP_DEVICE_LIB_SAME_INSTRUCTION_H_

#include "device-lib/finding.h"
#include "device-lib/geometry.h"

// Entries looked at before a write is given up (and counted).
#define LS_WRITTEN_PROBES 64u

LS_INLINE ulong ls_mix(ulong x) {  // splitmix64's finaliser
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ul;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBul;
  return x ^ (x >> 31);
}

// Logs that the work-items with local linear ids `a` and `b` of one block wrote different values.
static void ls_log_same_instruction(__global const ls_control *ctl, __global ls_log *log,
                                    uint region_flag, uint root, ulong position, uint bytes,
                                    ulong record, uint a, uint b) {
  const uint site_bits = ctl->segment_shift - LS_SITE_SHIFT;
  const uint site = (uint)(record >> LS_SITE_SHIFT) & ((1u << site_bits) - 1u);
  const uint flags = region_flag | LS_KEY_INSTRUCTION | ls_key_object(ctl, root);
  uint fresh;
  __global ls_slot* slot = ls_find_slot(ctl, log, ls_finding_key(LS_FINDING_RACE, flags, site, site), &fresh);
  if (!slot) return;
  __lockstep_add32(&slot->count, 1);
  // The lowest block's first segment is the example; ends as ls_show does.
  if (!fresh && ls_slot_complete(slot) && slot->record_a <= record) return;
  for (uint done = 0; !done;) {
    const uint lanes = ls_slot_lanes();
    if (!ls_slot_taken(slot, fresh, lanes)) continue;
    if (fresh || record < slot->record_a) {
      slot->record_a = record;
      slot->record_b = record;
      slot->position = position;
      slot->root = root;
      slot->bytes = bytes;
      slot->extra[0] = a | (ulong)b << 32;
    }
    done = ls_slot_given(slot, fresh, lanes);
  }
}

// One cell of a write. Who takes an entry fills it in within the iteration in which the others of
// its block still look at the key, so that waiting for it ends under lock-step execution too.
static void ls_written_cell(__global const ls_control *ctl, __global ls_log *log, uint region_flag,
                            uint root, ulong position, uint bytes, ulong cell, ulong record,
                            ulong value, uint linear, ulong iteration) {
  __global ls_written *table =
      (__global ls_written *)((__global ls_slot *)(log + 1) + ctl->log_slots);
  const uint mask = ctl->written_slots - 1u;
  const ulong key = ls_mix(ls_mix(ls_mix(record) ^ cell ^ (ulong)region_flag << 56) ^ iteration) | 1u;
  uint at = (uint)(key >> 32) & mask;
  for (uint probe = 0; probe < LS_WRITTEN_PROBES;) {
    __global ls_written *entry = table + at;
    ulong found = __lockstep_load64((__global const ulong *)&entry->key);
    if (found == 0) {
      found = __lockstep_cas64((__global ulong *)&entry->key, 0, key);
      if (found == 0) {
        entry->value = value;
        __lockstep_store64_release((__global ulong *)&entry->who, linear + 1ul);
        return;
      }
    }
    if (found == key) {
      const ulong who = __lockstep_cas64((__global ulong *)&entry->who, 0, 0);
      if (who == 0) continue;  // not filled in yet
      if (entry->value != value)
        ls_log_same_instruction(ctl, log, region_flag, root, position, bytes, record,
                                (uint)(who - 1ul), linear);
      return;
    }
    ++probe;
    at = (at + 1u) & mask;
  }
  __lockstep_add32(&log->not_compared, 1);
}

// Whether [position, position + size) of the root is checked in this launch. What is out of bounds
// is counted by the ordinary check of the same write.
LS_INLINE uint ls_compared(__global const ls_root *root, ulong position, ulong size) {
  return root->size != 0 && position < root->size && size <= root->size - position;
}

static __attribute__((noinline)) void ls_same_instruction_slow(
    __global const ls_control *ctl, __global ls_log *log, uint region_flag, uint root_number,
    ulong position, uint size, ulong record, ulong value, uint linear, ulong iteration) {
  __global const ls_root *root = ls_roots(ctl) + root_number;
  if (!ls_compared(root, position, size)) return;
  const uint granule = 1u << root->shift;
  for (uint done = 0; done < size; done += granule) {
    const ulong piece =
        size <= granule ? value : value >> (8u * done) & (((ulong)1 << (8u * granule)) - 1u);
    ls_written_cell(ctl, log, region_flag, root_number, position + done, granule,
                    root->first_cell + ((position + done) >> root->shift), record, piece, linear,
                    iteration);
  }
}

static __attribute__((noinline)) void ls_same_instruction_range(
    __global const ls_control *ctl, __global ls_log *log, uint region_flag, uint root_number,
    ulong position, ulong size, ulong record, const uchar *value, uint linear, ulong iteration) {
  __global const ls_root *root = ls_roots(ctl) + root_number;
  if (!ls_compared(root, position, size)) return;
  const uint granule = 1u << root->shift;
  for (ulong done = 0; done < size; done += granule) {
    ulong bits = 0;
    for (uint i = 0; i < granule && done + i < size; ++i) bits |= (ulong)value[done + i] << (8u * i);
    ls_written_cell(ctl, log, region_flag, root_number, position + done, granule,
                    root->first_cell + ((position + done) >> root->shift), record, bits, linear,
                    iteration);
  }
}

// Called beside the check of each plain write. `region_flag`: 0 or LS_KEY_LOCAL. `iteration` tells
// iterations of the loops around the write apart. What the segment field cannot hold is counted by
// the ordinary check, too.
__attribute__((always_inline)) void __lockstep_same_instruction(
    __global const ls_control *ctl, __global ls_log *log, uint region_flag, uint root, ulong offset,
    uint size, uint site, ulong value, uint segment, ulong iteration) {
  if (ls_order(ctl, segment, 0) == LS_SEGMENT_OVERFLOW) return;
  ls_same_instruction_slow(ctl, log, region_flag, root, offset + ls_roots(ctl)[root].delta, size,
                           ls_record(ctl, segment, site, LS_CLASS_W), value,
                           (uint)ls_local_linear(ctl), iteration);
}

__attribute__((always_inline)) void __lockstep_same_instruction_range(
    __global const ls_control *ctl, __global ls_log *log, uint region_flag, uint root, ulong offset,
    ulong size, uint site, const uchar *value, uint segment, ulong iteration) {
  if (ls_order(ctl, segment, 0) == LS_SEGMENT_OVERFLOW) return;
  ls_same_instruction_range(ctl, log, region_flag, root, offset + ls_roots(ctl)[root].delta, size,
                            ls_record(ctl, segment, site, LS_CLASS_W), value,
                            (uint)ls_local_linear(ctl), iteration);
}

#endif  // LOCKSTEP_DEVICE_LIB_SAME_INSTRUCTION_H_
