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
  bool all_in_conflict() const;

 private:
  enum Kind { kReader, kWriter, kAtomic };
  // Work-item number + 1 of who has touched the byte; 0: nobody; kMany: several.
  struct Byte {
    uint64_t interval = 0;
    std::array<uint32_t, 3> who{};
    std::array<uint32_t, 3> line{};
  };
  static constexpr uint32_t kMany = UINT32_MAX;
  // The bytes of a root that several work-items have touched in one way, from end to end. Another one that does
  // so changes nothing: were there somebody that it is in conflict with, one of the several would be, too.
  struct Shared {
    uint64_t interval = 0;  // in which that holds; 0: none yet
    uint64_t first = 0, end = 0;
    uint32_t item = 0;      // the first one, plus 1
    bool several = false;
    Kind kind = kReader;
  };
  struct RootBytes {
    std::vector<Byte> bytes;
    std::array<Shared, 4> shared;  // the latest
    size_t oldest = 0;             // ... of these
    std::string conflict;
  };

  bool IsShared(RootBytes& root, uint64_t first, uint64_t end, Kind kind, uint32_t item) const;
  void Note(RootBytes& root, uint64_t at, Kind kind, uint32_t item, uint32_t line);

  std::map<int, RootBytes> roots_;
  uint64_t interval_ = 1;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_TOUCHED_BYTES_H_
