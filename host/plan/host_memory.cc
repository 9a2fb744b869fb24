#include "host/plan/host_memory.h"

#include <algorithm>

namespace lockstep::host {
namespace {

// Memory under buffers that overlap one another.
struct Union {
  uint64_t first = 0, end = 0;
  std::vector<uint64_t> objects;
};

std::vector<Union> UnionsOf(const std::map<uint64_t, HostRange>& ranges) {
  std::vector<std::pair<HostRange, uint64_t>> sorted;
  for (const auto& [object, range] : ranges) {
    if (range.size > 0) sorted.emplace_back(range, object);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.first.address < b.first.address; });
  std::vector<Union> unions;
  for (const auto& [range, object] : sorted) {
    if (unions.empty() || range.address >= unions.back().end) {
      unions.push_back({range.address, range.address, {}});
    }
    unions.back().end = std::max(unions.back().end, range.address + range.size);
    unions.back().objects.push_back(object);
  }
  return unions;
}

}  // namespace

void UniteOverlapping(const std::map<uint64_t, HostRange>& ranges, std::vector<RootFacts>& roots,
                      std::vector<MemoryRoot>& memory) {
  for (const Union& one : UnionsOf(ranges)) {
    if (one.objects.size() < 2) continue;
    const uint64_t number = *std::min_element(one.objects.begin(), one.objects.end());
    for (size_t i = 0; i < roots.size(); ++i) {
      RootFacts& root = roots[i];
      if (root.space != RootFacts::Space::kGlobal) continue;
      if (std::find(one.objects.begin(), one.objects.end(), root.object) == one.objects.end()) {
        continue;
      }
      const uint64_t shift = ranges.at(root.object).address - one.first;
      root.object = number;
      root.object_size = one.end - one.first;
      root.delta += shift;
      memory[i].object = ObjectId{number};
      memory[i].size = root.object_size;
      memory[i].delta = root.delta;
    }
  }
}

}  // namespace lockstep::host
