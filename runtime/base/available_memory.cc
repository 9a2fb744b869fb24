#include "runtime/base/available_memory.h"

#include <cstdio>

namespace lockstep {

std::optional<uint64_t> AvailableMemory() {
  std::FILE* file = std::fopen("/proc/meminfo", "re");
  if (file == nullptr) return std::nullopt;
  char line[256];
  unsigned long long kilobytes = 0;
  bool found = false;
  while (!found && std::fgets(line, sizeof(line), file) != nullptr) {
    found = std::sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1;
  }
  std::fclose(file);
  if (!found) return std::nullopt;
  return uint64_t{kilobytes} << 10;
}

}  // namespace lockstep
