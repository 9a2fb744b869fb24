// The commands around a finding: which they are, and what orders them.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_SURROUNDINGS_H_
#define LOCKSTEP_RUNTIME_COMMANDS_SURROUNDINGS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "runtime/commands/graph.h"
#include "runtime/commands/history.h"
#include "runtime/commands/link.h"

namespace lockstep {

// Notes what each command is told to wait for, and keeps the last commands. What came before can be seen as long as
// somebody else keeps it: the history, or a pair. Not thread-safe.
class Surroundings {
 public:
  // What a command that is about to be enqueued is directly behind.
  CommandLinks LinksOf(uint64_t queue, bool in_order, CommandGraph::Kind kind, const std::vector<CommandRef>& waits);

  // A command of that kind has been noted, or a user event.
  void Add(const CommandRecordRef& record, CommandGraph::Kind kind);
  void RemoveQueue(uint64_t queue) { queues_.erase(queue); }

  // What a wait for all of `queue` is about.
  std::vector<CommandLink> AllOf(uint64_t queue) const;

  // The host has come to know that `node` is complete, which it did not know before.
  void HostSaw(const CommandNode& node);

  static constexpr size_t kKept = 256;
  static constexpr size_t kMostLinks = 8;  // of one command, of each kind

 private:
  struct Queue {
    bool in_order = true;
    std::deque<std::weak_ptr<const CommandRecord>> last;  // of an in-order queue one, else those behind the barrier
    bool has_barrier = false;
    std::weak_ptr<const CommandRecord> barrier;
    bool more = false;  // there were more behind the barrier
  };

  std::map<uint64_t, Queue> queues_;
  std::deque<CommandRecordRef> kept_;
  std::shared_ptr<HostWait> host_;
  bool host_shared_ = false;  // a command has it
  std::deque<std::shared_ptr<const HostWait>> waits_;
};

// What `races`, one or two commands, are ordered behind, as far as it is near: up to OrderGraph::kMost commands.
OrderGraph GraphAround(const std::vector<CommandRecordRef>& races);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_SURROUNDINGS_H_
