// The commands around a finding, and what orders them.
#include "runtime/commands/surroundings.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/text.h"
#include "runtime/commands/command_finding.h"
#include "runtime/commands/commands.h"
#include "runtime/commands/misuse_finding.h"

namespace lockstep {
namespace {

using Kind = CommandGraph::Kind;

class CommandProgram {
 public:
  uint64_t Queue(bool in_order) { return tracker_.AddQueue(in_order); }
  CommandTracker& tracker() { return tracker_; }

  // A command that touches bytes of its own, unless it is told `which`.
  CommandRef Add(uint64_t queue, std::vector<CommandRef> waits = {}, uint64_t which = 0, Kind kind = Kind::kCommand) {
    EnqueuedCommand command;
    command.queue = queue;
    command.waits = std::move(waits);
    command.kind = kind;
    command.record.side.call = "clEnqueueWriteBuffer";
    Touch touch;
    touch.root = touch.through = which == 0 ? 1000 + ++last_ : which;
    touch.end = 4;
    touch.write = true;
    if (kind == Kind::kCommand) command.record.footprint = {touch};
    return tracker_.Enqueue(std::move(command));
  }

  // The graph around the only race.
  OrderGraph Graph() {
    const std::vector<Meeting> meetings = tracker_.TakeMeetings();
    EXPECT_EQ(meetings.size(), 1u);
    if (meetings.empty()) return {};
    return *FindingOf(meetings[0], [](uint64_t) { return Memory(); }).graph;
  }

