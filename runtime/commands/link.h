// What a command was directly told to wait for. Only for the graph around a finding: nothing here decides what is one.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_LINK_H_
#define LOCKSTEP_RUNTIME_COMMANDS_LINK_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/model/order_graph.h"

namespace lockstep {

struct CommandRecord;

// Keeps nothing alive.
struct CommandLink {
  OrderedBy by = OrderedBy::kQueue;
  std::weak_ptr<const CommandRecord> to;
};

// What the host has waited for between two enqueue calls.
struct HostWait {
  uint64_t number = 0;
  std::vector<CommandLink> commands;
  std::weak_ptr<const HostWait> before;
};

// Those of one command.
struct CommandLinks {
  std::vector<CommandLink> behind;
  bool more = false;                     // there were more than are kept
  std::shared_ptr<const HostWait> host;  // the last one before the call; null: there was none
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_LINK_H_
