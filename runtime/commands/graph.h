// The order of commands: from enqueue calls, events and what the host waits for to clocks.
//
// Edges are those of docs/commands.md and no others. All threads of the host count as one, in the order in which they
// made their calls, because what the application orders by its own locks is not seen. A command that waits, through
// whatever chain, for a user event that is not set is *open*: its clock is known once the event is set, and until then
// nothing is said of it. So clocks come out in an order in which each command follows all that it is ordered behind.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_GRAPH_H_
#define LOCKSTEP_RUNTIME_COMMANDS_GRAPH_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "runtime/commands/clock.h"
#include "runtime/commands/link.h"

namespace lockstep {

// A command, an event or a point at which the host waits. Shared by whoever may still wait for it.
struct CommandNode {
  CommandNode() = default;
  CommandNode(const CommandNode&) = delete;
  CommandNode& operator=(const CommandNode&) = delete;
  // Of the many commands behind one that never comes each may own the next: not by recursion.
  ~CommandNode();

  CommandClock clock;
  size_t chain = 0;
  uint64_t in_chain = 0;  // 0: it touches nothing, and has no number
  bool failed = false;    // it does not run, because an event that it waits for failed
  bool user_event = false;
  bool open() const { return waits_for > 0; }

  size_t waits_for = 0;                              // open nodes
  std::vector<std::shared_ptr<CommandNode>> behind;  // nodes that wait for this one
  std::function<void()> on_known;                    // called once, when the clock is
  uint64_t queue = 0;
  bool numbered = false;  // wants a number in a chain

  // For the graph around a finding: the command or user event that this is, as long as somebody keeps it; of a wait
  // for a whole queue what that is about.
  bool is_command = false;
  std::weak_ptr<const CommandRecord> record;
  std::vector<CommandLink> all;
};
using CommandRef = std::shared_ptr<CommandNode>;

// Nodes that were open when they were added. The others are dropped whenever there are twice as many as were left the
// last time, so that adding takes constant time on average.
class OpenNodes {
 public:
  void Add(const CommandRef& node);
  // Those that still are.
  std::vector<CommandRef> Open();
  size_t kept() const { return nodes_.size(); }

 private:
  void DropKnown();

  std::vector<std::weak_ptr<CommandNode>> nodes_;
  size_t drop_at_ = 16;
};

// Not thread-safe.
class CommandGraph {
 public:
  enum class Kind {
    kCommand,
    kMarker,   // waits for its list, or, if that is empty, for all before it in its queue
    kBarrier,  // as kMarker, and what follows in the queue waits for it
  };

  // Numbers of queues count from 1.
  uint64_t AddQueue(bool in_order);
  void RemoveQueue(uint64_t queue);
  bool IsInOrder(uint64_t queue) const { return queues_.at(queue).in_order; }

  // A command behind `waits`. `on_known` is called when the node's clock is known, maybe at once. `touches`: it has a
  // footprint, and so needs a place in a chain.
  CommandRef Enqueue(uint64_t queue, Kind kind, const std::vector<CommandRef>& waits, bool touches,
                     std::function<void(const CommandRef&)> on_known);

  // A user event, open until Set().
  CommandRef AddUserEvent();
  void Set(const CommandRef& event, bool failed);

  // An event of which nothing is known: behind all that was ever enqueued.
  CommandRef Unknown();

  // All that was enqueued in `queue` so far, for HostSaw() when clFinish returns.
  CommandRef AllOf(uint64_t queue);

  // A call has returned that waits for `node`, or a callback for it runs. An open node counts once it is known.
  void HostSaw(const CommandRef& node);

  // Whether everything from now on is ordered behind number `in_chain` of `chain`.
  bool HostKnows(size_t chain, uint64_t in_chain) const { return host_.Knows(chain, in_chain); }

  bool HostKnowsAll(const CommandClock& clock) const { return host_.KnowsAll(clock); }

  // Commands of out-of-order queues that were put behind one another because more than kMostChains of one queue
  // were unordered.
  uint64_t forced() const { return forced_; }

  // How many nodes are remembered as open, which takes memory.
  size_t remembered_open() const;

  static constexpr size_t kMostChains = 256;

 private:
  struct Queue {
    bool in_order = true;
    CommandRef last;             // in order: the last command; else the last barrier; may be null
    CommandClock all;            // of an out-of-order queue: all whose clocks are known
    OpenNodes open;              // ... and the others
    bool failed = false;         // ... some of them did not run
    std::vector<size_t> chains;  // those that its commands are numbered in
  };

  void WaitFor(const CommandRef& node, const CommandRef& before);
  void Known(const CommandRef& first);
  void Settle(const CommandRef& node);
  size_t ChainFor(Queue& queue, const CommandClock& clock);
  size_t NewChain();
  void WaitForAll(const CommandRef& node, Queue& queue);

  std::map<uint64_t, Queue> queues_;
  uint64_t last_queue_ = 0;
  CommandClock host_;
  std::vector<uint64_t> chains_;  // the last number in each
  std::vector<size_t> free_chains_;
  OpenNodes open_;  // of all queues, and user events
  uint64_t forced_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_GRAPH_H_
