// Sources of non-blocking writes: the host must leave them as they are until it knows the command to be complete. What
// it does to its memory is not seen, but a change is: their content is summed when they are lent, and once more when
// they come back.
#ifndef LOCKSTEP_HOST_COMMANDS_LENT_MEMORY_H_
#define LOCKSTEP_HOST_COMMANDS_LENT_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/commands/graph.h"
#include "runtime/commands/history.h"

namespace lockstep::host {

// Beyond so many bytes, so much of them is summed.
constexpr size_t kSummedWhole = 8192;

// A sum of `size` bytes from `address` on, of many bytes of a part that is spread over them; nullopt if they cannot be
// read, as where they were given back to the system.
std::optional<uint64_t> SumOf(const void* address, size_t size);

// Not thread-safe. What is lent is found by its address and by its command, so that neither lending nor waiting looks
// through all of it.
class LentMemory {
 public:
  // `command`, which is not open, reads these bytes, of which `sum` is the sum. Nothing is kept beyond kMost at one
  // time.
  void Lend(const CommandRef& command, CommandRecordRef record, const void* address, size_t size, uint64_t sum);
  bool HasRoom() const { return lent_.size() < kMost; }

  // The host comes to know all that `seen` is behind: those commands whose memory it has changed before.
  std::vector<CommandRecordRef> Return(const CommandRef& seen);

  // These bytes are lent once more, before the host knew the first command to be complete.
  std::vector<CommandRecordRef> LendAgain(const void* address, size_t size);

  // A command writes these bytes, which is then not the host's doing.
  void Written(uint64_t begin, uint64_t end);

  // The host asked for the command's status, and was told that it is complete. That orders nothing, but its memory, and
  // that of all that it is ordered behind, is not in use any more.
  void Over(const CommandRef& command);

  size_t size() const { return lent_.size(); }
  // How often one was looked at so far: what all of this costs.
  uint64_t looks() const { return looks_; }

  static constexpr size_t kMost = 4096;

 private:
  struct Lent {
    CommandRef command;
    CommandRecordRef record;
    uint64_t end = 0;
    uint64_t sum = 0;
  };
  using ByAddress = std::multimap<uint64_t, Lent>;  // by where they begin
  using Place = std::pair<size_t, uint64_t>;        // of a command: its chain, and its number there
  // Sums memory in one call, the same bytes once.
  struct Sums {
    uint64_t begin = 0, end = 0;
    std::optional<uint64_t> sum;
    bool AreChanged(uint64_t from, const Lent& lent);
  };
  static Place PlaceOf(const Lent& lent) { return {lent.command->chain, lent.command->in_chain}; }
  ByAddress::iterator Drop(ByAddress::iterator at);
  // Drops what is lent to commands that `clock` knows, having had a look at each.
  template <typename Look>
  void TakeKnown(const CommandClock& clock, Look look);

  ByAddress lent_;
  std::multimap<Place, ByAddress::iterator> by_command_;
  uint64_t longest_ = 0;  // bytes
  uint64_t looks_ = 0;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_COMMANDS_LENT_MEMORY_H_
