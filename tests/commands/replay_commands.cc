// Programs of commands from standard input, and on standard output what races in them: the side of runtime/commands in
// the comparison of commands_oracle.py, which has the format.
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/commands/commands.h"
#include "runtime/commands/surroundings.h"

namespace {

using lockstep::CommandGraph;
using lockstep::CommandRecord;
using lockstep::CommandRef;
using lockstep::CommandTracker;
using lockstep::EnqueuedCommand;

struct Program {
  CommandTracker tracker;
  std::vector<CommandRef> nodes;

  std::vector<CommandRef> ReadNodes() {
    size_t count = 0;
    std::cin >> count;
    std::vector<CommandRef> list;
    for (size_t i = 0; i < count; ++i) {
      size_t node = 0;
      std::cin >> node;
      list.push_back(nodes.at(node));
    }
    return list;
  }

  void ReadCommand() {
    EnqueuedCommand command;
    int kind = 0, mapping = 0;
    size_t touches = 0;
    std::cin >> command.queue >> kind >> command.complete >> mapping >> command.map;
    command.kind = static_cast<CommandGraph::Kind>(kind);
    command.record.mapping = static_cast<CommandRecord::Mapping>(mapping);
    command.waits = ReadNodes();
    std::cin >> touches;
    for (size_t i = 0; i < touches; ++i) {
      lockstep::Touch touch;
      std::cin >> touch.root >> touch.begin >> touch.end >> touch.write >> touch.until_return;
      command.record.footprint.push_back(touch);
    }
    nodes.push_back(tracker.Enqueue(std::move(command)));
  }

  void Print() {
    for (const lockstep::Meeting& meeting : tracker.TakeMeetings()) {
      std::cout << meeting.first->side.number << ' ' << meeting.second->side.number << ' ' << meeting.root << ' '
                << meeting.begin << ' ' << meeting.end << '\n';
      const lockstep::OrderGraph graph = lockstep::GraphAround({meeting.first, meeting.second});
      for (const lockstep::OrderEdge& edge : graph.edges) {
        std::cout << graph.commands[edge.from].number << ' ' << graph.commands[edge.to].number << '\n';
      }
    }
    std::cout << "end" << std::endl;
  }
};

}  // namespace

int main() {
  auto program = std::make_unique<Program>();
  std::string word;
  while (std::cin >> word) {
    if (word == "queue") {
      bool in_order = false;
      std::cin >> in_order;
      program->tracker.AddQueue(in_order);
    } else if (word == "command") {
      program->ReadCommand();
    } else if (word == "user") {
      program->nodes.push_back(program->tracker.AddUserEvent());
    } else if (word == "set") {
      size_t node = 0;
      bool failed = false;
      std::cin >> node >> failed;
      program->tracker.SetUserEvent(program->nodes.at(node), failed);
    } else if (word == "finish") {
      uint64_t queue = 0;
      std::cin >> queue;
      program->tracker.HostSaw(program->tracker.AllOf(queue));
    } else if (word == "wait") {
      for (const CommandRef& node : program->ReadNodes()) program->tracker.HostSaw(node);
    } else if (word == "end") {
      program->Print();
      program = std::make_unique<Program>();
    } else {
      std::cerr << "unknown word: " << word << '\n';
      return 1;
    }
  }
  return 0;
}
