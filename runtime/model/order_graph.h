// The commands around two that race, and what orders them. Plain data, filled by runtime/commands.
#ifndef LOCKSTEP_RUNTIME_MODEL_ORDER_GRAPH_H_
#define LOCKSTEP_RUNTIME_MODEL_ORDER_GRAPH_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/base/enum_words.h"
#include "runtime/model/command.h"

namespace lockstep {

// Why one command is ordered behind another.
enum class OrderedBy {
  kQueue,     // it follows in an in-order queue; if their numbers there are not neighbours, behind others between
  kWaitList,  // its call names the other's event
  kMarker,    // it is a marker without a list, and the other is before it in its queue
  kBarrier,   // one of the two is a barrier of their out-of-order queue
  kHost,      // the host had waited for the other when it made the call
};
constexpr std::array<const char*, 5> WordsOf(OrderedBy) { return {"queue", "wait-list", "marker", "barrier", "host"}; }

// An edge, by indices of OrderGraph::commands: from < to.
struct OrderEdge {
  OrderedBy by = OrderedBy::kQueue;
  size_t from = 0;
  size_t to = 0;
};
inline bool operator==(const OrderEdge& a, const OrderEdge& b) {
  return a.by == b.by && a.from == b.from && a.to == b.to;
}

struct OrderGraph {
  // In the order of their calls. Those two that race have their `op`, others "". Those with number 0: a user event
  // (clCreateUserEvent), the host itself ("host"). Their `lines` are not filled in.
  std::vector<CommandSide> commands;
  std::vector<OrderEdge> edges;
  bool cut = false;  // some of these are ordered behind others that are not among them

  static constexpr size_t kMost = 24;  // commands
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_ORDER_GRAPH_H_
