// Where the commands of a graph stand in its picture: a lane for each queue, columns from what is first to what is
// last.
#ifndef LOCKSTEP_RUNTIME_REPORT_GRAPH_LAYOUT_H_
#define LOCKSTEP_RUNTIME_REPORT_GRAPH_LAYOUT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/model/finding.h"

namespace lockstep {

struct GraphLane {
  uint64_t queue = 0;  // 0: the host
  std::string name;    // "queue 1 (in order)"
  size_t rows = 1;
};

struct GraphPlace {
  size_t lane = 0;
  size_t row = 0;  // in the lane; others than the first are for commands of one column, which nothing orders
  size_t column = 0;
};

struct GraphLayout {
  std::vector<GraphLane> lanes;    // the host, then queues by their numbers
  std::vector<GraphPlace> places;  // of the commands; no two have the same
  size_t columns = 0;
};

// Every command stands to the right of all that it is ordered behind, and the second of those that race of the first.
GraphLayout LayoutOf(const OrderGraph& graph);

// The indices of the two that race. The graph has them.
std::array<size_t, 2> RacingIn(const OrderGraph& graph);

// A command in three short lines: "command 2", "NDRangeKernel", "'sum', reads"; the last may be empty.
std::array<std::string, 3> NodeLines(const CommandSide& side);

// The same in one, and with its queue.
std::string NodeText(const CommandSide& side);

// "in-order queue", "wait list", ...
const char* EdgeText(OrderedBy by);

// Of two commands of an in-order queue, how many are between them that are not shown; else 0.
uint64_t Between(const OrderGraph& graph, const OrderEdge& edge);

// What is missing between the two that race, in two words.
const char* MissingText(const Finding& finding);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_GRAPH_LAYOUT_H_
