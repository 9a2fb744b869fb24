#include "tests/ptx/machine/memory.h"

namespace lockstep::ptx_machine {

void GlobalMemory::Add(uint64_t address, size_t bytes, Kind kind) {
  std::lock_guard<std::mutex> lock(mutex_);
  ranges_[address] = {bytes, kind};
}

bool GlobalMemory::Remove(uint64_t address) {
  std::lock_guard<std::mutex> lock(mutex_);
  return ranges_.erase(address) != 0;
}

bool GlobalMemory::Contains(uint64_t address, size_t bytes, Kind kind) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto next = ranges_.upper_bound(address);
  if (next == ranges_.begin()) return false;
  const auto& [start, range] = *std::prev(next);
  const uint64_t offset = address - start;
  return range.kind == kind && offset <= range.bytes && bytes <= range.bytes - offset;
}

}  // namespace lockstep::ptx_machine
