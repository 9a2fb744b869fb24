// Follows the commands of a process, and finds those that race. See README.md.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_COMMANDS_H_
#define LOCKSTEP_RUNTIME_COMMANDS_COMMANDS_H_

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "runtime/commands/footprint.h"
#include "runtime/commands/graph.h"
#include "runtime/commands/history.h"
#include "runtime/commands/surroundings.h"

namespace lockstep {

// An enqueue call that succeeded.
struct EnqueuedCommand {
  uint64_t queue = 0;
  CommandGraph::Kind kind = CommandGraph::Kind::kCommand;
  std::vector<CommandRef> waits;
  CommandRecord record;   // its numbers and links are filled in
  bool complete = false;  // the call returned when the command was complete: a blocking read or map
  uint64_t map = 0;       // record.mapping: which map, the same for the unmap; 0 is none
};

// Not thread-safe. Memory is bounded by what the host does not know to be complete, and that by the bounds of graph.h
// and history.h.
class CommandTracker {
 public:
  uint64_t AddQueue(bool in_order) { return graph_.AddQueue(in_order); }
  void RemoveQueue(uint64_t queue) {
    graph_.RemoveQueue(queue);
    surroundings_.RemoveQueue(queue);
  }

  // Notes the command; what it meets is found once its clock is known. The node is the command's event, and has the
  // record for now.
  CommandRef Enqueue(EnqueuedCommand command);

  CommandRef AddUserEvent();
  void SetUserEvent(const CommandRef& event, bool failed) { graph_.Set(event, failed); }
  CommandRef UnknownEvent() { return graph_.Unknown(); }

  // Before a call that waits for all of a queue; then HostSaw() once it has returned.
  CommandRef AllOf(uint64_t queue);
  void HostSaw(const CommandRef& node);
  // Whether all that may still come is ordered behind `node`.
  bool IsBehind(const CommandRef& node) const;

  // The host was told that the command is complete, which orders nothing but gives its host memory back, and that of
  // all that it is ordered behind.
  void HostWasTold(const CommandRef& command);

  // The region of that map is no region any more, without an unmap.
  void EndMap(uint64_t map);

  // Whether commands may write these bytes of the host's memory that the host does not know to be complete.
  bool IsHostMemoryWritten(uint64_t begin, uint64_t end) const {
    return history_.IsWritten(kHostSpace, begin, end, graph_);
  }

  // What was found since the last call.
  std::vector<Meeting> TakeMeetings();

  // Why something may have been missed, or is only taken for possible: see graph.h, history.h.
  uint64_t forced_order() const { return graph_.forced(); }
  uint64_t widened() const { return history_.widened(); }
  uint64_t commands() const { return last_command_; }
  size_t ranges() const { return history_.ranges(); }
  size_t remembered_open() const { return graph_.remembered_open(); }

 private:
  void Learn(const CommandRef& node, const CommandRecordRef& record, uint64_t map, bool at_once);

  CommandGraph graph_;
  CommandHistory history_;
  Surroundings surroundings_;
  std::vector<Meeting> meetings_;
  std::vector<uint64_t> in_queue_;     // commands so far, by queue
  std::set<uint64_t> unmapped_early_;  // maps that are not known to have begun
  std::set<uint64_t> begun_;           // maps that have
  uint64_t last_command_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_COMMANDS_H_
