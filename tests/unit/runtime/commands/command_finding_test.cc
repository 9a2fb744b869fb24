// What is said of races between commands, and what counts as one.
#include "runtime/commands/command_finding.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/checks/collector.h"
#include "runtime/commands/commands.h"
#include "runtime/commands/undecided.h"

namespace lockstep {
namespace {

constexpr uint64_t kTouched = 7;

Memory ObjectBehindNumber(uint64_t number) {
  Memory memory;
  memory.object = ObjectId{number};
  memory.size = 64;
  return memory;
}

EnqueuedCommand Command(const char* call, uint64_t queue, bool write, std::vector<CommandRef> waits = {}) {
  EnqueuedCommand command;
  command.queue = queue;
  command.waits = std::move(waits);
  command.record.side.call = call;
  Touch touch;
  touch.root = touch.through = kTouched;
  touch.begin = 4;
  touch.end = 12;
  touch.write = write;
  command.record.footprint = {touch};
  return command;
}

// Map number 1.
EnqueuedCommand Map(uint64_t queue) {
  EnqueuedCommand command = Command("clEnqueueMapBuffer", queue, true);
  command.record.mapping = CommandRecord::Mapping::kMap;
  command.map = 1;
  return command;
}

EnqueuedCommand HostRead(uint64_t queue) {
  EnqueuedCommand command = Command("clEnqueueReadBuffer", queue, true);
  command.record.footprint[0].root = kHostSpace;
  command.record.footprint[0].through = 0;
  return command;
}

Finding Only(CommandTracker* tracker) {
  UndecidedMeetings undecided;
  undecided.Add(tracker->TakeMeetings());
  const std::vector<Meeting> meetings = undecided.Take(true);
  EXPECT_EQ(meetings.size(), 1u);
  return meetings.empty() ? Finding() : FindingOf(meetings[0], ObjectBehindNumber);
}

TEST(CommandFinding, TwoQueues) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  EnqueuedCommand write = Command("clEnqueueWriteBuffer", a, true);
  write.record.side.blocking = true;
  tracker.Enqueue(std::move(write));
  EnqueuedCommand launch = Command("clEnqueueNDRangeKernel", b, false);
  launch.record.side.kernel = "sum";
  // Its hull is all of the buffer; what it reads of that is known.
  launch.record.footprint[0] = {kTouched, 0, 64, false, true, false, kTouched, false};
  RootPlace place;
  place.known = true;
  place.root = place.through = kTouched;
  place.name = "in";
  launch.record.places = {RootPlace(), place};
  const auto touched = std::make_shared<LaunchTouches>();
  touched->state = LaunchTouches::State::kKnown;
  touched->touches = {{1, 4, 12, false, false, false}};
  touched->seen = {true, true};
  SourcePosition line;
  line.line = 3;
  touched->lines[{1, false}] = {{line, "x = in[i];"}, {line, "x = in[i];"}};  // a function called twice
  launch.record.touched = touched;
  tracker.Enqueue(std::move(launch));
  const Finding finding = Only(&tracker);
  EXPECT_EQ(finding.kind, "unordered-commands");
  EXPECT_EQ(finding.severity, Severity::kError);
  ASSERT_TRUE(finding.memory);
  EXPECT_EQ(finding.memory->name, "in");
  EXPECT_EQ(finding.memory->object.value, kTouched);
  EXPECT_EQ(finding.memory->offset, 4u);
  EXPECT_EQ(finding.memory->bytes, 8u);
  ASSERT_TRUE(finding.commands);
  ASSERT_EQ((*finding.commands)[1].lines.size(), 1u);
  EXPECT_EQ((*finding.commands)[1].lines[0].line, 3u);
  EXPECT_EQ(finding.accesses[1].snippet, "x = in[i];");
  EXPECT_EQ(finding.why,
            "no event of command 1 (clEnqueueWriteBuffer) is in the wait list of command 2 (clEnqueueNDRangeKernel of "
            "'sum'), directly or by way of others, and their queues are different; that the former is blocking gives "
            "back its host memory and no more");
  EXPECT_EQ(finding.repair,
            "pass the event of command 1 in the wait list of command 2, or wait for it (clWaitForEvents, clFinish) "
            "before");
}

TEST(CommandFinding, OneQueueOutOfOrder) {
  CommandTracker tracker;
  const uint64_t queue = tracker.AddQueue(false);
  tracker.Enqueue(Command("clEnqueueFillBuffer", queue, true));
  EnqueuedCommand second = Command("clEnqueueCopyBuffer", queue, true);
  second.record.footprint[0].through = 8;
  tracker.Enqueue(std::move(second));
  const Finding finding = Only(&tracker);
  EXPECT_NE(finding.why.find("buffer 7 and buffer 8 share bytes"), std::string::npos);
  EXPECT_NE(finding.why.find("their queue executes out of order"), std::string::npos);
  EXPECT_NE(finding.repair.find("clEnqueueBarrierWithWaitList"), std::string::npos);
}

TEST(CommandFinding, HostMemoryHasNoAddressInIt) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  tracker.Enqueue(HostRead(a));
  tracker.Enqueue(HostRead(b));
  const Finding finding = Only(&tracker);
  EXPECT_EQ(finding.kind, "host-memory");
  EXPECT_EQ(finding.region, "host");
  EXPECT_FALSE(finding.memory);
  EXPECT_NE(finding.why.find("the two share 8 bytes from offset 0 of it on"), std::string::npos) << finding.why;
}

