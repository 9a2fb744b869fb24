// The operations of atomics.h as the host's own instructions, and what a program is, for the resident library
// (shared/resident.def): it serves all programs, so it allows for copies and asks the launch for the model.
#ifndef LOCKSTEP_DEVICE_LIB_RESIDENT_OPERATIONS_H_
#define LOCKSTEP_DEVICE_LIB_RESIDENT_OPERATIONS_H_

// Who waits for another lets it have the processor: the application's work-items may be as many as there are
// processors, and the thread that reads the log (host/running/event_drain.cc) needs one, too.
int sched_yield(void);
#define LS_YIELD(times) sched_yield()
// The log is full for milliseconds. Who only yielded would have the reader stopped and started all the time.
int usleep(uint microseconds);
#define LS_NAP() usleep(20)

#include "device-lib/atomics.h"

#define LOCKSTEP_RESIDENT 1
#define LS_OPERATION __attribute__((always_inline))

LS_OPERATION ulong __lockstep_load64(__global const ulong* p) {
  return __atomic_load_n((__global ulong*)p, __ATOMIC_RELAXED);
}
LS_OPERATION void __lockstep_store64_release(__global ulong* p, ulong value) {
  __atomic_store_n(p, value, __ATOMIC_RELEASE);
}
LS_OPERATION ulong __lockstep_xchg64_release(__global ulong* p, ulong value) {
  return __atomic_exchange_n(p, value, __ATOMIC_RELEASE);
}
LS_OPERATION ulong __lockstep_cas64(__global ulong* p, ulong expected, ulong desired) {
  return __sync_val_compare_and_swap(p, expected, desired);
}
LS_OPERATION uint __lockstep_cas32(__global uint* p, uint expected, uint desired) {
  return __sync_val_compare_and_swap(p, expected, desired);
}
LS_OPERATION uint __lockstep_add32(__global uint* p, uint amount) {
  return __atomic_fetch_add(p, amount, __ATOMIC_RELAXED);
}
LS_OPERATION ulong __lockstep_add64(__global ulong* p, ulong amount) {
  return __atomic_fetch_add(p, amount, __ATOMIC_RELAXED);
}
LS_OPERATION uint __lockstep_with_copies(void) { return 1; }

#endif  // LOCKSTEP_DEVICE_LIB_RESIDENT_OPERATIONS_H_
