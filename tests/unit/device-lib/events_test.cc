// What a work-item does that finds the event log full: it waits for the host where the host reads along, and where
// the host's reading has come to a halt, not for ever. Device code, compiled as C++; the host is in its load of `tail`.
#include <gtest/gtest.h>

#include <vector>

#include "device-lib/shared/control.h"
#include "device-lib/shared/record.h"
#include "device-lib/shared/sync_cell.h"

#define __global
#define __local
using ulong = ls_u64;
using uint = ls_u32;
#include "device-lib/events.h"

namespace {

constexpr ls_u64 kCapacity = 4;

struct Log {
  ls_event_log header;
  ls_event events[kCapacity];
};

Log* g_log;
ls_u64 g_looks, g_look_that_finds_room;  // 0: none does

Log MakeLog(ls_u64 patience) {
  Log log = {};
  log.header.capacity = kCapacity;
  log.header.drained = 1;
  log.header.patience = patience;
  g_looks = 0;
  g_look_that_finds_room = 0;
  return log;
}

ls_u64 Write(Log& log) {
  g_log = &log;
  const ls_who who = {};
  const ls_sync_entry entry = {};
  return ls_log_event(&log.header, &who, 0, 7, 1, 0, &entry);
}

}  // namespace

ulong __lockstep_load64(const ulong* p) {
  if (++g_looks == g_look_that_finds_room) g_log->header.tail += 1;
  return *p;
}
ulong __lockstep_add64(ulong* p, ulong amount) { return (*p += amount) - amount; }
ulong __lockstep_xchg64_release(ulong* p, ulong value) {
  const ulong before = *p;
  *p = value;
  return before;
}

// covers(EventsTest.*): device-memory-log
TEST(EventsTest, ALogThatTheHostReadsIsWaitedFor) {
  Log log = MakeLog(1000);
  for (ls_u64 i = 0; i < kCapacity; ++i) EXPECT_EQ(Write(log), i + 1);
  g_looks = 0;
  g_look_that_finds_room = 900;
  EXPECT_EQ(Write(log), kCapacity + 1);
  EXPECT_EQ(log.events[0].ticket, kCapacity + 1);
  EXPECT_EQ(log.header.drained, 1u);
}

TEST(EventsTest, PatienceEndsAndThenNobodyWaits) {
  Log log = MakeLog(1000);
  for (ls_u64 i = 0; i < kCapacity; ++i) Write(log);
  Write(log);
  EXPECT_GT(g_looks, 1000u);
  EXPECT_EQ(log.header.drained, 0u);
  EXPECT_EQ(log.events[0].ticket, 1u) << "an event that the host has not read is overwritten";
  g_looks = 0;
  Write(log);
  EXPECT_EQ(g_looks, 1u);
  EXPECT_EQ(log.header.next, kCapacity + 2) << "the host sees how many are missing";
}

TEST(EventsTest, PatienceBeginsAnewWhenTheHostReadsOn) {
  Log log = MakeLog(1000);
  for (ls_u64 i = 0; i < kCapacity; ++i) Write(log);
  log.header.next += 1;  // somebody else waits for the place before
  g_looks = 0;
  g_look_that_finds_room = 900;  // room for that one
  Write(log);
  EXPECT_GT(g_looks, 1900u);
  EXPECT_EQ(log.header.drained, 0u);
}

TEST(EventsTest, NobodyWaitsForAHostThatDoesNotRead) {
  Log log = MakeLog(0);
  log.header.drained = 0;
  for (ls_u64 i = 0; i < kCapacity + 3; ++i) Write(log);
  EXPECT_EQ(g_looks, 3u);  // the first round needs none
  EXPECT_EQ(log.header.next, kCapacity + 3);
}
