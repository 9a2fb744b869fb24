#include "runtime/replay/touched_cells.h"

#include <utility>

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

}  // namespace

TouchedCells::TouchedCells(ObjectStarts objects) : objects_(std::move(objects)) {}

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
  sites_[{objects_.ObjectOf(event.cell), IsWriteClass(event.what)}].insert(event.site);
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
  const auto found = sites_.find({objects_.ObjectOf(cell), write});
  return found == sites_.end() ? *none : found->second;
}

}  // namespace lockstep
