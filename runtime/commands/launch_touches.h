// What the work-items of a launch touched, as far as that comes to be known once it is complete.
//
// Positions are those of roots (docs/abi.md, section 2), so that one such set speaks for all launches that are equal
// but for the objects behind their arguments.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_LAUNCH_TOUCHES_H_
#define LOCKSTEP_RUNTIME_COMMANDS_LAUNCH_TOUCHES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/commands/footprint.h"
#include "runtime/model/command.h"

namespace lockstep {

// Bytes of one root, from the start of its object.
struct RootTouch {
  size_t root = 0;
  uint64_t begin = 0, end = 0;
  bool write = false;
  bool atomic = false;  // by atomic operations only
  bool maybe = false;   // no more than these, but perhaps less
};

// A statement of the kernel, and the text of its line.
struct TouchingLine {
  SourcePosition position;
  std::string text;
};

struct LaunchTouches {
  enum class State { kAwaited, kKnown, kUnknown };
  State state = State::kAwaited;
  std::vector<bool> seen;  // by root: its records were read; what is touched through others stays unknown
  std::vector<RootTouch> touches;
  std::map<std::pair<size_t, bool>, std::vector<TouchingLine>> lines;  // by root, and whether they write
};

// Where a root of a launch lies.
struct RootPlace {
  bool known = false;  // it is global memory that we know
  RootNumber root = kHostSpace;
  uint64_t start = 0;    // of its object there
  uint64_t through = 0;  // the object's number: Touch::through
  int argument = -1;
  std::string name;              // of the argument or variable
  uint64_t begin = 0, size = 0;  // what the launch may use of it, from the object's start
  bool reads = false, writes = false;
};

// Perhaps all that the launch may use through a root, as its kernel reads and writes.
void AddPerhaps(const RootPlace& place, Footprint* footprint);

// The touches of a launch whose roots lie at `places`.
Footprint FootprintOf(const LaunchTouches& touches, const std::vector<RootPlace>& places);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_LAUNCH_TOUCHES_H_