TEST(CommandFinding, HostMemoryComesBackWithThatOfWhatWasBefore) {
  for (const bool in_order : {true, false}) {
    CommandTracker tracker;
    const uint64_t a = tracker.AddQueue(in_order), b = tracker.AddQueue(true);
    tracker.Enqueue(HostRead(a));
    EnqueuedCommand other = HostRead(a);
    other.record.footprint[0].begin += 64;
    other.record.footprint[0].end += 64;
    tracker.HostWasTold(tracker.Enqueue(std::move(other)));
    tracker.Enqueue(HostRead(b));
    UndecidedMeetings undecided;
    undecided.Add(tracker.TakeMeetings());
    EXPECT_EQ(undecided.Take(true).size(), in_order ? 0u : 1u);
  }
}

TEST(CommandFinding, AskingOrdersNothing) {
  for (const bool before : {true, false}) {
    CommandTracker tracker;
    const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
    const CommandRef first = tracker.Enqueue(Command("clEnqueueFillBuffer", a, true));
    if (before) tracker.HostWasTold(first);
    tracker.Enqueue(Command("clEnqueueCopyBuffer", b, true));
    if (!before) tracker.HostWasTold(first);
    const std::string why = Only(&tracker).why;
    const bool told = why.find("clGetEventInfo had said that command 1 is complete") != std::string::npos;
    EXPECT_EQ(told, before) << why;
  }
}

TEST(CommandFinding, AMappedBufferIsNotNamedAsTheArgumentOfAnother) {
  CommandTracker tracker;
  const uint64_t queue = tracker.AddQueue(true);
  tracker.Enqueue(Map(queue));
  EnqueuedCommand launch = Command("clEnqueueNDRangeKernel", queue, false);
  launch.record.footprint[0].through = 8;  // over the same memory
  RootPlace place;
  place.known = true;
  place.root = kTouched;
  place.through = 8;
  place.name = "in";
  launch.record.places = {place};
  tracker.Enqueue(std::move(launch));
  const Finding finding = Only(&tracker);
  ASSERT_TRUE(finding.memory);
  EXPECT_EQ(finding.memory->object.value, kTouched);
  EXPECT_EQ(finding.memory->name, "");
}

TEST(CommandFinding, ARegionMayEndWithoutAnUnmap) {
  CommandTracker tracker;
  const uint64_t queue = tracker.AddQueue(true);
  tracker.Enqueue(Map(queue));
  tracker.EndMap(1);
  tracker.Enqueue(Command("clEnqueueNDRangeKernel", queue, false));
  EXPECT_TRUE(tracker.TakeMeetings().empty());
}

