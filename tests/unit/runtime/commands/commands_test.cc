#include "runtime/commands/commands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/commands/undecided.h"

namespace lockstep {
namespace {

using Mapping = CommandRecord::Mapping;

constexpr RootNumber kBuffer = 7;

Touch Writes(uint64_t begin, uint64_t end) {
  Touch touch;
  touch.root = kBuffer;
  touch.begin = begin;
  touch.end = end;
  touch.write = true;
  return touch;
}

EnqueuedCommand Write(uint64_t queue, std::vector<CommandRef> waits, uint64_t begin = 0, uint64_t end = 16) {
  EnqueuedCommand command;
  command.queue = queue;
  command.waits = std::move(waits);
  command.record.footprint = {Writes(begin, end)};
  return command;
}

TEST(CommandTracker, TwoQueuesWithoutAnEvent) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  tracker.Enqueue(Write(a, {}, 0, 16));
  tracker.Enqueue(Write(b, {}, 12, 20));
  const std::vector<Meeting> meetings = tracker.TakeMeetings();
  ASSERT_EQ(meetings.size(), 1u);
  EXPECT_EQ(meetings[0].begin, 12u);
  EXPECT_EQ(meetings[0].end, 16u);
  EXPECT_EQ(meetings[0].first->side.queue, a);
  EXPECT_EQ(meetings[0].second->side.number, 2u);
}

TEST(CommandTracker, AnEventOrdersTwoQueues) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  const CommandRef first = tracker.Enqueue(Write(a, {}));
  tracker.Enqueue(Write(b, {first}));
  EXPECT_TRUE(tracker.TakeMeetings().empty());
}

TEST(CommandTracker, AUserEventOrdersWhatTheHostDidBefore) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  const CommandRef go = tracker.AddUserEvent();
  tracker.Enqueue(Write(b, {go}));
  tracker.Enqueue(Write(a, {}));
  tracker.HostSaw(tracker.AllOf(a));
  tracker.SetUserEvent(go, false);
  EXPECT_TRUE(tracker.TakeMeetings().empty());
}

TEST(CommandTracker, AQueueThatIsReleasedBeforeAUserEventIsSet) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  const CommandRef user = tracker.AddUserEvent();
  tracker.Enqueue(Write(a, {user}));
  tracker.RemoveQueue(a);
  tracker.SetUserEvent(user, false);
  EXPECT_EQ(tracker.TakeMeetings().size(), 0u);
  tracker.Enqueue(Write(b, {}));
  EXPECT_EQ(tracker.TakeMeetings().size(), 1u);
}

TEST(CommandTracker, WhatWaitsForAFailedEventDoesNotRun) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  const CommandRef go = tracker.AddUserEvent();
  tracker.Enqueue(Write(b, {go}));
  tracker.Enqueue(Write(a, {}));
  tracker.SetUserEvent(go, true);
  EXPECT_TRUE(tracker.TakeMeetings().empty());
}

// What the application does with the pointer that it was given; a transfer of the object itself is none of that.
TEST(CommandTracker, TheHostMayTransferFromWhereItHasMapped) {
  CommandTracker tracker;
  const uint64_t queue = tracker.AddQueue(true);
  const auto in_host_memory = [](bool write, uint64_t through) {
    Touch touch;
    touch.root = kHostSpace;
    touch.begin = 4096;
    touch.end = 8192;
    touch.write = write;
    touch.through = through;
    return touch;
  };
  EnqueuedCommand map;
  map.queue = queue;
  map.record.mapping = Mapping::kMap;
  map.map = 1;
  map.complete = true;
  map.record.footprint = {in_host_memory(true, 1)};
  tracker.Enqueue(map);
  EnqueuedCommand transfer;
  transfer.queue = queue;
  transfer.record.footprint = {in_host_memory(false, 0)};
  tracker.Enqueue(transfer);
  EXPECT_TRUE(tracker.TakeMeetings().empty());
  transfer.record.footprint = {in_host_memory(false, 1)};
  tracker.Enqueue(transfer);
  EXPECT_EQ(tracker.TakeMeetings().size(), 1u);
}

