#include "runtime/replay/touched_cells.h"

#include <algorithm>

#include "runtime/replay/event_fields.h"

namespace lockstep {
namespace {

unsigned KindOf(uint32_t what) {
  switch (ClassOf(what)) {
    case LS_CLASS_R: return TouchedCells::kRead;
    case LS_CLASS_W: return TouchedCells::kWrite;
    case LS_CLASS_AR: return TouchedCells::kAtomicRead;
    case LS_CLASS_AW: return TouchedCells::kAtomicWrite;
    default: return 0;
  }
}

std::vector<uint64_t> Sorted(std::vector<uint64_t> objects) {
  std::sort(objects.begin(), objects.end());
  return objects;
}

}  // namespace

TouchedCells::TouchedCells(std::vector<uint64_t> objects) : objects_(Sorted(std::move(objects))) {}

size_t TouchedCells::ObjectOf(uint64_t cell) const {
  return static_cast<size_t>(std::upper_bound(objects_.begin(), objects_.end(), cell) - objects_.begin());
}

void TouchedCells::Add(const ls_event& event) {
  const unsigned kind = KindOf(event.what);
  if (kind == 0 || RegionOf(event.what) == LS_REGION_LOCAL) return;
  for (uint64_t cell = event.cell; cell < event.cell + event.cells; ++cell) {
    std::unique_ptr<Block>& block = blocks_[cell / kBlock];
    if (block == nullptr) block = std::make_unique<Block>();
    (*block)[cell % kBlock] |= static_cast<uint8_t>(kind);
  }
  // A work-item that goes round a loop says the same again and again.
  if (event.site == last_site_ && event.what == last_what_ && event.cell == last_cell_) return;
  sites_[{ObjectOf(event.cell), IsWriteClass(event.what)}].insert(event.site);
  last_cell_ = event.cell;
  last_site_ = event.site;
  last_what_ = event.what;
}

unsigned TouchedCells::At(uint64_t cell) const {
  const auto found = blocks_.find(cell / kBlock);
  return found == blocks_.end() ? 0 : (*found->second)[cell % kBlock];
}

const std::set<uint32_t>& TouchedCells::Sites(uint64_t cell, bool write) const {
  static const auto* none = new std::set<uint32_t>;
  const auto found = sites_.find({ObjectOf(cell), write});
  return found == sites_.end() ? *none : found->second;
}

}  // namespace lockstep