TEST(CommandFinding, AMappedRegion) {
  CommandTracker tracker;
  const uint64_t queue = tracker.AddQueue(true);
  EnqueuedCommand map = Map(queue);
  map.complete = true;
  tracker.Enqueue(std::move(map));
  tracker.Enqueue(Command("clEnqueueNDRangeKernel", queue, false));
  const Finding finding = Only(&tracker);
  EXPECT_EQ(finding.kind, "mapped-region");
  EXPECT_EQ(finding.why,
            "command 2 (clEnqueueNDRangeKernel) reads bytes that command 1 (clEnqueueMapBuffer) maps for writing, and "
            "no unmap of it was enqueued before");
  EXPECT_EQ(finding.repair,
            "enqueue clEnqueueUnmapMemObject (clEnqueueSVMUnmap) of command 1's region before command 2");
}

TEST(CommandFinding, WhatIsOnlyPossibleSaysSo) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  tracker.Enqueue(Command("clEnqueueFillBuffer", a, true));
  EnqueuedCommand launch = Command("clEnqueueNDRangeKernel", b, true);
  launch.record.footprint[0].maybe = true;
  tracker.Enqueue(std::move(launch));
  const Finding finding = Only(&tracker);
  EXPECT_EQ(finding.kind, "possible-command-race");
  EXPECT_EQ(finding.severity, Severity::kInfo);
  EXPECT_NE(finding.why.find("whether both touch these bytes is not known"), std::string::npos);
}

EnqueuedCommand LaunchThatIsLookedAt(uint64_t queue, const std::shared_ptr<LaunchTouches>& touched) {
  EnqueuedCommand launch = Command("clEnqueueNDRangeKernel", queue, true);
  launch.record.footprint[0] = {kTouched, 0, 64, true, true, false, kTouched, false};
  RootPlace place;
  place.known = true;
  place.root = place.through = kTouched;
  launch.record.places = {place};
  launch.record.touched = touched;
  return launch;
}

TEST(UndecidedMeetings, WaitForWhatALaunchTouches) {
  CommandTracker tracker;
  UndecidedMeetings undecided;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  const auto touched = std::make_shared<LaunchTouches>();
  tracker.Enqueue(LaunchThatIsLookedAt(a, touched));
  tracker.Enqueue(Command("clEnqueueReadBuffer", b, false));  // bytes 4 to 12
  undecided.Add(tracker.TakeMeetings());
  EXPECT_TRUE(undecided.Take(false).empty());
  EXPECT_EQ(undecided.size(), 1u);
  touched->state = LaunchTouches::State::kKnown;
  touched->seen = {true};
  touched->touches = {{0, 0, 4, true, false, false}, {0, 8, 64, true, false, false}};
  const std::vector<Meeting> meetings = undecided.Take(false);
  ASSERT_EQ(meetings.size(), 1u);
  EXPECT_EQ(meetings[0].begin, 8u);
  EXPECT_EQ(meetings[0].end, 12u);
  EXPECT_FALSE(meetings[0].first_touch.maybe);
}

TEST(UndecidedMeetings, AreNoneIfTheLaunchTouchesOtherBytes) {
  CommandTracker tracker;
  UndecidedMeetings undecided;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  const auto touched = std::make_shared<LaunchTouches>();
  tracker.Enqueue(LaunchThatIsLookedAt(a, touched));
  tracker.Enqueue(Command("clEnqueueReadBuffer", b, false));
  undecided.Add(tracker.TakeMeetings());
  touched->state = LaunchTouches::State::kKnown;
  touched->seen = {true};
  touched->touches = {{0, 0, 4, true, false, false}, {0, 12, 64, true, false, false}};
  EXPECT_TRUE(undecided.Take(false).empty());
  EXPECT_EQ(undecided.size(), 0u);
}

TEST(UndecidedMeetings, StayPossibleThroughARootWithoutRecords) {
  CommandTracker tracker;
  UndecidedMeetings undecided;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  const auto touched = std::make_shared<LaunchTouches>();
  touched->state = LaunchTouches::State::kKnown;
  touched->seen = {false};
  EnqueuedCommand launch = LaunchThatIsLookedAt(a, touched);
  launch.record.places[0].size = 64;
  launch.record.places[0].writes = true;
  tracker.Enqueue(std::move(launch));
  tracker.Enqueue(Command("clEnqueueReadBuffer", b, false));
  undecided.Add(tracker.TakeMeetings());
  const std::vector<Meeting> meetings = undecided.Take(false);
  ASSERT_EQ(meetings.size(), 1u);
  EXPECT_TRUE(meetings[0].first_touch.maybe);
}

