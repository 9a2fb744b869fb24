// One side of a race between commands, as a report shows it. Plain data, filled by host/ and runtime/commands.
#ifndef LOCKSTEP_RUNTIME_MODEL_COMMAND_H_
#define LOCKSTEP_RUNTIME_MODEL_COMMAND_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/model/host_stack.h"
#include "runtime/program/program.h"

namespace lockstep {

struct CommandSide {
  std::string call;       // clEnqueueReadBuffer; "host": what the host program did itself
  uint64_t number = 0;    // of all commands of the process, from 1; 0: it is the host
  uint64_t queue = 0;     // number of its queue, in order of creation from 1; 0: unknown
  uint64_t in_queue = 0;  // its place in the queue, from 1
  bool in_order = true;   // its queue is an in-order queue
  bool blocking = false;
  std::string kernel;                 // launches: the kernel's name
  uint64_t launch = 0;                // ... and the launch's number
  std::vector<SourcePosition> lines;  // ... and the statements that touch the object this way, as far as known
  std::string op;                     // read, write
  SharedStack enqueued;               // where the application was when it called; null if that was not asked for
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_COMMAND_H_