 private:
  CommandTracker tracker_;
  uint64_t last_ = 0;
};

// "1 -queue> 2", by the commands' numbers; a user event is 0.
std::vector<std::string> Edges(const OrderGraph& graph) {
  std::vector<std::string> edges;
  for (const OrderEdge& edge : graph.edges) {
    edges.push_back(
        StrCat(graph.commands[edge.from].number, " -", WordOf(edge.by), "> ", graph.commands[edge.to].number));
  }
  return edges;
}

std::vector<uint64_t> Numbers(const OrderGraph& graph) {
  std::vector<uint64_t> numbers;
  for (const CommandSide& side : graph.commands) numbers.push_back(side.number);
  return numbers;
}

constexpr uint64_t kShared = 7;
using EdgeTexts = std::vector<std::string>;
using CommandNumbers = std::vector<uint64_t>;

TEST(Surroundings, QueuesAndWaitLists) {
  CommandProgram program;
  const uint64_t a = program.Queue(true), b = program.Queue(true);
  const CommandRef first = program.Add(a);
  program.Add(b, {first}, kShared);
  program.Add(a);
  program.Add(b);
  program.Add(a, {}, kShared);
  const OrderGraph graph = program.Graph();
  EXPECT_EQ(Numbers(graph), (CommandNumbers{1, 2, 3, 5}));
  EXPECT_EQ(Edges(graph), (EdgeTexts{"1 -wait-list> 2", "1 -queue> 3", "3 -queue> 5"}));
  EXPECT_FALSE(graph.cut);
  EXPECT_EQ(graph.commands[1].op, "write");
  EXPECT_EQ(graph.commands[2].op, "");
  EXPECT_EQ(graph.commands[3].op, "write");
  EXPECT_EQ(graph.commands[3].queue, a);
}

TEST(Surroundings, BarriersAndMarkersOfAnOutOfOrderQueue) {
  CommandProgram program;
  const uint64_t queue = program.Queue(false);
  const CommandRef first = program.Add(queue);
  program.Add(queue);
  program.Add(queue, {}, 0, Kind::kBarrier);
  program.Add(queue, {}, kShared);
  const CommandRef marker = program.Add(queue, {}, 0, Kind::kMarker);
  program.Add(queue, {}, kShared);
  EXPECT_EQ(Edges(program.Graph()), (EdgeTexts{"3 -barrier> 4", "3 -barrier> 6"}));
  program.Add(queue, {marker}, 8);
  program.Add(program.Queue(true), {first}, 8);
  EXPECT_EQ(Edges(program.Graph()), (EdgeTexts{"1 -barrier> 3", "3 -barrier> 4", "3 -barrier> 5", "4 -marker> 5",
                                               "3 -barrier> 7", "5 -wait-list> 7", "1 -wait-list> 8"}));
}

TEST(Surroundings, WhatTheHostWaitedFor) {
  CommandProgram program;
  const uint64_t a = program.Queue(true), b = program.Queue(true), c = program.Queue(true);
  program.Add(a);
  const CommandRef in_b = program.Add(b);
  program.tracker().HostSaw(program.tracker().AllOf(a));
  program.tracker().HostSaw(in_b);
  program.Add(c, {}, kShared);
  program.Add(c);
  program.Add(a, {}, kShared);
  const OrderGraph graph = program.Graph();
  EXPECT_EQ(Numbers(graph), (CommandNumbers{1, 2, 3, 5}));
  // 1 before 5 by the queue, too.
  EXPECT_EQ(Edges(graph), (EdgeTexts{"1 -host> 3", "2 -host> 3", "1 -queue> 5", "2 -host> 5"}));
}

TEST(Surroundings, AWaitThatAnEarlierCommandOfTheQueueIsBehindIsNotShownAgain) {
  CommandProgram program;
  const uint64_t a = program.Queue(true), b = program.Queue(true);
  program.Add(a);
  program.tracker().HostSaw(program.tracker().AllOf(a));
  for (int i = 0; i < 3; ++i) program.Add(b);
  program.Add(a, {}, kShared);
  program.Add(b, {}, kShared);
  EXPECT_EQ(Edges(program.Graph()),
            (EdgeTexts{"1 -host> 2", "2 -queue> 3", "3 -queue> 4", "1 -queue> 5", "4 -queue> 6"}));
}

TEST(Surroundings, AUserEventStandsBeforeWhatWaitsForIt) {
  CommandProgram program;
  const uint64_t a = program.Queue(true), b = program.Queue(true);
  const CommandRef go = program.tracker().AddUserEvent();
  program.Add(a, {go}, kShared);
  program.Add(b, {}, kShared);
  program.tracker().SetUserEvent(go, false);
  const OrderGraph graph = program.Graph();
  EXPECT_EQ(Numbers(graph), (CommandNumbers{0, 1, 2}));
  EXPECT_EQ(graph.commands[0].call, "clCreateUserEvent");
  EXPECT_EQ(Edges(graph), EdgeTexts{"0 -wait-list> 1"});
}

TEST(Surroundings, TheHostIsTheLast) {
  CommandProgram program;
  const CommandRef node = program.Add(program.Queue(true));
  const Finding finding = FindingOfChange(node->record.lock());
  ASSERT_EQ(finding.graph->commands.size(), 2u);
  EXPECT_EQ(finding.graph->commands[0].op, "read");
  EXPECT_EQ(finding.graph->commands[1].call, "host");
  EXPECT_EQ(finding.graph->commands[1].op, "write");
}

// A long way to where both come from is not shown, nor what is before that.
TEST(Surroundings, WhatOnlyLeadsToWhatComesFirstIsLeftOut) {
  CommandProgram program;
  const uint64_t a = program.Queue(true), b = program.Queue(true);
  program.Add(a);
  program.Add(a);
  const CommandRef both = program.Add(a);
  program.Add(a, {}, kShared);
  program.Add(b, {both}, kShared);
  const OrderGraph graph = program.Graph();
  EXPECT_EQ(Edges(graph), (EdgeTexts{"3 -queue> 4", "3 -wait-list> 5"}));
  EXPECT_TRUE(graph.cut);
}

TEST(Surroundings, AreCutAtABound) {
  CommandProgram program;
  const uint64_t a = program.Queue(true), b = program.Queue(false);
  std::vector<CommandRef> waits;
  for (int i = 0; i < 100; ++i) waits.push_back(program.Add(b));
  for (int i = 0; i < 10; ++i) program.Add(a, waits);
  program.Add(a, waits, kShared);
  program.Add(b, {}, kShared);
  const OrderGraph graph = program.Graph();
  EXPECT_LE(graph.commands.size(), OrderGraph::kMost);
  EXPECT_TRUE(graph.cut);
  for (const OrderEdge& edge : graph.edges) EXPECT_LT(edge.from, edge.to);
}

// Far behind, a command is known only because the history keeps it; what was before it is not.
TEST(Surroundings, WhatIsLongAgoIsNotKept) {
  CommandProgram program;
  const uint64_t a = program.Queue(true), b = program.Queue(true);
  std::weak_ptr<const CommandRecord> before = program.Add(a, {}, 0, Kind::kMarker)->record;
  program.Add(a, {}, kShared);
  EXPECT_FALSE(before.expired());
  for (size_t i = 0; i < Surroundings::kKept; ++i) program.Add(b, {}, 8);
  EXPECT_TRUE(before.expired());
  program.Add(b, {}, kShared);
  const OrderGraph graph = program.Graph();
  EXPECT_EQ(graph.commands[0].number, 2u);
  EXPECT_TRUE(graph.cut);
}

}  // namespace
}  // namespace lockstep
