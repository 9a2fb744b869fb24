// Sources of non-blocking writes: the host must leave them as they are until it knows the command to be complete. What
// it does to its memory is not seen, but a change is: their content is summed when they are lent, and once more when
// they come back.
#ifndef LOCKSTEP_HOST_COMMANDS_LENT_MEMORY_H_
#define LOCKSTEP_HOST_COMMANDS_LENT_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "runtime/commands/graph.h"
#include "runtime/model/command.h"

namespace lockstep::host {

// A sum of `size` bytes from `address` on, of many bytes of a part that is spread over them; nullopt if they cannot be
// read, as where they were given back to the system.
std::optional<uint64_t> SumOf(const void* address, size_t size);

// Not thread-safe.
class LentMemory {
 public:
  // `command` reads these bytes. Nothing is kept of what cannot be read, or beyond kMost at one time.
  void Lend(const CommandRef& command, const CommandSide& side, const void* address, size_t size);

  // The host comes to know all that `seen` is behind: those commands whose memory it has changed before.
  std::vector<CommandSide> Return(const CommandRef& seen);

  // These bytes are lent once more, before the host knew the first command to be complete.
  std::vector<CommandSide> LendAgain(const void* address, size_t size);

  // A command writes these bytes, which is then not the host's doing.
  void Written(uint64_t begin, uint64_t end);

  // The host asked for the command's status, and was told that it is complete. That orders nothing, but its memory is
  // not in use any more.
  void Over(const CommandRef& command);

  static constexpr size_t kMost = 4096;

 private:
  struct Lent {
    CommandRef command;
    CommandSide side;
    uint64_t end = 0;
    uint64_t sum = 0;
  };
  static bool IsChanged(uint64_t begin, const Lent& lent);

  std::multimap<uint64_t, Lent> lent_;  // by where they begin
  uint64_t longest_ = 0;                // bytes
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_COMMANDS_LENT_MEMORY_H_