TEST(UndecidedMeetings, StayPossibleIfItIsNotKnown) {
  CommandTracker tracker;
  UndecidedMeetings undecided;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  tracker.Enqueue(LaunchThatIsLookedAt(a, std::make_shared<LaunchTouches>()));
  tracker.Enqueue(Command("clEnqueueReadBuffer", b, false));
  undecided.Add(tracker.TakeMeetings());
  const std::vector<Meeting> meetings = undecided.Take(true);
  ASSERT_EQ(meetings.size(), 1u);
  EXPECT_EQ(FindingOf(meetings[0], ObjectBehindNumber).kind, "possible-command-race");
}

// A program that never waits, and a launch that never ends: each new pair is looked at, and not the others again.
TEST(UndecidedMeetings, OneMoreCostsAsMuchHoweverManyThereAre) {
  CommandTracker tracker;
  UndecidedMeetings undecided;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  const auto touched = std::make_shared<LaunchTouches>();
  tracker.Enqueue(LaunchThatIsLookedAt(a, touched));
  constexpr uint64_t kPairs = 5000;
  for (uint64_t i = 0; i < kPairs; ++i) {
    tracker.Enqueue(Command("clEnqueueReadBuffer", b, false));
    undecided.Add(tracker.TakeMeetings());
    EXPECT_TRUE(undecided.Take(false).empty());
  }
  EXPECT_EQ(undecided.size(), kPairs);
  EXPECT_LE(undecided.looks(), 3 * kPairs);
  touched->state = LaunchTouches::State::kUnknown;
  const std::vector<Meeting> meetings = undecided.Take(false);
  ASSERT_EQ(meetings.size(), kPairs);
  for (uint64_t i = 0; i < kPairs; ++i) EXPECT_EQ(meetings[i].second->side.number, i + 2);
  EXPECT_EQ(undecided.size(), 0u);
}

TEST(UndecidedMeetings, WaitForBothLaunches) {
  CommandTracker tracker;
  UndecidedMeetings undecided;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  const auto first = std::make_shared<LaunchTouches>(), second = std::make_shared<LaunchTouches>();
  tracker.Enqueue(LaunchThatIsLookedAt(a, first));
  tracker.Enqueue(LaunchThatIsLookedAt(b, second));
  undecided.Add(tracker.TakeMeetings());
  first->state = LaunchTouches::State::kUnknown;
  EXPECT_TRUE(undecided.Take(false).empty());
  EXPECT_EQ(undecided.size(), 1u);
  second->state = LaunchTouches::State::kUnknown;
  EXPECT_EQ(undecided.Take(false).size(), 1u);
}

TEST(UndecidedMeetings, AtomicsOfTwoLaunchesAreAWarning) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  for (const uint64_t queue : {a, b}) {
    const auto touched = std::make_shared<LaunchTouches>();
    touched->state = LaunchTouches::State::kKnown;
    touched->seen = {true};
    touched->touches = {{0, 0, 4, true, true, false}};
    tracker.Enqueue(LaunchThatIsLookedAt(queue, touched));
  }
  EXPECT_EQ(Only(&tracker).kind, "unordered-atomics");
}

TEST(CommandFinding, ALoopIsOneWithACount) {
  CommandTracker tracker;
  FindingCollector collector;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  for (int i = 0; i < 1000; ++i) {
    tracker.Enqueue(Command("clEnqueueFillBuffer", a, true));
    tracker.Enqueue(Command("clEnqueueReadBuffer", b, false));
    tracker.HostSaw(tracker.AllOf(a));
    tracker.HostSaw(tracker.AllOf(b));
    for (const Meeting& meeting : tracker.TakeMeetings()) collector.Add({FindingOf(meeting, ObjectBehindNumber)});
  }
  const std::vector<Finding> all = collector.Sorted();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].count, 1000u);
  EXPECT_EQ((*all[0].commands)[0].number, 1u);
}

}  // namespace
}  // namespace lockstep