TEST(CommandTracker, AMappedRegionIsNotTouched) {
  CommandTracker tracker;
  const uint64_t queue = tracker.AddQueue(true);
  EnqueuedCommand map = Write(queue, {}, 0, 8);
  map.record.mapping = Mapping::kMap;
  map.map = 1;
  map.complete = true;
  tracker.Enqueue(map);
  tracker.Enqueue(Write(queue, {}, 8, 16));  // beside it
  EXPECT_TRUE(tracker.TakeMeetings().empty());
  tracker.Enqueue(Write(queue, {}, 0, 16));
  const std::vector<Meeting> meetings = tracker.TakeMeetings();
  ASSERT_EQ(meetings.size(), 1u);
  EXPECT_EQ(meetings[0].kind, Meeting::Kind::kMapped);
  EXPECT_EQ(meetings[0].end, 8u);
  EnqueuedCommand unmap = map;
  unmap.record.mapping = Mapping::kUnmap;
  unmap.complete = false;
  tracker.Enqueue(unmap);
  tracker.Enqueue(Write(queue, {}, 0, 16));
  EXPECT_TRUE(tracker.TakeMeetings().empty());
}

TEST(CommandTracker, WhatIsOnlyPossibleDoesNotHideWhatIsCertain) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  tracker.Enqueue(Write(a, {}));
  EnqueuedCommand maybe = Write(a, {});
  maybe.record.footprint[0].maybe = true;
  tracker.Enqueue(maybe);
  tracker.Enqueue(Write(b, {}));
  const std::vector<Meeting> meetings = tracker.TakeMeetings();
  ASSERT_EQ(meetings.size(), 2u);
  EXPECT_FALSE(meetings[0].first_touch.maybe);
  EXPECT_TRUE(meetings[1].first_touch.maybe);
}

TEST(CommandTracker, ManyCommandsStayFlat) {
  for (const bool in_order : {true, false}) {
    CommandTracker tracker;
    const uint64_t queue = tracker.AddQueue(in_order);
    CommandRef last;
    for (uint64_t i = 0; i < 200000; ++i) {
      const uint64_t at = i % 64;
      last =
          tracker.Enqueue(Write(queue, last ? std::vector<CommandRef>{last} : std::vector<CommandRef>{}, at, at + 4));
      ASSERT_LE(tracker.ranges(), 128u);
    }
    EXPECT_TRUE(tracker.TakeMeetings().empty());
    EXPECT_EQ(tracker.forced_order(), 0u);
  }
}

// A launch that may write [0, 64) of the buffer, and of which `touched` tells what it does.
EnqueuedCommand LaunchLookedAt(uint64_t queue, const std::shared_ptr<const LaunchTouches>& touched) {
  EnqueuedCommand launch;
  launch.queue = queue;
  launch.record.touched = touched;
  RootPlace place;
  place.known = true;
  place.root = kBuffer;
  place.size = 64;
  place.writes = true;
  launch.record.places = {place};
  AddPerhaps(place, &launch.record.footprint);
  return launch;
}

LaunchTouches Wrote(uint64_t begin, uint64_t end) {
  LaunchTouches touches;
  touches.state = LaunchTouches::State::kKnown;
  touches.seen = {true};
  touches.touches = {{0, begin, end, true, false, false}};
  return touches;
}

TEST(CommandTracker, ALaunchThatTouchedLessDoesNotHideAnother) {
  for (const bool known_before : {false, true}) {
    CommandTracker tracker;
    const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
    const auto all = std::make_shared<LaunchTouches>(), few = std::make_shared<LaunchTouches>();
    tracker.Enqueue(LaunchLookedAt(a, all));
    tracker.Enqueue(LaunchLookedAt(a, few));
    const auto know = [&] {
      *all = Wrote(0, 64);
      *few = Wrote(0, 4);
    };
    if (known_before) know();
    tracker.Enqueue(Write(b, {}, 32, 36));
    know();
    std::vector<Meeting> meetings = tracker.TakeMeetings();
    meetings.erase(std::remove_if(meetings.begin(), meetings.end(), [](Meeting& one) { return !Narrow(&one); }),
                   meetings.end());
    ASSERT_EQ(meetings.size(), 1u) << known_before;
    EXPECT_EQ(meetings[0].first->touched, all);
    EXPECT_EQ(meetings[0].begin, 32u);
    EXPECT_FALSE(meetings[0].first_touch.maybe);
  }
}

TEST(CommandTracker, ManyEqualLaunchesStayFlat) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  const auto touched = std::make_shared<LaunchTouches>();
  for (int i = 0; i < 100000; ++i) {
    if (i == 50000) *touched = Wrote(0, 32);
    tracker.Enqueue(LaunchLookedAt(a, touched));
    ASSERT_LE(tracker.ranges(), 4u);
  }
  tracker.Enqueue(Write(b, {}, 0, 64));
  EXPECT_LE(tracker.TakeMeetings().size(), 2u);
}

