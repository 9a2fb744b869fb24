// A race between commands in words: who met whom where, which edge is missing, and what would add it.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_COMMAND_FINDING_H_
#define LOCKSTEP_RUNTIME_COMMANDS_COMMAND_FINDING_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runtime/commands/history.h"
#include "runtime/model/command.h"

namespace lockstep {

struct CommandFinding {
  enum class Kind {
    kUnordered,     // two commands that nothing orders
    kMappedRegion,  // a command touches what is mapped
    kHostMemory,    // memory of the host that is neither a memory object's nor SVM is in use by two commands
  };
  Kind kind = Kind::kUnordered;
  bool maybe = false;  // one of the two need not touch these bytes
  CommandConflict conflict;
  std::string why;  // one sentence, without its full stop, as those below
  std::string repair;
  uint64_t count = 0;  // meetings that are equal but for their commands' numbers and their bytes
};

// Names the object with that number (Touch::through, never 0): "buffer 2 of 4096 bytes".
using ObjectInWords = std::function<std::string(uint64_t)>;

// What there is to say of one meeting.
CommandFinding FindingOf(const Meeting& meeting, const ObjectInWords& object_in_words);

// Puts equal ones together: a loop that makes one mistake a thousand times has one finding. Equal are those of one
// kind, by the same calls, kernels and queues, with the same objects. Not thread-safe.
class CommandFindings {
 public:
  // True if it is new.
  bool Add(const Meeting& meeting, const ObjectInWords& object_in_words);

  // The certain ones first, each group in the order in which they were first seen.
  std::vector<CommandFinding> All() const;

  // Different ones of which nothing was kept, because there were kMost.
  uint64_t dropped() const { return dropped_; }

  static constexpr size_t kMost = 1000;

 private:
  std::map<std::vector<std::string>, size_t> places_;
  std::vector<CommandFinding> all_;
  uint64_t dropped_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_COMMAND_FINDING_H_
