// The graph around a race between commands, as DOT and as a picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/text.h"
#include "runtime/report/finding_picture.h"
#include "runtime/report/graph_dot.h"
#include "runtime/report/graph_file.h"
#include "runtime/report/graph_layout.h"
#include "runtime/report/graph_picture.h"

namespace lockstep {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CommandSide GraphCommand(uint64_t number, uint64_t queue, uint64_t in_queue, const char* call, const char* op = "") {
  CommandSide side;
  side.number = number;
  side.queue = queue;
  side.in_queue = in_queue;
  side.in_order = queue != 3;
  side.call = call;
  side.op = op;
  return side;
}

// What examples/two_queues gives, but for a queue that executes out of order.
Mistake GraphMistake() {
  Finding finding;
  finding.rule = Rule::kCommandRace;
  finding.kind = "unordered-commands";
  finding.why = "no event of \"command 2\" is in the wait list of command 9";
  OrderGraph graph;
  graph.commands = {
      GraphCommand(1, 1, 1, "clEnqueueWriteBuffer"), GraphCommand(2, 3, 1, "clEnqueueNDRangeKernel", "read"),
      GraphCommand(3, 3, 2, "clEnqueueCopyBuffer"), GraphCommand(9, 1, 5, "clEnqueueWriteBuffer", "write")};
  graph.commands[1].kernel = "sum<\"\\>";
  graph.edges = {{OrderedBy::kWaitList, 0, 1}, {OrderedBy::kHost, 0, 2}, {OrderedBy::kQueue, 0, 3}};
  finding.commands = {graph.commands[1], graph.commands[3]};
  finding.graph = std::move(graph);
  Mistake mistake;
  mistake.forms = {finding};
  mistake.id = "0123456789ab";
  mistake.repair = "pass the event";
  return mistake;
}

TEST(GraphLayout, EachIsBehindWhatItWaitsForAndHasItsOwnPlace) {
  const Mistake mistake = GraphMistake();
  const OrderGraph& graph = *mistake.first().graph;
  const GraphLayout layout = LayoutOf(graph);
  ASSERT_EQ(layout.lanes.size(), 2u);
  EXPECT_EQ(layout.lanes[0].name, "queue 1 (in order)");
  EXPECT_EQ(layout.lanes[1].name, "queue 3 (out of order)");
  EXPECT_EQ(layout.lanes[1].rows, 2u);
  for (const OrderEdge& edge : graph.edges) EXPECT_LT(layout.places[edge.from].column, layout.places[edge.to].column);
  EXPECT_LT(layout.places[1].column, layout.places[3].column);  // those that race
  std::set<std::vector<size_t>> places;
  for (const GraphPlace& place : layout.places) places.insert({place.lane, place.row, place.column});
  EXPECT_EQ(places.size(), graph.commands.size());
  EXPECT_EQ(Between(graph, graph.edges[2]), 3u);
  EXPECT_EQ(Between(graph, graph.edges[0]), 0u);
}

TEST(GraphDot, NamesCommandsQueuesEdgesAndWhatIsMissing) {
  const Mistake mistake = GraphMistake();
  const std::string dot = GraphsDot({&mistake}, "");
  EXPECT_THAT(dot, HasSubstr("label=\"queue 1 (in order)\""));
  EXPECT_THAT(dot, HasSubstr("label=\"queue 3 (out of order)\""));
  EXPECT_THAT(dot, HasSubstr("f1_c1 [label=\"command 2\\nNDRangeKernel\\n'sum<\\\"\\\\>', reads\""));
  EXPECT_THAT(dot, HasSubstr("f1_c0 -> f1_c1 [label=\"wait list\""));
  EXPECT_THAT(dot, HasSubstr("f1_c0 -> f1_c2 [label=\"host waits\""));
  EXPECT_THAT(dot, HasSubstr("f1_c0 -> f1_c3 [label=\"in-order queue, 3 between\""));
  EXPECT_THAT(dot, HasSubstr("f1_c1 -> f1_c3 [label=\"no order: no event of \\\"command 2\\\" is in"));
  EXPECT_THAT(dot, HasSubstr("style=dashed, color=red"));
  EXPECT_THAT(dot, Not(HasSubstr("left out")));
}

TEST(GraphDot, SaysThatItIsCut) {
  Mistake mistake = GraphMistake();
  mistake.forms[0].graph->cut = true;
  EXPECT_THAT(GraphsDot({&mistake}, ""), HasSubstr("what is further back is left out"));
  EXPECT_THAT(GraphPicture(mistake), HasSubstr("what is further back is left out"));
}

TEST(GraphPicture, NamesCommandsQueuesEdgesAndWhatIsMissing) {
  const std::string picture = GraphPicture(GraphMistake());
  for (const char* text :
       {">queue 1 (in order)</text>", ">queue 3 (out of order)</text>", ">A: command 2</text>", ">B: command 9</text>",
        ">command 3</text>", ">NDRangeKernel</text>", ">&#39;sum&lt;&quot;\\&gt;&#39;, reads</text>",
        ">no order</text>", ">wait list</text>", ">host waits</text>", ">+3</text>", ">repair: pass the event</text>",
        "class=\"order missing\"", "no event of &quot;command 2&quot;"}) {
    EXPECT_THAT(picture, HasSubstr(text));
  }
  EXPECT_THAT(picture, Not(HasSubstr("<style>")));
}

TEST(GraphPicture, WhatIsMissingIsCalledAsTheKindHasIt) {
  Mistake mistake = GraphMistake();
  mistake.forms[0].kind = "mapped-region";
  EXPECT_THAT(GraphPicture(mistake), HasSubstr(">no unmap</text>"));
  mistake = GraphMistake();
  mistake.forms[0].kind = "host-memory";
  CommandSide host;
  host.call = "host";
  host.op = "write";
  (*mistake.forms[0].commands)[1] = host;
  mistake.forms[0].graph->commands[3] = host;
  mistake.forms[0].graph->edges.pop_back();
  const std::string picture = GraphPicture(mistake);
  EXPECT_THAT(picture, HasSubstr(">no wait</text>"));
  EXPECT_THAT(picture, HasSubstr(">the host program</text>"));
}

TEST(GraphPicture, NoLineLeavesIt) {
  Mistake mistake = GraphMistake();
  mistake.forms[0].why = StrCat("the event of ", std::string(500, 'x'));
  const std::string picture = GraphPicture(mistake);
  EXPECT_THAT(picture, HasSubstr("x…</text>"));
  EXPECT_THAT(picture, HasSubstr(">the event of</text>"));
}

TEST(GraphPicture, IsNoneWithoutAGraph) {
  Mistake mistake = GraphMistake();
  mistake.forms[0].graph.reset();
  EXPECT_EQ(GraphPicture(mistake), "");
}

// All edges that there may be, among as many commands as there may be.
TEST(GraphPicture, TheLargestIsDrawn) {
  Mistake mistake = GraphMistake();
  OrderGraph& graph = *mistake.forms[0].graph;
  graph = OrderGraph();
  for (size_t i = 0; i <= OrderGraph::kMost; ++i) {
    graph.commands.push_back(GraphCommand(i + 1, i % 5 + 1, i / 5 + 1, "clEnqueueBarrierWithWaitList"));
    for (size_t from = 0; from < i; ++from) graph.edges.push_back({static_cast<OrderedBy>((i + from) % 5), from, i});
  }
  graph.commands.front().op = "read";
  graph.commands.back().op = "write";
  EXPECT_THAT(GraphPicture(mistake), HasSubstr(">B: command 25</text>"));
  EXPECT_THAT(GraphsDot({&mistake}, ""), HasSubstr("f1_c23 -> f1_c24"));
}

TEST(GraphFile, IsInTheFormOfItsName) {
  Report report;
  report.findings = {GraphMistake()};
  EXPECT_EQ(GraphFile(report, "a.svg").rfind("<?xml", 0), 0u);
  EXPECT_THAT(GraphFile(report, "a.svg"), HasSubstr("<style>"));
  for (const char* name : {"a.dot", "a.gv", "a", "svg"}) EXPECT_EQ(GraphFile(report, name).rfind("digraph", 0), 0u);
}

TEST(GraphFile, SaysWhatItDoesNotShow) {
  Report report;
  for (const char* name : {"a.svg", "a.dot"}) {
    EXPECT_THAT(GraphFile(report, name), HasSubstr("no race between commands was found"));
    EXPECT_THAT(GraphFile(report, name), Not(HasSubstr("no order")));
  }
  report.findings.assign(kMostGraphs + 2, GraphMistake());
  for (const char* name : {"a.svg", "a.dot"}) {
    EXPECT_THAT(GraphFile(report, name), HasSubstr("and 2 more races between commands"));
  }
}

TEST(FindingPicture, OfCommandsHasTheGraphAbove) {
  Mistake mistake = GraphMistake();
  mistake.forms[0].launch = std::make_shared<Launch>();
  mistake.forms[0].accesses[0].op = "read";
  mistake.forms[0].accesses[1].op = "write";
  const std::string picture = FindingPictureFile(mistake);
  EXPECT_THAT(picture, HasSubstr(">no order</text>"));
  EXPECT_THAT(picture, HasSubstr(">A: clEnqueueNDRangeKernel</text>"));
  EXPECT_THAT(FindingPicture(mistake), Not(HasSubstr(">no order</text>")));  // a page has them one by one
}

}  // namespace
}  // namespace lockstep