TEST(CommandTracker, TooManyUnorderedCommandsAreOrderedAndCounted) {
  CommandTracker tracker;
  const uint64_t queue = tracker.AddQueue(false);
  for (uint64_t i = 0; i < CommandGraph::kMostChains + 10; ++i) tracker.Enqueue(Write(queue, {}, 4 * i, 4 * i + 4));
  EXPECT_EQ(tracker.forced_order(), 10u);
  EXPECT_TRUE(tracker.TakeMeetings().empty());
}

TEST(CommandTracker, TooManyRangesAreWidenedAndOnlyPossible) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  for (uint64_t i = 0; i < CommandHistory::kMostKept + 10; ++i) tracker.Enqueue(Write(a, {}, 8 * i, 8 * i + 4));
  EXPECT_EQ(tracker.widened(), 1u);
  tracker.Enqueue(Write(b, {}, 4, 8));  // which nobody touched
  const std::vector<Meeting> meetings = tracker.TakeMeetings();
  ASSERT_FALSE(meetings.empty());
  for (const Meeting& meeting : meetings) EXPECT_TRUE(meeting.first_touch.maybe);
}

TEST(CommandTracker, WhatBecomesKnownIsNotRememberedAsOpen) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(false);
  for (int i = 0; i < 10'000; ++i) {
    const CommandRef go = tracker.AddUserEvent();
    tracker.Enqueue(Write(a, {go}));
    tracker.SetUserEvent(go, false);
    tracker.HostSaw(tracker.AllOf(a));
  }
  EXPECT_LE(tracker.remembered_open(), 64u);
  EXPECT_TRUE(tracker.TakeMeetings().empty());
}

// A chain that recursion would end on the host's stack.
TEST(CommandTracker, ManyCommandsBehindAnEventThatNeverComes) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  CommandRef go = tracker.AddUserEvent();
  const std::weak_ptr<CommandNode> first = tracker.Enqueue(Write(a, {go}));
  for (int i = 1; i < 200'000; ++i) tracker.Enqueue(Write(a, {}));
  go.reset();
  EXPECT_TRUE(first.expired());
  tracker.Enqueue(Write(b, {}));
  EXPECT_TRUE(tracker.TakeMeetings().empty());
}

// What a transfer writes is what its source was at the call, unless it is behind an event that the host sets later.
TEST(CommandTracker, ValuesOfTransfersThatWaitAreNotKnown) {
  for (const bool waits : {false, true}) {
    CommandTracker tracker;
    const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
    const CommandRef go = tracker.AddUserEvent();
    for (const uint64_t queue : {a, b}) {
      EnqueuedCommand command =
          Write(queue, waits && queue == a ? std::vector<CommandRef>{go} : std::vector<CommandRef>{});
      command.record.footprint[0].fill = 5;
      command.record.footprint[0].fill_at_call = true;
      tracker.Enqueue(std::move(command));
    }
    tracker.SetUserEvent(go, false);
    const std::vector<Meeting> meetings = tracker.TakeMeetings();
    ASSERT_EQ(meetings.size(), 1u);
    EXPECT_EQ(AreEqualFills(meetings[0].first_touch, meetings[0].second_touch), !waits);
  }
}

TEST(AddBox, RowsAreExactAndThoseThatAdjoinAreOne) {
  Footprint footprint;
  EXPECT_FALSE(AddBox({{4, 1, 0}, {8, 3, 1}, 32, 0}, Writes(0, 0), &footprint));
  ASSERT_EQ(footprint.size(), 3u);
  EXPECT_EQ(footprint[1].begin, 68u);
  EXPECT_EQ(footprint[1].end, 76u);
  footprint.clear();
  EXPECT_FALSE(AddBox({{0, 0, 0}, {32, 1000, 2}, 0, 0}, Writes(64, 64), &footprint));
  ASSERT_EQ(footprint.size(), 1u);
  EXPECT_EQ(footprint[0].begin, 64u);
  EXPECT_EQ(footprint[0].end, 64u + 64000u);
}

TEST(AddBox, BeyondTheBoundTheRestIsOnlyPossible) {
  Footprint footprint;
  EXPECT_TRUE(AddBox({{0, 0, 0}, {8, 1000, 1}, 32, 0}, Writes(0, 0), &footprint));
  ASSERT_EQ(footprint.size(), kMostRanges);
  EXPECT_FALSE(footprint[kMostRanges - 2].maybe);
  EXPECT_TRUE(footprint.back().maybe);
  EXPECT_EQ(footprint.back().end, 999u * 32 + 8);
}

}  // namespace
}  // namespace lockstep
