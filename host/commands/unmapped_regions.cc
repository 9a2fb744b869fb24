#include "host/commands/unmapped_regions.h"

#include <iterator>
#include <utility>

namespace lockstep::host {

void UnmappedRegions::Add(cl_mem object, uint64_t begin, uint64_t end, CommandRecordRef unmap) {
  Mapped(begin, end);  // the later unmap is told
  if (begin < end && regions_.size() < kMost) regions_[begin] = {end, object, std::move(unmap)};
}

void UnmappedRegions::Mapped(uint64_t begin, uint64_t end) {
  auto at = regions_.lower_bound(begin);
  if (at != regions_.begin() && std::prev(at)->second.end > begin) --at;
  while (at != regions_.end() && at->first < end) {
    const uint64_t first = at->first;
    const Region region = std::move(at->second);
    at = regions_.erase(at);
    if (first < begin) regions_[first] = {begin, region.object, region.unmap};
    if (region.end > end) at = regions_.insert({end, {region.end, region.object, region.unmap}}).first;
  }
}

void UnmappedRegions::Forget(cl_mem object) {
  for (auto at = regions_.begin(); at != regions_.end();) {
    at = at->second.object == object ? regions_.erase(at) : std::next(at);
  }
}

CommandRecordRef UnmappedRegions::UnmapOf(uint64_t begin, uint64_t end) const {
  auto at = regions_.lower_bound(end);
  if (begin >= end || at == regions_.begin()) return nullptr;
  --at;
  return at->second.end > begin ? at->second.unmap : nullptr;
}

}  // namespace lockstep::host
