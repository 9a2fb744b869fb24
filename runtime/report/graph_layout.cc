#include "runtime/report/graph_layout.h"

#include <algorithm>
#include <map>
#include <utility>

#include "runtime/base/text.h"
#include "runtime/report/command_text.h"

namespace lockstep {
namespace {

bool IsHost(const CommandSide& side) { return side.call == "host"; }

std::string LaneName(const CommandSide& side) {
  if (side.queue == 0) return "host";
  return StrCat("queue ", side.queue, side.in_order ? " (in order)" : " (out of order)");
}

}  // namespace

std::array<size_t, 2> RacingIn(const OrderGraph& graph) {
  std::array<size_t, 2> racing{};
  size_t found = 0;
  for (size_t i = 0; i < graph.commands.size() && found < 2; ++i) {
    if (!graph.commands[i].op.empty()) racing[found++] = i;
  }
  return racing;
}

GraphLayout LayoutOf(const OrderGraph& graph) {
  GraphLayout layout;
  const size_t count = graph.commands.size();
  layout.places.resize(count);
  std::map<uint64_t, size_t> lanes;
  for (const CommandSide& side : graph.commands) lanes[side.queue] = 0;
  for (auto& [queue, lane] : lanes) {
    lane = layout.lanes.size();
    layout.lanes.push_back({queue, "", 1});
  }
  std::vector<OrderEdge> edges = graph.edges;
  const auto [first, second] = RacingIn(graph);
  if (first < second) edges.push_back({OrderedBy::kHost, first, second});
  std::map<uint64_t, size_t> last;  // of in-order queues
  for (size_t i = 0; i < count; ++i) {
    const CommandSide& side = graph.commands[i];
    layout.lanes[lanes[side.queue]].name = LaneName(side);
    if (side.queue == 0 || !side.in_order) continue;
    const auto [before, is_first] = last.emplace(side.queue, i);
    if (!is_first) edges.push_back({OrderedBy::kQueue, std::exchange(before->second, i), i});
  }
  std::sort(edges.begin(), edges.end(), [](const OrderEdge& a, const OrderEdge& b) { return a.from < b.from; });
  for (const OrderEdge& edge : edges) {  // they lead upwards, so each comes behind all that lead to where it begins
    size_t& column = layout.places[edge.to].column;
    column = std::max(column, layout.places[edge.from].column + 1);
  }
  std::map<std::pair<size_t, size_t>, size_t> taken;  // rows, by lane and column
  for (size_t i = 0; i < count; ++i) {
    GraphPlace& place = layout.places[i];
    place.lane = lanes[graph.commands[i].queue];
    place.row = taken[{place.lane, place.column}]++;
    size_t& rows = layout.lanes[place.lane].rows;
    rows = std::max(rows, place.row + 1);
    layout.columns = std::max(layout.columns, place.column + 1);
  }
  return layout;
}

std::array<std::string, 3> NodeLines(const CommandSide& side) {
  std::vector<std::string> facts;
  if (!side.kernel.empty()) facts.push_back(StrCat("'", side.kernel, "'"));
  if (side.blocking) facts.emplace_back("blocking");
  if (!side.op.empty()) facts.push_back(side.op == "read" ? "reads" : "writes");
  if (IsHost(side)) return {"host", "the host program", Join(facts, ", ")};
  constexpr std::string_view kPrefix = "clEnqueue";
  const bool enqueues = side.call.rfind(kPrefix, 0) == 0;
  return {side.number == 0 ? "user event" : StrCat("command ", side.number),
          enqueues ? side.call.substr(kPrefix.size()) : side.call, Join(facts, ", ")};
}

std::string NodeText(const CommandSide& side) {
  return side.number == 0 && !IsHost(side) ? StrCat("user event, ", side.call) : CommandText(side);
}

const char* EdgeText(OrderedBy by) {
  switch (by) {
    case OrderedBy::kQueue: return "in-order queue";
    case OrderedBy::kWaitList: return "wait list";
    case OrderedBy::kMarker: return "marker";
    case OrderedBy::kBarrier: return "barrier";
    case OrderedBy::kHost: return "host waits";
  }
  return "";
}

uint64_t Between(const OrderGraph& graph, const OrderEdge& edge) {
  const CommandSide& from = graph.commands[edge.from];
  const CommandSide& to = graph.commands[edge.to];
  if (edge.by != OrderedBy::kQueue || from.queue != to.queue || to.in_queue <= from.in_queue) return 0;
  return to.in_queue - from.in_queue - 1;
}

const char* MissingText(const Finding& finding) {
  if (finding.kind == "mapped-region") return "no unmap";
  return finding.commands && (*finding.commands)[1].call == "host" ? "no wait" : "no order";
}

}  // namespace lockstep
