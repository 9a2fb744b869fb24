// Programs of commands from standard input, and on standard output what races in them: the side of runtime/commands in
// the comparison of commands_oracle.py, which has the format.
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/commands/commands.h"
#include "runtime/commands/launch_touches.h"
#include "runtime/commands/surroundings.h"
#include "runtime/commands/undecided.h"

namespace {

using lockstep::CommandGraph;
using lockstep::CommandRecord;
using lockstep::CommandRef;
using lockstep::CommandTracker;
using lockstep::EnqueuedCommand;
using lockstep::LaunchTouches;

struct Program {
  CommandTracker tracker;
  lockstep::UndecidedMeetings undecided;
  std::vector<CommandRef> nodes;
  struct Equal {
    std::vector<lockstep::RootPlace> places;
    std::shared_ptr<LaunchTouches> touched;
    LaunchTouches found;  // what is to become known
  };
  std::map<uint64_t, Equal> launches;  // by the first one's number

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
    Enqueue(std::move(command));
  }

  void Enqueue(EnqueuedCommand command) {
    nodes.push_back(tracker.Enqueue(std::move(command)));
    undecided.Add(tracker.TakeMeetings());
  }

  void ReadLaunch() {
    EnqueuedCommand command;
    bool at_once = false;
    size_t places = 0;
    uint64_t number = 0, equal = 0;
    std::cin >> number >> equal >> command.queue >> at_once;
    command.waits = ReadNodes();
    std::cin >> places;
    if (number == equal) launches[equal].touched = std::make_shared<LaunchTouches>();
    Equal& one = launches.at(equal);
    for (size_t i = 0; i < places; ++i) {
      lockstep::RootPlace& place = one.places.emplace_back();
      uint64_t end = 0;
      size_t touches = 0;
      std::cin >> place.root >> place.begin >> end >> place.reads >> place.writes >> touches;
      place.known = true;
      place.size = end - place.begin;
      one.found.seen.push_back(true);
      for (size_t j = 0; j < touches; ++j) {
        lockstep::RootTouch& touch = one.found.touches.emplace_back();
        touch.root = i;
        std::cin >> touch.begin >> touch.end >> touch.write;
      }
    }
    command.record.places = one.places;
    for (const lockstep::RootPlace& place : one.places) AddPerhaps(place, &command.record.footprint);
    command.record.touched = one.touched;
    if (at_once) Know(number, true);
    Enqueue(std::move(command));
  }

  // What launch `number` and its equals touched is known now, or never will be.
  void Know(uint64_t number, bool known) {
    const Equal& one = launches.at(number);
    *one.touched = one.found;
    one.touched->state = known ? LaunchTouches::State::kKnown : LaunchTouches::State::kUnknown;
  }

  void Print() {
    undecided.Add(tracker.TakeMeetings());
    for (const lockstep::Meeting& meeting : undecided.Take(/*all=*/true)) {
      if (meeting.first_touch.maybe || meeting.second_touch.maybe) continue;
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
    } else if (word == "launch") {
      program->ReadLaunch();
    } else if (word == "known") {
      uint64_t number = 0;
      bool known = false;
      std::cin >> number >> known;
      program->Know(number, known);
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
