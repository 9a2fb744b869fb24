#include "runtime/replay/reset_counters.h"

#include <gtest/gtest.h>

#include "device-lib/shared/record.h"

namespace lockstep {
namespace {

constexpr uint32_t kStore = LS_CLASS_AW | LS_EVENT_WRITES, kAdd = kStore | LS_EVENT_READS;

ls_event Event(uint64_t cell, uint32_t what, uint32_t cells = 1) {
  ls_event event = {};
  event.cell = cell;
  event.cells = cells;
  event.what = what;
  return event;
}

TEST(ResetCounters, CountAdditionsBehindAReset) {
  ResetCounters counters({{10, 2}, {20, 1}});
  for (const uint64_t cell : {10, 11, 10, 20}) counters.Add(Event(cell, kAdd));
  counters.Add(Event(10, kStore));
  counters.Add(Event(11, kAdd));  // another one
  EXPECT_EQ(counters.late(), 0u);
  counters.Add(Event(10, kAdd));
  counters.Add(Event(10, kAdd));
  EXPECT_EQ(counters.late(), 2u);
}

TEST(ResetCounters, LookAtAtomicsOfTheirCellsOnly) {
  ResetCounters counters({{10, 2}});
  counters.Add(Event(12, kStore));
  counters.Add(Event(12, kAdd));
  counters.Add(Event(10, kStore | LS_REGION_LOCAL << LS_EVENT_REGION_SHIFT));
  counters.Add(Event(10, LS_CLASS_W));
  counters.Add(Event(10, LS_CLASS_AR | LS_EVENT_READS));
  counters.Add(Event(10, kAdd));
  EXPECT_EQ(counters.late(), 0u);
  counters.Add(Event(9, kStore, 2));  // eight bytes, of which the counter is the second half
  counters.Add(Event(10, kAdd));
  EXPECT_EQ(counters.late(), 1u);
  ResetCounters none({});
  none.Add(Event(10, kStore));
  none.Add(Event(10, kAdd));
  EXPECT_EQ(none.late(), 0u);
}

}  // namespace
}  // namespace lockstep
