// What the records of a launch say that it touched: planes made by hand.
#include "host/commands/launch_records.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "device-lib/shared/record.h"
#include "device-lib/shared/sync_cell.h"

namespace lockstep::host {
namespace {

constexpr unsigned kSegmentShift = 24, kActorShift = 40;
constexpr uint64_t kCells = 64;

Launch LaunchOfOneBuffer() {
  Launch launch;
  launch.kernel = std::make_shared<KernelDescription>();
  launch.segment_shift = kSegmentShift;
  launch.actor_shift = kActorShift;
  launch.first_actor = 8;  // lower ones are leftovers
  MemoryRoot& root = launch.roots.emplace_back();
  root.size = root.limit = kCells * 4;
  root.shift = 2;
  return launch;
}

uint64_t Head(uint64_t actor, uint64_t state) { return actor << kActorShift | state; }

// (begin, end, write, maybe)
using Told = std::vector<std::tuple<uint64_t, uint64_t, bool, bool>>;
Told Of(const LaunchTouches& touches) {
  Told told;
  for (const RootTouch& touch : touches.touches) told.emplace_back(touch.begin, touch.end, touch.write, touch.maybe);
  return told;
}

TEST(LaunchRecords, RunsOfCells) {
  std::vector<uint64_t> heads(kCells), more(kCells * LS_MORE_RECORDS);
  heads[0] = Head(7, LS_CLASS_W);  // of an earlier launch
  heads[1] = heads[2] = Head(9, LS_CLASS_W);
  heads[3] = Head(9, LS_CLASS_R | LS_MORE);
  more[3 * LS_MORE_RECORDS] = Head(10, LS_CLASS_W);
  EXPECT_EQ(Of(TouchesIn(LaunchOfOneBuffer(), {heads.data(), more.data()})),
            (Told{{4, 12, true, false}, {12, 16, false, false}, {12, 16, true, false}}));
}

// Where they were not fetched, a cell that has more records may have been touched in any way.
TEST(LaunchRecords, WithoutTheMoreRecords) {
  std::vector<uint64_t> heads(kCells);
  heads[1] = Head(9, LS_CLASS_W);
  heads[3] = Head(9, LS_CLASS_R | LS_MORE);
  EXPECT_EQ(Of(TouchesIn(LaunchOfOneBuffer(), {heads.data(), nullptr})),
            (Told{{4, 8, true, false}, {12, 16, false, false}, {12, 16, true, true}}));
}

ls_event Event(uint32_t what, uint64_t cell, uint32_t cells) {
  ls_event event = {};
  event.what = what;
  event.cell = cell;
  event.cells = cells;
  return event;
}

// Of a kernel that synchronises: cells of one work-item say what it did there, the log all else.
TEST(LaunchRecords, CellsAndLog) {
  std::vector<uint64_t> heads(kCells), more(LS_SYNC_MORE_BLOCK * LS_MORE_RECORDS);
  TouchedCells logged(ObjectStarts({0}));
  heads[1] = Head(9, LS_SYNC_WRITE | LS_SYNC_BRIEF_SEGMENT);
  heads[2] = Head(9, LS_SYNC_READ | LS_SYNC_WRITE);
  heads[3] = Head(9, LS_SYNC_CONTESTED);
  heads[4] = Head(3, LS_SYNC_WRITE | LS_SYNC_BRIEF_SEGMENT);  // of an earlier launch
  logged.Add(Event(LS_CLASS_AW | LS_EVENT_WRITES, 3, 1));
  logged.Add(Event(LS_CLASS_R, 10, 2));
  logged.Add(Event(LS_CLASS_W | LS_REGION_LOCAL << LS_EVENT_REGION_SHIFT, 20, 1));
  logged.Add(Event(LS_CLASS_NONE, 0, 0));
  const LaunchTouches touches = TouchesIn(LaunchOfOneBuffer(), {heads.data(), more.data(), &logged});
  EXPECT_EQ(Of(touches), (Told{{4, 8, true, false},
                               {8, 12, false, false},
                               {8, 12, true, false},
                               {12, 16, true, false},
                               {40, 48, false, false}}));
  EXPECT_TRUE(touches.touches[3].atomic);
}

TEST(LaunchRecords, LoggedSitesByObject) {
  TouchedCells logged(ObjectStarts({16, 0}));
  ls_event event = Event(LS_CLASS_W, 20, 1);
  event.site = 3;
  logged.Add(event);
  EXPECT_EQ(logged.Sites(16, true), std::set<uint32_t>{3});
  EXPECT_TRUE(logged.Sites(16, false).empty());
  EXPECT_TRUE(logged.Sites(0, true).empty());
}

}  // namespace
}  // namespace lockstep::host
