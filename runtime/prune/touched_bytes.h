// Which work-items touch which bytes of local memory within one barrier interval, and whether two of them
// are in conflict.
#ifndef LOCKSTEP_RUNTIME_PRUNE_TOUCHED_BYTES_H_
#define LOCKSTEP_RUNTIME_PRUNE_TOUCHED_BYTES_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/prune/group_program.h"
#include "runtime/prune/range.h"

namespace lockstep {

class TouchedBytes {
 public:
  // `sizes`: bytes of each root.
  TouchedBytes(const GroupProgram& program, const std::map<int, uint64_t>& sizes);

  // A barrier was passed, or another way is followed: what was touched so far does not count any more.
  void NextInterval() { ++interval_; }

  // Work-item `item` may touch the step's bytes anywhere at `offset`. Returns how many bytes that are.
  uint64_t Touch(const GroupStep& step, Range offset, uint32_t item);

  // What speaks against a root: empty if nothing so far.
  const std::string& conflict(int root) const { return roots_.at(root).conflict; }
  // Whether something speaks against every root.
  bool hopeless() const;

 private:
  enum Kind { kReader, kWriter, kAtomic };
  // Work-item number + 1 of who has touched the byte; 0: nobody; kMany: several.
  struct Byte {
    uint64_t interval = 0;
    std::array<uint32_t, 3> who{};
    std::array<uint32_t, 3> line{};
  };
  static constexpr uint32_t kMany = UINT32_MAX;
  struct Root {
    std::vector<Byte> bytes;
    std::string conflict;
  };

  void Note(Root& root, uint64_t at, Kind kind, uint32_t item, uint32_t line);

  std::map<int, Root> roots_;
  uint64_t interval_ = 1;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_TOUCHED_BYTES_H_
