// Regions of the host's memory that were mapped once, and are no more. What a transfer is given there is no memory of
// the application's any longer.
#ifndef LOCKSTEP_HOST_COMMANDS_UNMAPPED_REGIONS_H_
#define LOCKSTEP_HOST_COMMANDS_UNMAPPED_REGIONS_H_

#include <cstddef>
#include <cstdint>
#include <map>

#include "host/api/cl.h"
#include "runtime/commands/history.h"

namespace lockstep::host {

// Not thread-safe. Known are only regions that lie in their object's own memory, which nobody else can be given as
// long as the object lives.
class UnmappedRegions {
 public:
  // [begin, end) of `object` was unmapped by `unmap`. Nothing is kept beyond kMost.
  void Add(cl_mem object, uint64_t begin, uint64_t end, CommandRecordRef unmap);

  // These bytes are mapped again.
  void Mapped(uint64_t begin, uint64_t end);

  // The object is destroyed.
  void Forget(cl_mem object);

  // The command that unmapped any of these bytes last; null if there is none.
  CommandRecordRef UnmapOf(uint64_t begin, uint64_t end) const;

  bool empty() const { return regions_.empty(); }

  static constexpr size_t kMost = 1024;

 private:
  struct Region {
    uint64_t end = 0;
    cl_mem object = nullptr;
    CommandRecordRef unmap;
  };
  std::map<uint64_t, Region> regions_;  // by their first byte; they do not overlap
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_COMMANDS_UNMAPPED_REGIONS_H_
