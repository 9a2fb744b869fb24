// The device library's functions on this processor, each scenario counted for itself by callgrind
// (client requests); perf/instructions runs it. Plain functions stand for the built-ins and for the
// operations that a back end provides, so a count is of the library's code, not of a device's.
#include <valgrind/callgrind.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "device-lib/shared/control.h"
#include "device-lib/shared/log.h"
#include "device-lib/shared/record.h"

namespace {

size_t g_local_id, g_group_id;
constexpr size_t kGroupSize = 64;

}  // namespace

#define HIDDEN const ls_control *ctl, ls_u64 *heads, unsigned char *values, ls_u64 *more, ls_log *log
#define LOCAL const ls_control *ctl, ls_log *log, ls_u64 *lshadow

extern "C" {
// What work-items ask, by the names that OpenCL C gives them.
size_t get_local_id(unsigned d) __asm__("_Z12get_local_idj");
size_t get_group_id(unsigned d) __asm__("_Z12get_group_idj");
size_t get_num_groups(unsigned d) __asm__("_Z14get_num_groupsj");
size_t get_local_size(unsigned d) __asm__("_Z14get_local_sizej");
size_t get_local_id(unsigned d) { return d == 0 ? g_local_id : 0; }
size_t get_group_id(unsigned d) { return d == 0 ? g_group_id : 0; }
size_t get_num_groups(unsigned d) { return d == 0 ? 1024 : 1; }
size_t get_local_size(unsigned d) { return d == 0 ? kGroupSize : 1; }

// device-lib/atomics.h
ls_u64 __lockstep_load64(const ls_u64* p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
void __lockstep_store64_release(ls_u64* p, ls_u64 v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
ls_u64 __lockstep_xchg64_release(ls_u64* p, ls_u64 v) { return __atomic_exchange_n(p, v, __ATOMIC_RELEASE); }
ls_u64 __lockstep_cas64(ls_u64* p, ls_u64 expected, ls_u64 desired) {
  __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
ls_u32 __lockstep_cas32(ls_u32* p, ls_u32 expected, ls_u32 desired) {
  __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
ls_u32 __lockstep_add32(ls_u32* p, ls_u32 v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }
ls_u64 __lockstep_add64(ls_u64* p, ls_u64 v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }
ls_u32 __lockstep_in_blocks() { return 0; }
ls_u32 __lockstep_with_copies() { return 0; }

// docs/abi.md, section 4.
void __lockstep_global_read(HIDDEN, ls_u32 root, ls_u64 offset, ls_u32 size, ls_u32 site,
                            ls_u32 segment, ls_u32 from, ls_u32 waits);
void __lockstep_global_write(HIDDEN, ls_u32 root, ls_u64 offset, ls_u32 size, ls_u32 site,
                             ls_u64 value, ls_u32 segment, ls_u32 from, ls_u32 waits);
void __lockstep_global_update(HIDDEN, ls_u32 root, ls_u64 offset, ls_u32 size, ls_u32 read_site,
                              ls_u32 site, ls_u64 value, ls_u32 segment, ls_u32 from, ls_u32 waits);
void __lockstep_global_atomic(HIDDEN, ls_u32 root, ls_u64 offset, ls_u32 size, ls_u32 site,
                              ls_u32 cls, ls_u32 segment, ls_u32 from, ls_u32 waits);
void __lockstep_global_range(HIDDEN, ls_u32 root, ls_u64 offset, ls_u64 size, ls_u32 site,
                             ls_u32 cls, const unsigned char* value, ls_u32 segment, ls_u32 from,
                             ls_u32 waits);
void __lockstep_unknown_read(HIDDEN, const ls_u64* bases, ls_u64 address, ls_u32 size, ls_u32 site,
                             ls_u32 segment, ls_u32 from, ls_u32 waits);
void __lockstep_local_read(LOCAL, ls_u32 root, ls_u64 offset, ls_u32 size, ls_u32 site,
                           ls_u32 segment, ls_u32 from, ls_u32 waits);
void __lockstep_local_write(LOCAL, ls_u32 root, ls_u64 offset, ls_u32 size, ls_u32 site,
                            ls_u64 value, ls_u32 segment, ls_u32 from, ls_u32 waits);
}

namespace {

constexpr ls_u32 kBytes = 1 << 16, kCells = kBytes / 4, kLogSlots = 64;
constexpr ls_u32 kAccesses = 4096;  // of each scenario

// A launch with one buffer (root 0) and one local array (root 1) of 4-byte elements.
struct Launch {
  std::vector<ls_u64> control, heads, more, local, log;
  std::vector<unsigned char> values;

  Launch()
      : control((sizeof(ls_control) + 2 * sizeof(ls_root)) / 8 + 1),
        heads(kCells),
        more(size_t{kCells} * LS_MORE_RECORDS),
        local(LS_LOCAL_SYNC_WORDS + kCells * (2 + LS_MORE_RECORDS)),
        log((sizeof(ls_log) + kLogSlots * sizeof(ls_slot)) / 8 + 1),
        values(kBytes) {
    ls_control& c = *reinterpret_cast<ls_control*>(control.data());
    c.abi = LS_ABI_VERSION;
    c.num_roots = 2;
    c.num_ranges = 1;
    c.site_shift = LS_SITE_SHIFT;
    c.segment_shift = 20;
    c.actor_shift = 40;
    c.shifts = 20 | 40 << 8;
    c.segment_limit = 1 << 20;
    c.group_items = c.group_size = kGroupSize;
    c.local_size[0] = kGroupSize;
    c.local_size[1] = c.local_size[2] = 1;
    c.local_cells = kCells;
    c.first_actor = 1;
    c.total_cells = kCells;
    c.local_values_at = LS_LOCAL_SYNC_WORDS + kCells;
    c.local_more_at = LS_LOCAL_SYNC_WORDS + kCells * 2;
    c.log_slots = kLogSlots;
    ls_root* roots = reinterpret_cast<ls_root*>(&c + 1);
    for (int i = 0; i < 2; ++i) {
      roots[i].size = roots[i].limit = roots[i].reach = kBytes;
      roots[i].shift = 2;
      ls_pack_root(&roots[i]);
    }
  }
  const ls_control* ctl() const { return reinterpret_cast<const ls_control*>(control.data()); }
  ls_log* findings() { return reinterpret_cast<ls_log*>(log.data()); }
};

Launch* g_launch;
#define GLOBAL_ARGS                                                                   \
  g_launch->ctl(), g_launch->heads.data(), g_launch->values.data(), g_launch->more.data(), \
      g_launch->findings()
#define LOCAL_ARGS g_launch->ctl(), g_launch->findings(), g_launch->local.data()

// Counts `accesses` calls of `one`, which gets their number.
template <typename One>
void Count(const char* name, One one) {
  CALLGRIND_TOGGLE_COLLECT;
  for (ls_u32 i = 0; i < kAccesses; ++i) one(i);
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS_AT(name);
}

// Element i belongs to work-item i % 64 of group i / 64.
void Be(ls_u32 i) {
  g_local_id = i % kGroupSize;
  g_group_id = i / kGroupSize;
}

void GlobalScenarios() {
  const auto write = [](ls_u32 i, ls_u32 site) {
    Be(i);
    __lockstep_global_write(GLOBAL_ARGS, 0, i * 4, 4, site, i, 0, 0, 0);
  };
  const auto read = [](ls_u32 i, ls_u32 site) {
    Be(i);
    __lockstep_global_read(GLOBAL_ARGS, 0, i * 4, 4, site, 0, 0, 0);
  };
  Count("global write, first", [&](ls_u32 i) { write(i, 1); });
  Count("global write, again", [&](ls_u32 i) { write(i, 1); });
  Count("global read, own write before", [&](ls_u32 i) { read(i, 2); });
  Count("global read and write, first", [](ls_u32 i) {
    Be(i);
    __lockstep_global_update(GLOBAL_ARGS, 0, kBytes / 4 + i * 4, 4, 8, 9, i, 0, 0, 0);
  });
  Count("global write, own read before a local barrier", [&](ls_u32 i) {
    Be(i);
    const ls_u64 at = kBytes / 4 * 3 + i % 1024 * 4;
    if (i < 1024) __lockstep_global_read(GLOBAL_ARGS, 0, at, 4, 10, 2, 0, 0);
    else if (i < 2048) Be(i - 1024), __lockstep_global_write(GLOBAL_ARGS, 0, at, 4, 11, i, 3, 0, 0);
  });
  Count("global read of one cell by all", [](ls_u32 i) {
    Be(i);
    __lockstep_global_read(GLOBAL_ARGS, 0, kBytes - 4, 4, 3, 0, 0, 0);
  });
  Count("global atomic on one cell by all", [](ls_u32 i) {
    Be(i);
    __lockstep_global_atomic(GLOBAL_ARGS, 0, kBytes - 8, 4, 4, LS_CLASS_AW, 0, 0, 0);
  });
  Count("global read, root unknown", [](ls_u32 i) {
    Be(i);
    const ls_u64 bases[2] = {1 << 20, 2 << 20};
    __lockstep_unknown_read(GLOBAL_ARGS, bases, (1 << 20) + i * 4, 4, 2, 0, 0, 0);
  });
  static const unsigned char bytes[16] = {};
  Count("global range of 16 bytes", [&](ls_u32 i) {
    if (i >= 1024) return;
    Be(i);
    __lockstep_global_range(GLOBAL_ARGS, 0, kBytes / 2 + i * 16, 16, 5, LS_CLASS_W, bytes, 0, 0, 0);
  });
}

// 64 elements again and again, as a tile: written, a barrier, read, a barrier.
void LocalScenarios() {
  Count("local write of a tile, barriers between", [](ls_u32 i) {
    g_group_id = 0;
    g_local_id = i % 64;
    const ls_u32 segment = i / 64;
    __lockstep_local_write(LOCAL_ARGS, 1, i % 64 * 4, 4, 6, i, segment, segment, 0);
  });
  Count("local read of a tile by its group", [](ls_u32 i) {
    g_local_id = i % 64;
    __lockstep_local_read(LOCAL_ARGS, 1, i / 64 * 4, 4, 7, 100, 100, 0);
  });
}

// Pairs that have been told and counted to the end: their further sightings have short ways.
void RacyScenarios() {
  const auto write = [](ls_u32 i) {
    Be(i);
    __lockstep_global_write(GLOBAL_ARGS, 0, 0, 4, 1, i, 0, 0, 0);
  };
  const auto read = [](ls_u32 i) {
    g_local_id = 1 + i % 63;
    __lockstep_local_read(LOCAL_ARGS, 1, 0, 4, 3, 0, 0, 0);
  };
  for (ls_u32 i = 0; i < kAccesses; ++i) write(i);
  Count("global write of one cell by all, told", write);
  g_group_id = g_local_id = 0;
  __lockstep_local_write(LOCAL_ARGS, 1, 0, 4, 2, 1, 0, 0, 0);
  for (ls_u32 i = 0; i < kAccesses; ++i) read(i);
  Count("local read of another one's write, told", read);
}

}  // namespace

int main() {
  Launch launch;
  g_launch = &launch;
  GlobalScenarios();
  LocalScenarios();
  const ls_log* log = launch.findings();
  // A scenario that is a race counts something else than it says.
  if (log->used != 0 || log->unattributed != 0 || log->segment_overflow != 0) {
    std::fprintf(stderr, "perf: the scenarios race: %u findings, %u outside\n", unsigned(log->used),
                 unsigned(log->unattributed));
    return 1;
  }
  Launch racy;
  g_launch = &racy;
  RacyScenarios();
  if (racy.findings()->used != 3) {  // two in global memory, within a group and between groups
    std::fprintf(stderr, "perf: %u pairs race, not 3\n", unsigned(racy.findings()->used));
    return 1;
  }
  return 0;
}
