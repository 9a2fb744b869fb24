// What is said of races between commands, and what counts as one.
#include "runtime/commands/command_finding.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/text.h"
#include "runtime/commands/commands.h"

namespace lockstep {
namespace {

using CommandKind = CommandFinding::Kind;

constexpr uint64_t kTouched = 7;

std::string InWords(uint64_t object) { return StrCat("buffer ", object); }

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
  command.footprint = {touch};
  return command;
}

EnqueuedCommand HostRead(uint64_t queue) {
  EnqueuedCommand command = Command("clEnqueueReadBuffer", queue, true);
  command.footprint[0].root = kHostSpace;
  command.footprint[0].through = 0;
  return command;
}

CommandFinding Only(CommandTracker* tracker) {
  const std::vector<Meeting> meetings = tracker->TakeMeetings();
  EXPECT_EQ(meetings.size(), 1u);
  return meetings.empty() ? CommandFinding() : FindingOf(meetings[0], InWords);
}

TEST(CommandFinding, TwoQueues) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  EnqueuedCommand write = Command("clEnqueueWriteBuffer", a, true);
  write.record.side.blocking = true;
  tracker.Enqueue(std::move(write));
  EnqueuedCommand launch = Command("clEnqueueNDRangeKernel", b, false);
  launch.record.side.kernel = "sum";
  const auto lines = std::make_shared<std::vector<SourcePosition>>(1);
  (*lines)[0].line = 3;
  launch.record.reads = lines;
  tracker.Enqueue(std::move(launch));
  const CommandFinding finding = Only(&tracker);
  EXPECT_EQ(finding.kind, CommandKind::kUnordered);
  EXPECT_FALSE(finding.maybe);
  EXPECT_EQ(finding.conflict.object, "buffer 7");
  EXPECT_EQ(finding.conflict.begin, 4u);
  EXPECT_EQ(finding.conflict.end, 12u);
  ASSERT_EQ(finding.conflict.sides[1].lines.size(), 1u);
  EXPECT_EQ(finding.conflict.sides[1].lines[0].line, 3u);
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
  second.footprint[0].through = 8;
  tracker.Enqueue(std::move(second));
  const CommandFinding finding = Only(&tracker);
  EXPECT_EQ(finding.conflict.object, "buffer 7 and buffer 8, which share bytes");
  EXPECT_NE(finding.why.find("their queue executes out of order"), std::string::npos);
  EXPECT_NE(finding.repair.find("clEnqueueBarrierWithWaitList"), std::string::npos);
}

TEST(CommandFinding, HostMemoryHasNoAddressInIt) {
  CommandTracker tracker;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  tracker.Enqueue(HostRead(a));
  tracker.Enqueue(HostRead(b));
  const CommandFinding finding = Only(&tracker);
  EXPECT_EQ(finding.kind, CommandKind::kHostMemory);
  EXPECT_EQ(finding.conflict.object, "8 bytes of host memory");
  EXPECT_TRUE(finding.conflict.host);
  EXPECT_EQ(finding.conflict.begin, 0u);
  EXPECT_EQ(finding.conflict.end, 0u);
}

TEST(CommandFinding, AMappedRegion) {
  CommandTracker tracker;
  const uint64_t queue = tracker.AddQueue(true);
  EnqueuedCommand map = Command("clEnqueueMapBuffer", queue, true);
  map.record.mapping = CommandRecord::Mapping::kMap;
  map.map = 1;
  map.complete = true;
  tracker.Enqueue(std::move(map));
  tracker.Enqueue(Command("clEnqueueNDRangeKernel", queue, false));
  const CommandFinding finding = Only(&tracker);
  EXPECT_EQ(finding.kind, CommandKind::kMappedRegion);
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
  launch.footprint[0].maybe = true;
  tracker.Enqueue(std::move(launch));
  const CommandFinding finding = Only(&tracker);
  EXPECT_TRUE(finding.maybe);
  EXPECT_NE(finding.why.find("whether both touch these bytes is not known"), std::string::npos);
}

TEST(CommandFindings, ALoopIsOneWithACount) {
  CommandTracker tracker;
  CommandFindings findings;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  for (int i = 0; i < 1000; ++i) {
    tracker.Enqueue(Command("clEnqueueFillBuffer", a, true));
    tracker.Enqueue(Command("clEnqueueReadBuffer", b, false));
    tracker.HostSaw(tracker.AllOf(a));
    tracker.HostSaw(tracker.AllOf(b));
    for (const Meeting& meeting : tracker.TakeMeetings()) findings.Add(meeting, InWords);
  }
  const std::vector<CommandFinding> all = findings.All();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].count, 1000u);
  EXPECT_EQ(all[0].conflict.sides[0].number, 1u);
  EXPECT_EQ(findings.dropped(), 0u);
}

TEST(CommandFindings, NoMoreThanSoMany) {
  CommandTracker tracker;
  CommandFindings findings;
  const uint64_t a = tracker.AddQueue(true), b = tracker.AddQueue(true);
  for (uint64_t i = 0; i < CommandFindings::kMost + 5; ++i) {
    for (const uint64_t queue : {a, b}) {
      EnqueuedCommand command = Command("clEnqueueFillBuffer", queue, true);
      command.footprint[0].root = command.footprint[0].through = i + 1;
      tracker.Enqueue(std::move(command));
    }
    for (const Meeting& meeting : tracker.TakeMeetings()) findings.Add(meeting, InWords);
  }
  EXPECT_EQ(findings.All().size(), CommandFindings::kMost);
  EXPECT_EQ(findings.dropped(), 5u);
}

}  // namespace
}  // namespace lockstep
